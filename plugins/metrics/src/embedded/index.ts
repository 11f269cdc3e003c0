import { isDatabaseOutage, type Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import type { SeriesStore } from '../series/store.ts'
import { createPartitions, type Partitions } from './partitions.ts'
import { readEmbedded } from './read.ts'
import { createSeriesIds, type SeriesIds } from './series-ids.ts'
import { dayMs, keptDays, tiers } from './tiers.ts'
import { worstEmbedded } from './worst.ts'
import { writeRows } from './write.ts'

export interface Embedded extends SeriesStore {
  ids: SeriesIds
  partitions: Partitions
}

/** Series in PostgreSQL: partitions by day, roll-ups of 5 minutes, an hour and a day. */
export function createEmbedded(ctx: Context<Config>, onImpossible: (rows: number) => void): Embedded {
  const ids = createSeriesIds(() => ctx.em())
  const partitions = createPartitions(() => ctx.em())
  return {
    ids,
    partitions,
    async write(rows) {
      const parts = { ctx, ids, partitions, keptDays: () => ctx.config.sample_days }
      const impossible = await writeRows(parts, rows)
      if (impossible > 0) onImpossible(impossible)
    },
    isAway: isDatabaseOutage,
    read: (wanted, signal) => readEmbedded(ctx.em(), wanted, signal),
    worst: (wanted, signal) => worstEmbedded(ctx.em(), wanted, signal),
    stepFrom(from, step) {
      const age = ctx.clock().getTime() - from * 1000
      // The finest tier that still has the begin.
      const tier = tiers.find(one => age <= keptDays(one, ctx.config) * dayMs) ?? tiers.at(-1)!
      return tier.period === 0 ? step : Math.ceil(step / tier.period) * tier.period
    },
  }
}
