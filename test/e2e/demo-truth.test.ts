import { join } from 'node:path'
import {
  adminUp,
  foundOnus,
  inOctets,
  isOnline,
  isUp,
  outOctets,
  readScene,
  type Onu,
  type Port,
  type SimulatedOlt,
  type SimulatedSwitch,
} from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { ip, startInstallation, type Installation } from '../support/installation.ts'
import { documentOf } from '../support/client.ts'
import { poll } from './polled/world.ts'

/**
 * What the demo tells is compared with the simulated network itself: states, sums, totals, units and ages. The
 * time of the network stands still, so each figure has one right value.
 */
const test = suite('demo: its figures are those of the network', { level: 'full' })

let house!: Installation
const ids = new Map<string, number>()
const olts = new Map<number, SimulatedOlt>()
const switches = new Map<number, SimulatedSwitch>()
test.before(async () => {
  const { scene } = readScene(join(import.meta.dirname, '../../examples/all-in-one/scene.json'))
  const devices = scene.devices.map((device, n) => ({ ...device, ip: ip(n + 1) }))
  house = await startInstallation({ scene: { ...scene, devices }, settings: { pollers: { polling: false } } })
  for (const { name, kind } of devices) {
    // Its API is tested with its own kind of access.
    if (kind === 'router-os') continue
    const device = house.simulated(name)
    const { id } = await house.add(device)
    ids.set(name, id)
    if (kind === 'olt') olts.set(id, device.simulated as SimulatedOlt)
    if (kind === 'switch') switches.set(id, device.simulated as SimulatedSwitch)
    // Two readings: some facts are stored when the interfaces are.
    for (let n = 0; n < 2; n++) await poll(house.admin, id)
  }
})
test.after(() => house?.stop())

const get = <T>(path: string) => house.admin.get<T>(path)
const allOnus = () => [...olts.values()].flatMap(olt => olt.onus.map(onu => ({ olt, onu })))
const stateOf = (olt: SimulatedOlt, onu: Onu): string => onu.state.at(olt.now()).state
const countBy = (names: readonly string[]) => {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
const withoutZeros = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

interface Statuses {
  total: number
  statuses: Record<string, number>
}

test('devices and ONUs are as many, in the states that they have', async () => {
  const devices = await get<Statuses>('/component/analytics/widgets/device-statuses')
  assert.equal([devices.total, withoutZeros(devices.statuses)], [ids.size, { Up: ids.size }])
  const onus = await get<Statuses>('/component/analytics/widgets/ont-statuses')
  const real = allOnus()
  assert.equal(
    [onus.total, withoutZeros(onus.statuses)],
    [real.length, countBy(real.map(({ olt, onu }) => stateOf(olt, onu)))],
  )
})

test('ONUs that wait for their registration are those that the OLTs have found', async () => {
  const waiting = [...olts.values()].map(olt => foundOnus(olt, olt.now()).list.length)
  const shown = await get<unknown[]>('/component/onts_registration/unregistered')
  assert.is(
    shown.length,
    waiting.reduce((sum, count) => sum + count, 0),
  )
  const widget = await get<object>('/component/analytics/widgets/unregistered-onts')
  assert.equal(widget, { onus: shown.length, olts: waiting.filter(count => count > 0).length })
})

test('each PON port has its number of ONUs, wherever it is told', async () => {
  for (const [id, olt] of olts) {
    const real = Object.fromEntries(olt.pons.map(({ ifName, onus }) => [ifName, onus.length]))
    interface Live {
      interface: { name: string }
      registered: number | null
    }
    const live = await get<Live[]>(`/component/olts/pon-ports/${id}`)
    assert.equal(Object.fromEntries(live.map(one => [one.interface.name, one.registered])), real)
  }
})

test('the bars of light are those of the ONUs that are online, and no other', async () => {
  const bars = await get<{ from: number; to: number; rx: number }[]>(
    '/component/analytics/charts/ont-signals',
  )
  const lit = allOnus().filter(({ olt, onu }) => isOnline(onu, olt.now()))
  const light = lit.map(({ olt, onu }) => onu.rx(olt.now()))
  assert.is(
    bars.reduce((sum, { rx }) => sum + rx, 0),
    lit.length,
  )
  for (const { from, to, rx } of bars) {
    // Devices round to 0.1 dB: one at the end of a bar may be in the next.
    const within = (more: number) => light.filter(dbm => dbm >= from - more && dbm < to + more).length
    assert.ok(rx >= within(-0.1) && rx <= within(0.1), `${rx} from ${from} to ${to} dBm`)
  }
})

test('ports are up, down and enabled as they are', async () => {
  for (const [id, { ports }] of switches) {
    interface Stored {
      type: string
      status: string
      admin_state: string
    }
    const stored = await get<Stored[]>(`/device-interface/by-device/${id}`)
    const now = house.clock.now()
    const shown = (port: Port) => [isUp(port, now) ? 'Up' : 'Down', adminUp(port) ? 'Enabled' : 'Disabled']
    const real = new Map(ports.map(port => [port.ifIndex, shown(port)]))
    const told = stored.filter(({ type }) => type !== 'VLAN')
    assert.equal(
      countBy(told.map(({ status, admin_state: admin }) => `${status} ${admin}`)),
      countBy([...real.values()].map(state => state.join(' '))),
      String(id),
    )
  }
})

test('counters and units of the exposition are those of the ports', async () => {
  const { text } = await house.admin.ask('GET', '/component/metrics_wrapper/metrics')
  const line = /^linecard_interface_(receive|transmit)_bytes_total\{(.*)\} (\d+) \d+$/gm
  const seen = new Map<string, bigint>()
  for (const [, way, labels, value] of text.matchAll(line)) {
    const label = (name: string) => new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labels!)![1]!
    seen.set(`${label('device')} ${label('interface')} ${way}`, BigInt(value!))
  }
  let compared = 0
  for (const [id, { ports }] of switches) {
    const name = [...ids].find(([, one]) => one === id)![0]
    for (const port of ports) {
      for (const [way, of] of [
        ['receive', inOctets],
        ['transmit', outOctets],
      ] as const) {
        const told = seen.get(`${name} ${port.ifName} ${way}`)
        if (told === undefined) continue
        assert.is(told, BigInt(Math.floor(of(port, house.clock.now()))), `${name} ${port.ifName} ${way}`)
        compared++
      }
    }
  }
  assert.ok(compared > 100, `${compared} counters were compared`)
})

/** Objects anywhere in an answer that have this member. */
function* having(value: unknown, member: string): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value) && member in value) yield value as Record<string, unknown>
  for (const part of Object.values(value)) yield* having(part, member)
}

interface Paged {
  meta: { total?: number; limit?: number } | null
  data: unknown
}

test('each list has the total of its rows, and each answer of a device the age of its time', async () => {
  const document = await documentOf(house.url)
  const faults: string[] = []
  const some = ['olt-center', 'sw-oak-12'].map(name => ids.get(name)!)
  let [lists, ages] = [0, 0]
  for (const [path, item] of Object.entries(document.paths)) {
    if (!('get' in item) || /stream|cable-diag|\{(?!deviceId\})/.test(path)) continue
    for (const id of path.includes('{deviceId}') ? some : [0]) {
      const asked = path.replace('/api/v1', '').replace('{deviceId}', String(id))
      const { status, text } = await house.admin.ask('GET', asked)
      if (status !== 200 || !text.startsWith('{"statusCode"')) continue
      const { meta, data } = JSON.parse(text) as Paged
      for (const { time, age_sec: age } of having(meta, 'age_sec')) {
        if (time === null || age === null) continue
        ages++
        const real = (Date.now() - Date.parse(String(time))) / 1000
        if (Math.abs(real - Number(age)) > 5) faults.push(`${asked}: an age of ${age} s, not ${real} s`)
      }
      if (meta?.total === undefined || meta.limit === undefined || !Array.isArray(data)) continue
      lists++
      if (data.length !== Math.min(meta.total, meta.limit))
        faults.push(`${asked}: ${data.length} rows of ${meta.total}`)
      const last = await house.admin.ask('GET', `${asked}?limit=1&offset=${Math.max(0, meta.total - 1)}`)
      const end = JSON.parse(last.text) as Paged
      if (end.meta?.total !== meta.total || (end.data as unknown[]).length !== Math.min(1, meta.total))
        faults.push(
          `${asked}: ${(end.data as unknown[])?.length} last rows of ${end.meta?.total}, ${meta.total}`,
        )
    }
  }
  assert.ok(lists >= 50 && ages >= 60, `${lists} lists and ${ages} ages were compared`)
  assert.equal(faults, [])
})
