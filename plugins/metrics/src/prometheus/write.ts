import type { Config } from '../config.ts'
import { familyOf, prefix } from '../catalogue/index.ts'
import type { Row } from '../series/row.ts'
import { askStore } from './ask.ts'
import { labelsOf, type Names } from './labels.ts'

/** Names for labels, by device and interface. */
export type NamesOf = (rows: readonly Row[]) => Promise<(row: Row) => Names | undefined>

/** The rows as lines of the text format, with times. */
export function linesOf(rows: readonly Row[], namesOf: (row: Row) => Names | undefined): string {
  const lines: string[] = []
  for (const row of rows) {
    const { slots } = familyOf(row.family)!
    const labels = labelsOf(row, namesOf(row))
    for (const [slot, { metric }] of slots.entries()) {
      const value = row.values[slot]
      if (value !== undefined && !Number.isNaN(value))
        lines.push(`${prefix}${metric}${labels} ${value} ${Math.round(row.time)}`)
    }
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

/** Sends rows to VictoriaMetrics by its import API. @throws StoreError */
export async function writePrometheus(config: Config, rows: readonly Row[], names: NamesOf): Promise<void> {
  const body = linesOf(rows, await names(rows))
  if (body === '') return
  await askStore(config, {
    base: config.write_url,
    path: '/api/v1/import/prometheus',
    body,
    type: 'text/plain',
  })
}
