import { fdb } from '@linecard/driver-kit/modules'
import { deviceAnswered, retryable, type Context, type DeviceAnswered } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Config } from '../../config.ts'
import { sightingsOf, type FdbRow } from './sightings.ts'
import { storeSightings } from './store.ts'

/** Answers that are written at the same time. */
const maxWriters = 2
/** Answers that wait. If there are more, the oldest is dropped; the next reading brings it again. */
const maxWaiting = 200

export interface SightingsFollower {
  /** Resolves when all received answers are written. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/**
 * Stores the MAC addresses of every `fdb` answer about a whole device, for any caller. For each device only
 * the newest answer waits.
 */
export function followSightings(ctx: Context<Config>): SightingsFollower {
  const waiting = new Map<number, DeviceAnswered>()
  const writers = new Set<Promise<void>>()

  async function write({ device_id: id, data, complete, time }: DeviceAnswered): Promise<void> {
    const limits = { perPort: ctx.config.sighting_port_rows, perDevice: ctx.config.sighting_device_rows }
    try {
      const sightings = await sightingsOf(data as FdbRow[], limits)
      await retryable(() =>
        storeSightings(ctx.em() as SqlEntityManager, id, { sightings, complete, time, ...limits }),
      )
    } catch (error) {
      ctx.log.error({ err: error, device_id: id }, 'the MAC addresses of a device cannot be kept')
    }
  }
  async function writeAll(): Promise<void> {
    for (let [next] = waiting.values(); next; [next] = waiting.values()) {
      waiting.delete(next.device_id)
      await write(next)
    }
  }
  const unfollow = ctx.events.on(deviceAnswered, payload => {
    const answer = payload as DeviceAnswered
    if (answer.module !== fdb.name || Object.keys(answer.args).length > 0) return
    waiting.set(answer.device_id, answer)
    const [oldest] = waiting.keys()
    if (waiting.size > maxWaiting && oldest !== undefined) {
      waiting.delete(oldest)
      ctx.log.warn(
        { device_id: oldest },
        'too many FDBs wait to be kept; one is dropped until its next reading',
      )
    }
    if (writers.size >= maxWriters) return
    const writer = writeAll().finally(() => writers.delete(writer))
    writers.add(writer)
  })
  const idle = async () => {
    while (writers.size > 0) await Promise.all(writers)
  }
  return {
    idle,
    async stop() {
      unfollow()
      waiting.clear()
      await idle()
    },
  }
}
