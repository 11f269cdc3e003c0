import {
  enumeration,
  implement,
  integer,
  octets,
  pick,
  readTable,
  table,
  text,
  type Implementation,
  type ResultOf,
  type Session,
} from '@linecard/driver-kit'
import {
  byIfIndex,
  fdbRow,
  fdbStatusWords,
  filterFdb,
  interfacesFor,
  ipMib,
  vlansByPortOf,
} from '@linecard/driver-kit/builders'
import { macOf, portsOf } from '@linecard/driver-kit/codecs'
import {
  arps,
  directRoutes,
  fdb,
  interfacesList,
  pvid,
  refOf,
  vlanIdsOf,
  vlans,
} from '@linecard/driver-kit/modules'

const mib = (number: string): string => `1.3.6.1.4.1.1916.1.${number}`

/** extremeVlanIfTable of EXTREME-VLAN-MIB. Index: ifIndex of the VLAN. */
const vlanTable = table({ name: text(mib('2.1.2.1.2')), id: integer(mib('2.1.2.1.10')) })
/** extremeVlanOpaqueTable: PortLists of one slot. Index: ifIndex of the VLAN, slot. */
const opaque = table({ tagged: octets(mib('2.6.1.1.1')), untagged: octets(mib('2.6.1.1.2')) })
/** extremeFdbMacExosFdbTable of EXTREME-FDB-MIB. Index: MAC address, ifIndex of the VLAN. */
const macTable = table({
  port: integer(mib('16.4.1.3')),
  status: enumeration(mib('16.4.1.4'), fdbStatusWords),
})

/** ifIndex of a port: 1001 is port 1 of slot 1. */
const portIndex = (slot: number, port: number): number => slot * 1000 + port

const readVlanTable = (session: Session) =>
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

/** vlans, vlans_by_port, pvid and fdb from EXTREME-VLAN-MIB and EXTREME-FDB-MIB. */
export const xosBridge = (): Implementation[] => [
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
  implement(fdb, async (session, args) => {
    const ports = byIfIndex(await session.call(interfacesList, {}))
    const ids = await readVlanTable(session)
    const rows = [...(await readTable(session, macTable))].flatMap(([index, { port, status }]) => {
      const parts = index.split('.').map(Number)
      const address = macOf(parts.slice(0, 6))
      return address === null
        ? []
        : [
            fdbRow(
              address,
              ids.get(String(parts[6]))?.id ?? null,
              port === null ? undefined : ports.get(port),
              status,
            ),
          ]
    })
    return filterFdb(session, rows, args)
  }),
]

const standardIp = ipMib()

/**
 * net_settings, arps and direct_routes from IP-MIB. The VLAN id comes from the ifIndex of the VLAN, not from
 * its name: operators choose the names, and `floor2` is not VLAN 2.
 */
export const xosIp = (): Implementation[] => [
  ...standardIp,
  implement(
    arps,
    async (session, { vlan_id, ...args }) => {
      const [ids, wanted] = [await readVlanTable(session), vlanIdsOf(vlan_id)]
      const rows = (await pick(standardIp, arps).run(session, args)) as ResultOf<typeof arps>
      return rows
        .map(row => ({ ...row, vlan_id: ids.get(String(row.interface?.if_index))?.id ?? null }))
        .filter(row => !wanted || (row.vlan_id !== null && wanted.has(row.vlan_id)))
    },
    { override: true },
  ),
  implement(
    directRoutes,
    async (session, args) => {
      const ids = await readVlanTable(session)
      const rows = (await pick(standardIp, directRoutes).run(session, args)) as ResultOf<typeof directRoutes>
      return rows.map(row => {
        const vlan = ids.get(String(row.interface?.if_index))
        return { ...row, vlan_id: vlan?.id ?? null, vlan_name: vlan?.name ?? null }
      })
    },
    { override: true },
  ),
]
