import type { Context, Metric } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import type { Attachments } from './attachments.ts'

/** Numbers of the whole installation, as this process last read them. */
export interface Gauges {
  files: number
  bytes: number
  /** They have changed. */
  touch(): void
  /** As last read; read anew where that is long ago. */
  current(): Pick<Gauges, 'files' | 'bytes'>
}

/** How old the numbers may be at a scrape, in ms; other processes change them too. */
const stale = 60_000

export function gaugesOf(ctx: Context<Config>): Gauges {
  let readAt = 0
  const gauges = {
    files: 0,
    bytes: 0,
    touch() {
      readAt = 0
    },
    current() {
      const now = Date.now()
      if (now - readAt > stale) {
        readAt = now
        // A scrape does not wait for the database: it gets the numbers of the one before.
        ctx
          .em()
          .execute<{ files: number; bytes: number }[]>(
            'select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from attachments_file',
          )
          .then(
            ([row]) => {
              Object.assign(gauges, row)
            },
            (error: unknown) => ctx.log.debug({ err: error }, 'attachments could not be counted'),
          )
      }
      return gauges
    },
  }
  gauges.current()
  return gauges
}

export const metrics = ({ gauges }: Attachments): readonly Metric[] => [
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
