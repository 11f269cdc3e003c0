import { type Context, isDatabaseOutage } from '@linecard/plugin-kit'
import { soon } from '@linecard/plugin-kit/concurrency'
import type { Config } from './config.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { look } from './outages/look.ts'
import { review } from './outages/review.ts'
import { againSec, askOlt } from './picture/asked.ts'

/** Looks at devices, one after the other, and asks OLTs why. */
interface Looks {
  /** Looks at a device within a moment. One that waits is looked at once. */
  soon(deviceId: number): void
  /** Looks at a device now. */
  now(deviceId: number): Promise<void>
  idle(): Promise<void>
  stop(): Promise<void>
}

/** What comes in so soon after each other is looked at together, ms. */
const gatherMs = 200
/** What is answered is stored by others so soon, ms. */
const storedMs = 1_000
/** OLTs that are asked at the same time. */
const mostAsked = 4

function createLooks(ctx: Context<Config>): Looks {
  const waiting = new Set<number>()
  const asking = new Map<number, Promise<void>>()
  const toAsk = new Set<number>()
  const stopping = new AbortController()

  const failed = (error: unknown, deviceId: number) =>
    stopping.signal.aborted ||
    ctx.log[isDatabaseOutage(error) ? 'warn' : 'error'](
      { err: error, device_id: deviceId },
      'the outages of a device could not be looked at; the next round does it',
    )

  async function ask(deviceId: number): Promise<void> {
    if (!ctx.config.ask) return
    if (!(await askOlt(ctx, deviceId, stopping.signal))) {
      // It was asked a moment ago, before this was lost.
      await pause(againSec * 1000, null, { signal: stopping.signal })
      if (!(await askOlt(ctx, deviceId, stopping.signal))) return
    }
    await pause(storedMs, null, { signal: stopping.signal })
    // What it was asked for is looked at, and not asked for again.
    await look(ctx, deviceId)
    await review(ctx, deviceId)
  }
  function askNext(): void {
    for (const deviceId of toAsk) {
      if (stopping.signal.aborted || asking.size >= mostAsked) return
      if (asking.has(deviceId)) continue
      toAsk.delete(deviceId)
      const done = ask(deviceId)
        .catch((error: unknown) => void failed(error, deviceId))
        .finally(() => {
          asking.delete(deviceId)
          askNext()
        })
      asking.set(deviceId, done)
    }
  }
  async function now(deviceId: number): Promise<void> {
    const found = await look(ctx, deviceId)
    if (!found.ask) return
    toAsk.add(deviceId)
    askNext()
  }
  async function lookAtAll(): Promise<void> {
    for (const deviceId of waiting) {
      if (stopping.signal.aborted) return
      waiting.delete(deviceId)
      await now(deviceId).catch((error: unknown) => void failed(error, deviceId))
    }
  }
  const looking = soon(gatherMs, lookAtAll, () => undefined)
  const idle = async () => {
    do await Promise.all([looking.now(), ...asking.values()])
    while (waiting.size > 0 || asking.size > 0)
  }
  return {
    soon(deviceId) {
      waiting.add(deviceId)
      looking()
    },
    now,
    idle,
    async stop() {
      stopping.abort(new Error('the service stops'))
      await looking.stop()
      await Promise.all(asking.values())
    },
  }
}

/** What all slots of this plugin get. */
export interface Correlation {
  ctx: Context<Config>
  looks: Looks
  unfollow(): void
}

/** Events of this process after which a device is looked at. */
const causes = ['interface.status', 'device.down', 'device.up'] as const

export function setup(ctx: Context<Config>): Correlation {
  const looks = createLooks(ctx)
  const ends = causes.map(name => ctx.events.on(name, ({ device_id: id }) => looks.soon(id)))
  return {
    ctx,
    looks,
    unfollow: () => {
      for (const end of ends) end()
    },
  }
}

export async function stop({ unfollow, looks }: Correlation): Promise<void> {
  unfollow()
  await looks.stop()
}
