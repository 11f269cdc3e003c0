import {
  DeviceError,
  implement,
  type Implementation,
  type RouterOsRow,
  type Session,
} from '@linecard/driver-kit'
import { interfacesFor, networkOf } from '@linecard/driver-kit/builders'
import { arpPing, directRoutes } from '@linecard/driver-kit/modules'
import { vlanInterface } from './vlan.ts'
import { integerOf, millisecondsOf, textOf } from './values.ts'

/** Interval between two requests. A neighbour answers within a few ms, and a call must be short. */
const interval = '200ms'

/** The interface of the smallest connected network that contains the address. */
async function connectedTo(session: Session, ip: string): Promise<string> {
  const holding = (await session.call(directRoutes, {}))
    .flatMap(({ type, network, cidr, interface: at }) => {
      const prefix = Number(cidr.split('/')[1])
      return type === 'v4' && at !== null && networkOf(ip, prefix).network === network
        ? [{ name: at.name, prefix }]
        : []
    })
    .toSorted((a, b) => b.prefix - a.prefix)
  if (holding[0]) return holding[0].name
  throw new DeviceError(
    'BadArgument',
    `The router has no connected network that contains ${ip}: ARP reaches only neighbours`,
    { argument: 'ip' },
  )
}

/** The requested interface: of a VLAN, by its name, or of the network that contains the address. */
async function interfaceOf(
  session: Session,
  {
    ip,
    vlan_id: id,
    vlan_name: name,
  }: { ip: string; vlan_id?: number | string | undefined; vlan_name?: string | undefined },
): Promise<string> {
  if (id !== undefined) return (await vlanInterface(session, { vlan_id: id, vlan_name: name }))!
  if (name !== undefined) return (await interfacesFor(session, name))[0]!.name
  return connectedTo(session, ip)
}

const percentOf = (row: RouterOsRow): number | null => {
  const number = Number.parseFloat(row['packet-loss'] ?? '')
  return Number.isFinite(number) ? number : null
}

/** arp_ping: `/ping arp-ping=yes`. */
export const arpPings = (): Implementation =>
  implement(arpPing, async (session, args) => {
    const on = await interfaceOf(session, args)
    const rows = await session.routerOs.run('/ping', {
      address: args.ip,
      interface: on,
      'arp-ping': true,
      count: Number(args.count ?? 3),
      interval,
    })
    return rows.map(row => ({
      seq: integerOf(row, 'seq'),
      host: row['host'] ?? args.ip,
      status: textOf(row, 'status'),
      time: millisecondsOf(row['time']),
      sent: integerOf(row, 'sent'),
      received: integerOf(row, 'received'),
      'packet-loss': percentOf(row),
      'min-rtt': millisecondsOf(row['min-rtt']),
      'avg-rtt': millisecondsOf(row['avg-rtt']),
      'max-rtt': millisecondsOf(row['max-rtt']),
    }))
  })
