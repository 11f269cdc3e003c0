/**
 * `npm run bench:ping`: an installation with 10,000 loopback addresses, each pinged every 10 s, beside a bare
 * fping of the same addresses in the same run: CPU of the service and of its fping processes, memory, delay of
 * the event loop, time from a line of fping to its reading. Then 5,000 of 10,000 fall silent at once, played by
 * a program in the place of fping: time from the silence to the verdict. `--devices <n>` (10000),
 * `--seconds <n>` (60) of each measurement. Fails if an echo is missing or a device has the wrong status.
 */
import { spawn } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { until } from '@linecard/test-kit'
import { definePlugin, type Plugin } from '@linecard/plugin-kit'
import pinger from '@linecard/plugin-pinger'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { fakeFping } from '@linecard/test-kit/worlds/fping'
import { fpings, ownCpu } from './ping/usage.ts'

const { values } = parseArgs({
  options: { devices: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '60' } },
})
const [count, seconds] = [Number(values.devices), Number(values.seconds)]
const addresses = Array.from(
  { length: count },
  (_, n) => `127.${100 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`,
)
const faults: string[] = []
const row = (what: string, value: string) => console.log(`  ${what.padEnd(58)}${value.padStart(16)}`)
const percent = (cpuSec: number) => `${((100 * cpuSec) / seconds).toFixed(1)} % of a core`
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
const addDevices = (world: World) =>
  world.sql(
    `insert into inventory_device (ip, name, group_id)
     select ip::inet, 'host ' || ip, -1 from unnest($1::text[]) t (ip)`,
    [addresses],
  )
const totals = async (world: World) =>
  (await world.http('GET', '/component/pinger/widgets/totals')).body.data as { up: number; down: number }

async function bare(): Promise<void> {
  const child = spawn('fping', ['-4', '-l', '-D', '-p', '10000', '-i', '1'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let lines = 0
  child.stdout.on('data', (text: Buffer) => {
    for (const octet of text) if (octet === 10) lines++
  })
  child.stdin.end(addresses.map(ip => `${ip}\n`).join(''))
  await sleep(12_000)
  const [before, seen] = [fpings(), lines]
  await sleep(seconds * 1000)
  const after = fpings()
  child.kill('SIGKILL')
  console.log(`a bare fping, ${count} addresses every 10 s`)
  row('echoes a second', ((lines - seen) / seconds).toFixed(0))
  row('CPU', percent(after.cpuSec - before.cpuSec))
  row('memory', `${after.rssMb.toFixed(0)} MB`)
}

async function service(): Promise<void> {
  const world = await startWorld()
  try {
    await sleep(5000)
    const [idleCpu, idleRss] = [ownCpu(), process.memoryUsage().rss / 1e6]
    await sleep(20_000)
    const idle = ((ownCpu() - idleCpu) / 20) * seconds
    await addDevices(world)
    await until('all are up', async () => (await totals(world)).up === count, {
      timeoutMs: 120_000,
      everyMs: 500,
    })
    await sleep(12_000)
    const measured = async () => {
      const scraped = await world.use('installation').metrics()
      return [
        metric(scraped, 'linecard_pinger_echoes_total'),
        metric(scraped, 'linecard_pinger_lag_seconds'),
      ] as const
    }
    const loop = monitorEventLoopDelay({ resolution: 1 })
    const [cpu, children, [seen]] = [ownCpu(), fpings(), await measured()]
    loop.enable()
    await sleep(seconds * 1000)
    loop.disable()
    const [used, after, [all, lag]] = [ownCpu() - cpu, fpings(), await measured()]
    const now = await totals(world)
    console.log(`the service, ${count} devices every 10 s`)
    row('echoes a second', ((all - seen) / seconds).toFixed(0))
    row(`CPU of ${after.count} fping processes`, percent(after.cpuSec - children.cpuSec))
    row('CPU of the service, above that without devices', percent(used - idle))
    row('memory of the fping processes', `${after.rssMb.toFixed(0)} MB`)
    row(
      'memory of the service, above that without devices',
      `${(process.memoryUsage().rss / 1e6 - idleRss).toFixed(0)} MB`,
    )
    row(
      'event loop, p50 and p99',
      `${(loop.percentile(50) / 1e6).toFixed(1)}, ${(loop.percentile(99) / 1e6).toFixed(1)} ms`,
    )
    row('longest time from a line of fping to its reading', `${(1000 * lag).toFixed(0)} ms`)
    if (now.up !== count) faults.push(`${now.up} of ${count} are up`)
    if (all - seen < 0.95 * (count / 10) * seconds) faults.push(`${all - seen} echoes in ${seconds} s`)
  } finally {
    await world.stop()
  }
}

/** Sum of the samples of a metric. */
const metric = ({ text }: { text: string }, name: string): number =>
  text
    .split('\n')
    .filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)

async function verdicts(): Promise<void> {
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
  const world = await startWorld({ process_targets: 5000 }, [listener])
  try {
    await addDevices(world)
    await until('all are up', async () => (await totals(world)).up === count, {
      timeoutMs: 120_000,
      everyMs: 500,
    })
    const silent = addresses.slice(0, count / 2)
    await fping.weather({ silent })
    const began = performance.now()
    await until('half of them are down', async () => heard.length >= silent.length, {
      timeoutMs: 240_000,
      everyMs: 100,
    }).catch(() => faults.push(`${heard.length} of ${silent.length} were found down`))
    const lags = heard.map(at => (at - began) / 1000).toSorted((a, b) => a - b)
    console.log(`${silent.length} of ${count} fall silent at once; without TCP and SNMP`)
    row(
      'time to the first, the middle and the last verdict',
      [0, 0.5, 0.9999].map(share => lags[Math.floor(share * lags.length)]?.toFixed(0)).join(', ') + ' s',
    )
    const now = await totals(world)
    if (now.up !== count - silent.length) faults.push(`${now.up} are up`)
  } finally {
    await world.stop()
    await fping.end()
  }
}

await bare()
await service()
await verdicts()
for (const fault of faults) console.log(`FAILED: ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)
