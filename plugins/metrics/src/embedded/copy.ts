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
export const binaryStatement = `${target} with (format binary)`
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
