/**
 * Days of an installation with everything on (`examples/all-in-one`: pollers, pinger,
 * series with roll-ups, histories of MAC addresses and ONUs, all jobs by their cron), with an OLT and twelve
 * switches whose counters, links and MAC addresses change. All retention is set to a day. The clock is
 * compressed: each step puts the time of the database, of the service and of the devices 15 minutes ahead,
 * and waits for what became due. Timers keep their real time. So polls take place every 15 minutes or at
 * their own longer interval, echoes every five minutes; the benchmark vacuums in place of autovacuum, which
 * would be too late, and the hourly search for lost attachments, whose hundreds of queries take seconds, runs
 * once a day. Shows memory, files, handles, timers and the database over time, and all tables at start,
 * middle and end. Fails if the last day ends with more than the day before.
 */
import { loadavg } from 'node:os'
import { defineBench } from './kit/bench.ts'
import { startCompressed } from './day/compressed.ts'
import { playOlt } from './day/olt.ts'
import type { Figures } from './day/service.ts'
import { totalBytes, type Sizes } from './kit/sizes.ts'

const onusPerPort = 4

const everything = {
  metrics: { sample_days: 1, five_minutes_days: 1, hours_days: 1, days_days: 1 },
  pinger: { chart_fine_days: 1, chart_days: 1 },
  'fdb-history': { history_days: 1 },
  'onu-history': { light_days: 1 },
  pollers: { run_days: 1, lease_sec: 600 },
  equipment: { call_log_days: 1, answer_keep_days: 1 },
  inventory: { sighting_days: 1, status_history_days: 1, closed_onu_days: 1 },
  system: { job_reports_days: 1, action_log_days: 1 },
  autodiscovery: { keep_days: 1 },
}

/** Tables that are not flat within these days, and why. */
const slow: Readonly<Record<string, string>> = {
  metrics_5m: 'goes by the week, as its partitions do',
  metrics_1h: 'goes by 28 days, as its partitions do',
  metrics_1d: 'goes by 364 days, as its partitions do',
  pinger_run: 'one row for each jump of the clock, which the pinger takes for a stall; kept for 35 days',
}

interface Look {
  day: number
  figures: Figures
  sizes: Sizes
}

export default defineBench({
  name: 'day',
  summary:
    'days of a whole installation with a compressed clock: memory, files and tables beside the day before',
  takes: '20 min',
  options: {
    days: { full: 3, smoke: 2 },
    step: { full: 900, smoke: 43_200 },
    switches: { full: 12, smoke: 2 },
  },
  async run({ days, step: stepSec, switches }, report) {
    const stepsOfDay = Math.round(86_400 / stepSec)
    const started = performance.now()
    const load = loadavg()[0]!
    const olt = await playOlt(onusPerPort)
    const installation = await startCompressed({ switches, settings: everything, onAhead: olt.setAhead })
    const looks: Look[] = []
    const look = async (day: number) =>
      looks.push({ day, figures: await installation.figures(), sizes: await installation.sizes() })
    const round = (value: number) => Math.round(value * 10) / 10

    const line = ({ day, figures, sizes }: Look) => ({
      day: round(day),
      ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)])),
      database_mb: round(totalBytes(sizes) / 1e6),
    })

    /** Rows and kB of a table. */
    const cell = (sizes: Sizes, name: string) => {
      const { rows, bytes } = sizes.get(name) ?? { rows: 0, bytes: 0 }
      return `${rows} / ${Math.round(bytes / 1000)}`
    }

    /** What the last day has more than the day before it. */
    function compare(before: Look, after: Look): void {
      for (const name of ['heap_mb', 'rss_mb', 'files', 'handles', 'timers'] as const)
        report.limit(
          after.figures[name] <= before.figures[name] * 1.1 + 5,
          `${name}: ${round(before.figures[name])} a day before, ${round(after.figures[name])} now`,
        )
      for (const [name, { rows, bytes }] of after.sizes) {
        if (name in slow) continue
        const old = before.sizes.get(name) ?? { rows: 0, bytes: 0 }
        report.limit(rows <= old.rows * 1.05 + 20, `${name}: ${old.rows} rows a day before, ${rows} now`)
        report.limit(
          bytes <= old.bytes * 1.1 + 200_000,
          `${name}: ${round(old.bytes / 1e6)} MB a day before, ${round(bytes / 1e6)} MB now`,
        )
      }
    }

    try {
      await olt.add(installation)
      await installation.request('PUT', '/system-schedule/attachments.clean_up', { cron: '23 3 * * *' })
      for (let step = 0; step <= days * stepsOfDay; step++) {
        await installation.step(stepSec * 1000)
        if (step % Math.max(1, Math.round(stepsOfDay / 8)) === 0) await installation.sql('vacuum analyze')
        if (step === Math.round(stepsOfDay / 8) || (step > 0 && step % (stepsOfDay / 2) === 0))
          await look(step / stepsOfDay)
      }
      const seconds = (performance.now() - started) / 1000
      const cpu = await installation.cpu()
      console.log(
        `an OLT of ${16 * onusPerPort} ONUs and ${switches} switches, ${days} days in ${seconds.toFixed(0)} s in ` +
          `steps of ${stepSec} s; load average ${load.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after; ` +
          `CPU: ${Object.entries(cpu)
            .map(([name, sec]) => `${name} ${sec.toFixed(0)} s`)
            .join(', ')}`,
      )
      console.table(looks.map(line))
      const [start, middle, end] = [looks[0]!, looks[looks.length >> 1]!, looks.at(-1)!]
      const shown = [...end.sizes]
        .filter(([, { rows }]) => rows > 0)
        .toSorted(([, a], [, b]) => b.bytes - a.bytes)
      console.log('rows / kB of the tables')
      console.table(
        Object.fromEntries(
          shown.map(([name]) => [
            name,
            {
              [`day ${round(start.day)}`]: cell(start.sizes, name),
              [`day ${round(middle.day)}`]: cell(middle.sizes, name),
              [`day ${round(end.day)}`]: cell(end.sizes, name),
            },
          ]),
        ),
      )
      console.table(
        await installation.sql(
          `select key, status, count(*)::int as runs from kernel_job_run group by 1, 2 order by 1, 2`,
        ),
      )
      const polls = await installation.sql<{ devices: number; polls: number }>(
        `select result, left(error, 80) as error, count(*)::int as devices, sum(polls)::int as polls,
       sum(skipped)::int as skipped from pollers_device group by 1, 2`,
      )
      console.table(polls)
      const polled = polls.filter(one => one.polls > 0).reduce((sum, one) => sum + one.devices, 0)
      report.same('devices polled and in the inventory', polled, switches + 1)
      compare(
        looks.find(({ day }) => day === end.day - 1)!,
        end,
      )
    } finally {
      await installation.stop()
      await olt.stop()
    }
  },
})
