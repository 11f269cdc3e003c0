import type { Caller, Target } from '@linecard/plugin-kit'
import type { Registrations } from '../registrations.ts'
import type { HeldOlt } from './device.ts'

export interface Holding {
  target: Target
  caller: Caller
  signal: AbortSignal
  /** What others are told who want to change the OLT meanwhile. */
  what: string
  /** How long to wait for the end of other work, ms; absent: not. */
  waitMs?: number | undefined
}

/** Does work on an OLT that nobody else changes meanwhile. @throws ApiError EQUIPMENT_DEVICE_HELD */
export const holding = <T>(
  { ctx }: Registrations,
  { target, caller, signal, what, waitMs = 0 }: Holding,
  work: (olt: HeldOlt) => Promise<T>,
): Promise<T> =>
  ctx
    .use('equipment')
    .hold(target, { what, caller, signal, waitMs }, hold => work({ ctx, target, caller, hold }))

/**
 * Asks the OLT also if it has just answered nothing. Without it an OLT that was silent for a moment in a
 * registration would not be asked what it has.
 */
export const insisting = <T extends Pick<HeldOlt, 'caller'>>(asking: T): T => ({
  ...asking,
  caller: { ...asking.caller, insist: true },
})
