import { setTimeout as sleep } from 'node:timers/promises'
import type { Static, TSchema } from 'typebox'
import type { Implementation } from '../../contract/implementation.ts'
import type { Module } from '../../contract/module.ts'
import type { Session } from '../../contract/session.ts'
import { DeviceError } from '../../contract/errors.ts'
import type { ChangeResult } from '../../modules/index.ts'

/** The answer of a change, see `ChangeResult`. */
export type Changed = Static<typeof ChangeResult>

/** How a change is read back from the device. */
export interface ReadBack<T> {
  /** For messages: `the description of Gi0/3`. */
  what: string
  /** What the device shows now; null: it does not show it. */
  read: () => Promise<T | null>
  /** Whether the device shows what the change was to make. */
  wanted: (now: T) => boolean
  /** What the device shows, for messages and evidence; `String` by default. */
  show?: (now: T) => string
}

/** A change with its read-back. */
export interface Change<T> extends ReadBack<T> {
  /** Makes the change. Gives the answer of the device, or null. */
  act: () => Promise<string | null>
  /**
   * Looks at the device before the change is made, but not before a verification. An outcome: there is
   * nothing to do.
   */
  before?: () => Promise<Changed | null>
}

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
export const leavesUnknown = (error: unknown): error is DeviceError =>
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
  { what, read, wanted, show = String }: ReadBack<T>,
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

/**
 * A module that changes the device and reads the change back. The same read-back verifies a change whose
 * outcome was not recorded.
 */
export const change = <A extends TSchema, R extends typeof ChangeResult, T, Params = unknown>(
  module: Module<A, R>,
  plan: (session: Session<Params>, args: Static<A>) => Promise<Change<T>>,
): Implementation<Params> => ({
  module,
  async run(session, args) {
    const { act, before, ...readBack } = await plan(session, args as Static<A>)
    return (await before?.()) ?? confirm(session as Session, act, readBack)
  },
  async verify(session, args) {
    const { what, read, wanted, show = String } = await plan(session, args as Static<A>)
    const now = await read()
    if (now === null) return { result: 'UNKNOWN', evidence: `The device does not show ${what}` }
    return { result: wanted(now) ? 'DONE' : 'NOT_DONE', evidence: `${what} is ${show(now)}` }
  },
})
