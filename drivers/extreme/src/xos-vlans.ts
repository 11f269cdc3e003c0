import {
  implement,
  integer,
  readTable,
  table,
  text,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import {
  byIfIndex,
  interfacesFor,
  membersBy,
  portListAt,
  reportPortless,
  vlansByPortOf,
} from '@linecard/driver-kit/builders'
import { interfacesList, pvid, refOf, vlanIdsOf, vlans } from '@linecard/driver-kit/modules'

const mib = (number: string): string => `1.3.6.1.4.1.1916.1.${number}`

/** extremeVlanIfTable of EXTREME-VLAN-MIB. Index: ifIndex of the VLAN. */
const vlanTable = table({ name: text(mib('2.1.2.1.2')), id: integer(mib('2.1.2.1.10')) })
/** extremeVlanOpaqueTable: PortLists of one slot. Index: ifIndex of the VLAN, slot. */
const opaque = table({ tagged: portListAt(mib('2.6.1.1.1')), untagged: portListAt(mib('2.6.1.1.2')) })
/** ifIndex of a port: 1001 is port 1 of slot 1. */
const portIndex = (slot: number, port: number): number => slot * 1000 + port

/** Names and ids of the VLANs, by the ifIndex of the VLAN. */
export const readVlanTable = (session: Session) =>
  session.memo('xos_vlans', () => readTable(session, vlanTable), 60_000)

async function readVlans(session: Session) {
  const ports = byIfIndex(await session.call(interfacesList, {}))
  const portless = { tagged: 0, untagged: 0 }
  const lists = [...(await readTable(session, opaque))].map(([index, row]) => {
    const [ifIndex, slot] = index.split('.').map(Number) as [number, number]
    const membersOf = membersBy(port => ports.get(portIndex(slot, port)))
    const of = (field: keyof typeof row) => {
      const lost = new Set<string>()
      const members = row[field] && membersOf(row[field], lost)
      portless[field] += lost.size
      return members
    }
    return { ifIndex, tagged: of('tagged'), untagged: of('untagged') }
  })
  for (const field of ['tagged', 'untagged'] as const)
    reportPortless(session, opaque[field].oid, portless[field])
  return [...(await readVlanTable(session))]
    .flatMap(([index, { name, id }]) => {
      if (id === null || id < 1 || id > 4094) return []
      const own = lists.filter(({ ifIndex }) => ifIndex === Number(index))
      const all = (field: 'tagged' | 'untagged') =>
        own.some(list => list[field] === null) ? null : own.flatMap(list => list[field] ?? [])
      const [tagged, untagged] = [all('tagged'), all('untagged')]
      const egress = tagged && untagged && [...untagged, ...tagged].toSorted((a, b) => a.id - b.id)
      return [
        {
          id,
          name,
          status: null,
          ports: {
            egress: egress && egress.map(refOf),
            untagged: untagged && untagged.map(refOf),
            tagged: tagged && tagged.map(refOf),
            forbidden: null,
          },
        },
      ]
    })
    .toSorted((a, b) => a.id - b.id)
}

/** vlans, vlans_by_port and pvid from EXTREME-VLAN-MIB. */
export const xosVlans = (): Implementation[] => [
  implement(vlans, async (session, args) => {
    const wanted = vlanIdsOf(args.vlan_id)
    return (await readVlans(session)).filter(({ id }) => !wanted || wanted.has(id))
  }),
  vlansByPortOf(),
  // A port has at most one untagged VLAN.
  implement(pvid, async (session, args) => {
    const all = await session.call(vlans, {})
    return (await interfacesFor(session, args.interface)).flatMap(one => {
      const bare = all.find(({ ports }) => ports?.untagged?.some(({ id }) => id === one.id))
      return bare ? [{ interface: refOf(one), pvid: bare.id }] : []
    })
  }),
]
