import { workersNow, type PollableDevice } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Base } from './base.ts'
import { wantedOf } from './plan/effective.ts'
import { earliest, replanned, type Due } from './plan/replan.ts'
import { tables } from './tables.ts'

interface Planned {
  device_id: number
  worker: string
  due: Due
  planned_at: Date
}

/** The time of the database: machines may differ, and their clocks jump. */
export async function databaseTime(em: SqlEntityManager): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(tables(em))
  return rows[0]!.now
}

/** Writes the plans of devices. A poll that ended meanwhile has planned its device itself. */
const write = (em: SqlEntityManager, rows: readonly object[]) =>
  sql`
    with r as materialized (
      select device_id, worker, coalesce(next_at, 'infinity') as next_at, due, was
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
        device_id integer, worker text, next_at timestamptz, due jsonb, was timestamptz
      )
    ), changed as (
      update pollers_device d set worker = r.worker, next_at = r.next_at, planned_at = now(), due = r.due
      from r where d.device_id = r.device_id and d.planned_at = r.was
    )
    insert into pollers_device (device_id, worker, next_at, planned_at, due)
    select device_id, worker, next_at, now(), due from r where was is null
    on conflict do nothing`.execute(tables(em))

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** Rows of one statement. */
const atOnce = 1_000

/** Makes the plan follow the devices, their models, their intervals and the clock. */
export async function plan(base: Base): Promise<void> {
  const { ctx, plans, queue } = base
  const now = await databaseTime(ctx.em())
  const [devices, stored] = await Promise.all([
    ctx.use('devices').pollable(),
    tables(ctx.em())
      .selectFrom('pollers_device')
      .select(['device_id', 'worker', 'due', 'planned_at'])
      .execute(),
  ])
  const known = new Map<number, Planned>(stored.map(row => [row.device_id, row]))
  const groups = ctx.use('work-groups').byDeviceGroup()
  const wanted = new Map(devices.map(({ id, group_id: group }) => [id, groups.get(group) ?? '']))
  const workers = await workersNow(wanted, stored, queue)
  const present = plans()
  const rowOf = (device: PollableDevice) => {
    const before = known.get(device.id)
    const worker = workers.get(device.id)!
    const due = replanned(device.id, wantedOf(device, present), before?.due ?? {}, now)
    if (before && due === null && before.worker === worker) return []
    if (!before && (due === null || Object.keys(due).length === 0)) return []
    const next = due ?? before!.due
    return [
      {
        device_id: device.id,
        worker,
        due: next,
        next_at: iso(earliest(next)),
        was: before?.planned_at ?? null,
      },
    ]
  }
  const rows = devices.flatMap(rowOf)
  for (let from = 0; from < rows.length; from += atOnce)
    await write(ctx.em(), rows.slice(from, from + atOnce))
}
