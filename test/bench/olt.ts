/**
 * `npm run bench:olt`: a living ZTE C600 of 16,384 ONUs that answers after 5 ms, asked through the API for status,
 * light at the OLT and description of all ONUs. Shown are the requests and the time against the arithmetic
 * minimum, snmpbulkwalk with the same columns in the same run, what ordinary requests wait meanwhile, the delay of
 * the event loop, and the memory. Fails above 1.2 times the minimum, above 50 ms of delay, above two requests for
 * one ONU, above 200 ms for 1000 ONUs of the tree from the store. Needs Linux (`/proc`), a PostgreSQL and snmpbulkwalk.
 */
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { createOlt } from '@linecard/simulator'
import { followMemory, runLoad } from './hostile/measure.ts'
import { startService, type Service } from './hostile/service.ts'
import { median } from './median.ts'
import { columnsOf, minimumOf } from './olt/minimum.ts'
import { oltOptions } from './olt/options.ts'
import { showTree, untilStored } from './olt/tree.ts'

const [ip, port] = ['127.0.45.1', 16_470]
const rounds = 3
const limits = { ratio: 1.2, loopMs: 50, oneOnu: 2, treeMs: 200 }
const run = promisify(execFile)
const faults: string[] = []
const mustBe = (what: string, isRight: boolean) => {
  if (!isRight) faults.push(what)
}

const agent = fork(new URL('olt/agent.ts', import.meta.url), [String(port), ip], {
  execArgv: ['--conditions=source', '--disable-warning=ExperimentalWarning'],
})
await once(agent, 'message', { signal: AbortSignal.timeout(60_000) })
async function requests(): Promise<number> {
  agent.send('requests')
  const [count] = (await once(agent, 'message')) as [number]
  return count
}

/** Runs `work`, and gives its time and its number of requests to the OLT. */
async function costOf(work: () => Promise<unknown>): Promise<{ requests: number; ms: number }> {
  const before = await requests()
  const started = performance.now()
  await work()
  return { ms: performance.now() - started, requests: (await requests()) - before }
}

/** Delay of the event loop since the last look, ms. */
async function loopDelay(service: Service): Promise<number> {
  const text = await (await service.page('/metrics')).text()
  const seconds = /^nodejs_eventloop_lag_p99_seconds(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1]
  return Number(seconds ?? NaN) * 1000
}

async function bulkwalk(): Promise<number> {
  let values = 0
  for (const oid of columnsOf()) {
    const { stdout } = await run(
      'snmpbulkwalk',
      ['-v2c', '-cpublic', '-On', '-m', '', '-t', '5', '-Cr40', `${ip}:${port}`, oid],
      { maxBuffer: 1 << 26 },
    )
    values += stdout.match(/^\.1\.3/gm)?.length ?? 0
  }
  return values
}

const undo: (() => unknown)[] = [() => agent.disconnect()]
try {
  const database = await createDatabase()
  undo.push(() => database.drop())
  const folder = await mkdtemp(join(tmpdir(), 'linecard-olt-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const service = await startService(resolve('.'), folder, database.url, {
    drivers: ['zte'],
    plugins: ['olts'],
    equipment: { olt_requests_per_sec: 0 },
  })
  undo.push(() => service.stop())
  const memory = followMemory(service.pid)
  undo.push(() => memory.stop())
  const access = { params: { sw_core_connection: { snmp_port: port } } }
  memory.peak()
  const idle = memory.peak()
  const device = await service.add({ ip, name: 'the OLT', access })

  /** Time that the calls took at the OLT, ms: without storing, writing and reading their answers. */
  let askedMs = 0
  const read = async (module: string, query: string) => {
    const answer = await service.fetch('GET', `/switcher-core/device/${module}/${device}?${query}`)
    const { data, meta } = (await answer.json()) as {
      data: { interface: { id: number } }[]
      meta: Record<string, { spent_ms: number }>
    }
    if (!answer.ok) throw new Error(`${module}: ${answer.status}`)
    askedMs += meta[module]!.spent_ms
    return data
  }
  const onus = createOlt({ ...oltOptions, ip }).onus.length
  const all = async () => {
    for (const [module, query] of [
      ['interface_descriptions', 'interface_type=ONU'],
      ['pon_onts_status', 'load_only=status'],
      ['pon_onts_optical', 'load_only=olt_rx'],
    ] as const) {
      const rows = await read(module, query)
      if (rows.length !== onus) throw new Error(`${module}: ${rows.length} of ${onus} ONUs`)
    }
  }
  await untilStored(service, device, onus, [])
  const fresh = await showTree(service, device, 'the tree, right after the ONUs were stored')
  // The jobs ask the OLT too: measured is what the calls alone cost.
  await untilStored(service, device, onus, ['pon_onts_optical', 'pon_onts_reasons', 'pon_onts_vendor'])
  const tree = await showTree(service, device, 'the tree, with light, reasons and makers')
  await all()
  const ordinary = { name: 'device list', rate: 20, ask: () => service.fetch('GET', '/device?limit=50') }
  await loopDelay(service)
  const quiet = await runLoad(ordinary, 5)
  const quietLoop = await loopDelay(service)

  const minimum = minimumOf(ip)
  const [ours, theirs]: { requests: number; ms: number }[][] = [[], []]
  const [loops, asked]: number[][] = [[], []]
  const waits: number[] = []
  for (let round = 0; round < rounds; round++) {
    askedMs = 0
    const [cost, load] = await Promise.all([costOf(all), runLoad(ordinary, 12)])
    ours!.push(cost)
    asked!.push(askedMs)
    loops!.push(await loopDelay(service))
    waits.push(load.p99)
    mustBe(`${load.errors} ordinary requests failed`, load.errors === 0)
    theirs!.push(
      await costOf(async () => {
        const values = await bulkwalk()
        if (values !== onus * columnsOf().length) throw new Error(`snmpbulkwalk gave ${values} values`)
      }),
    )
  }
  const one = await read('pon_onts_status', 'load_only=status')
  const id = one[5000]!.interface.id
  const singles: [string, number][] = []
  for (const module of ['pon_onts_status', 'interface_descriptions', 'pon_onts_serial', 'pon_onts_optical'])
    singles.push([module, (await costOf(() => read(module, `interface=${id}`))).requests])
  const peak = memory.peak()

  const ms = median(ours!.map(cost => cost.ms))
  const askMs = median(asked!)
  const sent = median(ours!.map(cost => cost.requests))
  const walked = median(theirs!.map(cost => cost.requests))
  const walkMs = median(theirs!.map(cost => cost.ms))
  /** What one request takes at least: the OLT's delay, and the timers and sockets of both sides. */
  const eachMs = walkMs / walked
  const row = (name: string, count: number, time: number) =>
    console.log(
      `  ${name.padEnd(26)}${count.toFixed(0).padStart(9)}${(time / 1000).toFixed(1).padStart(9)}` +
        `${(count / minimum.requests).toFixed(2).padStart(12)}${(time / (minimum.requests * eachMs)).toFixed(2).padStart(12)}`,
    )
  console.log(
    `${onus} ONUs × ${columnsOf().length} columns (phase, admin, reason, light, name, description), ` +
      `${minimum.octets} octets of varbinds; answers after 5 ms; median of ${rounds} rounds in turns\n`,
  )
  console.log(`  ${''.padEnd(26)} requests  seconds  × requests  × time`)
  row('minimum, 1472 octets', minimum.requests, minimum.requests * eachMs)
  row('Linecard, asking the OLT', sent, askMs)
  row('until the API answered', sent, ms)
  row('snmpbulkwalk -Cr40', walked, walkMs)
  console.log(
    `\n  ordinary requests: p99 ${quiet.p99.toFixed(1)} ms alone, ${Math.max(...waits).toFixed(1)} ms meanwhile` +
      `\n  event loop, p99 of its delay: ${quietLoop.toFixed(1)} ms alone, ${Math.max(...loops!).toFixed(1)} ms meanwhile` +
      `\n  memory: ${idle.toFixed(0)} MiB idle, at most ${peak.toFixed(0)} MiB` +
      `\n  one ONU: ${singles.map(([module, count]) => `${module} ${count}`).join(', ')} requests`,
  )
  for (const { p99 } of [fresh, tree])
    mustBe(`1000 ONUs of the tree: p99 ${p99.toFixed(0)} ms`, p99 < limits.treeMs)
  mustBe(`${(sent / minimum.requests).toFixed(2)} × the requests`, sent <= minimum.requests * limits.ratio)
  mustBe(
    `${(askMs / (minimum.requests * eachMs)).toFixed(2)} × the time`,
    askMs <= minimum.requests * eachMs * limits.ratio,
  )
  mustBe(`the event loop: ${Math.max(...loops!)} ms`, Math.max(...loops!) < limits.loopMs)
  for (const [module, count] of singles) mustBe(`${module} of one ONU: ${count}`, count <= limits.oneOnu)
} finally {
  for (const step of undo.toReversed()) await Promise.resolve(step()).catch(console.error)
}
for (const fault of faults) console.log(`FAILED: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
