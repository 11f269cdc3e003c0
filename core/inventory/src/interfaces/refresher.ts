import { ApiError, type Context, type Refreshed } from '@linecard/plugin-kit'
import { limit } from '@linecard/plugin-kit/concurrency'
import type { Config } from '../config.ts'
import type { Refresher } from '../inventory.ts'
import { nothingRead, refreshDevice } from './refresh.ts'

/** Most devices that wait for their first reading; the job reads the rest. */
const maxWaiting = 10_000

/** No more devices than configured are read at once, for all users of the refresher together. */
export function createRefresher(ctx: Context<Config>): Refresher {
  const stopped = new AbortController()
  const running = new Map<number, Promise<Refreshed>>()
  const inTurn = limit(ctx.config.refresh_concurrency)
  // Who asks for one device stands behind those that are read now, not behind thousands of others.
  const inLine = limit(ctx.config.refresh_concurrency)

  const read = async (id: number, signal: AbortSignal): Promise<Refreshed> => {
    try {
      return signal.aborted ? nothingRead : await refreshDevice(ctx, id, signal)
    } catch (error) {
      if (!signal.aborted && !(error instanceof ApiError))
        ctx.log.error({ err: error, device_id: id }, 'cannot read the interfaces of a device')
      return nothingRead
    }
  }
  const run = (id: number, signal: AbortSignal, first: boolean): Promise<Refreshed> => {
    const reading = () => inTurn(() => read(id, signal))
    return first ? reading() : inLine(reading)
  }
  const once = (id: number, signal: AbortSignal, first = false): Promise<Refreshed> => {
    const known = running.get(id)
    if (known) return known
    const mine = run(id, signal, first).finally(() => running.delete(id))
    running.set(id, mine)
    return mine
  }

  return {
    soon(id) {
      if (stopped.signal.aborted || running.size >= maxWaiting) return
      const current = running.get(id)
      void (current ? current.then(() => once(id, stopped.signal)) : once(id, stopped.signal))
    },
    now: async id => (stopped.signal.aborted ? nothingRead : once(id, stopped.signal, true)),
    async stop() {
      stopped.abort()
      await Promise.allSettled(running.values())
    },
  }
}
