import { DeviceError } from '@linecard/driver-kit'
import { ApiError, type ArmedGuard, type DeviceHold, type GuardedChanges } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { Guard } from '../holds/guards.ts'
import { armRevert, disarmRevert, revertOf } from './modules.ts'
import { type RevertOptions, type Guarded, run, hangUp, reached, waits } from './device.ts'

/** So far the time of the device and ours may be apart. */
const clockErrorMs = 10_000

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The device stays armed. */
function reverts(cause: unknown, revertsAt: string): ApiError {
  const reason = reasonOf(cause)
  const code = cause instanceof DeviceError || cause instanceof ApiError ? cause.code : null
  const message = `it goes back at ${revertsAt} to the configuration of before`
  return Object.assign(
    fail('EQUIPMENT_CHANGE_REVERTS', { at: revertsAt, reason }, [
      { path: 'device_id', message, reverts_at: revertsAt, reason, code },
    ]),
    { cause },
  )
}

/** Proves over new connections that the device can be reached as before, and confirms the change. */
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
    const unknown = error instanceof DeviceError && error.kind === 'OutcomeUnknown'
    const inTime = () => Date.parse(revertsAt) - guarded.clock().getTime() > clockErrorMs
    if (unknown && (await waits(guarded)) === false && inTime()) return
    throw reverts(error, revertsAt)
  }
}

const minutesOf = ({ revert, options }: Guarded) =>
  Math.max(revert.minutes.min, Math.ceil(options.revertAfterSec / 60))

const timeAfter = (from: Date, guarded: Guarded) =>
  new Date(from.getTime() + minutesOf(guarded) * 60_000).toISOString()

/** Arms the device and proves it. A device that may be armed in spite of a failure is disarmed. */
async function arm(guarded: Guarded): Promise<string> {
  const at = () => timeAfter(guarded.clock(), guarded)
  try {
    await run(guarded, armRevert, { minutes: minutesOf(guarded) })
    return at()
  } catch (error) {
    const maybe =
      error instanceof DeviceError && (error.kind === 'OutcomeUnknown' || error.kind === 'NotApplied')
    if (!maybe || guarded.revert.arms === 'commit') throw error
    await hangUp(guarded)
      .then(() => run(guarded, disarmRevert, { armed: false }))
      .catch(() => {
        throw reverts(error, at())
      })
    throw error
  }
}

/** What became of work that failed: it throws, or the device goes back. */
async function afterFailure(error: unknown, guarded: Guarded, own: Guard): Promise<void> {
  const { commit } = own
  // Nothing was committed. What was typed ends with the session, and with the lock of the configuration.
  if (!commit) return
  const at = timeAfter(commit.at, guarded)
  if (commit.answered) throw reverts(error, at)
  if ((await waits(guarded)) !== false) throw reverts(error, at)
}

/** The commit of the change arms. */
async function guardCommit<T>(
  guarded: Guarded,
  own: Guard,
  before: readonly string[],
  work: (armed: ArmedGuard) => Promise<T>,
): Promise<T> {
  await arm(guarded)
  const data = await work({ hold: guarded.hold, revertsAt: null }).catch(async (error: unknown) => {
    await afterFailure(error, guarded, own)
    throw error
  })
  if (own.commit) await confirm(guarded, timeAfter(own.commit.at, guarded), before)
  return data
}

/** A command of its own arms, before the change. */
async function guardBefore<T>(
  guarded: Guarded,
  own: Guard,
  before: readonly string[],
  work: (armed: ArmedGuard) => Promise<T>,
): Promise<T> {
  const revertsAt = await arm(guarded)
  own.changes = 0
  const data = await work({ hold: guarded.hold, revertsAt }).catch(async (error: unknown) => {
    if (own.changes > 0) throw reverts(error, revertsAt)
    await confirm(guarded, revertsAt, before)
    throw error
  })
  await confirm(guarded, revertsAt, before)
  return data
}

async function guard<T>(guarded: Guarded, work: (armed: ArmedGuard) => Promise<T>): Promise<T> {
  const { guards, target, revert } = guarded
  const { saves, arms } = revert
  const instead =
    arms === 'commit' ? (command: string) => revert.instead?.(command, minutesOf(guarded)) ?? null : undefined
  const { guard: own, leave } = guards.enter(target, { saves, instead })
  try {
    const before = await reached(guarded)
    return await (arms === 'commit' ? guardCommit : guardBefore)(guarded, own, before, work)
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
