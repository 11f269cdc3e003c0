import { randomBytes, randomInt } from 'node:crypto'
import { type Caller, type Context, type Target, ApiError } from '@linecard/plugin-kit'
import type { NotCopied, StoredDevice, StoredAnswers } from '@linecard/simulator'
import type { Config } from '../config.ts'
import { fail } from '../errors.ts'
import type { CopySecrets, Difference } from './orders.ts'
import { startThread, type CopyThread } from './thread.ts'
import type { Module } from '@linecard/driver-kit'

/** A device of which a copy is made. */
interface Original {
  id: number
  name: string
  /** Id of its driver, and name of its model; null: unknown. */
  maker: string | null
  model: string | null
}

const textOf = (model: unknown, key: string): string | null => {
  const value: unknown = typeof model === 'object' && model !== null ? Reflect.get(model, key) : null
  return typeof value === 'string' ? value : null
}

/** @throws ApiError for a device that the caller does not see */
async function originalOf(ctx: Context, id: number, caller: Caller): Promise<Original> {
  const devices = ctx.use('devices')
  const { name } = await devices.named(id, caller)
  const model = (await devices.shown([id], caller)).get(id)?.['model']
  return { id, name, maker: textOf(model, 'driver'), model: textOf(model, 'name') }
}

/** What is stored of a device. Nothing is sent to it. */
async function storedOf(
  ctx: Context,
  target: Target,
  { name, maker, model }: Original,
  caller: Caller,
): Promise<StoredDevice> {
  const { copiedModules } = await import('@linecard/simulator')
  const equipment = ctx.use('equipment')
  const answers: Record<string, unknown> = {}
  for (const module of copiedModules as readonly Module[]) {
    if (!equipment.supports(target.modelKey, module)) continue
    try {
      answers[module.name] = (await equipment.call(target, module, {}, { from: 'store', caller })).data
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'EQUIPMENT_ANSWER_ABSENT')) throw error
    }
  }
  return { name, maker: maker ?? '', model: model ?? '', answers: answers as StoredAnswers }
}

/** A living copy during a rehearsal. */
export interface LivingCopy {
  /** How the service reaches the copy. It has nothing of the device's own access. */
  target: Target
  /** The device itself, of which only stored answers are read. */
  real: Target
  original: Original
  /** Name of the living model. */
  model: string
  not_copied: NotCopied[]
  keep(name: string): Promise<void>
  difference(before: string, after: string): Promise<Difference>
}

export interface Rehearsing {
  deviceId: number
  caller: Caller
  signal: AbortSignal
}

export interface Copies {
  /**
   * Does work with a copy of the device. The copy ends with the work, with the request, after the time limit
   * and with the service.
   * @throws ApiError REHEARSAL_NO_COPY, REHEARSAL_NEVER_READ, REHEARSAL_BUSY, REHEARSAL_TIME_LIMIT
   */
  with<T>(of: Rehearsing, work: (copy: LivingCopy, signal: AbortSignal) => Promise<T>): Promise<T>
  /** Copies that live now. */
  readonly living: number
  stop(): Promise<void>
}

/** An address that nothing else of this machine has. */
const drawnAddress = (): string => `127.${randomInt(64, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`
const word = (): string => randomBytes(12).toString('hex')

const madeUp = (real: Target): CopySecrets => ({
  login: `rehearsal${randomInt(1000)}`,
  password: word(),
  enable: real.console?.enable ? word() : null,
  read: word(),
  write: word(),
})

/** How the service reaches the copy: with its own secrets, and nothing of those of the device. */
function targetOf(deviceId: number, ip: string, secrets: CopySecrets, { snmp, telnet }: CopyThread): Target {
  const { login, password, enable, read, write } = secrets
  return {
    deviceId: null,
    copyOf: deviceId,
    ip,
    modelKey: null,
    snmp: { version: '2c', port: snmp, timeoutMs: 2000, retries: 1, community: read, writeCommunity: write },
    console: {
      protocol: 'telnet',
      port: telnet,
      login,
      password,
      enable: enable ?? '',
      commandMs: 30_000,
      idleMs: 10_000,
      allowLegacy: false,
    },
  }
}

/** The whole simulator is loaded for the first copy, not with every service. */
const makers = async () => (await import('@linecard/simulator')).copiedMakers
type Makers = Awaited<ReturnType<typeof makers>>

const isNear = ({ maker, answers }: StoredDevice, copiedMakers: Makers): boolean =>
  copiedMakers.olt.includes(maker) ||
  (copiedMakers.switch.includes(maker) && !answers.interfaces_list?.some(({ type }) => type === 'PON'))

const noCopy = ({ name, model }: Original, copiedMakers: Makers) =>
  fail('REHEARSAL_NO_COPY', {
    device: name,
    model: model ?? 'unknown model',
    olts: copiedMakers.olt.join(', '),
    switches: copiedMakers.switch.join(', '),
  })

export function createCopies(ctx: Context<Config>): Copies {
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()

  /** Rejects when the signal fires, while the work goes on to its own end. */
  async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
    const over = Promise.withResolvers<never>()
    const onAbort = () => over.reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await Promise.race([work, over.promise])
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  async function play<T>(
    { deviceId, caller }: Rehearsing,
    signal: AbortSignal,
    work: (copy: LivingCopy, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const real = await ctx.use('devices').target({ id: deviceId }, caller)
    const original = await originalOf(ctx, deviceId, caller)
    const stored = await storedOf(ctx, real, original, caller)
    const copied = await makers()
    if (!isNear(stored, copied)) throw noCopy(original, copied)
    if (!stored.answers.interfaces_list?.length) throw fail('REHEARSAL_NEVER_READ', { device: original.name })
    const [ip, secrets] = [drawnAddress(), madeUp(real)]
    const thread = await startThread({ stored, ip, secrets }, signal)
    if (!thread) throw noCopy(original, copied)
    const equipment = ctx.use('equipment')
    const end = equipment.lend(ip)
    try {
      const { model, not_copied, keep, difference } = thread
      const bare = targetOf(deviceId, ip, secrets, thread)
      const { modelKey } = await within(signal, equipment.detect(bare))
      if (modelKey === null) throw noCopy(original, copied)
      const target = { ...bare, modelKey }
      return await within(
        signal,
        work({ target, real, original, model, not_copied, keep, difference }, signal),
      )
    } finally {
      end()
      await thread.stop()
    }
  }

  return {
    get living() {
      return running.size
    },
    async with(of, work) {
      const { max_copies: limit, time_limit_sec: seconds } = ctx.config
      if (running.size >= limit) throw fail('REHEARSAL_BUSY', { limit }, [], 5)
      const limited = AbortSignal.timeout(seconds * 1000)
      const one = play(of, AbortSignal.any([limited, of.signal, closing.signal]), work)
      running.add(one)
      try {
        return await one
      } catch (error) {
        if (limited.aborted) throw fail('REHEARSAL_TIME_LIMIT', { seconds })
        if (closing.signal.aborted) throw fail('REHEARSAL_STOPPED')
        throw error
      } finally {
        running.delete(one)
      }
    },
    async stop() {
      closing.abort()
      await Promise.allSettled(running)
    },
  }
}
