import { isDatabaseOutage, type Context } from '@linecard/plugin-kit'
import type { KnownDevice } from '../known/devices.ts'
import { addAsk, type Ask, type Waiting } from './asks.ts'
import { lookAt } from './device.ts'

/** Devices that are asked at the same time; those that wait; ports of one device that wait. */
const [atOnce, mostDevices, mostAsks] = [16, 5000, 500]
/** A device is asked again after so long, and once more about what it did not confirm, ms. */
const [pauseMs, againMs] = [1000, 2000]
/** One look takes no longer, ms. */
const longestMs = 60_000

interface Pending {
  device: KnownDevice
  waiting: Waiting
  timer: NodeJS.Timeout | null
  busy: boolean
  /** It was left out of the queue for one place. */
  queued: boolean
  lastAt: number
}

export interface Looks {
  /** Asks a device soon; what is asked for meanwhile goes with it. */
  ask(device: KnownDevice, asks: readonly Ask[]): void
  /** Devices that wait or are asked. */
  size(): number
  stop(): Promise<void>
}

export interface LookCounts {
  looks: { add(labels: { result: 'answered' | 'failed' | 'dropped' }): void }
}

/** Asks devices after what they told: each device one at a time, and not more than once a second. */
export function createLooks(ctx: Context, counts: LookCounts): Looks {
  const pending = new Map<number, Pending>()
  const queue: Pending[] = []
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()

  const schedule = (one: Pending, ms: number) => {
    if (one.timer || one.busy || one.queued || stopping.signal.aborted) return
    one.timer = setTimeout(() => {
      one.timer = null
      one.queued = true
      queue.push(one)
      next()
    }, ms).unref()
  }
  /** Not before its pause is over. */
  const forget = (one: Pending) => {
    if (one.waiting.size === 0 && !one.busy && !one.queued && !one.timer) pending.delete(one.device.id)
  }
  const next = () => {
    while (running.size < atOnce && queue.length > 0) {
      const one = queue.shift()!
      one.queued = false
      one.busy = true
      const done = run(one).finally(() => {
        running.delete(done)
        one.busy = false
        one.lastAt = performance.now()
        if (one.waiting.size > 0) schedule(one, pauseMs)
        else setTimeout(() => forget(one), pauseMs).unref()
        next()
      })
      running.add(done)
    }
  }
  const run = async (one: Pending): Promise<void> => {
    const asks = [...one.waiting.values()]
    one.waiting = new Map()
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(longestMs)])
    try {
      const again = await lookAt(ctx, one.device, asks, signal)
      counts.looks.add({ result: 'answered' })
      if (again.length > 0) setTimeout(() => ask(one.device, again), againMs).unref()
    } catch (error) {
      counts.looks.add({ result: 'failed' })
      const level = isDatabaseOutage(error) || stopping.signal.aborted ? 'debug' : 'warn'
      ctx.log[level]({ err: error, device_id: one.device.id }, 'a device could not be asked after a trap')
    }
  }
  const ask = (device: KnownDevice, asks: readonly Ask[]) => {
    let one = pending.get(device.id)
    if (!one) {
      if (pending.size >= mostDevices) return counts.looks.add({ result: 'dropped' })
      one = { device, waiting: new Map(), timer: null, busy: false, queued: false, lastAt: -Infinity }
      pending.set(device.id, one)
    }
    for (const each of asks)
      if (one.waiting.size < mostAsks) addAsk(one.waiting, each)
      else counts.looks.add({ result: 'dropped' })
    schedule(one, Math.max(0, one.lastAt + pauseMs - performance.now()))
  }

  return {
    ask,
    size: () => pending.size,
    async stop() {
      stopping.abort(new Error('the service stops'))
      for (const { timer } of pending.values()) if (timer) clearTimeout(timer)
      pending.clear()
      await Promise.allSettled(running)
    },
  }
}
