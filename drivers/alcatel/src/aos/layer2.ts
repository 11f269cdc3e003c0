import {
  enumeration,
  implement,
  integer,
  oidParts,
  readTable,
  table,
  text,
  type ArgsOf,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import {
  byIfIndex,
  fdbRow,
  filterFdb,
  reportPortless,
  interfacesFor,
  vlansByPortOf,
  vlansWithMembers,
  type FdbRow,
  type VlanMember,
} from '@linecard/driver-kit/builders'
import { macOf } from '@linecard/driver-kit/codecs'
import { fdb, interfacesList, pvid, refOf, vlanIdsOf, vlans } from '@linecard/driver-kit/modules'
import type { Software } from './software.ts'

/** slMacAddressManagement: 4 is learned; the others are configured entries. */
const origins = { 1: 'MGMT', 2: 'MGMT', 3: 'MGMT', 4: 'LEARNED', 5: 'MGMT' } as const

const macMib = 'ALCATEL-IND1-MAC-ADDRESS-MIB'
const vlanMib = 'ALCATEL-IND1-VLAN-MGR-MIB'

/**
 * slMacAddressTable and alaSlMacAddressGlobalTable of ALCATEL-IND1-MAC-ADDRESS-MIB. AOS 6 has the first
 * (index: ifIndex, VLAN, MAC address), AOS 7 and 8 have the second (index: domain, locale, origin, service,
 * sub id, MAC address), AOS 7.1 has either.
 */
async function ownFdb(session: Session, { node }: Software): Promise<FdbRow[]> {
  const [simple, global] = [`${node}.2.1.8.1.1.1.1.2`, `${node}.2.1.8.1.1.8.1.7`]
  const statuses = (oid: string) => table({ status: enumeration(oid, origins, { unknown: 'OTHER' }) })
  const interfaces = byIfIndex(await session.call(interfacesList, {}))
  const portless = new Map<string, number>()
  const lost = (oid: string): [] => {
    portless.set(oid, (portless.get(oid) ?? 0) + 1)
    return []
  }
  const portAt = (oid: string, ifIndex: number) => {
    const one = interfaces.get(ifIndex)
    if (!one && ifIndex > 0) portless.set(oid, (portless.get(oid) ?? 0) + 1)
    return one
  }
  const first = [...(await readTable(session, statuses(simple)))].flatMap(([index, { status }]) => {
    const [ifIndex, vlan, ...address] = oidParts(index)
    const mac = macOf(address)
    return mac === null ? lost(simple) : [fdbRow(mac, vlan || null, portAt(simple, ifIndex!), status)]
  })
  const second = [...(await readTable(session, statuses(global)))].flatMap(([index, { status }]) => {
    const [domain, , origin, service, , ...address] = oidParts(index)
    const mac = macOf(address)
    // Domain 1 is a VLAN. In the others (VPLS, SPB, EVB) the service is no VLAN id.
    const vlan = domain === 1 && service! >= 1 && service! <= 4094 ? service! : null
    return mac === null ? lost(global) : [fdbRow(mac, vlan, portAt(global, origin!), status)]
  })
  for (const [oid, rows] of portless) reportPortless(session, oid, rows)
  return [...first, ...second]
}

/** `fdb` from ALCATEL-IND1-MAC-ADDRESS-MIB. */
export const aosFdb = (software: Software): Implementation =>
  implement(fdb, async (session, args) => filterFdb(session, await ownFdb(session, software), args), {
    source: macMib,
  })

/** vpaTable of ALCATEL-IND1-VLAN-MGR-MIB: which port is in which VLAN. Index: VLAN id, ifIndex. */
const readMembers = async (session: Session, { node }: Software) => {
  const interfaces = byIfIndex(await session.call(interfacesList, {}))
  const rows = await readTable(session, table({ type: integer(`${node}.2.1.3.1.1.2.1.1.3`) }))
  return [...rows].flatMap(([index, { type }]) => {
    const [vlan, ifIndex] = oidParts(index)
    const port = interfaces.get(ifIndex!)
    return port && type !== null ? [{ vlan: vlan!, port, type }] : []
  })
}

/** Releases without types have only VLANs that somebody configured. */
const statusOf = ({ vlanTypes }: Software, type: number | null) =>
  vlanTypes && type === null ? null : vlanTypes?.has(type!) ? ('Dynamic' as const) : ('Permanent' as const)

/** `vlans` from ALCATEL-IND1-VLAN-MGR-MIB. */
const aosVlanList = (software: Software): Implementation =>
  implement(
    vlans,
    async (session, args) => {
      const wanted = vlanIdsOf(args.vlan_id)
      const names = table({
        name: text(`${software.node}.2.1.3.1.1.1.1.1.2`),
        type: integer(`${software.node}.2.1.3.1.1.1.1.1.8`),
      })
      const rows = [...(await readTable(session, names, software.vlanTypes ? {} : { only: ['name'] }))]
      const own = rows.map(([index, { name, type }]) => ({
        id: Number(index),
        name,
        status: statusOf(software, type),
      }))
      const members = (await readMembers(session, software)).flatMap(({ vlan, port, type }): VlanMember[] => {
        const how = software.memberTypes[type]
        return how === 'none' ? [] : [{ vlan, port, how: how ?? null }]
      })
      return vlansWithMembers(own, members, software).filter(({ id }) => !wanted || wanted.has(id))
    },
    { source: vlanMib },
  )

/** Rows of `pvid` by ifIndex. */
async function pvidRows(
  session: Session,
  args: ArgsOf<typeof pvid>,
  ids: ReadonlyMap<number | null, number>,
) {
  return (await interfacesFor(session, args.interface)).flatMap(one => {
    const id = ids.get(one.if_index)
    return id === undefined ? [] : [{ interface: refOf(one), pvid: id }]
  })
}

/** dot1qPvid. AOS numbers it by ifIndex. */
const standardPvid: Implementation = implement(
  pvid,
  async (session, args) => {
    const column = table({ pvid: integer('1.3.6.1.2.1.17.7.1.4.5.1.1', { none: [0] }) })
    const rows = [...(await readTable(session, column))]
    return pvidRows(
      session,
      args,
      new Map(rows.flatMap(([index, { pvid: id }]) => (id === null ? [] : [[Number(index), id]]))),
    )
  },
  { source: 'Q-BRIDGE-MIB' },
)

/** `pvid`: the default VLAN of a port (vpaType cfgDefault). */
const aosPvid = (software: Software): Implementation =>
  implement(
    pvid,
    async (session, args) => {
      const members = (await readMembers(session, software)).filter(({ type }) => type === 1)
      return pvidRows(session, args, new Map(members.map(({ vlan, port }) => [port.if_index, vlan])))
    },
    { source: vlanMib, next: [standardPvid] },
  )

/** vlans, vlans_by_port and pvid. */
export const aosVlans = (software: Software): Implementation[] => [
  aosVlanList(software),
  vlansByPortOf(),
  aosPvid(software),
]
