import {
  enumeration,
  implement,
  integer,
  oidParts,
  readTable,
  table,
  text,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import {
  byIfIndex,
  fdbRow,
  filterFdb,
  interfacesFor,
  readBridgeFdb,
  readQBridgeFdb,
  readVlans,
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

/**
 * slMacAddressTable and alaSlMacAddressGlobalTable of ALCATEL-IND1-MAC-ADDRESS-MIB. AOS 6 has the first
 * (index:
 * ifIndex, VLAN, MAC address), AOS 7 and 8 have the second (index: domain, locale, origin, service, sub id,
 * MAC address), AOS 7.1 has either.
 */
async function ownFdb(session: Session, { node }: Software): Promise<FdbRow[]> {
  const table6 = table({ status: enumeration(`${node}.2.1.8.1.1.1.1.2`, origins, { unknown: 'OTHER' }) })
  const table7 = table({ status: enumeration(`${node}.2.1.8.1.1.8.1.7`, origins, { unknown: 'OTHER' }) })
  const interfaces = byIfIndex(await session.call(interfacesList, {}))
  const simple = [...(await readTable(session, table6))].flatMap(([index, { status }]) => {
    const [ifIndex, vlan, ...address] = oidParts(index)
    const mac = macOf(address)
    return mac === null ? [] : [fdbRow(mac, vlan || null, interfaces.get(ifIndex!), status)]
  })
  const global = [...(await readTable(session, table7))].flatMap(([index, { status }]) => {
    const [domain, , origin, service, , ...address] = oidParts(index)
    const mac = macOf(address)
    // Domain 1 is a VLAN. In the others (VPLS, SPB, EVB) the service is no VLAN id.
    const vlan = domain === 1 && service! >= 1 && service! <= 4094 ? service! : null
    return mac === null ? [] : [fdbRow(mac, vlan, interfaces.get(origin!), status)]
  })
  return [...simple, ...global]
}

/** `fdb` from ALCATEL-IND1-MAC-ADDRESS-MIB, else from the standard MIBs. */
export const aosFdb = (software: Software): Implementation =>
  implement(fdb, async (session, args) => {
    const own = await ownFdb(session, software)
    const tagged = own.length > 0 ? own : await readQBridgeFdb(session)
    return filterFdb(session, tagged.length > 0 ? tagged : await readBridgeFdb(session), args)
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

/** `vlans` from ALCATEL-IND1-VLAN-MGR-MIB, else from Q-BRIDGE-MIB. */
const aosVlanList = (software: Software): Implementation =>
  implement(vlans, async (session, args) => {
    const wanted = vlanIdsOf(args.vlan_id)
    const names = table({
      name: text(`${software.node}.2.1.3.1.1.1.1.1.2`),
      type: integer(`${software.node}.2.1.3.1.1.1.1.1.8`),
    })
    const rows = [...(await readTable(session, names, software.vlanTypes ? {} : { only: ['name'] }))]
    const own = rows.map(([index, { name, type }]) => ({
      id: Number(index),
      name,
      status: software.vlanTypes?.has(type!) ? ('Dynamic' as const) : ('Permanent' as const),
    }))
    const members = (await readMembers(session, software)).flatMap(({ vlan, port, type }): VlanMember[] => {
      const how = software.memberTypes[type]
      return how === 'none' ? [] : [{ vlan, port, how: how ?? null }]
    })
    const found = own.length > 0 ? vlansWithMembers(own, members, software) : await readVlans(session)
    return found.filter(({ id }) => !wanted || wanted.has(id))
  })

/** `pvid`: the default VLAN of a port (vpaType cfgDefault), else dot1qPvid, which AOS numbers by ifIndex. */
const aosPvid = (software: Software): Implementation =>
  implement(pvid, async (session, args) => {
    const found = new Map(
      (await readMembers(session, software))
        .filter(({ type }) => type === 1)
        .map(({ vlan, port }) => [port.if_index, vlan]),
    )
    if (found.size === 0) {
      const standard = table({ pvid: integer('1.3.6.1.2.1.17.7.1.4.5.1.1', { none: [0] }) })
      for (const [index, row] of await readTable(session, standard))
        if (row.pvid !== null) found.set(Number(index), row.pvid)
    }
    return (await interfacesFor(session, args.interface)).flatMap(one => {
      const vlan = found.get(one.if_index)
      return vlan === undefined ? [] : [{ interface: refOf(one), pvid: vlan }]
    })
  })

/** vlans, vlans_by_port and pvid. */
export const aosVlans = (software: Software): Implementation[] => [
  aosVlanList(software),
  vlansByPortOf(),
  aosPvid(software),
]
