/**
 * What must not slip: the CPU of a start, the memory after a minute, the device list of 10,000 devices beside
 * a bare route with the same bytes, and what a switch of a component costs and leaves. CPU counts in yardsticks
 * (a process that loads the libraries of the product, measured in the same run), so that a slower machine has
 * the same limits. The limits are what was reached, with room for the machine. `npm run check:install` bounds
 * the installation.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { fill } from './api/dataset.ts'
import { startBeside } from './api/beside.ts'
import { clients, round } from './api/measure.ts'
import { devicePages } from './api/operations.ts'
import { defineBench, type Report } from './kit/bench.ts'
import { inTurns, median, ratioOf } from './kit/numbers.ts'
import { childrenOf, processOf } from './kit/processes.ts'
import { allDrivers, allPlugins, startService, type Service } from './kit/service.ts'
import { yardstickSec } from './gates/yardstick.ts'

const limits = {
  /** Yardsticks of CPU until the service answers, on an empty database and on its own. */
  firstStart: 5.2,
  start: 5.2,
  /** MB resident after a minute. */
  service: 260,
  worker: 235,
  small: 195,
  /** Rate of the device list, as a share of a bare route. */
  list: 0.5,
  /** Yardsticks of CPU of one switch, and the growth of memory over the cycles. */
  switching: 0.29,
  growth: 1.25,
}

type Undo = (() => Promise<unknown>)[]

const megabytes = (pid: number): number => processOf(pid)!.rss / 1e6

const undone = async (undo: Undo) => {
  for (const step of undo.toReversed()) await step().catch((error: unknown) => console.error(error))
}

/** Reports a figure beside its limit. */
function gate(report: Report, what: string, value: number, unit: string, most: number): void {
  report.row(what, `${value.toFixed(2)} ${unit} (≤ ${most})`)
  report.limit(value <= most, `${what}: ${value.toFixed(2)} ${unit}, the limit is ${most}`)
}

/** One component off and on again, several times. */
async function switching(report: Report, service: Service, cycles: number, rounds: number) {
  const turn = async () => {
    for (const enabled of [false, true])
      await service.ask('PUT', '/system-components/qr-generator', { enabled })
  }
  // The first ones compile what the later ones keep.
  for (let n = 0; n < Math.min(10, cycles); n++) await turn()
  const rss = megabytes(service.pid)
  const before = await yardstickSec(rounds)
  const each = Math.ceil(cycles / rounds)
  const costs: number[] = []
  for (let part = 0; part < rounds; part++) {
    const { cpuSec: cpu } = processOf(service.pid)!
    for (let n = 0; n < each; n++) await turn()
    costs.push((processOf(service.pid)!.cpuSec - cpu) / (2 * each))
  }
  const cost = median(costs)
  // Both times right after a switch: a service that is idle for a while gives memory back.
  const growth = megabytes(service.pid) / rss
  const yardstick = (before + (await yardstickSec(rounds))) / 2
  gate(report, 'switch of a component', cost / yardstick, 'yardsticks', limits.switching)
  report.row('  of CPU', `${(1000 * cost).toFixed(0)} ms`)
  gate(report, `memory after ${rounds * each} cycles`, growth, 'of the first', limits.growth)
}

/**
 * A start, and its CPU in yardsticks. They are measured before and after it: what slows the machine for a
 * while is in both.
 */
async function started(options: Parameters<typeof startService>[0], rounds: number, undo: Undo) {
  const before = await yardstickSec(rounds)
  const service = await startService(options)
  undo.push(service.stop)
  const yardstick = (before + (await yardstickSec(rounds))) / 2
  return { service, cost: service.readySec / yardstick }
}

interface Sizes {
  devices: number
  seconds: number
  cycles: number
  rounds: number
}

/** The rate of the device list, as a share of a bare route with the same bytes. */
async function deviceList(report: Report, { devices, seconds, rounds }: Sizes, undo: Undo): Promise<void> {
  const database = await createDatabase()
  undo.push(database.drop)
  const { service, bare, compare, stop } = await startBeside(database.url)
  undo.push(stop)
  // Its readings of the devices, which do not answer, would change rows between two looks at them.
  await service.ask('PUT', '/system-components/pollers', { enabled: false })
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await fill(client, { devices, interfaces: devices, onus: 0, sightings: 0 })
  await client.end()
  const pages = devicePages(devices)
  await compare(pages, report)
  const side = (url: string) => async () =>
    (await round(url, service.key, pages, Math.min(3, seconds), clients.list)).perSec
  const sides = { ours: side(service.url), bare: side(bare.url) }
  await inTurns(1, sides)
  const rates = await inTurns(rounds, sides)
  const ratio = ratioOf(rates.ours, rates.bare)
  report.row('device list beside a bare route', `${ratio.toFixed(2)} (≥ ${limits.list})`)
  report.limit(ratio >= limits.list, `the device list has ${ratio.toFixed(2)} of the rate of a bare route`)
}

/**
 * The whole product some times on one database, the first time with a small installation beside it. The device
 * list is measured while these two are left alone.
 */
async function starts(report: Report, sizes: Sizes, undo: Undo) {
  const { seconds, cycles, rounds } = sizes
  const [large, small] = [await createDatabase(), await createDatabase()]
  undo.push(large.drop, small.drop)
  const folder = await mkdtemp(join(tmpdir(), 'linecard-gates-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const full = { databaseUrl: large.url, folder, drivers: allDrivers, plugins: allPlugins, workers: 1 }
  const { service: first, cost } = await started(full, rounds, undo)
  const few = await startService({
    databaseUrl: small.url,
    drivers: ['dlink', 'zte'],
    plugins: ['switches', 'olts'],
  })
  undo.push(few.stop)
  gate(report, 'start on an empty database', cost, 'yardsticks', limits.firstStart)
  report.row('  of CPU', `${first.readySec.toFixed(2)} s`)
  const aside: Undo = []
  await Promise.all([sleep(seconds * 1000), deviceList(report, sizes, aside).finally(() => undone(aside))])
  gate(report, 'memory of the service', megabytes(first.pid), 'MB', limits.service)
  const [worker] = childrenOf(first.pid)
  if (worker) gate(report, 'memory of the worker', worker.rss / 1e6, 'MB', limits.worker)
  else report.fault('the service has no worker')
  gate(report, 'memory of two drivers and two plugins', megabytes(few.pid), 'MB', limits.small)
  await Promise.all([first.stop(), few.stop()])

  const later: Awaited<ReturnType<typeof started>>[] = []
  for (let n = 0; n < rounds; n++) {
    await later.at(-1)?.service.stop()
    later.push(await started(full, rounds, undo))
  }
  gate(report, 'start on its own database', median(later.map(one => one.cost)), 'yardsticks', limits.start)
  report.row('  of CPU', `${median(later.map(one => one.service.readySec)).toFixed(2)} s`)
  const last = later.at(-1)!.service
  await switching(report, last, cycles, rounds)
  await last.stop()
}

export default defineBench({
  name: 'gates',
  summary: 'start, memory, device list and switch of a component against their limits',
  takes: '2 min',
  options: {
    devices: { full: 10_000, smoke: 200 },
    seconds: { full: 60, smoke: 1 },
    cycles: { full: 20, smoke: 1 },
    rounds: { full: 3, smoke: 1 },
  },
  async run(sizes, report) {
    report.row('yardstick', `${(await yardstickSec(sizes.rounds)).toFixed(3)} s of CPU`)
    const undo: Undo = []
    try {
      await starts(report, sizes, undo)
    } finally {
      await undone(undo)
    }
  },
})
