import { Readable } from 'node:stream'
import type { Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Row } from '../series/row.ts'
import { tables } from '../tables.ts'
import { binaryCopy, binaryStatement, type Sample } from './copy.ts'
import type { Partitions } from './partitions.ts'
import type { SeriesIds } from './series-ids.ts'
import { dayMs, sampleTier } from './tiers.ts'

/** Roll-ups are made so long after their time. Rows that are later than this are rolled up once more. */
export const graceMs = 120_000
/** A row may be so far in the future: clocks of two machines differ. */
const aheadMs = 600_000

interface WriteParts {
  ctx: Pick<Context, 'em' | 'copyIn' | 'clock'>
  ids: SeriesIds
  partitions: Partitions
  keptDays(): number
}

/** Marks what was rolled up before these rows came. It waits for a roll-up that runs. */
async function redoFrom({ ctx }: WriteParts, oldest: number): Promise<void> {
  const time = new Date(oldest).toISOString()
  await sql`
    update metrics_rolled set redo_from = case when done_to >= ${time}::timestamptz
      then least(coalesce(redo_from, ${time}::timestamptz), ${time}::timestamptz) else redo_from end`.execute(
    tables(ctx.em()),
  )
}

/** Writes rows with one COPY. Rows of an impossible time are left out. Returns how many. */
export async function writeRows(parts: WriteParts, rows: readonly Row[]): Promise<number> {
  const now = parts.ctx.clock().getTime()
  const possible = rows.filter(
    ({ time }) => time > now - parts.keptDays() * dayMs && time < now + aheadMs && Number.isFinite(time),
  )
  if (possible.length === 0) return rows.length
  const series = await parts.ids.of(possible)
  const samples = possible.map(({ time, values }, at): Sample => ({ series: series[at]!, time, values }))
  const days = new Set(samples.map(({ time }) => Math.floor(time / dayMs)))
  for (const day of days) await parts.partitions.need(sampleTier, day * dayMs)
  const body = Readable.from([binaryCopy(samples)])
  await parts.ctx.copyIn(binaryStatement, body)
  const oldest = samples.reduce((first, { time }) => Math.min(first, time), Infinity)
  if (oldest < now - graceMs / 2) await redoFrom(parts, oldest)
  return rows.length - possible.length
}
