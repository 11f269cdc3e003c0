import type { Config } from '../config.ts'
import { fail } from '../errors.ts'
import { createWaitingLine } from './line.ts'

/** Settings of the plugin. They are read at every use, because they may change while calls wait. */
export type SlotLimits = Pick<Config, 'max_sessions' | 'max_waiting'>

/**
 * Limits how many connections may be open at once; further callers wait in order. This bounds sockets and
 * memory when all devices of a region are down (fault 20).
 */
export interface Slots {
  /** Resolves when a slot is free. Throws EQUIPMENT_OVERLOADED if too many wait, or the signal's reason. */
  take(signal: AbortSignal): Promise<void>
  release(): void
  readonly taken: number
  readonly waiting: number
}

export function createSlots(limits: Readonly<SlotLimits>): Slots {
  const line = createWaitingLine()
  let taken = 0
  return {
    async take(signal) {
      signal.throwIfAborted()
      if (taken < limits.max_sessions) {
        taken++
        return
      }
      if (line.length >= limits.max_waiting) throw fail('EQUIPMENT_OVERLOADED', { waiting: line.length })
      await line.join(signal)
    },
    release() {
      taken--
      while (taken < limits.max_sessions && line.next()) taken++
    },
    get taken() {
      return taken
    },
    get waiting() {
      return line.length
    },
  }
}
