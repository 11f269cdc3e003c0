import { type Context, type AskedPolls, pollNow, type WorkGroups } from '@linecard/plugin-kit'
import type { Base } from './base.ts'
import type { Config } from './config.ts'
import { createCounts } from './counts.ts'
import { startSchedule } from './schedule.ts'
import { startWorker } from './polling/worker.ts'
import { sql } from '@linecard/plugin-kit/sql'
import { tables, type Result, type RunTable } from './tables.ts'

/** The setting `workers`. A device group that it names twice belongs to the last. */
const workGroupsService = (ctx: Pick<Context<Config>, 'config'>): WorkGroups => ({
  byDeviceGroup: () =>
    new Map(
      Object.entries(ctx.config.workers).flatMap(([name, groups]) => groups.map(id => [id, name] as const)),
    ),
})

/** A moment ahead, s: who hands out what is due looks only at what became due since the last time. */
const aheadSec = 1

/**
 * Makes all pollers of devices due now when something in this process asks for it. Gives the way to end it.
 */
function followPollNow(ctx: Context): () => Promise<void> {
  const forget = ctx.events.on(pollNow, ({ device_ids: ids }) => {
    const due = sql`extract(epoch from clock_timestamp()) * 1000 + ${aheadSec * 1000}`
    sql`
      update pollers_device set planned_at = now(),
        next_at = least(next_at, clock_timestamp() + make_interval(secs => ${aheadSec})),
        due = (select jsonb_object_agg(key, least(value::numeric, round(${due}))) from jsonb_each(due))
      where device_id = any (${[...ids]}::int[]) and next_at < 'infinity' and due <> '{}'`
      .execute(tables(ctx.em()))
      .catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'devices that have restarted could not be polled at once'),
      )
  })
  return async () => forget()
}

interface Row extends Pick<RunTable, 'device_id' | 'state' | 'error' | 'total'> {
  id: string
  pollers: string[]
  result: Result | null
  done: number
}

const askedPollsService = (ctx: Pick<Context, 'em'>): AskedPolls => ({
  async recent(ids, limit) {
    const { rows } = await sql<Row>`
      (select id, device_id, pollers, state, result, error, done, total, created_at from pollers_run
        where asked_by is not null and created_at > now() - interval '1 hour'
          and (state <> 'done' or ended_at > now() - interval '10 seconds')
        order by created_at limit ${limit})
      union
      select id, device_id, pollers, state, result, error, done, total, created_at from pollers_run
        where id = any (${[...ids]}::uuid[])
      order by created_at, id`.execute(tables(ctx.em()))
    return rows.map(({ id, device_id, pollers, state, result, error, done, total }) => ({
      id,
      device_id,
      pollers,
      state,
      result,
      error,
      progress: { done, total },
    }))
  },
})

/** The plugin while it runs. */
export interface Pollers extends Base {
  /** What was started, to be ended in reverse. */
  ends: (() => Promise<void>)[]
}

const queueName = (worker: string) => (worker ? `pollers.${worker}` : 'pollers')

export function setup(ctx: Context<Config>): Pollers {
  ctx.provide('work-groups', workGroupsService(ctx))
  ctx.provide('asked-polls', askedPollsService(ctx))
  const leaseSec = ctx.config.lease_sec
  return {
    ctx,
    counts: createCounts(),
    plans: () => ({
      pollers: ctx.use('installation').pollers(),
      intervals: ctx.config.intervals,
      supports: ctx.use('equipment').supports,
      cautions: ctx.use('equipment').cautions,
    }),
    queue: worker => ctx.use('work').queue(queueName(worker), leaseSec),
    ends: [],
  }
}

/** Begins to plan and to poll, in processes that do so. */
export function started(pollers: Pollers): void {
  const work = pollers.ctx.use('work')
  if (work.plans) pollers.ends.push(startSchedule(pollers))
  if (work.takes) pollers.ends.push(startWorker(pollers))
  pollers.ends.push(followPollNow(pollers.ctx))
  const forget = work.onStop(() => stop(pollers))
  pollers.ends.unshift(async () => void forget())
}

export async function stop({ ends }: Pollers): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}
