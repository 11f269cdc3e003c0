/**
 * `npm run bench:growth`: what grows with devices and time. Installations with everything on and 100 and 1,000
 * switches of ten ports and ten MAC addresses run with a compressed clock (see `bench:day`), polled every five
 * minutes. Measured: rows and octets of all tables before and after a quarter of an hour, and of the small
 * installation before and after a whole hour; memory and CPU of the service. Calculated from that: 10,000
 * devices, and a day. Retention is that of an installation that nobody has changed. `-- 100 1000` takes other
 * numbers. `bench:workers` measures 10,000 devices for a quarter of an hour in real time.
 */
import { loadavg } from 'node:os'
import { startCompressed } from './day/compressed.ts'
import type { Compressed } from './day/installation.ts'
import { growthOf, totalBytes, type Growth } from './sizes.ts'
import { macsPerSwitch, portsPerSwitch } from './workers/switch.ts'

const given = process.argv.slice(2).map(Number)
const counts = given.length > 0 ? given : [100, 1_000]
/** Three rounds of five minutes: all pollers of a switch run at least once. */
const [stepMs, rounds, hourMs] = [300_000, 3, 3_600_000]
const calculatedFor = 10_000

/** What ends the growth of a table. Others have a row for each device, interface or setting. */
const bounds: Readonly<Record<string, string>> = {
  metrics_sample: 'sample_days 7, max_size_gb 50',
  metrics_5m: 'five_minutes_days 62, max_size_gb',
  metrics_1h: 'hours_days 400, max_size_gb',
  metrics_1d: 'days_days 3650, max_size_gb',
  fdb_history_interval: 'history_days 90, history_rows',
  fdb_history_address: 'history_days 90, history_rows',
  inventory_sighting: 'sighting_days 30, rows of a port and a device',
  inventory_interface_status_history: 'status_history_days 90, rows of an interface',
  pinger_sample: 'chart_fine_days 2, chart_days 31',
  pinger_outage: 'outage_days 365, outage_rows of a device',
  pinger_blind: '35 days, outage_rows of a device',
  pinger_run: '35 days',
  kernel_job_run: 'job_reports_days 30',
  system_action: 'action_log_days 180, action_log_max_rows',
  equipment_call: 'call_log_days 30, call_log_max_rows',
  equipment_answer: 'answer_keep_days 30; a row for each device, module and arguments',
  pollers_run: 'run_days 30, run_rows',
  'pgboss.job': 'units of polls 10 s after their end, jobs a day',
}

const round = (value: number, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits

/** Runs rounds, and tells what grew. */
async function grown(installation: Compressed, count: number): Promise<Growth[]> {
  await installation.sql('vacuum analyze')
  const before = await installation.sizes()
  for (let n = 0; n < count; n++) await installation.step(stepMs)
  await installation.sql('vacuum analyze')
  return growthOf(before, await installation.sizes(), (count * stepMs) / hourMs)
}

interface Measured {
  devices: number
  growth: Growth[]
}

async function measure(devices: number): Promise<Measured> {
  const load = loadavg()[0]!
  const installation = await startCompressed({ switches: devices, settings: { pollers: { lease_sec: 600 } } })
  try {
    const idle = await installation.figures()
    // Until all is known of the devices: interfaces, series, stays, what their agents have.
    for (let n = 0; n < rounds; n++) await installation.step(stepMs)
    const [cpu, started] = [await installation.cpu(), performance.now()]
    const quarter = await grown(installation, rounds)
    const seconds = (performance.now() - started) / 1000
    const [used, figures, sizes] = [
      await installation.cpu(),
      await installation.figures(),
      await installation.sizes(),
    ]
    const polls = devices * rounds
    const each = (name: keyof typeof cpu) =>
      `${name} ${round(((used[name] - cpu[name]) / polls) * 1000, 1)} ms`
    console.log(
      `\n${devices} switches: ${rounds} rounds in ${seconds.toFixed(0)} s; load average ` +
        `${load.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after\n` +
        `  service: ${round(figures.rss_mb)} MB resident (${round(idle.rss_mb)} without devices), heap ` +
        `${round(figures.heap_mb)} MB (${round(idle.heap_mb)}), ${figures.files} files (${idle.files}), ` +
        `${figures.timers} timers (${idle.timers})\n` +
        `  CPU a poll: ${each('service')}, ${each('database')}; database ${round(totalBytes(sizes) / 1e6, 1)} MB`,
    )
    const whole = devices <= 100 ? await grown(installation, hourMs / stepMs) : quarter
    return { devices, growth: whole }
  } finally {
    await installation.stop()
  }
}

console.log(
  `switches of ${portsPerSwitch} ports and ${macsPerSwitch} MAC addresses, all plugins on, a poll of everything ` +
    `every ${stepMs / 60_000} min`,
)
const all: Measured[] = []
for (const devices of counts) all.push(await measure(devices))
const largest = all.at(-1)!
const names = new Set(all.flatMap(({ growth }) => growth.map(({ name }) => name)))
const rows: Record<string, Record<string, string | number>> = {}
for (const name of names) {
  const row: Record<string, string | number> = {}
  for (const { devices, growth } of all) {
    const one = growth.find(found => found.name === name)
    row[`${devices}: rows`] = one?.rows ?? 0
    row[`${devices}: kB`] = round(one?.kB ?? 0)
    row[`${devices}: rows/h`] = round(one?.rowsAnHour ?? 0)
    row[`${devices}: kB/h`] = round(one?.kBAnHour ?? 0)
  }
  const [small, large] = [all[0]!, largest].map(({ devices, growth }) => {
    const one = growth.find(found => found.name === name)
    const factor = calculatedFor / devices
    return { rows: (one?.rowsAnHour ?? 0) * factor, kB: (one?.kBAnHour ?? 0) * factor }
  }) as [{ rows: number; kB: number }, { rows: number; kB: number }]
  // The small one was measured for an hour: only it has what comes once an hour.
  const told = large.rows > 0 ? large : small
  row[`${calculatedFor}: rows/h, calculated`] = round(told.rows)
  row['MB/h'] = round(told.kB / 1000, 1)
  row['GB/day'] = round((told.kB * 24) / 1e6, 2)
  row['bounded by'] = bounds[name] ?? ''
  if (Object.entries(row).some(([key, value]) => key.includes('rows') && value)) rows[name] = row
}
console.log(
  `\n${all[0]!.devices} devices: an hour; ${largest.devices}: a quarter of an hour, told for an hour; ` +
    `${calculatedFor}: calculated`,
)
console.table(rows)
process.exit(0)
