import { rebooted } from '@linecard/driver-kit'
import {
  isDatabaseOutage,
  retryable,
  throughOutages,
  type Failing,
  type PollAnswer,
  type Polled,
  type PolledDevice,
} from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import type { Wanted } from '../plan/effective.ts'
import type { Result, RunDetail } from '../tables.ts'
import { ask } from './ask.ts'
import type { Claim } from './claim.ts'
import { createHandingOut } from './handed-out.ts'
import type { Storing } from './storing.ts'

/** How a poll of one device went. */
export interface Outcome {
  result: Result
  error: string | null
  details: Record<string, RunDetail>
  uptime: number | null
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
function restarted({ stored }: Claim, uptime: number | null, now: number): boolean | null {
  if (uptime === null || stored.uptime === null || stored.uptime_at === null) return null
  const elapsedSec = (now - stored.uptime_at.getTime()) / 1000
  return elapsedSec <= 0 ? null : rebooted(Number(stored.uptime), uptime, elapsedSec)
}

function detailOf(wanted: Wanted, answers: PollAnswer['answers']): RunDetail {
  const given = wanted.modules.flatMap(({ name }) => {
    const answer = answers.get(name)
    return answer ? [{ name, answer }] : []
  })
  const missing = given.flatMap(({ name, answer }): RunDetail['missing'] => {
    if (answer.error) return [{ module: name, ...answer.error }]
    if (answer.complete) return []
    const parts = answer.missing.map(({ what, reason }) => `${what}: ${reason}`).join('; ')
    return [{ module: name, code: null, description: parts.slice(0, 500) }]
  })
  const nothing = given.every(({ answer }) => answer.data === undefined)
  return { result: missing.length === 0 ? 'ok' : nothing ? 'failed' : 'partial', missing, unstored: [] }
}

/** Stores the result of one poller in all plugins. The failure of one does not keep the others from storing. */
async function store({ ctx }: Base, wanted: Wanted, polled: Polled, detail: RunDetail): Promise<void> {
  for (const { component, store: keep } of wanted.poller.stores)
    try {
      await throughOutages(polled.signal, () => retryable(() => keep(polled)))
    } catch (error) {
      if (polled.signal.aborted) throw error
      if (!isDatabaseOutage(error))
        ctx.log.error(
          { err: error, device_id: polled.device.id, poller: wanted.poller.key, component },
          'the result of a poll could not be stored',
        )
      const description = error instanceof Error ? error.message : String(error)
      detail.unstored.push({ component, description: description.slice(0, 300) })
      detail.result = detail.result === 'ok' ? 'partial' : detail.result
    }
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

/** Gives each poller's part of the answers to those that store it. */
async function storeAll(
  base: Base,
  claim: Claim,
  wanted: readonly Wanted[],
  { answers, device, time }: Pick<Polled, 'answers' | 'device' | 'time'>,
  { signal, progress }: Pick<PollTools, 'signal' | 'progress'>,
): Promise<Record<string, RunDetail>> {
  const details: Record<string, RunDetail> = {}
  const partOf = createHandingOut(answers, claim.alone)
  let done = 0
  for (const one of wanted) {
    const detail = (details[one.poller.key] = detailOf(one, answers))
    const own = partOf(one.poller, one.modules)
    if (own.size > 0)
      await store(base, one, { poller: one.poller.key, device, answers: own, time, signal }, detail)
    progress(++done, wanted.length)
  }
  return details
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
    requests,
    spent_ms: spentMs,
    failing,
  } = await ask(base, claim, wanted, AbortSignal.any([signal, deadline]))
  signal.throwIfAborted()
  const again = restarted(claim, uptime, now())
  const { id, ip, name, model_key: key } = device
  const polledDevice: PolledDevice = { id, ip, name, model_key: key!, uptime, rebooted: again }
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
    rebooted: again,
    requests,
    spentMs,
    failing,
  }
}
