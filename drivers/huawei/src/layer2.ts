import {
  implement,
  oidParts,
  readTable,
  type Implementation,
  type ResultOf,
  type Session,
} from '@linecard/driver-kit'
import {
  byIfIndex,
  fdbRow,
  filterFdb,
  readBridgeFdb,
  readQBridgeFdb,
  readVlans,
  reportPortless,
  vlansOfLists,
  type FdbRow,
} from '@linecard/driver-kit/builders'
import { macOf } from '@linecard/driver-kit/codecs'
import { fdb, interfacesList, refOf, vlanIdsOf, vlans } from '@linecard/driver-kit/modules'
import { configuredFdb, dynamicFdb, hybridPorts, l2Ports, l2Vlans, trunkPorts } from './tables.ts'

/** VLANs from HUAWEI-L2VLAN-MIB and HUAWEI-L2IF-MIB, for firmware without the tables of Q-BRIDGE-MIB. */
async function ownVlans(session: Session): Promise<ResultOf<typeof vlans>> {
  const known = await readTable(session, l2Vlans)
  if (known.size === 0) return []
  const [bridged, trunks, hybrids] = [
    await readTable(session, l2Ports),
    await readTable(session, trunkPorts),
    await readTable(session, hybridPorts),
  ]
  const interfaces = byIfIndex(await session.call(interfacesList, {}))
  let beyond = 0
  const carried = (low: Buffer | null, high: Buffer | null) => {
    const found = vlansOfLists([low, high], 2048)
    beyond += found.beyond
    return found
  }
  const members = [...bridged].flatMap(([index, { ifIndex, pvid }]) => {
    const one = ifIndex === null ? undefined : interfaces.get(ifIndex)
    if (!one) return []
    const [trunk, hybrid] = [trunks.get(index), hybrids.get(index)]
    const own = pvid === null ? [] : [pvid]
    const lists = trunk ?? hybrid
    const sent = lists && carried(lists.low, lists.high)
    const egress = sent?.ids ?? own
    const bare = hybrid?.bareLow
      ? carried(hybrid.bareLow, hybrid.bareHigh).ids
      : hybrid
        ? own
        : egress.filter(id => id === pvid)
    const isKnown = pvid !== null || hybrid?.bareLow != null
    const isWhole = sent?.isWhole ?? true
    return [{ ref: refOf(one), egress: new Set([...egress, ...bare]), bare: new Set(bare), isKnown, isWhole }]
  })
  reportPortless(session, trunkPorts.low.oid, beyond)
  const allWhole = members.every(({ isWhole }) => isWhole)
  // While a list of a port is not known, nothing proves that a VLAN has no port.
  const names = (fits: (member: (typeof members)[number]) => boolean) => {
    const refs = members.filter(fits).map(({ ref }) => ref)
    return refs.length > 0 || allWhole ? refs : null
  }
  return [...known].map(([index, { name }]) => {
    const id = Number(index)
    // Without its PVID it is not known in which VLAN a trunk is untagged.
    const isKnown = members.every(member => member.isKnown || !member.egress.has(id))
    const ports = {
      egress: names(({ egress }) => egress.has(id)),
      untagged: isKnown ? names(({ bare }) => bare.has(id)) : null,
      tagged: isKnown ? names(({ egress, bare }) => egress.has(id) && !bare.has(id)) : null,
      forbidden: [],
    }
    return { id, name, status: 'Permanent' as const, ports }
  })
}

/** `vlans` from Q-BRIDGE-MIB, else from Huawei's own MIBs. */
export const vrpVlans = (): Implementation =>
  implement(
    vlans,
    async (session, args) => {
      const standard = await readVlans(session)
      const wanted = vlanIdsOf(args.vlan_id)
      return (standard.length > 0 ? standard : await ownVlans(session)).filter(
        ({ id }) => !wanted || wanted.has(id),
      )
    },
    { override: true },
  )

/** Learnt and configured entries of HUAWEI-L2MAM-MIB. */
async function ownFdb(session: Session): Promise<FdbRow[]> {
  const interfaces = byIfIndex(await session.call(interfacesList, {}))
  const read = async (entries: typeof dynamicFdb, status: 'LEARNED' | 'MGMT') => {
    let portless = 0
    const rows = [...(await readTable(session, entries))].flatMap(([index, { ifIndex }]) => {
      const parts = oidParts(index)
      // Behind the VLAN stands the name of the VSI with its length, if anything.
      const isWhole = parts.length === 7 || parts.length === 8 + (parts[7] ?? 0)
      const mac = isWhole ? macOf(parts.slice(0, 6)) : null
      if (mac === null) {
        portless++
        return []
      }
      const one = ifIndex === null ? undefined : interfaces.get(ifIndex)
      if (ifIndex && !one) portless++
      return [fdbRow(mac, parts[6]! || null, one, status)]
    })
    reportPortless(session, entries.ifIndex.oid, portless)
    return rows
  }
  return [...(await read(configuredFdb, 'MGMT')), ...(await read(dynamicFdb, 'LEARNED'))]
}

const agrees = <T>(a: T | null | undefined, b: T | null | undefined): boolean =>
  a == null || b == null || a === b
const holds = <T>(row: T | null | undefined, part: T | null | undefined): boolean =>
  part == null || row === part

/**
 * One row for each entry of several tables. An entry without VLAN or without port is the same as the only one
 * of the same MAC address that does not contradict it.
 */
export function joinFdb(...tables: readonly (readonly FdbRow[])[]): FdbRow[] {
  const byMac = new Map<string, FdbRow[]>()
  for (const row of tables.flat()) {
    const known = byMac.get(row.mac_address) ?? []
    byMac.set(row.mac_address, known)
    const same = known.filter(
      one => agrees(one.vlan_id, row.vlan_id) && agrees(one.interface?.id, row.interface?.id),
    )
    if (same.some(one => holds(one.vlan_id, row.vlan_id) && holds(one.interface?.id, row.interface?.id)))
      continue
    const [only] = same
    if (only && same.length === 1)
      Object.assign(only, {
        interface: only.interface ?? row.interface,
        vlan_id: only.vlan_id ?? row.vlan_id,
      })
    else known.push({ ...row })
  }
  return [...byMac.values()].flat()
}

/**
 * `fdb`: in VRP each of HUAWEI-L2MAM-MIB, Q-BRIDGE-MIB and BRIDGE-MIB (which has no VLANs) may hold a part of
 * the entries.
 */
export const vrpFdb = (): Implementation =>
  implement(
    fdb,
    async (session, args) => {
      const rows = joinFdb(await ownFdb(session), await readQBridgeFdb(session), await readBridgeFdb(session))
      return filterFdb(session, rows, args)
    },
    { joins: ['HUAWEI-L2MAM-MIB', 'Q-BRIDGE-MIB', 'BRIDGE-MIB'] },
  )
