import { DeviceError } from '@linecard/driver-kit'
import { createWaitingLine } from './waiting.ts'

/** Read at every use: they may change while calls wait. */
export interface LaneLimits {
  /** Calls waiting for one device at most. */
  readonly deviceQueue: number
  /** How long others wait for a change before they are told that the device is busy, in ms. */
  readonly busyWaitMs: number
}

/** Turns at one device: one call at a time, in the order of asking. */
export interface Lane {
  /** Resolves with the function that ends the turn. Throws DeviceBusy, or the signal's reason. */
  take(kind: 'read' | 'change', signal: AbortSignal): Promise<() => void>
  readonly idle: boolean
}

export function createLane(ip: string, limits: LaneLimits): Lane {
  const line = createWaitingLine()
  let taken = false
  let changing: NodeJS.Timeout | 'long' | null = null
  const busy = () =>
    new DeviceError('DeviceBusy', `A change of ${ip} is in progress; ask again when it is done.`)

  const end = () => {
    if (changing && changing !== 'long') clearTimeout(changing)
    changing = null
    if (!line.next()) taken = false
  }
  return {
    async take(kind, signal) {
      signal.throwIfAborted()
      if (changing === 'long') throw busy()
      if (taken) {
        if (line.length >= limits.deviceQueue)
          throw new DeviceError(
            'DeviceBusy',
            `${line.length} calls wait for ${ip} already; ask again in a moment.`,
          )
        await line.join(signal)
      }
      taken = true
      if (kind === 'change') {
        changing = setTimeout(() => {
          changing = 'long'
          line.reject(busy())
        }, limits.busyWaitMs)
      }
      let ended = false
      return () => {
        if (!ended) end()
        ended = true
      }
    },
    get idle() {
      return !taken && line.length === 0
    },
  }
}
