/**
 * Two workers as processes on one database, 10,000 switches of ten ports due every 5 minutes, for 15 minutes; one
 * worker is killed with -9 in the middle. Each poll reads identity, link states and counters, and stores them in
 * PostgreSQL. Nothing is compressed: the clock, the interval and the lease are those of an installation. Fails if a
 * poll is missed or done twice, or if one waits longer than the lease.
 */
import { defineBench } from './kit/bench.ts'
import { at } from './kit/numbers.ts'
import { startServer } from './kit/server.ts'
import { growthOf } from './kit/sizes.ts'
import { runWorkers } from './workers/run.ts'
import { portsPerSwitch } from './workers/switch.ts'

export default defineBench({
  name: 'workers',
  summary: 'two worker processes, one of them killed: the polls that were stored beside those that were due',
  takes: '17 min',
  options: {
    devices: { full: 10_000, smoke: 20 },
    interval: { full: 300, smoke: 4 },
    minutes: { full: 15, smoke: 0.15 },
    lease: { full: 30, smoke: 30 },
    spare: { full: 30, smoke: 1 },
  },
  async run({ devices, interval, minutes, lease, spare }, report) {
    const server = await startServer()
    const options = { devices, intervalSec: interval, minutes, leaseSec: lease, spareSec: spare }
    const found = await runWorkers(options, server).finally(server.stop)
    const { judged, held, heldUntil, processes, databaseCpuSec, hours, load } = found
    const { due, done, doubled, repeated, missed, late } = judged
    const part = (share: number) => at(late, share)
    const seconds = minutes * 60
    const cpu = (sec: number) => `${((100 * sec) / seconds).toFixed(1)} % of a core`

    console.log(
      `${devices} switches of ${portsPerSwitch} ports, every ${interval} s, for ${minutes} min in real time; ` +
        `load average ${load.map(one => one.toFixed(1)).join(' before, ')} after`,
    )
    report.row('polls due, a second', `${due}, ${(devices / interval).toFixed(1)}`)
    report.row('polls done, missed, doubled', `${done}, ${missed}, ${doubled}`)
    report.row('stored by the dead worker before that was noted, and polled again', String(repeated))
    report.row(
      'delay p50, p99, longest',
      [0.5, 0.99, 1].map(share => part(share).toFixed(1)).join(', ') + ' s',
    )
    report.row('lease', `${lease} s`)
    report.row(
      'polls under way at the kill, the last of them done again after',
      `${held}, ${heldUntil.toFixed(1)} s`,
    )
    for (const { name, cpuSec, rss } of processes)
      report.row(
        `${name}: CPU; memory at start, end, most`,
        `${cpu(cpuSec)}; ${rss.map(mb => mb.toFixed(0)).join(', ')} MB`,
      )
    report.row('PostgreSQL: CPU', cpu(databaseCpuSec))
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
    report.same('devices, polled by the worker that is left', found.polledByOther, devices)
    report.limit(missed === 0, `${missed} polls were missed`)
    report.limit(doubled === 0, `${doubled} polls were done twice`)
    report.limit(part(1) <= lease, `a poll began ${part(1).toFixed(1)} s late`)
    report.limit(
      heldUntil <= lease,
      `a poll of the dead worker was done again after ${heldUntil.toFixed(1)} s`,
    )
  },
})
