import { Readable } from 'node:stream'
import type { Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Row } from '../series/row.ts'
import { tables } from '../tables.ts'
import type { Partitions } from './partitions.ts'
import type { SeriesIds } from './series-ids.ts'
import { dayMs, sampleTier } from './tiers.ts'
import { maxSlots } from '../catalogue/index.ts'

/** One row on its way into the table. */
export interface Sample {
  series: number
  /** Milliseconds since 1970. */
  time: number
  values: readonly number[]
}

const columns = Array.from({ length: maxSlots }, (_, slot) => `v${slot}`)
const target = `copy metrics_sample (series_id, time, ${columns.join(', ')}) from stdin`
const binaryStatement = `${target} with (format binary)`
export const textStatement = target

/** PostgreSQL counts time from 2000-01-01. */
const epochMs = Date.UTC(2000, 0, 1)
const signature = Buffer.from('PGCOPY\n\u00ff\r\n\0', 'latin1')
const headerBytes = signature.length + 8
/** Field count, two fixed fields, and values with their lengths. */
const rowBytes = 2 + 8 + 12 + maxSlots * 8

/**
 * The rows in the binary format of COPY (PostgreSQL manual, "COPY", file formats). Values become `real`: 24
 * bits of mantissa, which is 6e-8 of the value.
 */
export function binaryCopy(samples: readonly Sample[]): Buffer {
  const out = Buffer.allocUnsafe(headerBytes + samples.length * rowBytes + 2)
  signature.copy(out)
  out.writeInt32BE(0, signature.length)
  out.writeInt32BE(0, signature.length + 4)
  let at = headerBytes
  for (const { series, time, values } of samples) {
    at = out.writeInt16BE(2 + maxSlots, at)
    at = out.writeInt32BE(4, at)
    at = out.writeInt32BE(series, at)
    at = out.writeInt32BE(8, at)
    const micros = (time - epochMs) * 1000
    at = out.writeInt32BE(Math.floor(micros / 2 ** 32), at)
    at = out.writeUInt32BE(((micros % 2 ** 32) + 2 ** 32) % 2 ** 32, at)
    for (let slot = 0; slot < maxSlots; slot++) {
      const value = values[slot]
      if (value === undefined || value !== value) {
        at = out.writeInt32BE(-1, at)
        continue
      }
      at = out.writeInt32BE(4, at)
      at = out.writeFloatBE(value, at)
    }
  }
  at = out.writeInt16BE(-1, at)
  return out.subarray(0, at)
}

/** The same rows as text. The benchmark compares both. */
export function textCopy(samples: readonly Sample[]): Buffer {
  const lines = samples.map(({ series, time, values }) => {
    const cells = columns.map((_, slot) => {
      const value = values[slot]
      return value === undefined || Number.isNaN(value) ? '\\N' : String(Math.fround(value))
    })
    return `${series}\t${new Date(time).toISOString()}\t${cells.join('\t')}\n`
  })
  return Buffer.from(lines.join(''))
}

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
