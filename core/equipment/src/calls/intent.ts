import { DeviceError, type DeviceErrorKind } from '@linecard/driver-kit'
import { ApiError, type ActionLog, type Intent } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { DeviceHolds } from '../holds/index.ts'
import type { Guards } from '../holds/guards.ts'
import type { DeviceCall } from './device-call.ts'

/** Commits that a device is about to be changed. */
export type Intend = ActionLog['intend']

/** The intent of one call, which is committed before its first packet. */
export interface CallIntent {
  /**
   * @throws ApiError EQUIPMENT_CHANGE_UNRECORDED, EQUIPMENT_DEVICE_HELD, EQUIPMENT_HOLD_*: nothing may be
   *   sent
   */
  begin(): Promise<void>
  /** Records the outcome. Gives the failure as the caller gets it. */
  failed(error: unknown): Promise<unknown>
  done(data: unknown): Promise<void>
}

/** After these the device was silent or gone: the change that was sent may have been made. */
const undecided: ReadonlySet<DeviceErrorKind> = new Set([
  'SessionLost',
  'NoPrompt',
  'DeviceTimeout',
  'DeviceUnreachable',
  'OutcomeUnknown',
])

const codeOf = (error: unknown): string =>
  error instanceof DeviceError || error instanceof ApiError ? error.code : 'INTERNAL_ERROR'
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * A failure after which nobody knows whether the device was changed. `id`: its record; null: there is none.
 */
function unknownOutcome(error: DeviceError, id: number | null): DeviceError {
  const { message, missing, partial, moved } = error
  const how =
    id === null ? '' : `: verify record ${id} of the action log (POST /api/v1/logs/actions/${id}/verify)`
  return new DeviceError('OutcomeUnknown', `${message} Whether the change was made is not known${how}.`, {
    missing,
    partial,
    moved,
    record: id,
    cause: error,
  })
}

/** `intend` absent: nothing is recorded. */
export function callIntent(
  { target, module, args, expected, origin, hold }: DeviceCall,
  {
    intend,
    holds,
    guards,
  }: { intend?: Intend | undefined; holds: Pick<DeviceHolds, 'admit'>; guards: Pick<Guards, 'begun'> },
): CallIntent {
  let admitted: Promise<void> | null = null
  let intent: Promise<Intent> | null = null
  let begun = false
  // A copy of a device is no device: what is done to it is no change of anything.
  const record = target.copyOf === undefined ? intend : undefined
  const write = () =>
    record?.({ ...origin, device_id: target.deviceId, ip: target.ip, module: module.name, args, expected }) ??
    null
  return {
    async begin() {
      await (admitted ??= holds.admit(target.deviceId, hold))
      try {
        await (intent ??= write())
        if (!begun) guards.begun(target)
        begun = true
      } catch (error) {
        intent = null
        throw Object.assign(fail('EQUIPMENT_CHANGE_UNRECORDED', { module: module.name }, [], 5), {
          cause: error,
        })
      }
    },
    async failed(error) {
      if (!begun) return error
      const committed = await intent
      const unknown = error instanceof DeviceError && undecided.has(error.kind) && !error.notSent
      const told = unknown ? unknownOutcome(error, committed?.id ?? null) : error
      await committed?.end({
        outcome: unknown ? 'unknown' : 'failed',
        error: { code: codeOf(told), message: messageOf(error) },
        ...(error instanceof DeviceError && { data: error.partial }),
      })
      return told
    },
    async done(data) {
      await (await intent)?.end({ outcome: 'done', data })
    },
  }
}
