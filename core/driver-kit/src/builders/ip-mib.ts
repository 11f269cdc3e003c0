import { BlockList } from 'node:net'
import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { inetPiece, ipOf } from '../codecs/index.ts'
import { directRoutes, netSettings, refOf } from '../modules/index.ts'
import { oidParts } from '../oid.ts'
import { interfaceIndex, ip, readScalars, readTable, table } from '../table/index.ts'
import { maskOctet, maskOf, readAddresses, type OwnAddress } from './ip-addresses.ts'
import { ipNeighbours, readNeighbours, vlanOfInterface } from './ip-neighbours.ts'

/** ipRouteNextHop of the default route (RFC1213-MIB). */
const oldDefault = table({ nextHop: ip('1.3.6.1.2.1.4.21.1.7.0.0.0.0') })
/** ipCidrRouteIfIndex (IP-FORWARD-MIB, RFC 2096); index: destination, mask, TOS, next hop. */
const cidrRoutes = table({ ifIndex: interfaceIndex('1.3.6.1.2.1.4.24.4.1.5') })
/**
 * inetCidrRouteIfIndex (IP-FORWARD-MIB, RFC 4292); index: destination with type and length, prefix length,
 * policy, next hop.
 */
const inetRoutes = table({ ifIndex: interfaceIndex('1.3.6.1.2.1.4.24.7.1.7') })
/** A router can have a million routes. Only the default route is read. */
const defaultRoutes = { cidr: '0.0.0.0.0.0.0.0', inet: '1.4.0.0.0.0.0' }

const real = (address: string | null): string | null =>
  address === null || address === '0.0.0.0' ? null : address

/** Next hop of the IPv4 default route; null if the device does not give one. */
export async function readGateway(session: Session): Promise<string | null> {
  const old = real((await readScalars(session, oldDefault)).nextHop)
  if (old) return old
  for (const [columns, under] of [
    [cidrRoutes, defaultRoutes.cidr],
    [inetRoutes, defaultRoutes.inet],
  ] as const) {
    for (const index of (await readTable(session, columns, { under, maxRows: 64 })).keys()) {
      const hop = real(ipOf(oidParts(index).slice(-4)))
      if (hop) return hop
    }
  }
  return null
}

/** Network and broadcast address of an IPv4 address. */
export function networkOf(address: string, prefixLength: number): { network: string; broadcast: string } {
  const own = address.split('.').map(Number)
  return {
    network: own.map((octet, i) => octet & maskOctet(prefixLength, i)).join('.'),
    broadcast: own.map((octet, i) => octet | (255 - maskOctet(prefixLength, i))).join('.'),
  }
}

/** Network of an IPv6 address. */
function network6(address: string, prefixLength: number): string {
  const octets = inetPiece.encode(address).slice(2)
  return ipOf(octets.map((octet, i) => octet & maskOctet(prefixLength, i)))!
}

/** IPv6 addresses that are not global: link-local, unique local, loopback. */
const notGlobal = new BlockList()
notGlobal.addSubnet('fe80::', 10, 'ipv6')
notGlobal.addSubnet('fc00::', 7, 'ipv6')
notGlobal.addAddress('::1', 'ipv6')

function routeOf({
  ip: address,
  version,
  prefixLength,
  interface: one,
}: OwnAddress & { prefixLength: number }) {
  const { network, broadcast } =
    version === 4
      ? networkOf(address, prefixLength)
      : { network: network6(address, prefixLength), broadcast: null }
  return {
    type: version === 4 ? ('v4' as const) : ('v6' as const),
    network,
    broadcast: prefixLength >= 31 ? null : broadcast,
    gateway: address,
    cidr: `${network}/${prefixLength}`,
    interface: one ? refOf(one) : null,
    vlan_id: vlanOfInterface(one),
    vlan_name: vlanOfInterface(one) === null ? null : one!.name,
    global: version === 6 ? !notGlobal.check(address, 'ipv6') : null,
  }
}

/**
 * net_settings, arps and direct_routes from IP-MIB. Connected networks come from the device's own addresses,
 * which every agent has and which cost a few rows, where a route table may have a million.
 */
export const ipMib = (): Implementation[] => [
  ipNeighbours(),
  implement(
    directRoutes,
    async session => {
      const own = await readAddresses(session)
      const outside = own.filter(({ ip: address }) => !address.startsWith('127.') && address !== '::1')
      return outside.flatMap(({ prefixLength, ...one }) =>
        prefixLength === null ? [] : [routeOf({ ...one, prefixLength })],
      )
    },
    { source: 'IP-MIB' },
  ),
  implement(
    netSettings,
    async session => {
      const own = await readAddresses(session)
      const self =
        own.find(({ ip: address }) => address === session.ip) ??
        own.find(({ ip: address, version }) => version === 4 && !address.startsWith('127.')) ??
        own.find(({ ip: address, version }) => version === 6 && address !== '::1')
      const gateway = await readGateway(session)
      const neighbour =
        gateway === null
          ? undefined
          : (await readNeighbours(session)).find(({ ip: address }) => address === gateway)
      return {
        virtual_iface_id: self?.interface?.id ?? null,
        self_ip: self?.ip ?? null,
        self_mac_address: self?.interface?.mac_address ?? null,
        netmask: self?.version === 4 && self.prefixLength !== null ? maskOf(self.prefixLength) : null,
        gateway_ip: gateway,
        gateway_mac_address: neighbour?.mac ?? null,
        addresses: own.map(one => ({
          ip: one.ip,
          prefix_length: one.prefixLength,
          interface: one.interface ? refOf(one.interface) : null,
        })),
      }
    },
    { source: 'IP-MIB' },
  ),
]
