import {
  implement,
  integer,
  octets,
  readTable,
  table,
  text,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import { byIfIndex, interfacesFor, vlansByPortOf } from '@linecard/driver-kit/builders'
import { portsOf } from '@linecard/driver-kit/codecs'
import { interfacesList, pvid, refOf, vlanIdsOf, vlans } from '@linecard/driver-kit/modules'

const mib = (number: string): string => `1.3.6.1.4.1.1916.1.${number}`

/** extremeVlanIfTable of EXTREME-VLAN-MIB. Index: ifIndex of the VLAN. */
const vlanTable = table({ name: text(mib('2.1.2.1.2')), id: integer(mib('2.1.2.1.10')) })
/** extremeVlanOpaqueTable: PortLists of one slot. Index: ifIndex of the VLAN, slot. */
const opaque = table({ tagged: octets(mib('2.6.1.1.1')), untagged: octets(mib('2.6.1.1.2')) })
/** ifIndex of a port: 1001 is port 1 of slot 1. */
const portIndex = (slot: number, port: number): number => slot * 1000 + port

/** Names and ids of the VLANs, by the ifIndex of the VLAN. */
export const readVlanTable = (session: Session) =>
  session.memo('xos_vlans', () => readTable(session, vlanTable), 60_000)

async function readVlans(session: Session) {
  const ports = byIfIndex(await session.call(interfacesList, {}))
  const lists = [...(await readTable(session, opaque))].map(([index, row]) => {
    const [ifIndex, slot] = index.split('.').map(Number) as [number, number]
    const of = (list: Buffer | null) =>
      list ? portsOf(list).flatMap(port => ports.get(portIndex(slot, port)) ?? []) : []
    return { ifIndex, tagged: of(row.tagged), untagged: of(row.untagged) }
  })
  return [...(await readVlanTable(session))]
    .flatMap(([index, { name, id }]) => {
      if (id === null || id < 1 || id > 4094) return []
      const own = lists.filter(({ ifIndex }) => ifIndex === Number(index))
      const [tagged, untagged] = [own.flatMap(list => list.tagged), own.flatMap(list => list.untagged)]
      const egress = [...untagged, ...tagged].toSorted((a, b) => a.id - b.id)
      return [
        {
          id,
          name,
          status: null,
          ports: {
            egress: egress.map(refOf),
            untagged: untagged.map(refOf),
            tagged: tagged.map(refOf),
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
