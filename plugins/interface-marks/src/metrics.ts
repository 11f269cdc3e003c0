import type { Context, Metric, Sample } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { tables } from './tables.ts'

/** A scrape never waits for the database. It gets the numbers of the scrape before, or of the last 30 s. */
const maxAgeMs = 30_000

export interface MarkCounts {
  metrics: readonly Metric[]
  /** Counts now. */
  refresh(): Promise<void>
}

/** Counts marked interfaces, of all groups. */
export function createCounts(ctx: Pick<Context, 'em' | 'log' | 'clock'>): MarkCounts {
  let favorites: Sample[] = []
  let tagged: Sample[] = []
  let tags: Sample[] = []
  let countedAt = -Infinity

  async function refresh(): Promise<void> {
    countedAt = ctx.clock().getTime()
    const [{ interfaces }, tag] = await Promise.all([
      tables(ctx.em())
        .selectFrom('interface_marks_favorite')
        .select(sql<number>`count(distinct interface_id)::int`.as('interfaces'))
        .executeTakeFirstOrThrow(),
      tables(ctx.em())
        .selectFrom('interface_marks_tag')
        // Never the tags themselves: people type them, so they are no labels.
        .select(sql<number>`count(distinct interface_id)::int`.as('interfaces'))
        .select(sql<number>`count(distinct tag)::int`.as('tags'))
        .executeTakeFirstOrThrow(),
    ])
    favorites = [{ value: interfaces }]
    tagged = [{ value: tag.interfaces }]
    tags = [{ value: tag.tags }]
  }

  const recent = (samples: () => Sample[]) => () => {
    if (ctx.clock().getTime() - countedAt > maxAgeMs)
      refresh().catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'marks could not be counted')
      })
    return samples()
  }

  return {
    refresh,
    metrics: [
      {
        name: 'linecard_interface_marks_favorites',
        help: 'Interfaces that are a favourite of somebody',
        type: 'gauge',
        collect: recent(() => favorites),
      },
      {
        name: 'linecard_interface_marks_tagged',
        help: 'Interfaces that have a tag',
        type: 'gauge',
        collect: recent(() => tagged),
      },
      {
        name: 'linecard_interface_marks_tags',
        help: 'Different tags',
        type: 'gauge',
        collect: recent(() => tags),
      },
    ],
  }
}
