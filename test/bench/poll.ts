/**
 * `npm run bench:poll`: counters and status of 1,000 switches with 52 ports over loopback, read by
 * `Equipment.poll` and, in the same run, by Debian's `prometheus-snmp-exporter` for the same columns. The
 * switches are in two processes of their own. Nothing is stored. `-- 200` takes so many switches;
 * `--quick` leaves out the exporter.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { interfaceCounters, linkInfo } from '@linecard/driver-kit/modules'
import type { Target } from '@linecard/plugin-kit'
import generic from '../../drivers/generic/src/index.ts'
import { createEquipment, memoryStore, openSnmp, settingsWith } from '../../core/equipment/src/library.ts'
import type { Weather } from './poll/agent.ts'
import { startExporter, usageOf } from './poll/exporter.ts'
import { portsPerSwitch } from './switch-mib.ts'

const flags = process.argv.slice(2)
const switches = Number(flags.find(flag => /^\d+$/.test(flag)) ?? 1000)
const quick = flags.includes('--quick')
const [port, exporterPort] = [16_162, 19_116]
/** A hundred in each /24. */
const addresses = Array.from(
  { length: switches },
  (_, at) => `127.43.${Math.floor(at / 100)}.${(at % 100) + 1}`,
)
const modules = [interfaceCounters, linkInfo]
const timeout = { timeoutMs: 4000, retries: 2 }

const scenarios: (Weather & { name: string })[] = [
  { name: 'no delay', delayMs: 0, loss: 0, silent: 0 },
  { name: '30 ms', delayMs: 30, loss: 0, silent: 0 },
  { name: '30 ms, 5 % loss', delayMs: 30, loss: 0.05, silent: 0 },
  { name: '200 ms', delayMs: 200, loss: 0, silent: 0 },
  { name: '20 % silent', delayMs: 0, loss: 0, silent: 0.2 },
]

const silentLog = { debug() {}, info() {}, warn() {}, error() {} }
/** Columns that the polls walk. */
const columns = new Set<string>()
const equipment = createEquipment({
  drivers: [generic],
  log: silentLog,
  store: { ...memoryStore(1), write: async () => undefined },
  settings: settingsWith({ allow_loopback: true, poll_devices: 2000 }),
  openSnmp(options) {
    const connection = openSnmp(options)
    return {
      ...connection,
      until(signal, budget, attempts) {
        const session = connection.until(signal, budget, attempts)
        return {
          ...session,
          columns(oids, more) {
            for (const oid of oids) columns.add(oid)
            return session.columns(oids, more)
          },
        }
      },
    }
  },
})
const targetOf = (ip: string, at: number): Target => ({
  deviceId: at + 1,
  ip,
  modelKey: 'generic_snmp',
  snmp: { version: '2c', port, ...timeout, community: 'public', writeCommunity: 'public' },
})
const targets = addresses.map(targetOf)

const startAgents = async (own: readonly string[]): Promise<ChildProcess> => {
  const child = fork(new URL('poll/agent.ts', import.meta.url), [String(port), ...own])
  await once(child, 'message', { signal: AbortSignal.timeout(60_000) })
  return child
}
const agents = await Promise.all([
  startAgents(addresses.filter((_, at) => at % 2 === 0)),
  startAgents(addresses.filter((_, at) => at % 2 === 1)),
])
const setWeather = (weather: Weather) =>
  Promise.all(
    agents.map(async child => {
      const ready = once(child, 'message')
      child.send(weather)
      await ready
    }),
  )

interface Round {
  sec: number
  cpuSec: number
  /** Growth of resident memory over the idle process, in MB. */
  memoryMb: number
  answered: number
  requests: number
}

async function measure(
  pid: number,
  idle: number,
  work: () => Promise<{ answered: number; requests: number }>,
): Promise<Round> {
  const before = usageOf(pid)
  let peak = before.rss
  const timer = setInterval(() => (peak = Math.max(peak, usageOf(pid).rss)), 50)
  const started = performance.now()
  const done = await work()
  const sec = (performance.now() - started) / 1000
  clearInterval(timer)
  const after = usageOf(pid)
  peak = Math.max(peak, after.rss)
  return { ...done, sec, cpuSec: after.cpuSec - before.cpuSec, memoryMb: (peak - idle) / 1e6 }
}

const pollAll = async () => {
  const polled = await Promise.all(targets.map(target => equipment.poll(target, modules)))
  const good = polled.filter(({ answers }) => [...answers.values()].every(({ complete }) => complete))
  return { answered: good.length, requests: polled.reduce((sum, { requests }) => sum + requests, 0) }
}

const idle = usageOf(process.pid).rss
await setWeather(scenarios[0]!)
await pollAll()
const exporter = quick ? null : await startExporter([...columns], port, exporterPort)
const exporterIdle = exporter ? usageOf(exporter.pid).rss : 0
const scrapeAll = async () => {
  const wanted = columns.size * portsPerSwitch
  const counts = await Promise.all(addresses.map(ip => exporter!.scrape(ip)))
  return { answered: counts.filter(count => count >= wanted * 0.9).length, requests: 0 }
}

const values = columns.size * portsPerSwitch
console.log(
  `${switches} switches of ${portsPerSwitch} ports, ${columns.size} columns, ${values} values each; all at once; ` +
    `${modules.map(({ name }) => name).join(' and ')}; nothing is stored\n`,
)
const row = (cells: readonly string[]) =>
  console.log(cells.map((cell, at) => cell.padStart([18, 10, 10, 11, 9, 9, 10, 11, 10][at]!)).join(''))
row(['scenario', 'client', 'answered', 'devices/s', 'CPU s', 'µs/value', 'memory MB', 'requests', 'bound/s'])
try {
  for (const scenario of scenarios) {
    const { name, delayMs, loss, silent } = scenario
    await setWeather(scenario)
    // What is known of the devices is that of the scenario.
    await pollAll()
    const ours = await measure(process.pid, idle, pollAll)
    const each = ours.requests / Math.max(1, switches)
    // All devices at the same time, each with one request after the other; a lost one costs the shortest wait.
    const perDevice = (each * (delayMs + (loss / (1 - loss)) * 250)) / 1000
    const bound = perDevice === 0 ? '' : (switches / perDevice).toFixed(0)
    const print = (client: string, { sec, cpuSec, memoryMb, answered, requests }: Round, most: string) =>
      row([
        name,
        client,
        String(answered),
        (answered / sec).toFixed(0),
        cpuSec.toFixed(2),
        ((cpuSec / Math.max(1, answered) / values) * 1e6).toFixed(2),
        memoryMb.toFixed(0),
        requests > 0 ? String(requests) : '',
        most,
      ])
    print('Linecard', ours, silent > 0 ? 'silent: 0 s' : bound)
    if (exporter) print('exporter', await measure(exporter.pid, exporterIdle, scrapeAll), '')
  }
} finally {
  await exporter?.stop()
  await equipment.close()
  for (const child of agents) child.disconnect()
}
if (!exporter && !quick) console.log('\nprometheus-snmp-exporter is not installed and is not measured.')
