import type { Context } from '@linecard/plugin-kit'
import type { KnownDevice } from '../known/devices.ts'
import { addAsk, type Ask, type Waiting } from './asks.ts'

/** Event of every process: there is something to ask for workers of a group. */
const toldEvent = 'traps.look'

declare module '@linecard/plugin-kit' {
  interface EventValues {
    [toldEvent]: { worker: string }
  }
}
/** A handed-over device is done within this time, s; devices that are taken at once. */
const [leaseSec, atOnce] = [60, 50]
/**
 * Asks of one device that are handed over at once; a device whose last ones still wait is tried again, ms.
 */
const [mostAsks, againMs, tries] = [20, 1000, 5]
/** Devices that wait to be handed over. */
const mostDevices = 2000

interface Handed {
  device: KnownDevice
  asks: Ask[]
}

/** Devices of other groups of workers: this process may not reach them. */
export interface Elsewhere {
  hand(device: KnownDevice, asks: readonly Ask[]): void
  stop(): void
}

const queueName = (worker: string) => (worker ? `traps.${worker}` : 'traps')

/** @param ask asks a device of the own group */
export function createElsewhere(
  ctx: Context,
  ask: (device: KnownDevice, asks: readonly Ask[]) => void,
): Elsewhere {
  const work = ctx.use('work')
  const waiting = new Map<number, { device: KnownDevice; asks: Waiting; tried: number }>()
  const stopping = new AbortController()
  const { signal } = stopping

  const failed = (error: unknown) =>
    ctx.log.warn({ err: error }, 'devices of other workers could not be handed over')
  const put = async (id: number) => {
    const one = waiting.get(id)
    if (!one || signal.aborted) return
    waiting.delete(id)
    const { device, asks } = one
    const queue = await work.queue(queueName(device.worker), leaseSec)
    const data: Handed = { device, asks: [...asks.values()].slice(-mostAsks) }
    const added = await queue.put([{ key: String(id), data: { ...data } }])
    if (added > 0) return ctx.events.broadcast(toldEvent, { worker: device.worker })
    // Its last one still waits or is done.
    if (one.tried >= tries) return
    const later = waiting.get(id)
    waiting.set(id, { device, asks: later?.asks ?? asks, tried: one.tried + 1 })
    setTimeout(() => void put(id).catch(failed), againMs).unref()
  }
  const takeAll = async () => {
    const queue = await work.queue(queueName(work.group), leaseSec)
    for (
      let taken = await queue.take(atOnce);
      taken.length > 0 && !signal.aborted;
      taken = await queue.take(atOnce)
    ) {
      for (const { data } of taken) {
        const { device, asks } = data as unknown as Handed
        ask(device, asks)
      }
      await queue.done(taken)
    }
    await queue.tidy()
  }
  const unfollow = ctx.events.on(toldEvent, ({ worker }) => {
    if (!signal.aborted && work.takes && worker === work.group) return takeAll().catch(failed)
  })

  return {
    hand(device, asks) {
      let one = waiting.get(device.id)
      if (!one) {
        if (waiting.size >= mostDevices) return
        waiting.set(device.id, (one = { device, asks: new Map(), tried: 0 }))
        setImmediate(() => void put(device.id).catch(failed))
      }
      for (const each of asks) addAsk(one.asks, each)
    },
    stop() {
      stopping.abort()
      unfollow()
    },
  }
}
