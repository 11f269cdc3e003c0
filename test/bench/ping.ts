/**
 * An installation with 10,000 loopback addresses, each pinged every 10 s, beside a bare fping of the same addresses
 * in the same run: CPU of the service and of its fping processes, memory, delay of the event loop, time from a line
 * of fping to its reading. Then half of them fall silent at once, played by a program in the place of fping: time
 * from the silence to the verdict. Fails if an echo is missing or a device has the wrong status.
 */
import { spawn } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@linecard/test-kit'
import { definePlugin, type Plugin } from '@linecard/plugin-kit'
import pinger from '@linecard/plugin-pinger'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { fakeFping } from '@linecard/test-kit/worlds/fping'
import { defineBench, type Report } from './kit/bench.ts'
import { at } from './kit/numbers.ts'
import { childrenOf, ownCpuSec } from './kit/processes.ts'

/** Addresses, seconds of each measurement and between two echoes to one address. */
interface Size {
  addresses: readonly string[]
  seconds: number
  period: number
}

/** The fping processes that this process has started: their CPU time in s and their memory in MB. */
function fpings(): { count: number; cpuSec: number; rssMb: number } {
  const own = childrenOf(process.pid).filter(({ name }) => name === 'fping')
  return {
    count: own.length,
    cpuSec: own.reduce((sum, one) => sum + one.cpuSec, 0),
    rssMb: own.reduce((sum, one) => sum + one.rss / 1e6, 0),
  }
}

/** With the settings of an installation that nobody has changed, but for TCP: loopback would refuse it. */
const startWorld = (
  settings: Record<string, unknown> = {},
  plugins: readonly Plugin[] = [],
): Promise<World> =>
  makeWorld({
    plugins: [pinger, ...plugins],
    settings: {
      identity: { rate_limiter_enabled: false },
      equipment: { allow_loopback: true },
      pinger: { tcp_ports: [], ...settings },
    },
  })
/** An echo may take 3 s, and less than the time until the next one. */
const every = (period: number) => ({ period_sec: period, timeout_ms: Math.min(3000, 300 * period) })
const addDevices = (world: World, addresses: readonly string[]) =>
  world.sql(
    `insert into inventory_device (ip, name, group_id)
     select ip::inet, 'host ' || ip, -1 from unnest($1::text[]) t (ip)`,
    [addresses],
  )
const totals = async (world: World) =>
  (await world.http('GET', '/component/pinger/widgets/totals')).body.data as { up: number; down: number }
const untilUp = (world: World, count: number) =>
  until('all are up', async () => (await totals(world)).up === count, { timeoutMs: 180_000, everyMs: 250 })
const percentOf = (cpuSec: number, seconds: number) => `${((100 * cpuSec) / seconds).toFixed(1)} % of a core`

/** Gives the echoes a second. */
async function bare({ addresses, seconds, period }: Size, report: Report): Promise<number> {
  const child = spawn('fping', ['-4', '-l', '-D', '-p', String(period * 1000), '-i', '1'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let lines = 0
  child.stdout.on('data', (text: Buffer) => {
    for (const octet of text) if (octet === 10) lines++
  })
  child.stdin.end(addresses.map(ip => `${ip}\n`).join(''))
  await sleep(1200 * period)
  const [before, seen] = [fpings(), lines]
  await sleep(seconds * 1000)
  const after = fpings()
  child.kill('SIGKILL')
  console.log(`a bare fping, ${addresses.length} addresses every ${period} s`)
  report.row('echoes a second', ((lines - seen) / seconds).toFixed(0))
  report.row('CPU', percentOf(after.cpuSec - before.cpuSec, seconds))
  report.row('memory', `${after.rssMb.toFixed(0)} MB`)
  return (lines - seen) / seconds
}

/** Sum of the samples of a metric. */
const metric = ({ text }: { text: string }, name: string): number =>
  text
    .split('\n')
    .filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)

/** Gives the echoes a second. */
async function service({ addresses, seconds, period }: Size, report: Report): Promise<number> {
  const world = await startWorld(every(period))
  const count = addresses.length
  try {
    await sleep(500 * period)
    const [idleCpu, idleRss] = [ownCpuSec(), process.memoryUsage().rss / 1e6]
    await sleep(2000 * period)
    const idle = ((ownCpuSec() - idleCpu) / (2 * period)) * seconds
    await addDevices(world, addresses)
    await untilUp(world, count)
    await sleep(1200 * period)
    const measured = async () => {
      const scraped = await world.use('installation').metrics()
      return [
        metric(scraped, 'linecard_pinger_echoes_total'),
        metric(scraped, 'linecard_pinger_lag_seconds'),
      ] as const
    }
    const loop = monitorEventLoopDelay({ resolution: 1 })
    const [cpu, children, [seen]] = [ownCpuSec(), fpings(), await measured()]
    loop.enable()
    await sleep(seconds * 1000)
    loop.disable()
    const [used, after, [all, lag]] = [ownCpuSec() - cpu, fpings(), await measured()]
    const now = await totals(world)
    console.log(`the service, ${count} devices every ${period} s`)
    report.row('echoes a second', ((all - seen) / seconds).toFixed(0))
    report.row(`CPU of ${after.count} fping processes`, percentOf(after.cpuSec - children.cpuSec, seconds))
    report.row('CPU of the service, above that without devices', percentOf(used - idle, seconds))
    report.row('memory of the fping processes', `${after.rssMb.toFixed(0)} MB`)
    report.row(
      'memory of the service, above that without devices',
      `${(process.memoryUsage().rss / 1e6 - idleRss).toFixed(0)} MB`,
    )
    report.row(
      'event loop, p50 and p99',
      `${(loop.percentile(50) / 1e6).toFixed(1)}, ${(loop.percentile(99) / 1e6).toFixed(1)} ms`,
    )
    report.row('longest time from a line of fping to its reading', `${(1000 * lag).toFixed(0)} ms`)
    if (now.up !== count) report.fault(`${now.up} of ${count} are up`)
    report.limit(all - seen >= 0.95 * (count / period) * seconds, `${all - seen} echoes in ${seconds} s`)
    return (all - seen) / seconds
  } finally {
    await world.stop()
  }
}

/** Half of the devices fall silent at once. */
async function verdicts(addresses: readonly string[], period: number, report: Report): Promise<void> {
  const count = addresses.length
  const fping = await fakeFping()
  fping.use()
  await fping.weather({})
  const heard: number[] = []
  const listener = definePlugin({
    id: 'listener',
    api: 1,
    setup(ctx) {
      ctx.events.on('device.down', () => void heard.push(performance.now()))
      return ctx
    },
  })
  const world = await startWorld({ process_targets: 5000, ...every(period) }, [listener])
  try {
    await addDevices(world, addresses)
    await untilUp(world, count)
    const silent = addresses.slice(0, count / 2)
    await fping.weather({ silent })
    const began = performance.now()
    await until('half of them are down', async () => heard.length >= silent.length, {
      timeoutMs: 240_000,
      everyMs: 100,
    })
    const lags = heard.map(time => (time - began) / 1000).toSorted((a, b) => a - b)
    console.log(`${silent.length} of ${count} fall silent at once; without TCP and SNMP`)
    report.row(
      'time to the first, the middle and the last verdict',
      [0, 0.5, 0.9999].map(share => at(lags, share).toFixed(0)).join(', ') + ' s',
    )
    const { up, down } = await totals(world)
    report.same('silent devices that are told down', down, silent.length)
    report.same('devices that are still up', up, count - silent.length)
  } finally {
    await world.stop()
    await fping.end()
  }
}

export default defineBench({
  name: 'ping',
  summary:
    '10,000 addresses every 10 s beside a bare fping; then half of them fall silent: verdicts beside the truth',
  takes: '8 min',
  needs: ['fping'],
  options: {
    devices: { full: 10_000, smoke: 40 },
    seconds: { full: 60, smoke: 2 },
    period: { full: 10, smoke: 1 },
  },
  async run({ devices, seconds, period }, report) {
    const addresses = Array.from(
      { length: devices },
      (_, n) => `127.${100 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`,
    )
    if (report.has('fping')) {
      const size = { addresses, seconds, period }
      const theirs = await bare(size, report)
      const ours = await service(size, report)
      if (ours === 0 || theirs === 0) report.fault('no echoes')
      report.limit(
        ours >= 0.95 * theirs,
        `${ours.toFixed(0)} echoes a second, a bare fping ${theirs.toFixed(0)}`,
      )
    }
    await verdicts(addresses, period, report)
  },
})
