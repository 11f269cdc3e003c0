import { sql } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { wantedOf, type Wanted } from '../plan/effective.ts'
import { tables } from '../tables.ts'
import type { Claim } from './claim.ts'
import type { Ended } from './finish.ts'
import type { Holding, Limit } from '@linecard/plugin-kit/concurrency'
import { poll, type Outcome } from './poll.ts'
import type { Failing, PollableDevice } from '@linecard/plugin-kit'
import { dueBetween, nextDue } from '../plan/grid.ts'
import { earliest } from '../plan/replan.ts'

/** A poller that something else made due runs again only after this part of its interval. */
const soonPart = 1 / 3

const iso = (ms: number) => new Date(ms).toISOString()

interface Times {
  started: number
  ended: number
}

/** What is due when, after the pollers `ran` have run (or were left out). */
function planAfter(
  id: number,
  wanted: readonly Wanted[],
  ran: ReadonlySet<string>,
  claim: Claim,
  soon: ReadonlySet<string>,
  { started, ended }: Times,
) {
  const due: Record<string, number> = {}
  const last: Record<string, number> = {}
  let skipped = 0
  for (const { poller, intervalSec } of wanted) {
    const { key } = poller
    const before = claim.stored.last[key]
    const lastRun = ran.has(key) ? started : before
    if (lastRun !== undefined) last[key] = lastRun
    due[key] = ran.has(key)
      ? nextDue(id, intervalSec, ended)
      : (claim.stored.due[key] ?? nextDue(id, intervalSec, ended))
    if (ran.has(key)) skipped += dueBetween(id, intervalSec, started, ended)
    const rested = before === undefined || ended - before > intervalSec * 1000 * soonPart
    if (soon.has(key) && rested && !ran.has(key)) due[key] = Math.min(due[key], ended)
  }
  return { due, last, skipped }
}

/** What fails, without modules that are neither polled any more nor were asked now. */
function failingOf(failing: Failing, asked: readonly Wanted[]): Failing {
  const names = new Set(['', ...asked.flatMap(({ modules }) => modules.map(({ name }) => name))])
  return Object.fromEntries(Object.entries(failing).filter(([name]) => names.has(name)))
}

/** What is written of a poll that took place. */
function endedPoll(
  claim: Claim,
  wanted: readonly Wanted[],
  ran: readonly Wanted[],
  soon: ReadonlySet<string>,
  outcome: Outcome,
  times: Times,
): Ended {
  const { device, unit, stored, runs } = claim
  const keys = ran.map(({ poller }) => poller.key)
  const { due, last, skipped } = planAfter(device.id, wanted, new Set(keys), claim, soon, times)
  const { result, error, details, uptime, uptimeAt, requests, spentMs, failing, rebooted } = outcome
  const next = earliest(due)
  const log = {
    device_id: device.id,
    pollers: keys,
    result,
    error,
    details,
    requests,
    spent_ms: Math.round(times.ended - times.started),
    started_at: iso(times.started),
  }
  // The first success of a device is no news.
  const news = stored.result === null ? result !== 'ok' : stored.result !== result || stored.error !== error
  return {
    unit,
    row: {
      device_id: device.id,
      next_at: next === null ? null : iso(next),
      due,
      last,
      uptime,
      uptime_at: uptimeAt === null ? null : iso(uptimeAt),
      polled_at: iso(times.started),
      spent_ms: Math.round(spentMs),
      requests,
      result,
      error,
      polled: 1,
      failed: result === 'failed' ? 1 : 0,
      skipped,
      failing: failingOf(failing, [...wanted, ...ran]),
      restarted_at: rebooted && uptimeAt !== null ? iso(uptimeAt - uptime! * 10) : null,
    },
    runs: runs.length ? runs.map(({ id }) => ({ ...log, id })) : news ? [{ ...log, id: null }] : [],
  }
}

/** What is written of a device that was not asked: it is off, or down; the next times are on the grid. */
function endedWithout(claim: Claim, wanted: readonly Wanted[], due: readonly Wanted[], now: number): Ended {
  const { device, unit, runs } = claim
  const times = { started: now, ended: now }
  const plan = planAfter(device.id, wanted, new Set(), claim, new Set(), times)
  for (const { poller, intervalSec } of due) plan.due[poller.key] = nextDue(device.id, intervalSec, now)
  const next = earliest(plan.due)
  return {
    unit,
    row: {
      device_id: device.id,
      next_at: next === null ? null : iso(next),
      due: plan.due,
      last: plan.last,
      uptime: null,
      uptime_at: null,
      polled_at: null,
      spent_ms: null,
      requests: null,
      result: due.length > 0 ? 'skipped' : null,
      error: due.length > 0 ? reason(device) : null,
      polled: 0,
      failed: 0,
      skipped: due.length > 0 ? 1 : 0,
      failing: null,
      restarted_at: null,
    },
    runs: runs.map(({ id, pollers }) => ({
      id,
      device_id: device.id,
      pollers,
      result: 'skipped' as const,
      error: reason(device),
      details: {},
      requests: 0,
      spent_ms: 0,
      started_at: iso(now),
    })),
  }
}

const reason = ({ model_key: key }: PollableDevice): string =>
  key === null ? 'the device is off, or has no access profile or no model' : 'the device is down'

/** What is due so soon is polled with what is due, in ms. */
const togetherMs = 2_000
/** A device that is down, and that nobody watches, is asked so often whether it is back, in ms. */
const downMs = 300_000

/** Whether a device is not asked because it is down. */
const isLeftAlone = ({ ctx }: Base, { device, stored, runs }: Claim, now: number): boolean =>
  ctx.config.skip_down &&
  device.status === 'Down' &&
  runs.length === 0 &&
  (device.watched || now - (stored.polled_at?.getTime() ?? 0) < downMs)

/** What others are bound to comes first: ports that were renumbered are stored before their counters. */
const listFirst = (all: readonly Wanted[]): Wanted[] =>
  all.toSorted((a, b) => Number(b.poller.always ?? false) - Number(a.poller.always ?? false))

/** The pollers of a device that are due, and those that somebody asked for, which may be off. */
function dueOf(
  base: Base,
  { stored, runs, device }: Claim,
  wanted: readonly Wanted[],
  now: number,
): Wanted[] {
  const due = wanted.filter(({ poller: { key } }) => (stored.due[key] ?? Infinity) <= now + togetherMs)
  const asked = new Set(runs.flatMap(run => run.pollers))
  if (asked.size === 0) return listFirst(due)
  // What a person asks for is asked in full, whatever the driver says.
  const on = wantedOf(
    { ...device, pollers: Object.fromEntries([...asked].map(key => [key, 60])) },
    base.plans(),
  ).filter(({ poller: { key } }) => asked.has(key))
  const keys = new Set(on.map(({ poller: { key } }) => key))
  return listFirst([...due.filter(({ poller: { key } }) => !keys.has(key)), ...on])
}

/** What all polls of a process share. */
export interface PollOneTools extends Holding {
  /** The time of the database now, in ms. */
  now(): number
  storing: Limit
}

function progressOf({ ctx }: Base, { runs }: Claim): (done: number, total: number) => void {
  if (runs.length === 0) return () => {}
  const ids = runs.map(({ id }) => id)
  return (done, total) => {
    // Nobody waits for this: it may be overtaken by the next step, or by the end of the poll.
    sql`
      update pollers_run set done = ${done}, total = ${total}
      where id = any (${ids}::uuid[]) and state = 'running' and done < ${done}`
      .execute(tables(ctx.em()))
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'the progress of a poll could not be written'))
  }
}

/**
 * Does one poll. `soon`: keys of pollers that became due meanwhile. Returns what is to be written of it;
 * null: its lease is lost, and another process does it.
 */
export async function pollOne(
  base: Base,
  claim: Claim,
  soon: Set<string>,
  { now, storing, lost, stopping, isHeld }: PollOneTools,
): Promise<Ended | null> {
  const { ctx, counts } = base
  const wanted = wantedOf(claim.device, base.plans())
  const started = now()
  const due = dueOf(base, claim, wanted, started)
  if (due.length === 0 || isLeftAlone(base, claim, started)) {
    if (due.length > 0) counts.skipped.add({ reason: 'down' })
    return endedWithout(claim, wanted, due, started)
  }
  const signal = AbortSignal.any([lost, stopping])
  try {
    const outcome = await poll(base, claim, due, {
      signal,
      deadline: AbortSignal.timeout(ctx.config.longest_poll_sec * 1000),
      now,
      held: isHeld,
      storing,
      progress: progressOf(base, claim),
    })
    // After a restart a number may be another port.
    if (outcome.rebooted) for (const { poller } of wanted) if (poller.always) soon.add(poller.key)
    const ended = endedPoll(claim, wanted, due, soon, outcome, { started, ended: now() })
    counts.polls.add({ result: outcome.result })
    counts.requests.add({}, outcome.requests)
    counts.duration.observe(outcome.spentMs / 1000)
    counts.skipped.add({ reason: 'slow' }, ended.row?.skipped ?? 0)
    return ended
  } catch (error) {
    if (lost.aborted) {
      counts.lost.add()
      return null
    }
    // Its key is free again, and it is still due.
    if (signal.aborted) return { unit: claim.unit, row: null, runs: [] }
    ctx.log.error({ err: error, device_id: claim.device.id }, 'a poll failed')
    return endedWithout(claim, wanted, due, now())
  }
}
