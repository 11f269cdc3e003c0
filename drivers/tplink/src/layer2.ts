import { implement, readTable, type Implementation, type ResultOf, type Session } from '@linecard/driver-kit'
import {
  filterFdb,
  interfacesFor,
  readBridgeFdb,
  readQBridgeFdb,
  readVlans,
} from '@linecard/driver-kit/builders'
import {
  fdb,
  interfacesList,
  pvid,
  refOf,
  vlanIdsOf,
  vlans,
  type Interface,
} from '@linecard/driver-kit/modules'
import { firstPort, ownPvids, ownVlans } from './tables.ts'

/**
 * Port names in a port list of TP-Link: `1/0/1-3,1/0/7` is 1/0/1, 1/0/2, 1/0/3 and 1/0/7. A range with more
 * ports than a stack can have gives none.
 */
export function portNames(list: string | null): string[] {
  return (list ?? '').split(',').flatMap(part => {
    const found = /^\s*((?:\d+\/)*)(\d+)(?:-(?:(?:\d+\/)*)(\d+))?\s*$/.exec(part)
    if (!found) return /^\s*$/.test(part) ? [] : [part.trim()]
    const [unit, first, last] = [found[1]!, Number(found[2]), Number(found[3] ?? found[2])]
    return last - first > 1000
      ? []
      : Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => `${unit}${first + at}`)
  })
}

/** Interfaces by the short name in TP-Link's own tables: `1/0/1` of `gigabitEthernet 1/0/1`. */
const byShortName = (interfaces: readonly Interface[]) =>
  new Map(interfaces.map(one => [one.name.slice(one.name.lastIndexOf(' ') + 1), one]))

async function readOwn(session: Session): Promise<ResultOf<typeof vlans>> {
  const rows = await readTable(session, ownVlans)
  if (rows.size === 0) return []
  const ports = byShortName(await session.call(interfacesList, {}))
  const refs = (list: string | null) =>
    portNames(list)
      .flatMap(name => ports.get(name) ?? [])
      .map(refOf)
  return [...rows].map(([index, { name, ...lists }]) => {
    const [tagged, untagged] = [refs(lists.tagged), refs(lists.untagged)]
    return {
      id: Number(index),
      name,
      status: 'Permanent' as const,
      ports: { egress: [...untagged, ...tagged], untagged, tagged, forbidden: [] },
    }
  })
}

/** `vlans` from Q-BRIDGE-MIB, else from TPLINK-DOT1Q-VLAN-MIB. */
export const tplinkVlans = (): Implementation =>
  implement(
    vlans,
    async (session, args) => {
      const standard = await readVlans(session)
      const wanted = vlanIdsOf(args.vlan_id)
      return (standard.length > 0 ? standard : await readOwn(session)).filter(
        ({ id }) => !wanted || wanted.has(id),
      )
    },
    { override: true },
  )

/**
 * `pvid` from the same two MIBs. The column of the PVID depends on the firmware; the VLANs of the untagged
 * ports show which column is right.
 */
export const tplinkPvids = (standard: Implementation): Implementation =>
  implement(
    pvid,
    async (session, args) => {
      const usual = (await standard.run(session, args)) as ResultOf<typeof pvid>
      if (usual.length > 0) return usual
      const rows = await readTable(session, ownPvids)
      if (rows.size === 0) return []
      const chosen = await interfacesFor(session, args.interface)
      const untagged = new Map(
        [...(await readTable(session, ownVlans))].map(([id, row]) => [
          Number(id),
          new Set(portNames(row.untagged)),
        ]),
      )
      const hits = (column: 'second' | 'third') =>
        [...rows.values()].filter(row => row.name !== null && untagged.get(row[column] ?? 0)?.has(row.name))
          .length
      const column = hits('second') > hits('third') ? 'second' : 'third'
      return chosen.flatMap(one => {
        const row = one.if_index === null ? undefined : rows.get(String(one.if_index))
        return row ? [{ interface: refOf(one), pvid: row[column] || null }] : []
      })
    },
    { override: true },
  )

/**
 * `fdb`. The FDB of JetStream uses the port numbers of the panel, but dot1dBasePortTable of JetStream uses
 * ifIndex, so that table does not help.
 */
export const tplinkFdb = (): Implementation =>
  implement(fdb, async (session, args) => {
    for (const read of [readQBridgeFdb, readBridgeFdb]) {
      const rows = await read(session)
      if (rows.length === 0) continue
      const asOnPanel = rows.some(row => row.interface !== null)
        ? rows
        : await read(session, { offset: firstPort, named: true })
      return filterFdb(session, asOnPanel, args)
    }
    return []
  })
