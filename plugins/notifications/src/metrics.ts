import { counter, type Context, type Metric } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Config } from './config.ts'
import { tables } from './tables.ts'

interface Depth {
  channel: string
  state: string
  count: number
  oldest: number
}

/** What is told about the queue, as it was when this process counted it. */
export function createCounts() {
  const attempts = counter('linecard_notifications_attempts_total', 'Attempts to send messages')
  let depths: readonly Depth[] = []
  const metrics: Metric[] = [
    attempts,
    {
      name: 'linecard_notifications_waiting',
      help: 'Messages that are not sent yet',
      type: 'gauge',
      collect: () =>
        depths.map(({ channel, state, count }) => ({ labels: { channel, state }, value: count })),
    },
    {
      name: 'linecard_notifications_oldest_due_seconds',
      help: 'For how long the oldest message has been due',
      type: 'gauge',
      collect: () =>
        depths
          .filter(({ state }) => state === 'queued')
          .map(({ channel, oldest }) => ({ labels: { channel }, value: oldest })),
    },
  ]
  return {
    attempts,
    metrics,
    /** Counts the queue for the next requests of `/metrics`. */
    async measure(ctx: Context<Config>): Promise<void> {
      const { rows } = await sql<Depth>`
        select channel, state, count(*)::int as count,
          greatest(extract(epoch from clock_timestamp() - min(due_at)), 0)::float8 as oldest
        from notifications_delivery where state in ('queued', 'held', 'sending')
        group by channel, state order by channel, state limit 100`.execute(tables(ctx.em()))
      depths = rows
    },
  }
}
export type Counts = ReturnType<typeof createCounts>
