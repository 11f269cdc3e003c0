import { DeviceError, isComplete, type Missing } from '@linecard/driver-kit'
import { ApiError } from '@linecard/plugin-kit'
import type { StoredAnswer } from '../answers/store.ts'
import type { DeviceCall } from './device-call.ts'
import type { CallSession } from './session.ts'

const isCut = (missing: readonly Missing[]) =>
  missing.some(({ reason }) => reason === 'silent' || reason === 'time_limit')

/**
 * Any failure as one with a code: if the run was stopped, why it was stopped; else the failure of the device;
 * an exception in a driver's code as ParseFailed.
 */
export function failureOf(
  error: unknown,
  { module, model }: DeviceCall,
  reported: readonly Missing[],
  { aborted, reason }: AbortSignal,
): unknown {
  const stopped =
    aborted && (error === reason || (error instanceof DeviceError && error.kind === 'DeviceTimeout'))
  if (stopped && !(reason instanceof DeviceError)) return reason
  if (error instanceof DeviceError) {
    const shown = stopped ? (reason as DeviceError) : error
    const missing = [error.missing, reported, shown.missing].find(({ length }) => length > 0) ?? []
    const { partial } = error
    const { kind, moved, down } = shown
    // What a module has added to the reason: how far it came.
    const message = error.message.startsWith(shown.message) ? error.message : shown.message
    const notSent = error.notSent || shown.notSent
    return new DeviceError(kind, message, { missing, partial, moved, down, notSent, cause: error })
  }
  if (error instanceof ApiError) return error
  const text = error instanceof Error ? error.message : String(error)
  return new DeviceError(
    'ParseFailed',
    `The driver of ${model.model.name} failed in ${module.name}: ${text}. ` +
      'Report it to the maintainer of the driver.',
    { missing: reported, cause: error },
  )
}

/**
 * The answer as it is stored and given. Throws DeviceTimeout with it as `partial` if the device fell silent.
 */
export function answerOf(
  data: unknown,
  { target, module }: DeviceCall,
  { missing, answeredBy }: CallSession,
  { aborted, reason }: AbortSignal,
): Omit<StoredAnswer, 'time' | 'spentMs'> {
  if ((aborted && module.kind === 'read') || isCut(missing)) {
    const message = aborted
      ? (reason as DeviceError).message
      : `${target.ip} stopped answering in the middle of ${module.name}.`
    throw new DeviceError('DeviceTimeout', message, { missing, partial: data })
  }
  return {
    data,
    missing: [...missing],
    complete: isComplete(missing),
    answeredBy: answeredBy.get(module.name) ?? [],
  }
}
