import { oidKey } from '../snmp/oid.ts'
import { type Created, type Mib, type MibObject, type View, createView } from '../snmp/mib.ts'
import type { Clock } from './clock.ts'
import { type LongTable, longView } from './long-tables.ts'
import type { Listing, Subtree } from './columns.ts'
import { timesForced } from './timeline.ts'

/**
 * A table in which a SET may make rows. `create` is asked with the last arc of the column and of the index.
 */
export interface RowMaker {
  entry: string
  create(column: number, index: number, value: unknown): Created | undefined
}

const lastArc = (key: string): number =>
  key.charCodeAt(key.length - 2) * 0x10000 + key.charCodeAt(key.length - 1)

/**
 * The MIB of a simulated device. Nothing runs between requests. A request lists those subtrees again whose
 * rows have expired. `long` tables make their instances when they are asked for. `onRequest` is called before
 * each request.
 */
export function simulatedMib(
  clock: Clock,
  subtrees: readonly Subtree[],
  makers: readonly RowMaker[] = [],
  long: readonly LongTable[] = [],
  onRequest: () => void = () => undefined,
): Mib {
  const tables = makers.map(maker => ({ ...maker, key: oidKey(maker.entry) }))
  /** Column and index of one arc each. */
  const makerOf = (key: string) =>
    tables.find(table => key.length === table.key.length + 4 && key.startsWith(table.key))
  let now = clock.now()
  let view: View | undefined
  const states = subtrees.map(subtree => {
    const state = { subtree, objects: [] as MibObject[], untilMs: -Infinity, expires: false, forced: 0 }
    const listing: Listing = {
      now: () => now,
      expires: atMs => {
        state.expires = true
        state.untilMs = Math.min(state.untilMs, atMs)
      },
    }
    return { state, listing }
  })
  const withLong = longView(long, () => now)
  const longMaker = (key: string) =>
    long.find(({ create, columns }) => create && columns.some(({ prefix }) => key.startsWith(prefix)))
  return {
    creatable: key => makerOf(key) !== undefined || longMaker(key) !== undefined,
    create: (key, value) =>
      makerOf(key)?.create(lastArc(key.slice(0, -2)), lastArc(key), value) ??
      longMaker(key)?.create?.(key, value),
    view() {
      onRequest()
      now = Math.max(now, clock.now())
      for (const { state, listing } of states) {
        if (now < state.untilMs && !(state.expires && state.forced !== timesForced())) continue
        state.untilMs = Infinity
        state.forced = timesForced()
        state.objects = [...state.subtree(listing)]
        view = undefined
      }
      return (view ??= withLong(createView(states.flatMap(({ state }) => state.objects))))
    },
  }
}
