import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readScene } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'

/** `npm run demo` in a process of its own. Its last words are typed in a shell, as a newcomer does. */
const test = suite('demo', { level: 'full' })

const folder = join(import.meta.dirname, '../../examples/all-in-one')
const { scene } = readScene(join(folder, 'scene.json'))
const configured = JSON.parse(readFileSync(join(folder, 'linecard.json'), 'utf8')) as { drivers: string[] }
const places = JSON.parse(readFileSync(join(folder, 'places.json'), 'utf8')) as Record<
  string,
  { lat: number; lon: number }
>
const hourSec = 3600
interface Chart {
  series: { labels: Record<string, string>; points: [number, number | null][] }[]
}

let data!: string
let database!: TestDatabase
let child: ChildProcess | undefined
let text = ''
/** The first three numbers of the devices' addresses. */
let network = ''
/** The lines to copy, in their order. */
let lines!: string[]

/** Types a line. Returns `data` of its answer. */
async function typed<T>(line: string): Promise<T> {
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { maxBuffer: 100_000_000 })
  const answer = JSON.parse(stdout) as { data: T; error?: unknown }
  assert.not(answer.error, stdout)
  return answer.data
}
/** The same line with another path. */
const instead = (path: string): string => lines[0]!.replace(/\/api\/v1\/[^']*/, `/api/v1${path}`)

test.before(async () => {
  data = await mkdtemp(join(tmpdir(), 'linecard-demo-'))
  database = await createDatabase()
  const [a, b] = randomBytes(2)
  network = `127.${20 + (a! % 200)}.${b}`
  child = spawn(process.execPath, ['--conditions=source', join(folder, 'demo.ts')], {
    env: {
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^LINECARD_|^DATABASE_URL$/.test(name)),
      ),
      LINECARD_PORT: '0',
      LINECARD_DATA_DIR: data,
      LINECARD_DATABASE_URL: database.url,
      DEMO_NETWORK: network,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const hear = (chunk: Buffer) => {
    text += String(chunk)
  }
  child.stdout!.on('data', hear)
  child.stderr!.on('data', hear)
  await until(
    'the last words',
    () => {
      if (child!.exitCode !== null) throw new Error(`the demo has ended: ${text}`)
      return text.includes('Ctrl-C ends the demo')
    },
    { timeoutMs: 900_000, everyMs: 200 },
  )
  lines = text.split('\n').flatMap(line => /^ {2}(curl .*)$/.exec(line)?.[1] ?? [])
})
test.after(async () => {
  if (child && child.exitCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  await database?.drop()
  await rm(data, { recursive: true, force: true })
})

test('the last words are five lines and one address that opens', async () => {
  assert.is(lines.length, 5, text)
  const [, address] = /^Open (\S+) /m.exec(text) ?? []
  const answer = await fetch(address!)
  assert.is(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', 'text/html')
})

test('the demo runs drivers that npm start does not, or misses some', async () => {
  const found = await typed<{ key: string; kind: string; state: string }[]>(instead('/system-components'))
  const running = found.filter(({ kind, state }) => kind === 'driver' && state === 'ready')
  assert.equal(
    running.map(({ key }) => key).toSorted(),
    configured.drivers.map(name => name.replace('@linecard/', '')).toSorted(),
  )
})

test('the topology lacks a cable of the scene, or has one that is not there', async () => {
  interface Graph {
    nodes: { id: number; name: string }[]
    edges: {
      src_device_id: number
      dest_device_id: number
      src_iface: { name: string }
      dest_iface: { name: string }
    }[]
  }
  const { nodes, edges } = await typed<Graph>(lines[0]!)
  assert.equal(nodes.map(({ name }) => name).toSorted(), scene.devices.map(({ name }) => name).toSorted())
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  /** Ports of switches are numbers in the scene. Some makers count their ports of 10 Gbit/s from 1 again. */
  const numberOf = (port: string) =>
    Number(/\d+$/.exec(port)![0]) + (/^(XGigabitEthernet|te)\d/.test(port) ? 24 : 0)
  const end = (device: string, port: string) => `${device} ${numberOf(port)}`
  const cable = (one: string, other: string) => [one, other].toSorted().join(' – ')
  assert.equal(
    edges
      .map(({ src_device_id: src, dest_device_id: dest, src_iface: from, dest_iface: to }) =>
        cable(end(names.get(src)!, from.name), end(names.get(dest)!, to.name)),
      )
      .toSorted(),
    scene
      .cables!.map(ends => {
        const [one, other] = ends.map(word => end(...(word.split(':') as [string, string])))
        return cable(one!, other!)
      })
      .toSorted(),
  )
})

test('nobody had an address half a day ago, or it was not behind the ONU that has its MAC address', async () => {
  interface Holder {
    mac: string
    certainty: string
    router: { name: string }
    places: { device: { id: number; name: string }; interface: { name: string; type: string } }[]
  }
  const [, time] = /[?&]time=([^&']+)/.exec(lines[1]!) ?? []
  assert.ok(Date.now() - Date.parse(time!) > 6 * hourSec * 1000, time)
  const [holder] = await typed<Holder[]>(lines[1]!)
  assert.ok(holder)
  assert.is(holder!.certainty, 'certain')
  assert.is(holder!.router.name, scene.devices.find(({ kind }) => kind === 'router')!.name)
  const [place] = holder!.places
  assert.is(place?.interface.type, 'ONU')
  assert.is(scene.devices.find(({ name }) => name === place!.device.name)?.kind, 'olt')
  interface Row {
    mac_address: string
    interface: { name: string } | null
  }
  const rows = await typed<Row[]>(instead(`/switcher-core/device/fdb/${place!.device.id}`))
  const now = rows.find(({ mac_address }) => mac_address === holder!.mac)
  if (now) assert.is(now.interface?.name, place!.interface.name)
})

test('the chart of the uplink has holes, or other rates than its cable', async () => {
  const { series } = await typed<Chart>(lines[2]!)
  const ratesOf = (metric: string) =>
    series
      .find(({ labels }) => labels['metric'] === metric)!
      .points.flatMap(([, value]) => (value === null ? [] : value))
  // What a cable of a scene carries, octets a second, from its first end and from its second.
  for (const [metric, octets] of [
    ['interface_receive_bits_per_second', 22_000_000],
    ['interface_transmit_bits_per_second', 3_500_000],
  ] as const) {
    const rates = ratesOf(metric)
    assert.ok(rates.length > 130, `${metric}: ${rates.length} points of 144`)
    const mean = rates.reduce((sum, value) => sum + value, 0) / rates.length
    assert.ok(Math.abs(mean / (octets * 8) - 1) < 0.1, `${metric}: ${mean}`)
    // The evening has more traffic than the morning.
    assert.ok(Math.max(...rates) > 1.5 * Math.min(...rates), `${metric}: a flat line`)
  }
})

test('the light of ONUs, echoes and states of ONUs begin today', async () => {
  const olt = scene.devices.find(({ name }) => name === 'olt-center')!
  const device = await typed<{ id: number }>(instead(`/device?ip=${network}.${olt.ip.split('.').at(-1)}`))
  const listed = await typed<{ id: number; type: string }[]>(
    instead(`/device-interface?device_id=${device.id}&limit=1000`),
  )
  // One that is off has no light: some of several had light a day ago.
  const onus = listed.filter(({ type }) => type === 'ONU').slice(0, 8)
  /** Hours since the first value. */
  const begunOf = async (query: string, metric: string) => {
    const { series } = await typed<Chart>(instead(`/component/metrics_wrapper/${query}&step=3600`))
    const found = series.find(({ labels }) => labels['metric'] === metric)
    const first = found?.points.find(([, value]) => value !== null)?.[0]
    return first === undefined ? 0 : (Date.now() / 1000 - first) / hourSec
  }
  const lights = onus.map(({ id }) => begunOf(`optical?interface_id=${id}`, 'interface_receive_power_dbm'))
  const states = onus.map(({ id }) => begunOf(`series?metric=onu_state&interface_id=${id}`, 'onu_state'))
  for (const [what, hours] of [
    ['light', Math.max(...(await Promise.all(lights)))],
    ['states', Math.min(...(await Promise.all(states)))],
    ['echoes', await begunOf(`ping?device_id=${device.id}`, 'device_ping_seconds')],
  ] as const)
    assert.ok(hours >= 20, `${what}: ${hours} hours`)
})

test('the errors of the day are not counted by the hour, or not those of switches', async () => {
  interface Line {
    device: { name: string }
    points: unknown[]
  }
  const found = await until(
    'the errors are counted',
    async () => {
      const all = await typed<Line[]>(instead('/component/analytics/charts/increasing-errors'))
      return all.length > 0 ? all : null
    },
    { everyMs: 500 },
  )
  const [most] = found
  assert.ok(most!.points.length >= 20, `${most!.points.length} hours`)
  assert.is(scene.devices.find(({ name }) => name === most!.device.name)?.kind, 'switch')
})

test('the ONU of a contract is another one, or has no customer and no place near its OLT', async () => {
  interface Onu {
    type: string
    description: string
    agreement: string
    comment: string
    ip: string
    coordinates: { lat: number; lon: number } | null
    device: { name: string }
  }
  const [onu, ...others] = await typed<Onu[]>(lines[3]!)
  assert.is(others.length, 0)
  assert.is(onu!.type, 'ONU')
  // The OLT itself has the contract in the description of the ONU.
  assert.is(onu!.description, `contract ${onu!.agreement}`)
  assert.match(onu!.comment, /^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u)
  assert.ok(lines[1]!.includes(`ip=${onu!.ip}&`))
  const center = places[onu!.device.name]!
  assert.ok(Math.abs(onu!.coordinates!.lat - center.lat) < 0.05)
  const near = await typed<{ name: string; distance: number }[]>(
    instead(`/portal/nearest-elements?lat=${center.lat}&lon=${center.lon}&distance=2000&limit=500`),
  )
  assert.ok(near.some(({ name }) => name.includes(onu!.device.name)))
})

test('the outage of the demo is not told, is no fibre cut, or has not the ONUs of the port', async () => {
  interface Outage {
    id: number
    kind: string
    device: { id: number; name: string }
    customers: number
  }
  const found = await typed<Outage[]>(lines[4]!)
  const outage = found.find(({ kind, device }) => kind === 'fibre_cut' && device.name === 'olt-north')
  assert.ok(outage, JSON.stringify(found))
  const { members } = await typed<{ members: { name: string; reason: string }[] }>(
    instead(`/component/correlation/outages/${outage!.id}`),
  )
  const onus = await typed<{ interface: { name: string } }[]>(
    instead(`/switcher-core/device/pon_onts_status/${outage!.device.id}`),
  )
  const port = onus.flatMap(row => /^gpon_onu-1\/3\/1:\d+$/.exec(row.interface.name)?.[0] ?? [])
  assert.ok(members.length > 4 && members.length <= port.length, `${members.length} of ${port.length}`)
  for (const { name, reason } of members) assert.ok(port.includes(name) && reason === 'los', name)
  assert.is(outage!.customers, members.length)
})

test('what the README says to type does not work as printed', async () => {
  const page = readFileSync('README.md', 'utf8')
  const [, address] = /^Open (http:\/\/[^/]+)/m.exec(text) ?? []
  const here = (script: string) =>
    script.replaceAll('http://127.0.0.1:8088', address!).replaceAll('127.0.10.', `${network}.`)
  const [, begin = ''] = /^```sh\n(KEY=[\s\S]*?)^```$/m.exec(page) ?? []
  const asked = [...page.matchAll(/`(ask [^`]+)`/g)].map(([, line]) => line!)
  assert.is(asked.length, 6)
  const answers: { statusCode: number; data: unknown; error?: { code: string } }[] = []
  for (const line of asked) {
    const { stdout } = await promisify(execFile)('bash', ['-c', here(`${begin}\n${line}`)], {
      maxBuffer: 100_000_000,
    })
    answers.push(JSON.parse(stdout))
  }
  assert.equal(
    answers.map(({ statusCode }) => statusCode),
    [200, 200, 200, 200, 200, 404],
  )
  const [onu, dark, , descriptions, events, unknown] = answers
  assert.match(JSON.stringify(onu!.data), /gpon-onu_1\/1\/1:1"/)
  const levels = (dark!.data as { optical: { rx: number } }[]).map(({ optical }) => optical.rx)
  assert.ok(levels.length > 0 && levels.every(rx => rx < -20), String(levels))
  assert.match(JSON.stringify(descriptions!.data), 'flat 7')
  assert.ok((events!.data as unknown[]).length > 0, 'nothing is wrong in the network')
  assert.is(unknown!.error?.code, 'INVENTORY_DEVICE_UNKNOWN')
})
