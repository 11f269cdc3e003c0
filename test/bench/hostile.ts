/**
 * `npm run bench:hostile [-- agents|consoles [other checkout]]`: eight devices that never end their answers, against
 * ordinary requests. The service is started as an operator starts it. Its ordinary requests are measured
 * alone, and then while the hostile devices are read by jobs and asked by eight clients: p50, p99 and the
 * longest time, and the peak of the resident memory. With another checkout both are measured, one after the
 * other. Fails if this checkout has a p99 of 100 ms or more. Needs Linux (`/proc`) and a PostgreSQL.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { kinds, startDevices } from './hostile/foes.ts'
import { followMemory, runLoad, type Load, type Measured } from './hostile/measure.ts'
import { startService, type Service } from './hostile/service.ts'

const [quietSec, hostileSec] = [15, 60]
const longestMs = 100
const healthyPort = 16_460
const healthy = Array.from({ length: 20 }, (_, n) => `127.0.42.${n + 1}`)

const kind = process.argv[2] ?? Object.keys(kinds)[0]!
const foes = kinds[kind]
if (!foes) throw new Error(`"${kind}" is none of ${Object.keys(kinds).join(', ')}`)
const roots = [resolve('.'), ...process.argv.slice(3).map(one => resolve(one))]
const faults: string[] = []

const loadsOf = (service: Service, ids: readonly number[]): Load[] => [
  { name: 'device list', rate: 20, ask: () => service.fetch('GET', '/device?limit=50') },
  {
    name: 'a healthy switch, asked live',
    rate: 20,
    ask: nth => service.fetch('GET', `/switcher-core/device/link_info/${ids[nth % ids.length]}`),
  },
  { name: 'health', rate: 10, ask: () => service.page('/health/ready') },
]

const line = (what: string, { p50, p99, longest, requests, errors }: Measured) =>
  console.log(
    `  ${what.padEnd(34)}${p50.toFixed(1).padStart(9)}${p99.toFixed(1).padStart(10)}` +
      `${longest.toFixed(0).padStart(10)}${String(requests).padStart(10)}${String(errors).padStart(8)}`,
  )

async function phase(name: string, loads: readonly Load[], seconds: number): Promise<Measured[]> {
  const measured = await Promise.all(loads.map(load => runLoad(load, seconds)))
  for (const [at, one] of measured.entries()) line(`${name}: ${loads[at]!.name}`, one)
  return measured
}

/** Asks every hostile device without a pause until the signal fires. */
async function provoke(service: Service, ids: readonly (readonly number[])[], signal: AbortSignal) {
  let answers = 0
  await Promise.all(
    foes!.flatMap((foe, at) =>
      ids[at]!.map(async id => {
        for (let nth = 0; !signal.aborted; nth++) {
          await foe
            .ask(service, id, nth, signal)
            .then(answer => answer.arrayBuffer())
            .catch(() => undefined)
          if (!signal.aborted) answers++
          await sleep(20)
        }
      }),
    ),
  )
  return answers
}

async function measure(root: string): Promise<void> {
  const undo: (() => unknown)[] = []
  try {
    const database = await createDatabase()
    undo.push(() => database.drop())
    const folder = await mkdtemp(join(tmpdir(), 'linecard-hostile-'))
    undo.push(() => rm(folder, { recursive: true, force: true }))
    undo.push(await startDevices('healthy.ts', healthyPort, healthy))
    for (const foe of foes!) undo.push(await foe.start())
    const service = await startService(root, folder, database.url)
    undo.push(() => service.stop())
    const memory = followMemory(service.pid)
    undo.push(() => memory.stop())
    const ids: number[] = []
    for (const ip of healthy)
      ids.push(
        await service.add({
          ip,
          name: `healthy ${ip}`,
          access: { params: { sw_core_connection: { snmp_port: healthyPort } } },
        }),
      )
    const loads = loadsOf(service, ids)
    for (const load of loads) await runLoad(load, 2)

    console.log(`\n${root}`)
    console.log(`  ${''.padEnd(34)}      p50       p99   longest  requests  errors`)
    memory.peak()
    await phase('alone', loads, quietSec)
    const quietPeak = memory.peak()
    const added: number[][] = []
    for (const foe of foes!) added.push(await foe.add(service))
    const over = new AbortController()
    const provoked = provoke(service, added, over.signal)
    const measured = await phase('with hostile devices', loads, hostileSec)
    over.abort()
    const answers = await provoked
    const peak = memory.peak()
    console.log(
      `  memory: ${quietPeak.toFixed(0)} MiB alone, at most ${peak.toFixed(0)} MiB with hostile devices; ` +
        `${answers} of their answers`,
    )
    const { count } = await stored(service, added.flat())
    console.log(`  interfaces stored of hostile devices: ${count}`)
    if (root === roots[0] && measured.some(({ p99 }) => !(p99 < longestMs)))
      faults.push(`p99 of ${longestMs} ms or more`)
    const log = await readFile(join(folder, 'service.log'), 'utf8')
    for (const text of log
      .split('\n')
      .filter(one => /"level":(?:50|60)/.test(one))
      .slice(0, 5))
      console.log(`  log: ${text.slice(0, 300)}`)
  } finally {
    for (const step of undo.toReversed()) await Promise.resolve(step()).catch(console.error)
  }
}

async function stored(service: Service, ids: readonly number[]): Promise<{ count: number }> {
  let count = 0
  for (const id of ids) {
    const answer = await service.fetch('GET', `/device-interface?device_id=${id}&limit=1`)
    const { meta } = (await answer.json()) as { meta: { total?: number } | null }
    count += meta?.total ?? 0
  }
  return { count }
}

console.log(`eight hostile ${kind}; milliseconds; ${quietSec} s alone, ${hostileSec} s with them`)
for (const root of roots) await measure(root)
for (const fault of faults) console.log(`FAILED: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
