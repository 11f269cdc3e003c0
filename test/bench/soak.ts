/**
 * `npm run bench:soak [-- minutes [--json]]`: the work of `bench:kills` without a kill (changes, changes of
 * the database, whole readings), 5 minutes by default. Shows heap, resident memory, handles, open files and
 * the p99 of the event loop's delay over time, with their slope. Fails if heap or memory of the last third is
 * above that of the second third by more than a fifth, or if handles or files grow. (Fault 48)
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { workloads } from './kills/run.ts'
import { startWorld } from './kills/world.ts'
import { median } from './median.ts'

const { values: options, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const minutes = Number(positionals[0] ?? 5)
const everyMs = Math.min(5_000, (minutes * 60_000) / 12)

/** A figure of the service: its metric, its unit, and how much more the last third may have than the second. */
const figures = {
  heap_mb: { metric: 'nodejs_heap_size_used_bytes', unit: 1e6, share: 1.2, more: 10 },
  rss_mb: { metric: 'process_resident_memory_bytes', unit: 1e6, share: 1.2, more: 10 },
  handles: { metric: 'nodejs_active_handles', unit: 1, share: 1, more: 8 },
  files: { metric: 'process_open_fds', unit: 1, share: 1, more: 8 },
  loop_p99_ms: { metric: 'nodejs_eventloop_lag_p99_seconds', unit: 1e-3, share: Infinity, more: 0 },
} as const
type Figure = keyof typeof figures
const names = Object.keys(figures) as Figure[]

/** The sum of all lines of a metric; NaN: it has none. */
function valueOf(text: string, { metric, unit }: { metric: string; unit: number }): number {
  const lines = [...text.matchAll(new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))]
  return lines.length > 0 ? lines.reduce((sum, [, value]) => sum + Number(value), 0) / unit : NaN
}

/** Least squares: how much a figure grows in an hour. */
function slopeAnHour(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const [top, bottom] = values.reduce(
    ([above, below], value, at) => [above + (at - middle) * (value - mean), below + (at - middle) ** 2],
    [0, 0],
  )
  return (top / bottom) * (3_600_000 / everyMs)
}

const world = await startWorld(6)
const faults: string[] = []
try {
  const stop = new AbortController()
  const running = workloads.map(start => start(world))
  const work = Promise.all(running.map(one => one.work(stop.signal)))
  const samples: Record<Figure, number>[] = []
  const end = performance.now() + minutes * 60_000
  while (performance.now() < end) {
    await sleep(everyMs)
    const text = await world.metrics()
    samples.push(Object.fromEntries(names.map(name => [name, valueOf(text, figures[name])])) as never)
  }
  stop.abort()
  await work
  const third = Math.floor(samples.length / 3)
  const rows = Object.fromEntries(
    names.map(name => {
      const values = samples.map(sample => sample[name])
      const [before, after] = [median(values.slice(third, 2 * third)), median(values.slice(2 * third))]
      const { share, more } = figures[name]
      if (!(after <= before * share + more)) faults.push(`${name} grew from ${before} to ${after}`)
      const slope = slopeAnHour(values.slice(third))
      return [
        name,
        { second_third: before, last_third: after, highest: Math.max(...values), slope_an_hour: slope },
      ]
    }),
  )
  const done: Record<string, number> = {}
  for (const one of running) done[one.name] = (await one.findings()).done
  if (options.json) console.log(JSON.stringify({ minutes, done, figures: rows }))
  else {
    console.log(`${minutes} minutes, ${samples.length} samples, done: ${JSON.stringify(done)}`)
    console.table(rows)
  }
} finally {
  await world.stop()
}
for (const fault of faults) console.error(`FAILED: ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)
