import { type Subtree, address, int, octets, oid, scalars, table } from '../columns.ts'

export interface IpAddress {
  ip: string
  mask: string
  ifIndex: number
}
/** `type` 3 dynamic, 4 static. */
export interface ArpEntry {
  ip: string
  mac: Buffer
  ifIndex: number
  type: 3 | 4
}
/** `protocol` of ipRouteProto: 2 local, 3 netmgmt, 14 bgp. */
export interface Route {
  network: string
  mask: string
  gateway: string
  ifIndex: number
  metric: number
  protocol: 2 | 3 | 14
}

/** ipAddrTable (RFC 4293): deprecated, but widely read. */
export const ipAddresses = (rows: readonly IpAddress[]): Subtree =>
  function* (listing) {
    yield* table(
      listing,
      '1.3.6.1.2.1.4.20.1',
      rows.map(row => [row.ip, row] as const),
      {
        1: address(row => row.ip),
        2: int(row => row.ifIndex),
        3: address(row => row.mask),
        4: int(() => 1),
        5: int(() => 65_535),
      },
    )
  }

/** ipNetToMediaTable: the ARP cache. `rows` lists the entries and says when they expire. */
export const arp = (rows: (nowMs: number, expires: (atMs: number) => void) => readonly ArpEntry[]): Subtree =>
  function* (listing) {
    yield* table(
      listing,
      '1.3.6.1.2.1.4.22.1',
      rows(listing.now(), at => listing.expires(at)).map(row => [`${row.ifIndex}.${row.ip}`, row] as const),
      {
        1: int(row => row.ifIndex),
        2: octets(row => row.mac),
        3: address(row => row.ip),
        4: int(row => row.type),
      },
    )
  }

/** ipRouteTable (RFC 1213) and ipCidrRouteTable (RFC 4292). */
export const routes = (rows: readonly Route[]): Subtree =>
  function* (listing) {
    yield* scalars(listing, '1.3.6.1.2.1.4', { 1: int(() => 1), 2: int(() => 64) })
    yield* table(
      listing,
      '1.3.6.1.2.1.4.21.1',
      rows.map(row => [row.network, row] as const),
      {
        1: address(row => row.network),
        2: int(row => row.ifIndex),
        3: int(row => row.metric),
        7: address(row => row.gateway),
        8: int(row => (row.protocol === 2 ? 3 : 4)),
        9: int(row => row.protocol),
        11: address(row => row.mask),
        13: oid(() => '0.0'),
      },
    )
    yield* table(
      listing,
      '1.3.6.1.2.1.4.24.4.1',
      rows.map(row => [`${row.network}.${row.mask}.0.${row.gateway}`, row] as const),
      {
        1: address(row => row.network),
        2: address(row => row.mask),
        4: address(row => row.gateway),
        5: int(row => row.ifIndex),
        6: int(row => (row.protocol === 2 ? 3 : 4)),
        7: int(row => row.protocol),
        11: int(row => row.metric),
        16: int(() => 1),
      },
    )
  }
