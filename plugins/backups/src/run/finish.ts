import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { tables, type Result } from '../tables.ts'
import { nextTime } from '../times.ts'

/** How a reading ended. */
export interface Ended {
  device_id: number
  attempt: string
  started: Date
  result: Result
  error: { code: string; description: string } | null
}

/** A device that was down is tried again after so long. */
const downMin = 30
const minuteMs = 60_000

const after = (now: Date, minutes: number) => new Date(now.getTime() + minutes * minuteMs)

function nextOf({ ctx }: Base, { device_id: id, result }: Ended, failures: number): Date {
  const now = ctx.clock()
  const { retries, retry_min: first, hold_min: held } = ctx.config
  const regular = nextTime(ctx.config, id, now)
  const sooner = (minutes: number) => new Date(Math.min(after(now, minutes).getTime(), regular.getTime()))
  if (result === 'held' && failures <= retries + 1) return after(now, held)
  if (result === 'skipped') return sooner(downMin)
  if (result === 'failed' && failures <= retries) return sooner(first * 3 ** (failures - 1))
  return regular
}

/** What was asked for or changed after the reading began has to be read again. */
function unlessAsked(started: Date, next: Date, now: Date, settleSec: number): RawBuilder<Date> {
  const settled = new Date(now.getTime() + settleSec * 1000)
  return sql<Date>`
    case when asked_at > ${started}::timestamptz then ${now}::timestamptz
      when changing_since > ${started}::timestamptz then ${settled}::timestamptz
      else ${next}::timestamptz end`
}

/** Writes how a reading ended, if it is still that attempt. Returns whether it is. */
export async function finish(base: Base, em: SqlEntityManager, ended: Ended): Promise<boolean> {
  const { ctx } = base
  const { device_id: id, attempt, started, result, error } = ended
  const now = ctx.clock()
  const good = result === 'ok' || result === 'unchanged'
  const row = await tables(em)
    .selectFrom('backups_device')
    .select('failures')
    .where('device_id', '=', id)
    .where('attempt', '=', attempt)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const failures = good ? 0 : row.failures + (result === 'skipped' ? 0 : 1)
  const next = nextOf(base, ended, failures)
  await tables(em)
    .updateTable('backups_device')
    .set({
      status: result,
      attempt: null,
      ended_at: now,
      spent_ms: Math.max(0, now.getTime() - started.getTime()),
      error_code: error?.code ?? null,
      error: error?.description.slice(0, 500) ?? null,
      failures,
      ...(good && { succeeded_at: now }),
      next_at: unlessAsked(started, next, now, ctx.config.settle_sec),
      asked_at: sql`case when asked_at > ${started}::timestamptz then asked_at end`,
      changing_since: sql`
        case when changing_since > ${started}::timestamptz or not ${good} then changing_since end`,
    })
    .where('device_id', '=', id)
    .execute()
  await tables(em)
    .updateTable('backups_run_device as r')
    .from('backups_run as b')
    .whereRef('b.id', '=', 'r.run_id')
    .where('r.device_id', '=', id)
    .where('r.result', 'is', null)
    .where('b.created_at', '<=', started)
    .set({
      result,
      error_code: error?.code ?? null,
      error: error?.description.slice(0, 500) ?? null,
      ended_at: now,
    })
    .execute()
  return true
}
