import { counter, type Metric } from '@linecard/plugin-kit'

/** What this plugin counts of itself. */
export interface Counts {
  written(rows: number, values: number): void
  lost(rows: number, why: 'full' | 'refused' | 'time' | 'unknown'): void
  failed(): void
  metrics: readonly Metric[]
}

export function createCounts(waiting: () => number): Counts {
  const rows = counter('linecard_metrics_rows_written_total', 'Rows of series written to the store')
  const values = counter('linecard_metrics_values_written_total', 'Values in these rows')
  const lost = counter(
    'linecard_metrics_rows_lost_total',
    'Rows that are lost: full (the store was away), refused, time (impossible), unknown (no such metric)',
  )
  const failed = counter('linecard_metrics_writes_failed_total', 'Writes that will be tried again')
  return {
    written(count, inThem) {
      rows.add({}, count)
      values.add({}, inThem)
    },
    lost: (count, why) => lost.add({ why }, count),
    failed: () => failed.add(),
    metrics: [
      rows,
      values,
      lost,
      failed,
      {
        name: 'linecard_metrics_rows_waiting',
        help: 'Rows that wait for the store in this process',
        type: 'gauge',
        collect: () => [{ value: waiting() }],
      },
    ],
  }
}
