import { DeviceError } from '../contract/errors.ts'
import type { CallPort } from '../contract/port.ts'
import type { Session } from '../contract/session.ts'
import type { Varbind } from '../contract/snmp.ts'
import type { Interface } from '../modules/index.ts'
import type { Columns, ReadingSession } from '../table/index.ts'
import { indexOf, layoutsOf, placesOf } from './layouts.ts'
import type { Olt, OnuTable, OnuTree } from './tree.ts'

/** Cells of ONUs that came in one request, by OID. Undefined: the agent does not have them. */
type Cells = Map<string, Varbind | undefined>
const kept = new WeakMap<CallPort, Cells>()

async function oidsOf(
  session: Session,
  { places }: Olt,
  table: OnuTable,
  onus: readonly Interface[],
): Promise<string[]> {
  const placed = placesOf(places, onus).map(([place]) => place)
  const indexes = (await layoutsOf(session, table, placed)).flatMap(layout =>
    placed.flatMap(place => indexOf(layout, place) ?? []),
  )
  return indexes.flatMap(index => Object.values(table.columns as Columns).map(({ oid }) => `${oid}.${index}`))
}

/**
 * Asks several tables for ONUs in one request. Later reads of these cells in the call need none. If the agent
 * does not answer it, null: each table is then asked alone, and tells what is missing.
 */
export async function fetchCells(
  session: Session,
  olt: Olt,
  parts: readonly (readonly [OnuTable, readonly Interface[]])[],
): Promise<ReadonlyMap<string, Varbind> | null> {
  const oids = new Set<string>()
  for (const [table, onus] of parts) for (const oid of await oidsOf(session, olt, table, onus)) oids.add(oid)
  const asked = [...oids]
  const cells = kept.get(session.port) ?? new Map<string, Varbind | undefined>()
  kept.set(session.port, cells)
  for (const oid of asked) cells.delete(oid)
  try {
    let refused = false
    const found = await session.snmp.get(asked, { onRefused: () => (refused = true) })
    if (refused) return null
    for (const oid of asked) cells.set(oid, found.get(oid))
    return found
  } catch (error) {
    if (error instanceof DeviceError && ['DeviceTimeout', 'CommandRejected'].includes(error.kind)) return null
    throw error
  }
}

/** The session of a call, with those requests answered from cells whose cells all came before. */
export function withCells(session: Session): ReadingSession {
  const cells = kept.get(session.port)
  if (!cells) return session
  return {
    snmp: {
      ...session.snmp,
      get: async (oids, options) =>
        oids.length > 0 && oids.every(oid => cells.has(oid))
          ? new Map(
              oids.flatMap(oid => {
                const cell = cells.get(oid)
                return cell ? [[oid, cell] as const] : []
              }),
            )
          : session.snmp.get(oids, options),
    },
    signal: session.signal,
    report: session.report,
    get answered() {
      return session.answered
    },
  }
}

/** Tables that the OLT keeps itself, and whose index costs no request of its own. */
const ownTables = ({ list, state, times, names, serials, macs }: OnuTree): OnuTable[] =>
  [list, state, ...(state?.also ?? []).filter(({ ifLost }) => !ifLost), times, names, serials, macs].flatMap(
    table =>
      table && (typeof table.index !== 'function' || table.index === list.index) ? [table as OnuTable] : [],
  )

/**
 * Whether the list has the ONU. The same request brings everything that the OLT itself keeps of it, which any
 * module about one ONU needs. Null: the agent did not answer it.
 */
export async function fetchOnu(
  session: Session,
  olt: Olt,
  tree: OnuTree,
  one: Interface,
): Promise<boolean | null> {
  const parts = ownTables(tree).map(table => [table, [one]] as const)
  const found = await fetchCells(session, olt, parts)
  return found && (await oidsOf(session, olt, tree.list, [one])).some(oid => found.has(oid))
}
