import { isDatabaseOutage, type Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Base } from './base.ts'
import { databaseTime, plan } from './planning.ts'
import { tables } from './tables.ts'

/** An arbitrary number: who holds this advisory lock plans. A second one would only do the same again. */
const advisoryLock = 5_140_713
/**
 * What became due is handed out so often, what is due and was handed out before (its worker may have died) so
 * often, in ms; the latter for a twentieth of the time at most, because after an outage that is everything.
 */
const [tickMs, againMs, againPart] = [1_000, 5_000, 1 / 20]
/** Devices and intervals are compared with the plan so often, in ms. */
const planMs = 10_000
/** Units that one pass hands out. */
const mostUnits = 50_000
/** A poll that was asked for goes before those that are due. */
const first = 10

/** Runs `work` if no other process plans just now. */
const alone = (ctx: Pick<Context, 'em'>, work: () => Promise<void>): Promise<void> =>
  ctx.em().transactional(async em => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${advisoryLock}) as mine`.execute(tables(em as SqlEntityManager))
    if (rows[0]!.mine) await work()
  })

/** Counts what is due for long. */
async function countOverdue({ ctx, counts }: Base): Promise<void> {
  const { rows } = await sql<{ overdue: number; oldest: number }>`
    select count(*)::int as overdue, coalesce(extract(epoch from now() - min(next_at)), 0)::float8 as oldest
    from pollers_device where next_at < now() - interval '60 s'`.execute(tables(ctx.em()))
  Object.assign(counts.state, rows[0])
}

interface DueRow {
  device_id: number
  worker: string
  asked: boolean
}

/**
 * Hands out what is due since a time (null: all), and what people asked for. Returns the time of the search.
 */
export async function handOut(base: Base, since: number | null): Promise<number> {
  const { ctx, queue } = base
  const now = await databaseTime(ctx.em())
  const { rows } = await sql<DueRow>`
    (select device_id, worker, false as asked from pollers_device
      where ${ctx.config.polling}::boolean and next_at <= ${new Date(now)}::timestamptz
        and next_at > ${new Date(since ?? 0)}::timestamptz
      order by next_at limit ${mostUnits})
    union all
    (select distinct r.device_id, d.worker, true from pollers_run r join pollers_device d using (device_id)
      where r.state = 'waiting')`.execute(tables(ctx.em()))
  const asked = new Set(rows.flatMap(row => (row.asked ? [row.device_id] : [])))
  for (const [worker, units] of Map.groupBy(rows, row => row.worker)) {
    const ids = [...new Set(units.map(({ device_id: id }) => id))]
    await (
      await queue(worker)
    ).put(ids.map(id => ({ key: String(id), ...(asked.has(id) && { priority: first }) })))
  }
  return now
}

/** Plans for as long as the service runs. Any number of processes may: one of them does it at a time. */
export function startSchedule(base: Base): () => Promise<void> {
  const { ctx } = base
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let [plannedAt, wholeFrom] = [-Infinity, -Infinity]
  let since: number | null = null

  const tick = async () => {
    const at = performance.now()
    if (at - plannedAt >= planMs) {
      plannedAt = at
      await plan(base)
      await countOverdue(base)
      await (await base.queue('')).tidy()
      for (const worker of Object.keys(ctx.config.workers)) await (await base.queue(worker)).tidy()
    }
    const started = performance.now()
    const whole = started >= wholeFrom
    since = (await handOut(base, whole ? null : since)) - tickMs
    const ended = performance.now()
    if (whole) wholeFrom = Math.max(started + againMs, ended + (ended - started) / againPart)
  }
  const next = () => {
    if (stopped) return
    running = alone(ctx, tick)
      .catch((error: unknown) => {
        ;[plannedAt, wholeFrom] = [-Infinity, -Infinity]
        const level = isDatabaseOutage(error) ? 'warn' : 'error'
        ctx.log[level]({ err: error }, 'what is due could not be planned; tried again')
      })
      .then(() => {
        timer = setTimeout(next, tickMs)
      })
  }
  next()
  return async () => {
    stopped = true
    await running
    clearTimeout(timer)
  }
}
