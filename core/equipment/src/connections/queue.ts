import { DeviceError } from '@linecard/driver-kit'
import type { Config } from '../config.ts'
import { createWaitingLine } from '../waiting/line.ts'

/** Settings of the plugin. They are read at every use, because they may change while calls wait. */
export type QueueLimits = Pick<Config, 'device_queue' | 'busy_wait_ms'>

/** The queue of one device: one call has its turn at a time, in the order of asking. */
export interface DeviceQueue {
  /** Resolves when the turn begins. Throws DeviceBusy, or the signal's reason. */
  take(kind: 'read' | 'change', signal: AbortSignal): Promise<void>
  /** Ends the turn. */
  release(): void
}

export function createDeviceQueue(ip: string, limits: QueueLimits): DeviceQueue {
  const line = createWaitingLine()
  let taken = false
  /** Of the change that has its turn: the timer of `busy_wait_ms`, or `long` after it. */
  let changing: NodeJS.Timeout | 'long' | null = null
  const busy = () =>
    new DeviceError('DeviceBusy', `A change of ${ip} is in progress; try again when it is done.`)

  return {
    async take(kind, signal) {
      signal.throwIfAborted()
      if (changing === 'long') throw busy()
      if (taken) {
        if (line.length >= limits.device_queue)
          throw new DeviceError(
            'DeviceBusy',
            `${line.length} calls already wait for ${ip}; try again in a moment.`,
          )
        await line.join(signal)
      }
      taken = true
      if (kind === 'change') {
        changing = setTimeout(() => {
          changing = 'long'
          line.reject(busy())
        }, limits.busy_wait_ms)
      }
    },
    release() {
      if (changing && changing !== 'long') clearTimeout(changing)
      changing = null
      if (!line.next()) taken = false
    },
  }
}
