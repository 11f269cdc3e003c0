import { DeviceError, type Module } from '@linecard/driver-kit'
import { partialOf } from '@linecard/driver-kit/validation'
import {
  ApiError,
  type Equipment,
  type Logger,
  type PollAnswer,
  type PolledAnswer,
  type PollOptions,
  type Target,
} from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { connectionKey } from '../connections/memory.ts'
import type { Pool } from '../connections/pool.ts'
import type { Bounds } from '../limits/bounds.ts'
import type { Metrics } from '../metrics.ts'
import type { Networks } from '../networks.ts'
import { createSlots } from '../waiting/slots.ts'
import type { Ask } from './ask.ts'
import type { Cost, DeviceCall } from './device-call.ts'
import type { Models, SupportedModel } from './models.ts'
import type { CallLog } from './log.ts'
import { notePoll } from './poll-log.ts'
import { createPollMemo } from './poll-memo.ts'
import { uptimeModule, withUptime } from './uptime.ts'

export interface PollsOptions {
  models: Models
  networks: Networks
  settings: Pick<Config, 'poll_devices' | 'max_waiting'>
  pool: Pool
  bounds: Pick<Bounds, 'silence' | 'lanes'>
  ask: Ask
  /** Calls by result. Polls are counted here; in the log are their changes alone. */
  calls: Metrics['calls']
  callLog: CallLog
  clock: () => Date
  log: Logger
}

const codeOf = (error: unknown): string =>
  error instanceof DeviceError || error instanceof ApiError ? error.code : 'INTERNAL_ERROR'

/** An answer that is not there, or only in part, with the reason. */
function failed(module: Module, error: unknown, time: Date): PolledAnswer {
  const missing = error instanceof DeviceError ? error.missing : []
  const description = error instanceof Error ? error.message : String(error)
  const data = partialOf(error, module)
  return { data, complete: false, missing, time, error: { code: codeOf(error), description } }
}

const ended = (ip: string) => new DeviceError('DeviceTimeout', `The poll of ${ip} was ended.`)

/** After these the other modules of a poll would fail in the same way, and take as long. */
const ofDevice: ReadonlySet<string> = new Set(['DeviceUnreachable', 'DeviceTimeout', 'AuthFailed'])

/** Whether the failed probe says that nothing else of this device will answer. */
const isGone = (error: unknown, { prefer }: Target): boolean =>
  !(error instanceof DeviceError) || (ofDevice.has(error.kind) && prefer !== 'console')

/** A device that restarts again and again is left until its next poll. */
const mostRestarts = 2

/** One poll. */
interface Polling {
  target: Target
  model: SupportedModel
  modules: readonly Module[]
  key: string
  caller: PollOptions['caller']
  signal: AbortSignal | undefined
  answers: Map<string, PolledAnswer>
  /** What each module has cost. */
  costs: Map<string, Cost>
  /** What each module that failed has thrown. */
  errors: ReadonlyMap<string, unknown>
  requests: number
  /** @param time when its reading began; absent: it was not asked */
  fail(module: Module, error: unknown, time?: Date): void
}

/** An uptime, and when its reading began by `performance.now()`. */
interface Uptime {
  value: number | null
  at: number
}

/**
 * Reads everything once. Gives the uptime; undefined: the device has restarted, and all is to be read again.
 */
async function readOnce(
  polling: Polling,
  { pool, bounds, ask, calls, clock }: PollsOptions,
): Promise<Uptime | undefined> {
  const { target, model, modules, key, caller = null, signal, answers } = polling
  const { habits, release } = pool.hold({ key, target })
  const lane = bounds.lanes.of(target.ip)
  const common = { target, connectionKey: key, args: {}, expected: null, insist: false, share: {} }
  const origin = { operation: null, caller, step: undefined }
  const names = modules.map(({ name }) => name)
  const memo = createPollMemo(habits.plan, names)
  const run = async (call: Pick<DeviceCall, 'model' | 'module' | 'unstored' | 'share'>, brief = false) => {
    if (signal?.aborted) throw ended(target.ip)
    const cost: Cost = { spentMs: 0, requests: 0, transcript: [] }
    polling.costs.set(call.module.name, cost)
    try {
      return await ask({ ...common, ...call, origin, cost, poll: { memo, lane, brief } }, signal)
    } catch (error) {
      throw signal?.aborted ? ended(target.ip) : error
    } finally {
      polling.requests += cost.requests
    }
  }
  try {
    // It is not shared: the second time it is to be asked again.
    const probe = { model: withUptime(model), module: uptimeModule, unstored: true } as const
    const uptimeNow = async (brief: boolean) =>
      (await run({ ...probe, share: undefined }, brief)).data as number | null
    let uptime: number | null = null
    let at = performance.now()
    if (!target.snmp.off) {
      uptime = await uptimeNow(bounds.silence.isSilent(key)).catch((error: unknown) => {
        if (isGone(error, target)) throw error
        return null
      })
      at = polling.costs.get(uptimeModule.name)?.began?.at ?? at
    }
    for (const module of modules) {
      const asked = clock()
      try {
        const { data, complete, missing, time } = await run({ model, module })
        answers.set(module.name, { data, complete, missing, time, error: null })
        if (target.copyOf === undefined) calls.add({ result: 'ok' })
      } catch (error) {
        polling.fail(module, error, polling.costs.get(module.name)?.began?.time ?? asked)
      }
    }
    // A device that has restarted meanwhile has other counters, and maybe other indexes (fault 15).
    const after = uptime === null ? null : await uptimeNow(true).catch(() => null)
    return after !== null && uptime !== null && after < uptime ? undefined : { value: uptime, at }
  } finally {
    release()
  }
}

/**
 * Reads several modules of one device, one after the other, each once. They share what they read, and other
 * calls to the device may come between them.
 */
export function createPoll(options: PollsOptions): Equipment['poll'] {
  const { models, networks, settings, bounds, calls, callLog, clock, log } = options
  const { silence } = bounds
  const places = createSlots({
    get max_sessions() {
      return settings.poll_devices
    },
    get max_waiting() {
      return settings.max_waiting
    },
  })

  async function read(polling: Polling): Promise<Uptime> {
    const { target, key, signal } = polling
    // A device that is known to be down does not wait for a place.
    if (!target.snmp.off) silence.check(key, target.ip)
    await places.take(signal ?? new AbortController().signal)
    try {
      for (let restarts = 0; restarts < mostRestarts; restarts++) {
        const uptime = await readOnce(polling, options)
        if (uptime !== undefined) return uptime
        polling.answers.clear()
      }
      throw new DeviceError('SessionLost', `${target.ip} restarts again and again.`)
    } finally {
      places.release()
    }
  }

  return async (given, all, asked: PollOptions = {}): Promise<PollAnswer> => {
    const { signal, caller } = asked
    const started = performance.now()
    const model = models.byKey.get(given.modelKey)
    const modules = all.filter(({ name }) => model?.implementations.has(name))
    const answers = new Map<string, PolledAnswer>()
    const errors = new Map<string, unknown>()
    const fail = (module: Module, error: unknown, time: Date = clock()) => {
      if (codeOf(error) === 'INTERNAL_ERROR' && !signal?.aborted)
        log.error({ err: error, device_id: given.deviceId, module: module.name }, 'a poll failed')
      answers.set(module.name, failed(module, error, time))
      errors.set(module.name, error)
      if (given.copyOf === undefined) calls.add({ result: codeOf(error) })
    }
    let uptime: Uptime | null = null
    const own = { answers, costs: new Map(), errors, requests: 0, fail }
    const polling: Polling = { target: given, key: '', model: model!, modules, caller, signal, ...own }
    try {
      if (modules.length > 0) {
        polling.target = { ...given, ip: networks.checkTarget(given) }
        polling.key = connectionKey(polling.target)
        uptime = await read(polling)
      }
    } catch (error) {
      const why = signal?.aborted ? ended(given.ip) : error
      for (const module of modules) if (!answers.has(module.name)) fail(module, why)
    }
    const now = performance.now()
    const spent = Math.round(now - started)
    const alive = uptime?.value != null
    const failing = notePoll({ callLog, clock }, polling, asked, { alive, spentMs: spent })
    return {
      answers,
      uptime: uptime?.value ?? null,
      uptime_read: alive ? uptime!.at : null,
      requests: polling.requests,
      spent_ms: spent,
      failing,
    }
  }
}
