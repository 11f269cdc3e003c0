import { rebooted, type Module, DeviceError } from '@linecard/driver-kit'
import {
  type Failing,
  type PolledDevice,
  ApiError,
  type PollableDevice,
  type PollAnswer,
  type PolledAnswer,
} from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import type { Wanted } from '../plan/effective.ts'
import type { Result, RunDetail } from '../tables.ts'
import type { Claim } from './claim.ts'
import { storeAll } from './store.ts'
import type { Limit } from '@linecard/plugin-kit/concurrency'
import { partialOf } from '@linecard/driver-kit/validation'

type Args = Readonly<Record<string, unknown>>

/** The modules of all due pollers, each once, with its arguments. A poller may leave a device alone. */
function modulesOf(wanted: readonly Wanted[], { params }: PollableDevice): [Module, Args][] {
  const found = new Map<string, [Module, Args]>()
  for (const { poller, modules } of wanted)
    for (const module of modules) {
      const args = poller.argsFor ? poller.argsFor(params, module.name) : {}
      if (args !== null && !found.has(module.name)) found.set(module.name, [module, args])
    }
  return [...found.values()]
}

function failed(module: Module, error: unknown, time: Date): PolledAnswer {
  if (!(error instanceof DeviceError) && !(error instanceof ApiError)) throw error
  return {
    data: partialOf(error, module),
    complete: false,
    missing: error instanceof DeviceError ? error.missing : [],
    time,
    error: { code: error.code, description: error.message },
  }
}

/** Nobody could ask the device: each module has the reason. */
const refused = (modules: readonly Module[], error: unknown, failing: Failing, time: Date): PollAnswer => ({
  answers: new Map(modules.map(module => [module.name, failed(module, error, time)])),
  uptime: null,
  uptime_read: null,
  requests: 0,
  spent_ms: 0,
  failing,
})

/**
 * Asks a device for the modules of all due pollers in one session. Modules with arguments follow, if it
 * answers.
 */
async function ask(
  { ctx }: Base,
  { device, stored: { failing }, target: targetOf }: Pick<Claim, 'device' | 'stored' | 'target'>,
  wanted: readonly Wanted[],
  signal: AbortSignal,
): Promise<PollAnswer> {
  const caller = ctx.use('auth').system()
  const equipment = ctx.use('equipment')
  const modules = modulesOf(wanted, device).filter(([module]) => equipment.supports(device.model_key, module))
  const plain = modules.flatMap(([module, args]) => (Object.keys(args).length === 0 ? [module] : []))
  const special = modules.filter(([, args]) => Object.keys(args).length > 0)
  let target
  try {
    target = targetOf()
  } catch (error) {
    return refused(
      modules.map(([module]) => module),
      error,
      failing,
      ctx.clock(),
    )
  }
  const polled = await equipment.poll(target, plain, { signal, caller, failing })
  const answers = new Map(polled.answers)
  const silent = plain.length > 0 && [...answers.values()].every(({ data }) => data === undefined)
  for (const [module, args] of silent ? [] : special) {
    if (signal.aborted) break
    const began = ctx.clock()
    try {
      const { data, meta } = await equipment.call(target, module, args, {
        from: 'device',
        caller,
        signal,
        keep: false,
      })
      answers.set(module.name, {
        data,
        complete: meta.error === null && meta.missing.length === 0,
        missing: meta.missing,
        time: new Date(meta.time),
        error: meta.error,
      })
    } catch (error) {
      if (signal.aborted) break
      answers.set(module.name, failed(module, error, began))
    }
  }
  return { ...polled, answers }
}

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
  storing: Limit
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
    return storeAll(base, claim, wanted, { answers, device: polledDevice }, { signal, progress })
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
