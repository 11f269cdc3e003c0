import { rebooted } from '@linecard/driver-kit'
import type { Failing, PolledDevice } from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import type { Wanted } from '../plan/effective.ts'
import type { Result, RunDetail } from '../tables.ts'
import { ask } from './ask.ts'
import type { Claim } from './claim.ts'
import { storeAll } from './store.ts'
import type { Storing } from './storing.ts'

/** How a poll of one device went. */
export interface Outcome {
  result: Result
  error: string | null
  details: Record<string, RunDetail>
  uptime: number | null
  /** When the uptime was read, by the clock of the database, in ms. */
  uptimeAt: number | null
  rebooted: boolean | null
  requests: number
  spentMs: number
  failing: Failing
}

export interface PollTools {
  /** Aborted when the lease is lost or the service stops: nothing is stored any more. */
  signal: AbortSignal
  /** Aborted when the poll has taken too long: what was read until then is stored. */
  deadline: AbortSignal
  /** The time of the database now, in ms. */
  now(): number
  /** Whether the lease still holds; asked before anything is stored. */
  held(): Promise<boolean>
  storing: Storing
  /** Tells how many of the due pollers are stored. */
  progress(done: number, total: number): void
}

/** Whether the device restarted since its last poll. Null: unknown. */
function restarted({ stored }: Claim, uptime: number | null, at: number | null): boolean | null {
  if (uptime === null || at === null || stored.uptime === null || stored.uptime_at === null) return null
  const elapsedSec = (at - stored.uptime_at.getTime()) / 1000
  return elapsedSec <= 0 ? null : rebooted(Number(stored.uptime), uptime, elapsedSec)
}

const worst = (details: readonly RunDetail[]): Result =>
  details.every(({ result }) => result === 'ok')
    ? 'ok'
    : details.every(({ result }) => result === 'failed')
      ? 'failed'
      : 'partial'

function reasonOf(details: readonly RunDetail[]): string | null {
  const all = details.flatMap(({ missing, unstored }) => [
    ...missing.map(({ module, description }) => `${module}: ${description}`),
    ...unstored.map(({ component, description }) => `${component}: ${description}`),
  ])
  return all[0]?.slice(0, 500) ?? null
}

/**
 * Asks the device of a claim for all that is due, and gives each poller's part to those that store it.
 * Nothing is stored after the lease has ended: another process polls the device then.
 *
 * @throws the reason of the aborted signal; everything else is in the outcome
 */
export async function poll(
  base: Base,
  claim: Claim,
  wanted: readonly Wanted[],
  { signal, deadline, now, held, storing, progress }: PollTools,
): Promise<Outcome> {
  const { device } = claim
  const time = new Date(now())
  const {
    answers,
    uptime,
    uptime_read: read,
    requests,
    spent_ms: spentMs,
    failing,
  } = await ask(base, claim, wanted, AbortSignal.any([signal, deadline]))
  signal.throwIfAborted()
  // The clock first: whatever passes until the second one makes the time earlier, never later.
  const readBy = (clock: () => number) => (read === null ? null : clock() - (performance.now() - read))
  const uptimeAt = readBy(now)
  const again = restarted(claim, uptime, uptimeAt)
  const { id, ip, name, model_key: key, status } = device
  const polledDevice: PolledDevice = {
    id,
    ip,
    name,
    model_key: key!,
    status,
    uptime,
    uptime_at: read === null ? null : new Date(readBy(() => base.ctx.clock().getTime())!),
    rebooted: again,
  }
  const details = await storing(async () => {
    signal.throwIfAborted()
    if (!(await held())) throw new Error('the lease of the poll has ended')
    return storeAll(base, claim, wanted, { answers, device: polledDevice, time }, { signal, progress })
  })
  const all = Object.values(details)
  return {
    result: worst(all),
    error: reasonOf(all),
    details,
    uptime,
    uptimeAt,
    rebooted: again,
    requests,
    spentMs,
    failing,
  }
}
