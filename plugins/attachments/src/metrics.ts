import type { Context, Metric } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { tables } from './tables.ts'

interface Totals {
  files: number
  bytes: number
}

/** Totals of the whole installation. */
export interface Gauges {
  /** Says that the totals have changed. */
  touch(): void
  /** The totals of the last reading. If they are old, a new reading starts in the background. */
  current(): Totals
}

/** Other processes change the totals too: they are read again after this time, in ms. */
const maxAgeMs = 60_000

export function createGauges(ctx: Pick<Context, 'em' | 'log'>): Gauges {
  let readAt = 0
  let totals: Totals = { files: 0, bytes: 0 }

  async function read(): Promise<void> {
    totals = await tables(ctx.em())
      .selectFrom('attachments_file')
      .select([
        sql<number>`count(*)::int`.as('files'),
        sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes'),
      ])
      .executeTakeFirstOrThrow()
  }

  const gauges: Gauges = {
    touch() {
      readAt = 0
    },
    current() {
      const now = Date.now()
      if (now - readAt > maxAgeMs) {
        readAt = now
        // A scrape does not wait for the database: it gets the totals of the scrape before.
        read().catch((error: unknown) => ctx.log.debug({ err: error }, 'attachments could not be counted'))
      }
      return totals
    },
  }
  gauges.current()
  return gauges
}

export const metrics = ({ gauges }: { gauges: Gauges }): readonly Metric[] => [
  {
    name: 'linecard_attachments_files',
    help: 'Attached files',
    type: 'gauge',
    collect: () => [{ value: gauges.current().files }],
  },
  {
    name: 'linecard_attachments_bytes',
    help: 'Bytes of attached files',
    type: 'gauge',
    collect: () => [{ value: gauges.current().bytes }],
  },
]
