/**
 * `npm run bench:workers`: two workers as processes on one database, 10,000 switches of ten ports due every
 * 5 minutes, for 15 minutes; one worker is killed with -9 in the middle. Each poll reads identity, link states
 * and counters, and stores them in PostgreSQL. Nothing is compressed: the clock, the interval and the lease
 * are those of an installation. `--devices` (10000), `--interval` (300 s), `--minutes` (15), `--lease` (30 s).
 * Fails if a poll is missed or done twice, or if one waits longer than the lease.
 */
import { parseArgs } from 'node:util'
import { growthOf } from './sizes.ts'
import { startServer } from './fdb/server.ts'
import { runWorkers } from './workers/run.ts'
import { portsPerSwitch } from './workers/switch.ts'

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '10000' },
    interval: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '15' },
    lease: { type: 'string', default: '30' },
  },
})
const [devices, intervalSec, minutes, leaseSec] = [
  values.devices,
  values.interval,
  values.minutes,
  values.lease,
].map(Number) as [number, number, number, number]

const server = await startServer()
const found = await runWorkers({ devices, intervalSec, minutes, leaseSec }, server).finally(server.stop)
const { judged, held, heldUntil, processes, databaseCpuSec, hours, load } = found
const { due, done, doubled, repeated, missed, late } = judged
const part = (share: number) => late[Math.min(late.length - 1, Math.floor(share * late.length))] ?? NaN
const seconds = minutes * 60
const row = (what: string, value: string) => console.log(`  ${what.padEnd(62)}${value.padStart(22)}`)
const cpu = (sec: number) => `${((100 * sec) / seconds).toFixed(1)} % of a core`

console.log(
  `${devices} switches of ${portsPerSwitch} ports, every ${intervalSec} s, for ${minutes} min in real time; ` +
    `load average ${load.map(one => one.toFixed(1)).join(' before, ')} after`,
)
row('polls due, a second', `${due}, ${(devices / intervalSec).toFixed(1)}`)
row('polls done, missed, doubled', `${done}, ${missed}, ${doubled}`)
row('stored by the dead worker before that was noted, and polled again', String(repeated))
row('delay p50, p99, longest', [0.5, 0.99, 1].map(share => part(share).toFixed(1)).join(', ') + ' s')
row('lease', `${leaseSec} s`)
row('polls under way at the kill, the last of them done again after', `${held}, ${heldUntil.toFixed(1)} s`)
for (const { name, cpuSec, rss } of processes)
  row(
    `${name}: CPU; memory at start, end, most`,
    `${cpu(cpuSec)}; ${rss.map(mb => mb.toFixed(0)).join(', ')} MB`,
  )
row('PostgreSQL: CPU', cpu(databaseCpuSec))
console.table(found.results)
console.log(`tables at the end, and their growth in the last ${(hours * 60).toFixed(1)} min`)
console.table(
  growthOf(...found.sizes, hours).map(({ name, rows, kB, rowsAnHour, kBAnHour }) => ({
    name,
    rows,
    kB: Math.round(kB),
    'rows/h': Math.round(rowsAnHour),
    'kB/h': Math.round(kBAnHour),
  })),
)
const faults = [
  ...(missed > 0 ? [`${missed} polls were missed`] : []),
  ...(doubled > 0 ? [`${doubled} polls were done twice`] : []),
  ...(part(1) > leaseSec ? [`a poll began ${part(1).toFixed(1)} s late`] : []),
  ...(heldUntil > leaseSec
    ? [`a poll of the dead worker was done again after ${heldUntil.toFixed(1)} s`]
    : []),
]
for (const fault of faults) console.log(`FAILED: ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)
