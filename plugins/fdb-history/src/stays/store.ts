import { inPieces } from '@linecard/driver-kit'
import { visibleDevices } from '@linecard/inventory/read'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables, type Kind, type ReadingTable } from '../tables.ts'
import { planStays, type Found, type Known, type Plan } from './plan.ts'

interface Limits {
  perPort: number
  perDevice: number
}

/**
 * The part of a reading that is kept: of each place the stays that are open already, then the first of the
 * others, and above the limit of the device those of the places with the fewest. So the order in which a
 * device lists its addresses does not matter.
 */
export function within<R extends Found>(
  found: ReadonlyMap<string, R>,
  placeOf: (row: R) => string | number,
  open: { has(key: string): boolean },
  { perPort, perDevice }: Limits,
): Map<string, R> {
  const places = Map.groupBy(found.values(), placeOf)
  if (found.size <= perDevice && [...places.values()].every(rows => rows.length <= perPort))
    return new Map(found)
  const ordered = [...places.values()].toSorted((a, b) => a.length - b.length)
  const kept = new Map<string, R>()
  for (const rows of ordered) {
    const room = Math.min(perPort, perDevice - kept.size)
    const known = rows.filter(({ key }) => open.has(key))
    const others = rows.filter(({ key }) => !open.has(key))
    const taken = rows.length > room ? [...known, ...others].slice(0, room) : rows
    for (const row of taken) kept.set(row.key, row)
  }
  return kept
}

/** One of the two tables of stays. */
export interface StayTable<R extends Found> {
  kind: Kind
  name: 'fdb_history_interval' | 'fdb_history_address'
  /** The open stays of a device, as keys. */
  open(em: SqlEntityManager, deviceId: number): Promise<{ id: string; key: string }[]>
  /** Stays of these subjects on a device that are open or have ended since. */
  recent(em: SqlEntityManager, deviceId: number, subjects: readonly string[], since: Date): Promise<Known[]>
  insert(em: SqlEntityManager, deviceId: number, rows: readonly R[], time: Date): Promise<unknown>
  /** Where the limit of one port counts. */
  placeOf(row: R): string | number
}

export interface Reading<R extends Found> {
  deviceId: number
  found: ReadonlyMap<string, R>
  /** False: rows that did not arrive may still exist. */
  complete: boolean
  time: Date
}
export interface Rules extends Limits {
  gapMs: number
  /** The present time. */
  now: Date
}

/** What a reading has changed. `flapping`: addresses that move without end, if it is time to tell. */
export interface Stored {
  begun: number
  closed: number
  flapping: number | null
  left: number
}

/** A stored reading, beside what was known before it. */
export interface Compared<R extends Found> {
  /** All that was read, also what was not kept. */
  found: ReadonlyMap<string, R>
  /** Open stays before it, as keys. */
  open: ReadonlyMap<string, string>
  plan: Plan<R>
  /** The reading before is younger than the gap. */
  fresh: boolean
}

const hourMs = 3_600_000
/** Rows of one statement. */
const rowsAtOnce = 5_000
type State = Omit<ReadingTable, 'begun'> & { begun: number }

/** The row of the device, locked: two readings of one device do not mix. Null: the device is not there. */
async function lockState(em: SqlEntityManager, deviceId: number, kind: Kind): Promise<State | null> {
  const db = tables(em)
  await sql`
    insert into fdb_history_reading (device_id, kind)
    select d.id, ${kind} from (${visibleDevices(em, { groupIds: null })}) d where d.id = ${deviceId}
    on conflict do nothing`.execute(db)
  const row = await db
    .selectFrom('fdb_history_reading')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/**
 * The stays that a plan ends were last seen in the last complete reading, or later in an incomplete one.
 */
async function write<R extends Found>(
  em: SqlEntityManager,
  table: StayTable<R>,
  { deviceId, time }: Reading<R>,
  { begin, close, goOn }: Plan<R>,
  completeAt: Date | null,
): Promise<void> {
  const [db, stays] = [tables(em), sql.table(table.name)]
  for await (const ids of inPieces(close, rowsAtOnce))
    await sql`
      update ${stays} set closed_at = greatest(${time}::timestamptz, first_seen),
        last_seen = greatest(last_seen, ${completeAt}::timestamptz)
      where id = any (${ids}::bigint[])`.execute(db)
  for await (const rows of inPieces(goOn, rowsAtOnce))
    await sql`
      update ${stays} s set closed_at = null, last_seen = greatest(last_seen, ${time}::timestamptz),
        flaps = least(flaps + r.flapped::int, 32767)
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ flapped }) => flapped)}::bool[])
        as r (id, flapped)
      where s.id = r.id`.execute(db)
  for await (const rows of inPieces(begin, rowsAtOnce)) await table.insert(em, deviceId, rows, time)
}

/**
 * After an incomplete reading, what it had is known to have been there. That is written at most once an
 * hour for each stay: a device whose answers are never complete would rewrite all its rows each time.
 */
async function touch(
  em: SqlEntityManager,
  { name }: Pick<StayTable<Found>, 'name'>,
  open: readonly { id: string; key: string }[],
  { found, time }: Reading<Found>,
  completeAt: Date | null,
): Promise<void> {
  const before = time.getTime() - hourMs
  if (completeAt && completeAt.getTime() > before) return
  const ids = open.flatMap(({ id, key }) => (found.has(key) ? id : []))
  for await (const some of inPieces(ids, rowsAtOnce))
    await sql`
      update ${sql.table(name)} set last_seen = ${time}::timestamptz
      where id = any (${some}::bigint[]) and last_seen <= ${new Date(before)}::timestamptz`.execute(
      tables(em),
    )
}

/** Stays that may still begin in this hour; less than none after the limit was lowered. */
const roomOf = ({ hour_at: at, begun }: State, time: Date, perDevice: number): number =>
  at && time.getTime() - at.getTime() < hourMs ? perDevice - begun : perDevice

async function note(
  em: SqlEntityManager,
  state: State,
  { time, complete }: Pick<Reading<Found>, 'time' | 'complete'>,
  { begin, flapping, left }: Plan<Found>,
): Promise<boolean> {
  const sameHour = state.hour_at !== null && time.getTime() - state.hour_at.getTime() < hourMs
  const tell =
    (flapping.size > 0 || left > 0) &&
    !(state.flapping_at && time.getTime() - state.flapping_at.getTime() < hourMs)
  await tables(em)
    .updateTable('fdb_history_reading')
    .set({
      read_at: time,
      ...(complete && { complete_at: time }),
      hour_at: sameHour ? state.hour_at : time,
      begun: (sameHour ? state.begun : 0) + begin.length,
      ...(tell && { flapping_at: time }),
    })
    .where('device_id', '=', state.device_id)
    .where('kind', '=', state.kind)
    .execute()
  return tell
}

/**
 * Stores what a reading found, in one transaction, with what `also` does. Null: nothing was to be stored,
 * because a later answer was stored already, the device was removed, or the reading is empty, as after a
 * restart of an agent (fault 1).
 */
export async function storeStays<R extends Found>(
  em: SqlEntityManager,
  table: StayTable<R>,
  reading: Reading<R>,
  { gapMs, now, ...limits }: Rules,
  also: (em: SqlEntityManager, compared: Compared<R>) => Promise<void>,
): Promise<Stored | null> {
  const { deviceId, time, complete } = reading
  if (reading.found.size === 0) return null
  return em.transactional(async forked => {
    const own = forked as SqlEntityManager
    const state = await lockState(own, deviceId, table.kind)
    // A time that the clock has not reached yet was stored before it was put back (fault 45).
    if (!state || (state.read_at && state.read_at >= time && state.read_at <= now)) return null
    const stays = await table.open(own, deviceId)
    const open = new Map(stays.map(({ id, key }) => [key, id]))
    const found = within(reading.found, table.placeOf, open, limits)
    const news = [...found.values()].filter(({ key }) => !open.has(key))
    const subjects = [...new Set(news.map(({ subject }) => subject))]
    const since = new Date(time.getTime() - gapMs)
    const recent = subjects.length > 0 ? await table.recent(own, deviceId, subjects, since) : []
    const room = roomOf(state, time, limits.perDevice)
    const plan = planStays(found, open, recent, { complete, room })
    await write(own, table, reading, plan, state.complete_at)
    if (!complete) await touch(own, table, stays, reading, state.complete_at)
    const tell = await note(own, state, reading, plan)
    const fresh = state.read_at !== null && state.read_at >= since
    await also(own, { found: reading.found, open, plan, fresh })
    const { begin, close, flapping, left } = plan
    return { begun: begin.length, closed: close.length, flapping: tell ? flapping.size : null, left }
  })
}
