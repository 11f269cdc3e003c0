import type { Context } from '@linecard/plugin-kit'
import type { Lease } from '@linecard/plugin-kit/lead'
import type { Config } from '../config.ts'
import { recentOf, takeSample, type Live } from '../judge/live.ts'
import { steps, writeRecent, writeSamples, type Measured } from '../store/measures.ts'
import { addSeries } from '../store/series.ts'
import type { Watched } from './targets.ts'

export interface MeasuringOptions {
  ctx: Context<Config>
  lease: Lease
  watched: Watched
  now(): number
}

const bucketOf = (time: number) => Math.floor(time / (steps.fine * 1000))

/** Stores loss and round trip of all devices in an interval, and samples of them for the chart. */
export function createMeasuring({ ctx, lease, watched, now }: MeasuringOptions) {
  let recentAt = performance.now() + ctx.config.store_sec * 1000
  let sampledAt = now()

  const measure = (of: (live: Live) => Measured['tally'] | null): Measured[] =>
    [...watched.lives].flatMap(([deviceId, live]) => {
      const tally = of(live)
      return tally ? [{ deviceId, tally }] : []
    })

  return {
    /** Loss and round trip of the last minutes, when it is time. */
    async recent(): Promise<void> {
      if (performance.now() < recentAt) return
      recentAt = performance.now() + ctx.config.store_sec * 1000
      const time = now()
      const measured = measure(live => recentOf(live, time))
      await lease.write(em => writeRecent(em, measured, new Date(time)))
      addSeries(ctx, measured, watched.devices, time)
    },
    /** The samples, when their five minutes are over, or `always`. */
    async samples(always: boolean): Promise<void> {
      const time = now()
      if (!always && bucketOf(time) === bucketOf(sampledAt)) return
      const measured = measure(takeSample)
      const at = sampledAt
      sampledAt = time
      await lease.write(em => writeSamples(em, measured, at))
    },
  }
}
