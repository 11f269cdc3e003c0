import { arpPing, DeviceError, implement, interfacesFor, type Implementation, type RouterOsRow, type Session } from '@linecard/driver-kit'
import { vlanInterface } from './vlan.ts'
import { integerOf, millisecondsOf, textOf } from './values.ts'

/** Between two questions: a neighbour answers within a few ms, and a call must not last long. */
const interval = '200ms'

/** The interface that is meant: of a VLAN, or any by its name. */
async function interfaceOf(session: Session, { vlan_id: id, vlan_name: name }: { vlan_id?: number | string | undefined, vlan_name?: string | undefined }): Promise<string> {
  if (id !== undefined) return (await vlanInterface(session, { vlan_id: id, vlan_name: name }))!
  if (name !== undefined) return (await interfacesFor(session, name))[0]!.name
  throw new DeviceError('BadArgument', 'Give the interface by vlan_id or vlan_name: ARP asks on one alone', { argument: 'vlan_id' })
}

const percentOf = (row: RouterOsRow): number | null => {
  const number = Number.parseFloat(row['packet-loss'] ?? '')
  return Number.isFinite(number) ? number : null
}

/** arp_ping: `/ping arp-ping=yes`. */
export const arpPings = (): Implementation => implement(arpPing, async (session, args) => {
  const on = await interfaceOf(session, args)
  const rows = await session.routerOs.run('/ping', { address: args.ip, interface: on, 'arp-ping': true, count: Number(args.count ?? 3), interval })
  return rows.map(row => ({
    seq: integerOf(row, 'seq'), host: row['host'] ?? args.ip, status: textOf(row, 'status'), time: millisecondsOf(row['time']), sent: integerOf(row, 'sent'), received: integerOf(row, 'received'), 'packet-loss': percentOf(row),
    'min-rtt': millisecondsOf(row['min-rtt']), 'avg-rtt': millisecondsOf(row['avg-rtt']), 'max-rtt': millisecondsOf(row['max-rtt']),
  }))
})
