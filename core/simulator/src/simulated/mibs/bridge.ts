import { type Listing, type Subtree, int, octets, scalars, table } from '../columns.ts'
import { learnt } from '../stations.ts'
import type { BridgeState } from '../switch-state.ts'
import { macIndex } from '../values.ts'

/** BRIDGE-MIB (RFC 4188): the bridge and its ports. */
export const bridge = (of: BridgeState): Subtree =>
  function* (listing) {
    yield* scalars(listing, '1.3.6.1.2.1.17.1', {
      1: octets(() => of.mac),
      2: int(() => of.ports.length),
      3: int(() => 2),
    })
    const inBridge = of.ports.filter(port => port.bridgePort)
    yield* table(
      listing,
      '1.3.6.1.2.1.17.1.4.1',
      inBridge.map(port => [port.bridgePort!, port] as const),
      { 1: int(port => port.bridgePort!), 2: int(port => port.ifIndex) },
    )
    yield* scalars(listing, '1.3.6.1.2.1.17.4', { 2: int(() => 300) })
  }

/** The rows of the FDB at this moment, with the bridge's own address. */
const fdbRows = (of: BridgeState, listing: Listing) => [
  ...learnt(of.stations, listing).map(station => ({
    mac: station.mac,
    vlan: station.vlan,
    port: station.port.bridgePort!,
    status: 3,
  })),
  { mac: of.mac, vlan: of.vlans[0]!.id, port: 0, status: 4 },
]

/**
 * The FDB in BRIDGE-MIB and in Q-BRIDGE-MIB, where the FDB id is the VLAN id. A subtree of its own, because
 * its rows come and go.
 */
export const fdb = (of: BridgeState): Subtree =>
  function* (listing) {
    const rows = fdbRows(of, listing)
    yield* table(
      listing,
      '1.3.6.1.2.1.17.4.3.1',
      rows.map(row => [macIndex(row.mac), row] as const),
      { 1: octets(row => row.mac), 2: int(row => row.port), 3: int(row => row.status) },
    )
    yield* table(
      listing,
      '1.3.6.1.2.1.17.7.1.2.2.1',
      rows.map(row => [`${row.vlan}.${macIndex(row.mac)}`, row] as const),
      { 2: int(row => row.port), 3: int(row => row.status) },
    )
  }

/** BRIDGE-MIB of an agent with one SNMP context for each VLAN: only the addresses of that VLAN. */
export const fdbOfVlan = (of: BridgeState, vlan: number): Subtree =>
  function* (listing) {
    const rows = fdbRows(of, listing).filter(row => row.vlan === vlan)
    yield* table(
      listing,
      '1.3.6.1.2.1.17.4.3.1',
      rows.map(row => [macIndex(row.mac), row] as const),
      { 1: octets(row => row.mac), 2: int(row => row.port), 3: int(row => row.status) },
    )
  }
