import type { Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import type { Counts, Shown } from '../metrics.ts'
import { startWatch, type Watch } from '../watch/watch.ts'
import { createLease, LeaseLost } from '../store/lease.ts'
import { createRuns, type Runs } from './runs.ts'

/** How often the lease is renewed or asked for, and how often this process notes that it works, in ms. */
const [renewMs, pulseMs] = [2000, 1000]

export interface Lead {
  /** Begins to watch as soon as no other process does. */
  start(): void
  stop(): Promise<void>
  /** Null: another process watches. */
  shown(): Shown | null
}

/** Sees to it that one process of each group of workers watches the devices of the group. */
export function createLead(ctx: Context<Config>, counts: Counts): Lead {
  const lease = createLease(ctx)
  let watch: Watch | null = null
  let runs: Runs | null = null
  let timer: NodeJS.Timeout | null = null
  let pulse: NodeJS.Timeout | null = null
  let unfollow: (() => void) | null = null
  let turn: Promise<void> = Promise.resolve()
  let stopped = true

  async function begin(): Promise<void> {
    try {
      watch = await startWatch(ctx, lease, counts)
    } catch (error) {
      await lease.release()
      throw error
    }
    const worker = ctx.use('work').group
    const own = createRuns(() => ctx.clock().getTime(), worker)
    runs = own
    pulse = setInterval(() => own.pulse(), pulseMs).unref()
    ctx.log.info({ process: ctx.processes.id, worker }, 'this process watches the devices')
  }
  async function end(store: boolean): Promise<void> {
    if (pulse) clearInterval(pulse)
    const [ended, own] = [watch, runs]
    watch = null
    runs = null
    await ended?.stop(store)
    if (store && own) await lease.write(em => own.write(em))
  }
  async function go(ended: readonly string[]): Promise<void> {
    if (stopped) return
    if (!watch) {
      if (await lease.take(ended)) await begin()
      return
    }
    const own = runs!
    if (await lease.renew()) return lease.write(em => own.write(em))
    ctx.log.warn({}, 'another process watches the devices now: this one was silent for too long')
    await end(false)
  }
  /** One after the other, whoever asks. */
  const inTurn = (work: () => Promise<void>): Promise<void> =>
    (turn = turn.then(work).catch((error: unknown) => {
      if (!(error instanceof LeaseLost))
        ctx.log.warn({ err: error }, 'the pinger could not reach the database')
    }))
  const again = () => {
    void inTurn(() => go([])).finally(() => {
      if (!stopped) timer = setTimeout(again, renewMs).unref()
    })
  }

  return {
    start() {
      if (!stopped) return
      stopped = false
      unfollow = ctx.processes.onEnded(ended => inTurn(() => go(ended)))
      again()
    },
    async stop() {
      if (stopped) return
      stopped = true
      unfollow?.()
      if (timer) clearTimeout(timer)
      await inTurn(async () => {
        if (!watch) return
        await end(true)
        await lease.release()
      })
    },
    shown: () => watch?.shown() ?? null,
  }
}
