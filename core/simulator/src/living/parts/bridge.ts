import { Status } from '../../pdu.ts'
import { type Part, type Write, gauge, int, octets, scalars, table, text, ticks } from '../columns.ts'
import type { Port } from '../port.ts'
import { type Station, learnt } from '../stations.ts'
import { macIndex, portList } from '../values.ts'

export interface Vlan { id: number, name: string }
export interface Bridge { mac: Buffer, ports: readonly Port[], vlans: readonly Vlan[], stations: readonly Station[] }

const members = ({ ports }: Bridge, vlan: number) => ports.filter(port => port.bridgePort && (port.pvid === vlan || port.tagged.includes(vlan)))
const listOf = (ports: readonly Port[], of: Bridge) => portList(ports.map(port => port.bridgePort!), Math.max(32, ...of.ports.map(port => port.bridgePort ?? 0)))

/** BRIDGE-MIB (RFC 4188): the bridge's ports and its FDB without VLANs. */
export const bridge = (of: Bridge): Part => function* (moment) {
  yield* scalars(moment, '1.3.6.1.2.1.17.1', { 1: octets(() => of.mac), 2: int(() => of.ports.length), 3: int(() => 2) })
  const inBridge = of.ports.filter(port => port.bridgePort)
  yield* table(moment, '1.3.6.1.2.1.17.1.4.1', inBridge.map(port => [port.bridgePort!, port] as const), { 1: int(port => port.bridgePort!), 2: int(port => port.ifIndex) })
  yield* scalars(moment, '1.3.6.1.2.1.17.4', { 2: int(() => 300) })
}

/** The FDB of BRIDGE-MIB and of Q-BRIDGE-MIB (the FDB id is the VLAN's). Its own part because its rows come and go. */
export const fdb = (of: Bridge): Part => function* (moment) {
  const rows = [...learnt(of.stations, moment).map(station => ({ mac: station.mac, vlan: station.vlan, port: station.port.bridgePort!, status: 3 })), { mac: of.mac, vlan: of.vlans[0]!.id, port: 0, status: 4 }]
  yield* table(moment, '1.3.6.1.2.1.17.4.3.1', rows.map(row => [macIndex(row.mac), row] as const), { 1: octets(row => row.mac), 2: int(row => row.port), 3: int(row => row.status) })
  yield* table(moment, '1.3.6.1.2.1.17.7.1.2.2.1', rows.map(row => [`${row.vlan}.${macIndex(row.mac)}`, row] as const), { 2: int(row => row.port), 3: int(row => row.status) })
}

const setPvid: Write<Port> = (port, value) => {
  if (typeof value !== 'number' || value < 1 || value > 4094) return Status.badValue
  port.pvid = value
  return 0
}

/** Q-BRIDGE-MIB VLANs (RFC 4363): static and current tables, PVID. */
export const vlans = (of: Bridge): Part => function* (moment) {
  yield* scalars(moment, '1.3.6.1.2.1.17.7.1.1', { 1: int(() => 1), 2: int(() => 4094), 3: gauge(() => 4094), 4: gauge(() => of.vlans.length), 5: int(() => 2) })
  const egress = octets<Vlan>(vlan => listOf(members(of, vlan.id), of))
  const untagged = octets<Vlan>(vlan => listOf(members(of, vlan.id).filter(port => !port.tagged.includes(vlan.id)), of))
  yield* table(moment, '1.3.6.1.2.1.17.7.1.4.2.1', of.vlans.map(vlan => [`0.${vlan.id}`, vlan] as const), { 3: gauge(vlan => vlan.id), 4: egress, 5: untagged, 6: int(() => 2), 7: ticks(() => 0) })
  yield* table(moment, '1.3.6.1.2.1.17.7.1.4.3.1', of.vlans.map(vlan => [vlan.id, vlan] as const), { 1: text(vlan => vlan.name), 2: egress, 3: octets(() => listOf([], of)), 4: untagged, 5: int(() => 1) })
  const inBridge = of.ports.filter(port => port.bridgePort)
  yield* table(moment, '1.3.6.1.2.1.17.7.1.4.5.1', inBridge.map(port => [port.bridgePort!, port] as const), { 1: gauge(port => port.pvid, setPvid), 2: int(() => 1), 3: int(() => 2), 4: int(() => 2) })
}
