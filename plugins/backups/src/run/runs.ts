import { withDevices, type Caller } from '@linecard/plugin-kit'
import { visibleDevices } from '@linecard/inventory/read'
import { sql } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { fail } from '../errors.ts'
import { tables, type Result } from '../tables.ts'

interface Row {
  device_id: number
  result: Result | null
  error_code: string | null
  error: string | null
  ended_at: Date | null
}

/** Devices of a run that are shown. */
const mostShown = 1000

/** A run with its progress, of the devices that the caller sees. @throws ApiError BACKUPS_RUN_UNKNOWN */
export async function runShown({ ctx }: Base, id: string, caller: Caller) {
  const run = await tables(ctx.em())
    .selectFrom('backups_run')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  const seen = sql`
    from backups_run_device r join (${visibleDevices(ctx.em(), caller)}) d on d.id = r.device_id
    where r.run_id = ${id}::uuid`
  const { rows: counts } = await sql<{ result: Result | null; count: number }>`
    select r.result, count(*)::int as count ${seen} group by 1`.execute(tables(ctx.em()))
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  // A run of devices of others is as unknown as one that never was.
  if (!run || total === 0) throw fail('BACKUPS_RUN_UNKNOWN', { id })
  const { rows } = await sql<Row>`
    select r.device_id, r.result, r.error_code, r.error, r.ended_at ${seen}
    order by r.result is distinct from 'failed', r.device_id limit ${mostShown}`.execute(tables(ctx.em()))
  const devices = await withDevices(
    ctx,
    caller,
    rows.map(({ device_id, error_code: code, error, ...row }) => ({
      ...row,
      device: { id: device_id },
      error: code === null ? null : { code, description: error ?? '' },
    })),
  )
  const results = Object.fromEntries(counts.flatMap(({ result, count }) => (result ? [[result, count]] : [])))
  const waiting = counts.find(({ result }) => result === null)?.count ?? 0
  return { ...run, done: total - waiting, total, results, devices }
}
