import type { Context, Metric, Sample } from '@linecard/plugin-kit'

/** Series of tags at most: the most used ones. */
export const SERIES = 100
/**
 * A scrape must not wait for the database: it gets numbers that are no older than the scrape before it, or
 * than this.
 */
const FRESH_MS = 30_000

export interface Counts {
  metrics: readonly Metric[]
  /** Counts now. */ refresh(): Promise<void>
}

/** How many interfaces are marked, of all groups. */
export function createCounts(ctx: Pick<Context, 'em' | 'log' | 'clock'>): Counts {
  let favorites: Sample[] = []
  let tags: Sample[] = []
  let asked = -Infinity

  async function refresh(): Promise<void> {
    asked = ctx.clock().getTime()
    const [[count], rows] = await Promise.all([
      ctx
        .em()
        .execute<{ interfaces: number }[]>(
          'select count(distinct interface_id)::int as interfaces from interface_marks_favorite',
        ),
      ctx
        .em()
        .execute<{ tag: string; interfaces: number }[]>(
          'select tag, count(*)::int as interfaces from interface_marks_tag group by tag order by interfaces desc, tag limit ?',
          [SERIES],
        ),
    ])
    favorites = [{ value: count!.interfaces }]
    tags = rows.map(({ tag, interfaces }) => ({ labels: { tag }, value: interfaces }))
  }
  const current = (samples: () => Sample[]) => () => {
    if (ctx.clock().getTime() - asked > FRESH_MS)
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
        collect: current(() => favorites),
      },
      {
        name: 'linecard_interface_marks_tagged',
        help: `Interfaces with a tag, of the ${SERIES} most used tags`,
        type: 'gauge',
        collect: current(() => tags),
      },
    ],
  }
}
