import type { Context } from '@linecard/plugin-kit'
import { createLead as leadWith, createLease, type Led } from '@linecard/plugin-kit/lead'
import type { Config } from '../config.ts'
import type { Counts, Shown } from '../metrics.ts'
import { startWatch } from '../watch/watch.ts'
import { createRuns } from '../store/runs.ts'

/** How often this process notes that it works, in ms. */
const pulseMs = 1000

export interface Lead {
  /** Begins to watch as soon as no other process does. */
  start(): void
  stop(): Promise<void>
  /** Null: another process watches. */
  shown(): Shown | null
}

/** Sees to it that one process of each group of workers watches the devices of the group. */
export function createLead(ctx: Context<Config>, counts: Counts): Lead {
  const worker = ctx.use('work').group
  const lease = createLease(ctx, { table: 'pinger_lease', worker })

  async function begin(): Promise<Led & Pick<Lead, 'shown'>> {
    const runs = createRuns(() => ctx.clock().getTime(), worker)
    const watch = await startWatch(ctx, lease, counts, runs)
    const pulse = setInterval(() => runs.pulse(), pulseMs).unref()
    return {
      shown: () => watch.shown(),
      kept: () => lease.write(em => runs.write(em)),
      async end(own) {
        clearInterval(pulse)
        await watch.stop(own)
        if (own) await lease.write(em => runs.write(em))
      },
    }
  }
  const { start, stop, led } = leadWith({ ctx, lease, begin, what: 'the pinger' })
  return { start, stop, shown: () => led()?.shown() ?? null }
}
