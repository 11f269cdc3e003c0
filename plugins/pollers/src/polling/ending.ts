import type { Failing, PollableDevice } from '@linecard/plugin-kit'
import { dueBetween, nextDue } from '../plan/grid.ts'
import type { Wanted } from '../plan/effective.ts'
import { earliest } from '../plan/replan.ts'
import type { Claim } from './claim.ts'
import type { Ended } from './finish.ts'
import type { Outcome } from './poll.ts'

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
export function endedPoll(
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
export function endedWithout(
  claim: Claim,
  wanted: readonly Wanted[],
  due: readonly Wanted[],
  now: number,
): Ended {
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
