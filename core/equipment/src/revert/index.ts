import { DeviceError, type Revert } from '@linecard/driver-kit'
import { system } from '@linecard/driver-kit/modules'
import {
  ApiError,
  presentOperation,
  type ArmedGuard,
  type DeviceHold,
  type GuardedChanges,
  type GuardOptions,
  type Target,
} from '@linecard/plugin-kit'
import type { Ask } from '../calls/ask.ts'
import type { CallModule } from '../calls/call.ts'
import type { Logged } from '../calls/logged.ts'
import type { Models, SupportedModel } from '../calls/models.ts'
import { connectionKey } from '../connections/memory.ts'
import type { Pool } from '../connections/pool.ts'
import { fail } from '../errors.ts'
import type { DeviceHolds } from '../holds/index.ts'
import type { Networks } from '../networks.ts'
import type { Guards } from '../holds/guards.ts'
import { armRevert, disarmRevert, revertOf, withRevert } from './modules.ts'

export interface RevertOptions {
  models: Models
  networks: Networks
  ask: Ask
  logged: Logged
  pool: Pool
  call: CallModule
  holds: DeviceHolds
  guards: Guards
  clock: () => Date
}

/** How long the end of the calls before may take until the connections are closed, ms. */
const renewMs = 30_000

/** One guarded change of a device that can undo it. */
interface Guarded extends RevertOptions {
  target: Target
  model: SupportedModel
  revert: Revert
  hold: DeviceHold
  options: GuardOptions
}

/** Arms or disarms: as a change of this device, by its holder. */
function run(
  { networks, ask, logged, target, model, revert, hold, options: { caller } }: Guarded,
  module: typeof armRevert | typeof disarmRevert,
  args: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const entry = { target, module: module.name, args, from: 'device' as const, options: { caller } }
  const origin = { operation: presentOperation(), caller, step: undefined }
  return logged(entry, cost =>
    ask(
      {
        target: { ...target, ip: networks.checkTarget(target) },
        connectionKey: connectionKey(target),
        model: withRevert(model, revert),
        module,
        args,
        expected: null,
        cost,
        // It is asked whether it answers again.
        insist: true,
        origin,
        hold,
      },
      undefined,
    ),
  )
}

/** Closes all connections of the device, in a turn of its own. */
const hangUp = ({ pool, target, model }: Guarded): Promise<void> =>
  pool.renew({
    key: connectionKey(target),
    target,
    tuning: model.family.snmp,
    kind: 'change',
    what: 'the end of a guarded change',
    signal: AbortSignal.timeout(renewMs),
  })

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The device stays armed. */
function reverts(cause: unknown, revertsAt: string): ApiError {
  const reason = reasonOf(cause)
  const code = cause instanceof DeviceError || cause instanceof ApiError ? cause.code : null
  const message = `it restarts at ${revertsAt} with the configuration of before`
  return Object.assign(
    fail('EQUIPMENT_CHANGE_REVERTS', { at: revertsAt, reason }, [
      { path: 'device_id', message, reverts_at: revertsAt, reason, code },
    ]),
    { cause },
  )
}

/** The sources that tell what the device is: SNMP, its console, its API. */
async function reached({ call, target, options: { caller } }: Guarded): Promise<string[]> {
  const asking = caller && { ...caller, insist: true }
  return (await call(target, system, {}, { from: 'device', caller: asking })).meta.answered_by
}

/** Proves over new connections that the device can be reached as before, and cancels the restart. */
async function confirm(guarded: Guarded, revertsAt: string, before: readonly string[]): Promise<void> {
  try {
    await hangUp(guarded)
    const now = await reached(guarded)
    const lost = before.filter(source => !now.includes(source))
    if (lost.length > 0)
      throw new DeviceError('DeviceUnreachable', `The device does not answer any more by ${lost.join(', ')}.`)
    await run(guarded, disarmRevert, { armed: true })
  } catch (error) {
    if (error instanceof DeviceError && error.kind === 'Conflict')
      throw Object.assign(fail('EQUIPMENT_CHANGE_REVERTED'), { cause: error })
    throw reverts(error, revertsAt)
  }
}

/** Arms the device and proves it. A device that may be armed in spite of a failure is disarmed. */
async function arm(guarded: Guarded): Promise<string> {
  const { revert, options, clock } = guarded
  const minutes = Math.max(revert.minutes.min, Math.ceil(options.revertAfterSec / 60))
  const at = () => new Date(clock().getTime() + minutes * 60_000).toISOString()
  try {
    await run(guarded, armRevert, { minutes })
    return at()
  } catch (error) {
    const maybe =
      error instanceof DeviceError && (error.kind === 'OutcomeUnknown' || error.kind === 'NotApplied')
    if (!maybe) throw error
    await hangUp(guarded)
      .then(() => run(guarded, disarmRevert, { armed: false }))
      .catch(() => {
        throw reverts(error, at())
      })
    throw error
  }
}

async function guard<T>(guarded: Guarded, work: (armed: ArmedGuard) => Promise<T>): Promise<T> {
  const { guards, target, revert, hold } = guarded
  const { guard: own, leave } = guards.enter(target, revert.saves)
  try {
    const before = await reached(guarded)
    const revertsAt = await arm(guarded)
    own.changes = 0
    let data: T
    try {
      data = await work({ hold, revertsAt })
    } catch (error) {
      if (own.changes > 0) throw reverts(error, revertsAt)
      await confirm(guarded, revertsAt, before)
      throw error
    }
    await confirm(guarded, revertsAt, before)
    return data
  } finally {
    leave()
  }
}

export function createGuardedChanges(options: RevertOptions): GuardedChanges {
  const { models, holds } = options
  const knownTo = (key: string | null) => {
    const model = models.byKey.get(key)
    const revert = model && revertOf(model)
    return model && revert ? { model, revert } : null
  }
  return {
    canRevert: key => knownTo(key) !== null,
    async guarded(target, guardOptions, work) {
      const known = knownTo(target.modelKey)
      if (!known) throw fail('EQUIPMENT_CANNOT_REVERT')
      if (guardOptions.revertAfterSec > 60 * known.revert.minutes.max)
        throw fail('EQUIPMENT_REVERT_TIME', { minutes: known.revert.minutes.max }, [
          { path: 'revert_after_sec', message: `at most ${60 * known.revert.minutes.max}` },
        ])
      const { hold, ...holding } = guardOptions
      const begin = (own: DeviceHold) =>
        guard({ ...options, ...known, target, hold: own, options: guardOptions }, work)
      return hold ? begin(hold) : holds.hold(target, holding, begin)
    },
  }
}
