import { fail } from '../errors.ts'
import { createWaitingLine } from './waiting.ts'

/** Read at every use: they may change while calls wait. */
export interface SlotLimits {
  readonly maxSessions: number
  readonly maxWaiting: number
}

/**
 * How many sessions may be open at once; the rest wait in order. Keeps sockets and memory bound when a whole
 * region is down (fault 20).
 */
export interface Slots {
  /** Resolves when there is room. Throws EQUIPMENT_OVERLOADED when too many wait, or the signal's reason. */
  take(signal: AbortSignal): Promise<void>
  give(): void
  readonly taken: number
  readonly waiting: number
}

export function createSlots(limits: SlotLimits): Slots {
  const line = createWaitingLine()
  let taken = 0
  return {
    async take(signal) {
      signal.throwIfAborted()
      if (taken < limits.maxSessions) {
        taken++
        return
      }
      if (line.length >= limits.maxWaiting) throw fail('EQUIPMENT_OVERLOADED', { waiting: line.length })
      await line.join(signal)
    },
    give() {
      taken--
      while (taken < limits.maxSessions && line.next()) taken++
    },
    get taken() {
      return taken
    },
    get waiting() {
      return line.length
    },
  }
}
