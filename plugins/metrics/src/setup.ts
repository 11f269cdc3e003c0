import { type Context, type Series, type WorstAsked, counter, type Metric } from '@linecard/plugin-kit'
import { byFamily } from './answers/operations.ts'
import type { Config } from './config.ts'
import { createEmbedded, type Embedded } from './embedded/index.ts'
import { isOvertakenState } from '@linecard/inventory/read'
import type { PollParts } from './polled/parts.ts'
import { createPrometheus } from './prometheus/index.ts'
import { createKept } from './rates/kept.ts'
import { createRules } from './rules/index.ts'
import { createBuffer, type Buffer } from './series/buffer.ts'
import { keepChanges, loweredSince } from './rates/speed-changes.ts'
import { rowsOf, type Row } from './series/row.ts'
import type { SeriesStore, WorstWanted } from './series/store.ts'
import { createSubjects } from './subjects.ts'

/** What this plugin counts of itself. */
interface Counts {
  written(rows: number, values: number): void
  lost(rows: number, why: 'full' | 'refused' | 'time' | 'unknown'): void
  failed(): void
  metrics: readonly Metric[]
}

function createCounts(waiting: () => number): Counts {
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

/** What all slots of this plugin get. */
export interface Metrics {
  ctx: Context<Config>
  parts: PollParts
  embedded: Embedded
  /** The store that the settings name now. */
  store(): SeriesStore
  buffer: Buffer
  counts: Counts
  scraping: { running: boolean }
}

const valuesIn = (rows: readonly Row[]): number =>
  rows.reduce((sum, { values }) => sum + values.filter(value => !Number.isNaN(value)).length, 0)

function createSeriesBuffer(ctx: Context<Config>, counts: () => Counts, store: () => SeriesStore): Buffer {
  return createBuffer({
    max: () => ctx.config.buffer_rows,
    write: rows => store().write(rows),
    isAway: error => store().isAway(error),
    onAway(error) {
      counts().failed()
      ctx.log.warn({ err: error }, 'the store of series is away: values wait')
    },
    onLost(rows, why, error) {
      counts().lost(rows, why)
      ctx.log.error({ err: error, rows, why }, 'values of series are lost')
    },
    onWritten: rows => counts().written(rows.length, valuesIn(rows)),
  })
}

/** @throws RangeError for metrics that are unknown or of several families */
function worstWanted({ metrics, from, to, above, limit, interface_ids: ids }: WorstAsked): WorstWanted {
  const [first, ...more] = [...byFamily(metrics)]
  if (!first || more.length > 0) throw new RangeError(`not of one family: ${metrics.join(', ')}`)
  const [family, slots] = first
  const times = { from: from.getTime() / 1000, to: to.getTime() / 1000 }
  return { family, slots, ...times, above, limit, interfaces: ids ?? null }
}

export function setup(ctx: Context<Config>): Metrics {
  const subjects = createSubjects(() => ctx.em(), ctx.clock)
  const embedded = createEmbedded(ctx, rows => counts.lost(rows, 'time'))
  const prometheus = createPrometheus({ config: ctx.config, names: subjects.namesOf, kept: embedded })
  const store = () => (ctx.config.store === 'embedded' ? embedded : prometheus)
  const buffer = createSeriesBuffer(ctx, () => counts, store)
  const counts: Counts = createCounts(buffer.waiting)
  const series: Series = {
    add(points) {
      const { rows, unknown } = rowsOf(points)
      if (unknown > 0) counts.lost(unknown, 'unknown')
      buffer.add(rows)
    },
    worst: async (asked, signal) => store().worst(worstWanted(asked), signal),
    lowered: loweredSince,
    flush: buffer.flush,
  }
  ctx.provide('series', series)
  ctx.provide('series-rules', createRules(ctx))
  const parts: PollParts = {
    add: rows => buffer.add(rows),
    subjects,
    counters: createKept(() => ctx.em(), 'metrics_counter'),
    speeds: createKept(() => ctx.em(), 'metrics_speed'),
    isOvertaken: (device, module, time) => isOvertakenState(ctx.em(), device, module, time),
    speedChanged: (time, changes) => keepChanges(ctx.em(), time, changes),
  }
  return { ctx, parts, embedded, store, buffer, counts, scraping: { running: false } }
}
