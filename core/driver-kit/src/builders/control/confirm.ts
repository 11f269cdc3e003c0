import { setTimeout as sleep } from 'node:timers/promises'
import type { Static } from 'typebox'
import type { Session } from '../../contract/session.ts'
import { DeviceError } from '../../contract/errors.ts'
import type { ChangeResult } from '../../modules/index.ts'

export type Changed = Static<typeof ChangeResult>

/**
 * The change is made, but it could not be read back. This happens if the disabled port leads to the device.
 */
export const unread = (evidence: string | null, error: unknown): Changed => ({
  accepted: true,
  evidence: [evidence, `It could not be read back: ${error instanceof Error ? error.message : String(error)}`]
    .filter(Boolean)
    .join('\n'),
  verified: false,
})

/** Errors of a console after which nobody knows whether the last command was executed. */
const leavesUnknown = (error: unknown): error is DeviceError =>
  error instanceof DeviceError && (error.kind === 'NoPrompt' || error.kind === 'SessionLost')

/** Waits before each read-back, ms: many agents show a change a moment later. */
const waits = [0, 500, 1500]

/**
 * Makes a change and reads it back. `read` gives what the device shows now, null if it does not show it.
 * @throws DeviceError NotApplied when the device took the change and shows something else; what the act
 *   throws
 */
export async function confirm<T>(
  session: Session,
  act: () => Promise<string | null>,
  {
    what,
    read,
    wanted,
    show = String,
  }: {
    /** For the message: `the description of Gi0/3`. */
    what: string
    read: () => Promise<T | null>
    wanted: (now: T) => boolean
    show?: (now: T) => string
  },
): Promise<Changed> {
  let unknown: DeviceError | null = null
  const evidence = await act().catch((error: unknown) => {
    if (!leavesUnknown(error) || session.signal.aborted) throw error
    unknown = error
    return error.message
  })
  let now: T | null = null
  try {
    for (const wait of waits) {
      if (wait > 0) await sleep(wait, undefined, { signal: session.signal })
      now = await read()
      if (now === null || wanted(now)) break
    }
  } catch (error) {
    if (unknown) throw unknown
    if (!(error instanceof DeviceError) && !session.signal.aborted) throw error
    return unread(evidence, error)
  }
  // The device's own state decides what the console did not tell. Anything else stays unknown.
  if (unknown && (now === null || !wanted(now))) throw unknown
  if (now === null) return { accepted: true, evidence, verified: false }
  if (!wanted(now))
    throw new DeviceError(
      'NotApplied',
      `${what} is ${show(now)} after the change that the device accepted` +
        (evidence === null ? '' : ` (it answered: ${evidence.slice(0, 200)})`),
      { partial: { accepted: true, evidence, verified: false } },
    )
  return { accepted: true, evidence, verified: true }
}

/** A change that cannot be read back. It is verified only if the device's answer confirms it. */
export async function confirmByAnswer(act: () => Promise<string | null>, done?: RegExp): Promise<Changed> {
  const evidence = await act()
  return {
    accepted: true,
    evidence,
    verified: done !== undefined && evidence !== null && done.test(evidence),
  }
}
