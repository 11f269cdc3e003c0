/**
 * A complete installation discovers a /16 of loopback addresses with 300 simulated devices on random
 * addresses, which are in a process of their own: rule, sweep, detection, inventory. Prints the time, the
 * datagrams and the result, and the lower limit of the time: datagrams ÷ send rate. For comparison, `snmpget`
 * asks a /24 of the same network, one process for each address and some at the same time; its time is
 * extrapolated to 256 such networks. Fails if a device is missing or exists twice. `--rate <datagrams/s>`
 * (20000), `--devices <n>` (300), `--forks <n>` (32).
 */
import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs, promisify } from 'node:util'
import dlink from '@linecard/driver-dlink'
import generic from '@linecard/driver-generic'
import zte from '@linecard/driver-zte'
import type { Scene } from '@linecard/simulator'
import { until } from '@linecard/test-kit'
import { makeWorld } from '@linecard/test-kit/worlds/core'
import autodiscovery from '@linecard/plugin-autodiscovery'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '20000' },
    devices: { type: 'string', default: '300' },
    forks: { type: 'string', default: '32' },
  },
})
const [rate, count, forks] = [Number(values.rate), Number(values.devices), Number(values.forks)]
const net = `127.${randomInt(30, 250)}`
const [timeoutMs, retries] = [1000, 1]
const all = 65_534
/**
 * A silent address is open for 2.5 waits and takes two datagrams: with fewer open addresses, the rate is not
 * reached.
 */
const window = Math.min(65_536, Math.max(8192, Math.ceil((rate * 1.5 * timeoutMs) / 1000)))

const switches = [
  'DES-3200-10/C1',
  'DES-3200-18/C1',
  'DES-3200-28/C1',
  'DES-3200-52/C1',
  'DGS-1210-28/ME/B1',
  'DGS-3120-24SC/B1',
] as const
const hosts = new Set<number>()
while (hosts.size < count) hosts.add(randomInt(1, all + 1))
const addresses = [...hosts].map(host => `${net}.${host >> 8}.${host & 255}`)

/** A port that is free on one address of a network that only this process uses. */
async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, addresses[0])
  await once(socket, 'listening')
  const { port } = socket.address()
  await new Promise<void>(resolve => {
    socket.close(() => resolve())
  })
  return port
}

const scene: Scene = {
  devices: addresses.map((ip, n) =>
    n % 30 === 29
      ? { kind: 'olt', vendor: 'zte', model: 'C320', name: `olt-${n}`, ip, onusPerPort: 2 }
      : {
          kind: 'switch',
          vendor: 'dlink',
          model: switches[n % switches.length]!,
          name: `sw-${n}`,
          ip,
          location: `Cabinet ${n}`,
        },
  ),
} as Scene

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const line = (what: string, text: string) => console.log(`${what.padEnd(34)}${text}`)
const run = promisify(execFile)

/** `snmpget`, one process for each address, `forks` of them at the same time. */
async function forked(base: string, port: number): Promise<{ ms: number; found: number }> {
  const left = Array.from({ length: 254 }, (_, n) => `${base}.${n + 1}`)
  let found = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: forks }, async () => {
      for (let ip = left.pop(); ip; ip = left.pop()) {
        const answered = await run('snmpget', [
          '-v2c',
          '-cpublic',
          '-t',
          String(timeoutMs / 1000),
          '-r',
          String(retries),
          `${ip}:${port}`,
          '1.3.6.1.2.1.1.2.0',
          '1.3.6.1.2.1.1.1.0',
          '1.3.6.1.2.1.1.5.0',
        ]).then(
          () => 1,
          () => 0,
        )
        found += answered
      }
    }),
  )
  return { ms: performance.now() - start, found }
}

const port = await freePort()
const folder = await mkdtemp(join(tmpdir(), 'linecard-bench-'))
const sceneFile = join(folder, 'scene.json')
await writeFile(sceneFile, JSON.stringify(scene))
const simulator = spawn(
  process.execPath,
  [
    '--conditions=source',
    join(import.meta.dirname, '../../core/simulator/src/main.ts'),
    '--scene',
    sceneFile,
    '--port',
    String(port),
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
let said = ''
simulator.stdout.on('data', (text: Buffer) => {
  said += String(text)
})
let world: Awaited<ReturnType<typeof makeWorld>> | undefined
try {
  await until(
    'the devices are there',
    () => {
      if (simulator.exitCode !== null) throw new Error('the simulator ended')
      return said.includes('└')
    },
    { timeoutMs: 120_000, everyMs: 100 },
  )
  world = await makeWorld({
    drivers: [dlink, zte, generic],
    plugins: [autodiscovery],
    settings: {
      identity: { rate_limiter_enabled: false },
      equipment: {
        allow_loopback: true,
        sweep_rate: rate,
        sweep_window: window,
        sweep_timeout_ms: timeoutMs,
        sweep_retries: retries,
      },
    },
  })
  const data = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await world!.http(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body.data as T
  }
  const access = await data<{ id: number }>('POST', '/device-access', {
    name: 'bench',
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: port, snmp_timeout_sec: 2, snmp_repeats: 2 } },
  })
  await data('POST', '/component/autodiscovery/rules', {
    name: 'bench',
    cidr: `${net}.0.0/16`,
    access_ids: [access.id],
  })

  interface Run {
    status: string
    spent_ms: number
    started_at: string | null
    progress: { done: number; total: number }
    counts: Record<'added' | 'known' | 'unknown_identity' | 'failed', number>
    packets: { sent: number; received: number; foreign: number }
  }
  const search = async (): Promise<Run & { id: number; sweptMs: number }> => {
    let sweptMs = 0
    const { id } = await data<{ id: number }>('POST', '/component/autodiscovery/run', {})
    const ended = await until(
      'the search has ended',
      async () => {
        const now = await data<Run>('GET', `/component/autodiscovery/runs/${id}`)
        if (now.started_at && now.progress.total > 0 && now.progress.done === now.progress.total)
          sweptMs ||= Date.now() - Date.parse(now.started_at)
        return now.status === 'running' || now.status === 'waiting' ? undefined : now
      },
      { timeoutMs: 1_200_000, everyMs: 250 },
    )
    await until(
      'the job has ended',
      async () =>
        !(await world!.use('jobs').list()).find(({ key }) => key === 'autodiscovery.discover')!.running,
      { timeoutMs: 20_000 },
    )
    return { ...ended, id, sweptMs: Math.min(sweptMs, ended.spent_ms) }
  }

  console.log(
    `${net}.0.0/16: ${all} addresses, ${count} devices, at most ${rate} datagrams a second, ` +
      `${timeoutMs} ms and ${retries} repetition, ${window} asked at the same time\n`,
  )
  let failed = false
  for (const what of ['first search', 'second search'] as const) {
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const cpu = process.cpuUsage()
    const before = process.memoryUsage().rss
    const { id, status, spent_ms: ms, sweptMs, counts, packets } = await search()
    delay.disable()
    const { user, system } = process.cpuUsage(cpu)
    const floor = (packets.sent / rate) * 1000
    const listed = await data<{ ip: string }[]>('GET', '/device?limit=100000')
    const there = new Set(listed.map(({ ip }) => ip))
    const missed = addresses.filter(ip => !there.has(ip)).length
    const twice = listed.length - there.size
    failed ||= status !== 'ok' || missed > 0 || twice > 0 || listed.length !== count
    line(
      what,
      `${seconds(ms)} (${status}), all addresses done after ${seconds(sweptMs)} or less; lower limit ` +
        `${packets.sent} ÷ ${rate}/s = ${seconds(floor)}, and ${seconds(timeoutMs * (1 + 1.5))} for ` +
        `the last silent address`,
    )
    line('  datagrams', `${packets.sent} sent, ${packets.received} received, ${packets.foreign} from others`)
    line(
      '  result',
      `${counts.added} added, ${counts.known} known, ${counts.unknown_identity} unknown, ` +
        `${counts.failed} failed; ${listed.length} in the inventory, ${missed} missing, ${twice} ` +
        `twice`,
    )
    line(
      '  process',
      `${seconds((user + system) / 1000)} CPU, event loop p99 ` +
        `${(delay.percentile(99) / 1e6).toFixed(0)} ms, ${Math.round(before / 2 ** 20)} MiB resident ` +
        `before, ${Math.round(process.memoryUsage().rss / 2 ** 20)} after`,
    )
    for (const { ip, reason } of await data<{ ip: string; reason: string }[]>(
      'GET',
      `/component/autodiscovery/runs/${id}/found?result=failed&limit=5`,
    ))
      line('  failed', `${ip}: ${reason}`)
  }

  const third = addresses[0]!.split('.').slice(0, 3).join('.')
  const expected = addresses.filter(ip => ip.startsWith(`${third}.`)).length
  const naive = await forked(third, port)
  line(
    `snmpget, ${forks} processes at the same time`,
    `${seconds(naive.ms)} for ${third}.0/24 (${naive.found} of ${expected} devices); × 256 = ` +
      `${seconds(naive.ms * 256)} for the /16, extrapolated`,
  )
  process.exitCode = failed ? 1 : 0
} finally {
  await world?.stop()
  if (simulator.exitCode === null) {
    simulator.kill()
    await once(simulator, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
}
