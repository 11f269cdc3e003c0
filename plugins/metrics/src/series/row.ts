import type { SeriesPoint } from '@linecard/plugin-kit'
import { placeOf } from '../catalogue/index.ts'

/** Values of one family at one time. */
export interface Row {
  /** Id of the family. */
  family: number
  device: number
  /** 0: the device itself. */
  interface: number
  part: string
  /** Milliseconds since 1970. */
  time: number
  /** By slot; NaN or absent: no value. */
  values: readonly number[]
}

/** Names that devices give to their parts end here. */
export const maxPartLength = 100

/** Without what PostgreSQL and the text format cannot hold. */
export const partOf = (name: string): string =>
  // oxlint-disable-next-line no-control-regex
  name.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(0, maxPartLength)

/**
 * Joins points of one family, subject and time to rows. `unknown`: points of metrics that nobody declared.
 */
export function rowsOf(points: readonly SeriesPoint[]): { rows: Row[]; unknown: number } {
  const rows = new Map<string, Row & { values: number[] }>()
  let unknown = 0
  for (const { metric, device_id, interface_id, part, time, value } of points) {
    const place = placeOf(metric)
    if (!place || !Number.isFinite(value)) {
      unknown++
      continue
    }
    const { family, slot } = place
    const key = `${family.id} ${device_id} ${interface_id ?? 0} ${time} ${part}`
    let row = rows.get(key)
    if (!row) {
      const values = Array.from({ length: family.slots.length }, () => NaN)
      const subject = { device: device_id, interface: interface_id ?? 0, part: partOf(part) }
      row = { family: family.id, ...subject, time, values }
      rows.set(key, row)
    }
    row.values[slot] = value
  }
  return { rows: [...rows.values()], unknown }
}
