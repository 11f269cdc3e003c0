/**
 * A living ZTE C600 of 16,384 ONUs that answers after 5 ms, asked through the API for status, light at the OLT and
 * description of all ONUs. Shown are the requests and the time against the arithmetic minimum, snmpbulkwalk with
 * the same columns in the same run, what ordinary requests wait meanwhile, the delay of the event loop, and the
 * memory. Fails above 1.2 times the minimum, above 50 ms of delay, above two requests for one ONU, above 200 ms for
 * 1000 ONUs of the tree from the store.
 */
import { execFile, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { createOlt } from '@linecard/simulator'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { defineBench } from './kit/bench.ts'
import { runLoad } from './kit/load.ts'
import { inTurns, median } from './kit/numbers.ts'
import { freeUdpPort } from './kit/ports.ts'
import { followMemory } from './kit/processes.ts'
import { startService, type Service } from './kit/service.ts'
import { columnsOf, minimumOf } from './olt/minimum.ts'
import { oltOptions } from './olt/options.ts'
import { showTree, untilStored } from './olt/tree.ts'

const ip = '127.0.45.1'
const limits = { ratio: 1.2, loopMs: 50, oneOnu: 2, treeMs: 200 }
const execute = promisify(execFile)

interface Cost {
  requests: number
  /** Until the API has answered, and in the calls to the OLT alone, ms. */
  ms: number
  askedMs: number
}

/** Requests that the OLT has answered so far. */
async function requestsOf(agent: ChildProcess): Promise<number> {
  agent.send('requests')
  const [count] = (await once(agent, 'message')) as [number]
  return count
}

/** Delay of the event loop since the last look, ms. */
async function loopDelay(service: Service): Promise<number> {
  const text = await (await service.page('/metrics')).text()
  const seconds = /^nodejs_eventloop_lag_p99_seconds(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1]
  return Number(seconds ?? NaN) * 1000
}

async function bulkwalk(port: number): Promise<number> {
  let values = 0
  for (const oid of columnsOf()) {
    const { stdout } = await execute(
      'snmpbulkwalk',
      ['-v2c', '-cpublic', '-On', '-m', '', '-t', '5', '-Cr40', `${ip}:${port}`, oid],
      { maxBuffer: 1 << 26 },
    )
    values += stdout.match(/^\.1\.3/gm)?.length ?? 0
  }
  return values
}

/** Asks the API for one module of the OLT. */
async function read(service: Service, device: number, module: string, query: string) {
  const answer = await service.fetch('GET', `/switcher-core/device/${module}/${device}?${query}`)
  const { data, meta } = (await answer.json()) as {
    data: { interface: { id: number } }[]
    meta: Record<string, { spent_ms: number }>
  }
  if (!answer.ok) throw new Error(`${module}: ${answer.status}`)
  return { data, spentMs: meta[module]!.spent_ms }
}

export default defineBench({
  name: 'olt',
  summary: 'an OLT of 16,384 ONUs: requests and time beside the arithmetic minimum and snmpbulkwalk',
  takes: '5 min',
  needs: ['snmpbulkwalk'],
  options: {
    onusPerPort: { full: 128, smoke: 1 },
    rounds: { full: 3, smoke: 1 },
    seconds: { full: 12, smoke: 0.5 },
    repeats: { full: 20, smoke: 2 },
  },
  async run({ onusPerPort, rounds, seconds, repeats }, report) {
    const port = await freeUdpPort(ip)
    const agent = fork(new URL('olt/agent.ts', import.meta.url), [String(port), ip, String(onusPerPort)], {
      execArgv: ['--conditions=source', '--disable-warning=ExperimentalWarning'],
    })
    const undo: (() => unknown)[] = [() => agent.disconnect()]
    try {
      await once(agent, 'message', { signal: AbortSignal.timeout(120_000) })
      const database = await createDatabase()
      undo.push(() => database.drop())
      const service = await startService({
        databaseUrl: database.url,
        drivers: ['zte'],
        plugins: ['olts'],
        settings: { equipment: { olt_requests_per_sec: 0 } },
      })
      undo.push(() => service.stop())
      const memory = followMemory(service.pid)
      undo.push(() => memory.stop())
      const idle = memory.peak()
      const access = { params: { sw_core_connection: { snmp_port: port } } }
      const device = await service.add({ ip, name: 'the OLT', access })

      const onus = createOlt({ ...oltOptions(onusPerPort), ip }).onus.length
      const costOf = async (work: () => Promise<number>): Promise<Cost> => {
        const [before, started] = [await requestsOf(agent), performance.now()]
        const askedMs = await work()
        return { ms: performance.now() - started, askedMs, requests: (await requestsOf(agent)) - before }
      }
      /** Asks for all columns of all ONUs. Gives the time that the calls took at the OLT, ms. */
      const all = async () => {
        let asked = 0
        for (const [module, query] of [
          ['interface_descriptions', 'interface_type=ONU'],
          ['pon_onts_status', 'load_only=status'],
          ['pon_onts_optical', 'load_only=olt_rx'],
        ] as const) {
          const { data, spentMs } = await read(service, device, module, query)
          asked += spentMs
          if (data.length !== onus) report.fault(`${module}: ${data.length} of ${onus} ONUs`)
        }
        return asked
      }
      await untilStored(service, device, onus, [])
      const fresh = await showTree(service, device, 'the tree, right after the ONUs were stored', repeats)
      // The jobs ask the OLT too: measured is what the calls alone cost.
      if (!report.smoke)
        await untilStored(service, device, onus, ['pon_onts_optical', 'pon_onts_reasons', 'pon_onts_vendor'])
      const tree = await showTree(service, device, 'the tree, with light, reasons and makers', repeats)
      await all()
      const ordinary = { name: 'device list', rate: 20, ask: () => service.fetch('GET', '/device?limit=50') }
      await loopDelay(service)
      const quiet = await runLoad(ordinary, seconds / 2)
      const quietLoop = await loopDelay(service)

      const minimum = minimumOf(ip, onusPerPort)
      const values = onus * columnsOf().length
      const [loops, waits]: [number[], number[]] = [[], []]
      const linecard = async () => {
        const [cost, load] = await Promise.all([costOf(all), runLoad(ordinary, seconds)])
        loops.push(await loopDelay(service))
        waits.push(load.p99)
        if (load.errors > 0) report.fault(`${load.errors} ordinary requests failed`)
        return cost
      }
      const walk = () =>
        costOf(async () => {
          report.same('values, snmpbulkwalk', await bulkwalk(port), values)
          return 0
        })
      const { ours, theirs = [] } = await inTurns<'ours' | 'theirs', Cost>(rounds, {
        ours: linecard,
        ...((report.has('snmpbulkwalk') && { theirs: walk }) as { theirs: typeof walk }),
      })
      report.same('ONUs in the store and at the OLT', fresh.total, onus)
      const { data: known } = await read(service, device, 'pon_onts_status', 'load_only=status')
      const { id } = known[Math.floor(known.length / 3)]!.interface
      const singles: [string, number][] = []
      for (const module of [
        'pon_onts_status',
        'interface_descriptions',
        'pon_onts_serial',
        'pon_onts_optical',
      ])
        singles.push([
          module,
          (await costOf(async () => (await read(service, device, module, `interface=${id}`)).spentMs))
            .requests,
        ])
      const peak = memory.peak()

      const sent = median(ours.map(cost => cost.requests))
      const askMs = median(ours.map(cost => cost.askedMs))
      const walked = median(theirs.map(cost => cost.requests))
      const walkMs = median(theirs.map(cost => cost.ms))
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
      row('until the API answered', sent, median(ours.map(cost => cost.ms)))
      if (theirs.length > 0) row('snmpbulkwalk -Cr40', walked, walkMs)
      console.log(
        `\n  ordinary requests: p99 ${quiet.p99.toFixed(1)} ms alone, ${Math.max(...waits).toFixed(1)} ms meanwhile` +
          `\n  event loop, p99 of its delay: ${quietLoop.toFixed(1)} ms alone, ${Math.max(...loops).toFixed(1)} ms meanwhile` +
          `\n  memory: ${idle.toFixed(0)} MiB idle, at most ${peak.toFixed(0)} MiB` +
          `\n  one ONU: ${singles.map(([module, count]) => `${module} ${count}`).join(', ')} requests`,
      )
      for (const { p99 } of [fresh, tree])
        report.limit(p99 < limits.treeMs, `1000 ONUs of the tree: p99 ${p99.toFixed(0)} ms`)
      const times = askMs / (minimum.requests * eachMs)
      report.limit(
        sent <= minimum.requests * limits.ratio,
        `${(sent / minimum.requests).toFixed(2)} × the requests`,
      )
      if (theirs.length > 0) report.limit(times <= limits.ratio, `${times.toFixed(2)} × the time`)
      report.limit(Math.max(...loops) < limits.loopMs, `the event loop: ${Math.max(...loops)} ms`)
      for (const [module, count] of singles)
        if (count > limits.oneOnu) report.fault(`${module} of one ONU: ${count} requests`)
    } finally {
      for (const step of undo.toReversed()) await Promise.resolve(step()).catch(console.error)
    }
  },
})
