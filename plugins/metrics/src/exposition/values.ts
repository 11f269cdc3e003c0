import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import { maxSlots } from '../catalogue/index.ts'
import { decodeReadings, type Reading } from '../rates/reading.ts'
import { tables } from '../tables.ts'

/** Older values are not exposed. */
export const freshMs = 600_000

/** The last values of one series. */
export interface Last {
  family: number
  device: number
  interface: number
  part: string
  time: number
  values: (number | null)[]
}

const values = Array.from({ length: maxSlots }, (_, slot) => `s.v${slot}::float8`).join(', ')

/** Last values of series of these devices, of the time that is fresh. */
export async function lastValues(
  em: SqlEntityManager,
  devices: readonly number[],
  now: Date,
): Promise<Last[]> {
  const since = new Date(now.getTime() - freshMs)
  const { rows } = await sql<Last>`
    select m.family, m.device_id as device, m.interface_id as interface, m.part,
      extract(epoch from s.time)::float8 * 1000 as time, array[${sql.raw(values)}] as values
    from metrics_series m cross join lateral (
      select * from metrics_sample x where x.series_id = m.id and x.time > ${since}
      order by x.time desc limit 1) s
    where m.device_id = any (${[...devices]}::int[])
    order by m.device_id, m.interface_id, m.family, m.part`.execute(tables(em))
  return rows
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
