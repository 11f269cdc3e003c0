import { lookSoon, type Failing, type TakenUnit } from '@linecard/plugin-kit'
import { soon, throughOutages } from '@linecard/plugin-kit/concurrency'
import { sql } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { tables, type Result, type RunDetail } from '../tables.ts'

/** What remains of a poll that has ended. */
export interface Ended {
  unit: TakenUnit
  /** Null: nothing of the device changes: the poll was aborted, or its device is gone. */
  row: {
    device_id: number
    next_at: string | null
    due: Readonly<Record<string, number>>
    last: Readonly<Record<string, number>>
    uptime: number | null
    uptime_at: string | null
    polled_at: string | null
    spent_ms: number | null
    requests: number | null
    result: Result | null
    error: string | null
    failed: number
    skipped: number
    polled: number
    /** Null: as before. */
    failing: Failing | null
    /** Null: it has not restarted, or it is not known. */
    restarted_at: string | null
  } | null
  /** Rows of the log: what people asked for, and changes between success and failure. */
  runs: {
    /** Null: a new row. */
    id: string | null
    device_id: number
    pollers: readonly string[]
    result: Result
    error: string | null
    details: Readonly<Record<string, RunDetail>>
    requests: number
    spent_ms: number
    started_at: string
  }[]
}

/** Ended polls are written together, at the latest after so long, in ms. */
const gatherMs = 200

const writeRows = (rows: readonly object[]) => sql`
  update pollers_device d set
    next_at = coalesce(r.next_at, 'infinity'), planned_at = now(), due = r.due, last = r.last,
    uptime = coalesce(r.uptime, d.uptime), uptime_at = coalesce(r.uptime_at, d.uptime_at),
    polled_at = coalesce(r.polled_at, d.polled_at), spent_ms = coalesce(r.spent_ms, d.spent_ms),
    requests = coalesce(r.requests, d.requests), result = coalesce(r.result, d.result),
    error = case when r.result is null then d.error else r.error end,
    polls = d.polls + r.polled, failures = d.failures + r.failed, skipped = d.skipped + r.skipped,
    failing = coalesce(r.failing, d.failing),
    failing_since = case when r.failing is null then d.failing_since when r.failing = '{}' then null
      else coalesce(d.failing_since, r.polled_at) end,
    restarted_at = coalesce(r.restarted_at, d.restarted_at),
    restart_seen_at = case when r.restarted_at is null then d.restart_seen_at else now() end
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
    device_id integer, next_at timestamptz, due jsonb, last jsonb, uptime bigint, uptime_at timestamptz,
    polled_at timestamptz, spent_ms integer, requests integer, result text, error text, polled integer,
    failed integer, skipped integer, failing jsonb, restarted_at timestamptz
  ) where d.device_id = r.device_id`

const writeRuns = (runs: readonly object[]) => sql`
  insert into pollers_run (id, device_id, pollers, state, result, error, details, done, total, requests,
    spent_ms, started_at, ended_at)
  select coalesce(r.id, gen_random_uuid()), r.device_id, r.pollers, 'done', r.result, r.error, r.details,
    jsonb_array_length(r.pollers), jsonb_array_length(r.pollers), r.requests, r.spent_ms, r.started_at, now()
  from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as r (
    id uuid, device_id integer, pollers jsonb, result text, error text, details jsonb, requests integer,
    spent_ms integer, started_at timestamptz
  )
  where exists (select from pollers_device d where d.device_id = r.device_id)
  on conflict (id) do update set state = 'done', result = excluded.result, error = excluded.error,
    pollers = excluded.pollers, details = excluded.details, done = excluded.done, total = excluded.total,
    requests = excluded.requests, spent_ms = excluded.spent_ms, started_at = excluded.started_at,
    ended_at = excluded.ended_at`

/** Writes how polls ended: for many of them one statement each. */
export function createFinisher({ ctx, queue, counts }: Base, signal: AbortSignal) {
  let waiting: { ended: Ended; done: () => void }[] = []

  const write = async (all: readonly Ended[]) => {
    const own = await queue(ctx.use('work').group)
    const held = await own.keep(all.map(({ unit }) => unit))
    const kept = all.filter(({ unit }) => held.has(unit.id))
    counts.lost.add({}, all.length - kept.length)
    const rows = kept.flatMap(({ row }) => row ?? [])
    const runs = kept.flatMap(one => one.runs)
    if (rows.length) await writeRows(rows).execute(tables(ctx.em()))
    if (runs.length) await writeRuns(runs).execute(tables(ctx.em()))
    const restarted = rows.flatMap(row => (row.restarted_at ? row.device_id : []))
    if (restarted.length) ctx.events.emit(lookSoon, { device_ids: restarted, names: ['device_rebooted'] })
  }
  const writing = soon(
    gatherMs,
    async () => {
      const all = waiting
      waiting = []
      if (all.length === 0) return
      await throughOutages(signal, () => write(all.map(({ ended }) => ended))).finally(() =>
        all.forEach(({ done }) => done()),
      )
    },
    error => {
      if (!signal.aborted) ctx.log.error({ err: error }, 'ended polls could not be written; they run again')
    },
  )
  return {
    /** Settles when it is written. */
    add: (ended: Ended) =>
      new Promise<void>(done => {
        waiting.push({ ended, done })
        writing()
      }),
  }
}
