import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import { device, maxSlots } from '../catalogue/index.ts'
import { decodeReadings, type Reading } from '../rates/reading.ts'
import { tables } from '../tables.ts'

/** Older values are not exposed. */
export const freshMs = 600_000

/** The last values of one series, and when each of them was found, ms since 1970. */
export interface Last {
  family: number
  device: number
  interface: number
  part: string
  times: (number | null)[]
  values: (number | null)[]
}
type Row = Omit<Last, 'times'> & { time: number }

/** Several pollers write rows of this family for one series, each with other values. */
const shared = device.id
/** Rows that are looked through for the last values of such a series. */
const sharedRows = 60

const isOf = (one: Last, row: Row): boolean =>
  one.device === row.device &&
  one.interface === row.interface &&
  one.family === row.family &&
  one.part === row.part

/**
 * One of the rows of each series, which come together and the newest first: each value from the newest that
 * has it.
 */
function merged(rows: readonly Row[]): Last[] {
  const all: Last[] = []
  for (const { time, ...row } of rows) {
    let last = all.at(-1)
    if (!last || !isOf(last, { ...row, time })) {
      last = { ...row, values: row.values.map(() => null), times: row.values.map(() => null) }
      all.push(last)
    }
    for (const [slot, value] of row.values.entries()) {
      if (value === null || last.values[slot] !== null) continue
      last.values[slot] = value
      last.times[slot] = time
    }
  }
  return all
}

const values = Array.from({ length: maxSlots }, (_, slot) => `s.v${slot}::float8`).join(', ')

/** Last values of series of these devices, of the time that is fresh. */
export async function lastValues(
  em: SqlEntityManager,
  devices: readonly number[],
  now: Date,
): Promise<Last[]> {
  const since = new Date(now.getTime() - freshMs)
  const { rows } = await sql<Row>`
    select m.family, m.device_id as device, m.interface_id as interface, m.part,
      extract(epoch from s.time)::float8 * 1000 as time, array[${sql.raw(values)}] as values
    from metrics_series m cross join lateral (
      select * from metrics_sample x where x.series_id = m.id and x.time > ${since}
      order by x.time desc limit case m.family when ${shared}::int then ${sharedRows}::int else 1 end) s
    where m.device_id = any (${[...devices]}::int[])
    order by m.device_id, m.interface_id, m.family, m.part, s.time desc`.execute(tables(em))
  return merged(rows)
}

/** Last counters of interfaces of these devices, of the time that is fresh. */
export async function lastCounters(
  em: SqlEntityManager,
  devices: readonly number[],
  now: Date,
): Promise<(Reading & { device: number })[]> {
  const rows = await tables(em)
    .selectFrom('metrics_counter')
    .select(['device_id', 'state'])
    .where(sql<boolean>`device_id = any (${[...devices]}::int[])`)
    .execute()
  return rows.flatMap(({ device_id, state }) =>
    [...decodeReadings(state).values()]
      .filter(({ time }) => now.getTime() - time < freshMs)
      .map(reading => ({ ...reading, device: device_id })),
  )
}

/** Devices that the caller sees, in the order of their ids. */
export const seenDevices = (em: SqlEntityManager, caller: Caller) =>
  visibleDevices(em, caller)
    .clearSelect()
    .select(['d.id', 'd.name', sql<string>`host(d.ip)`.as('ip')])
    .where('d.enabled', '=', true)
    .orderBy('d.id')
    .execute()

/** Names of the interfaces of these devices. */
export const seenInterfaces = (em: SqlEntityManager, caller: Caller, devices: readonly number[]) =>
  visibleInterfaces(em, caller)
    .clearSelect()
    .select(['i.id', 'i.name', 'i.type', 'i.bind_key'])
    .where(sql<boolean>`i.device_id = any (${[...devices]}::int[])`)
    .execute()
