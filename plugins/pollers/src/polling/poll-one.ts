import { sql } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { wantedOf } from '../plan/effective.ts'
import { tables } from '../tables.ts'
import type { Claim } from './claim.ts'
import { dueOf, isLeftAlone } from './due.ts'
import { endedPoll, endedWithout } from './ending.ts'
import type { Ended } from './finish.ts'
import type { Leases, Running } from './leases.ts'
import type { Storing } from './storing.ts'
import { poll } from './poll.ts'

/** What all polls of a process share. */
export interface PollOneTools {
  leases: Leases
  /** The time of the database now, in ms. */
  now(): number
  storing: Storing
  stopping: AbortSignal
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
 * Does one poll. Returns what is to be written of it; null: its lease is lost, and another process does it.
 */
export async function pollOne(
  base: Base,
  claim: Claim,
  one: Running,
  { leases, now, storing, stopping }: PollOneTools,
): Promise<Ended | null> {
  const { ctx, counts } = base
  const wanted = wantedOf(claim.device, base.plans())
  const started = now()
  const due = dueOf(base, claim, wanted, started)
  if (due.length === 0 || isLeftAlone(base, claim, started)) {
    if (due.length > 0) counts.skipped.add({ reason: 'down' })
    return endedWithout(claim, wanted, due, started)
  }
  const signal = AbortSignal.any([one.abort.signal, stopping])
  try {
    const outcome = await poll(base, claim, due, {
      signal,
      deadline: AbortSignal.timeout(ctx.config.longest_poll_sec * 1000),
      now,
      held: () => leases.isHeld(one),
      storing,
      progress: progressOf(base, claim),
    })
    // After a restart a number may be another port.
    if (outcome.rebooted) for (const { poller } of wanted) if (poller.always) one.soon.add(poller.key)
    const ended = endedPoll(claim, wanted, due, one.soon, outcome, { started, ended: now() })
    counts.polls.add({ result: outcome.result })
    counts.requests.add({}, outcome.requests)
    counts.duration.observe(outcome.spentMs / 1000)
    counts.skipped.add({ reason: 'slow' }, ended.row?.skipped ?? 0)
    return ended
  } catch (error) {
    if (one.abort.signal.aborted) {
      counts.lost.add()
      return null
    }
    // Its key is free again, and it is still due.
    if (signal.aborted) return { unit: claim.unit, row: null, runs: [] }
    ctx.log.error({ err: error, device_id: claim.device.id }, 'a poll failed')
    return endedWithout(claim, wanted, due, now())
  }
}
