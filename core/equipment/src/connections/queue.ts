import { DeviceError } from '@linecard/driver-kit'
import type { Config } from '../config.ts'
import { createWaitingLine } from '../waiting/line.ts'

/** Settings of the plugin. They are read at every use, because they may change while calls wait. */
export type QueueLimits = Pick<Config, 'device_queue' | 'busy_wait_ms'>

/** The queue of one device: one call has its turn at a time, in the order of asking. */
export interface DeviceQueue {
  /**
   * Resolves when the turn begins. Throws DeviceBusy, or the signal's reason. `poll`: all others come first.
   */
  take(turn: { kind: 'read' | 'change'; what: string; signal: AbortSignal; poll?: boolean }): Promise<void>
  /** Ends the turn. */
  release(): void
}

export function createDeviceQueue(ip: string, limits: QueueLimits): DeviceQueue {
  const line = createWaitingLine()
  const polls = createWaitingLine()
  let taken = false
  /** Of the change that has its turn: the timer of `busy_wait_ms`, or `long` after it. */
  let changing: NodeJS.Timeout | 'long' | null = null
  let change = { what: '', since: 0 }
  const busy = () => {
    const seconds = Math.round((performance.now() - change.since) / 1000)
    return new DeviceError(
      'DeviceBusy',
      `A change of ${ip} is in progress: ${change.what}, for ${seconds} s; try again when it is done.`,
    )
  }

  return {
    async take({ kind, what, signal, poll = false }) {
      signal.throwIfAborted()
      if (changing === 'long') throw busy()
      if (taken) {
        if (line.length >= limits.device_queue)
          throw new DeviceError(
            'DeviceBusy',
            `${line.length} calls already wait for ${ip}; try again in a moment.`,
          )
        await (poll ? polls : line).join(signal)
      }
      taken = true
      if (kind === 'change') {
        change = { what, since: performance.now() }
        changing = setTimeout(() => {
          changing = 'long'
          line.reject(busy())
          polls.reject(busy())
        }, limits.busy_wait_ms)
      }
    },
    release() {
      if (changing && changing !== 'long') clearTimeout(changing)
      changing = null
      if (!line.next() && !polls.next()) taken = false
    },
  }
}
