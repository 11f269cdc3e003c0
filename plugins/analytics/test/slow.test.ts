import { ponOntsOptical } from '@linecard/driver-kit/modules'
import type { BoundConditionSource, PolledAnswer } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { keyOf } from '@linecard/test-kit/worlds/inventory'
import metrics from '@linecard/plugin-metrics'
import onuHistory from '@linecard/plugin-onu-history'
import { fill, get, runJob, startWorld, type World } from './world.ts'

const test = suite('analytics: slow changes')
let world!: World
let ours: string
const dayMs = 86_400_000

test.before(async () => {
  world = await startWorld([metrics, onuHistory], {
    analytics: {
      told: ['light_falling', 'duplicate_onu', 'duplicate_mac', 'port_speed_fell', 'pon_port_full'],
    },
  })
  for (const job of ['onu-history.trends', 'onu-history.trim', 'metrics.roll_up', 'metrics.clean_up'])
    await world.http('PUT', `/system-schedule/${job}`, { enabled: false })
  await fill(world)
  ours = await keyOf(world, ['analytics'], [71])
})
test.after(() => world?.stop())

/** Gives an answer to the stores of a poller, as the engine of the pollers does. */
async function poll(poller: string, module: string, data: unknown, time: Date, device = 7): Promise<void> {
  const answer: PolledAnswer = { data, complete: true, missing: [], time, error: null }
  const unkept = await world
    .use('equipment')
    .keep([{ device_id: device, module, args: {}, data, complete: true, time }])
  assert.equal(unkept, [])
  for (const { store } of world
    .use('installation')
    .pollers()
    .find(({ key }) => key === poller)!.stores)
    await store({
      poller,
      device: { id: device, ip: '', name: '', model_key: '', uptime: null, uptime_at: null, rebooted: null },
      answers: new Map([[module, answer]]),
      signal: new AbortController().signal,
    })
}
const ref = (id: number, type: string) => ({
  id,
  name: `pon 1:${id - 1000}`,
  type,
  parent: null,
  if_index: null,
})

const light = (
  time: Date,
  values: readonly (readonly [onu: number, rx: number, oltRx: number])[],
  device = 7,
) =>
  poll(
    'optical_strength',
    ponOntsOptical.name,
    values.map(([onu, rx, olt_rx]) => ({
      interface: ref(1000 + onu, 'ONU'),
      rx,
      olt_rx,
      tx: null,
      temp: null,
      voltage: null,
      distance: null,
    })),
    time,
    device,
  )

interface Falling {
  interface: { id: number }
  fall: number
  rx_change: number
  olt_rx_change: number
  days: number
}
const falling = async (query = '', key?: string) =>
  (await get<Falling[]>(world, `/tables/falling-signals${query}`, key)).data.map(row => [
    row.interface.id,
    row.fall,
    row.days,
  ])

test('light that falls slowly is found; noise, single bad days, recoveries and few days are not', async () => {
  assert.equal(await falling(), [])
  for (let ago = 25; ago >= 1; ago--) {
    const noon = new Date(Math.floor(Date.now() / dayMs) * dayMs - ago * dayMs + dayMs / 2)
    const noise = ((ago * 7) % 5) * 0.05
    const fallen = (25 - ago) * 0.1
    await light(noon, [
      // 3 dB in 30 days at the ONU, half of it at the OLT, with noise and a cut for some days.
      [1, -18 - fallen - noise, -20 - fallen / 2],
      [2, -19 - noise, -21 + noise],
      // Bad for five days, and good again.
      [3, ago > 8 && ago < 14 ? -27 : -19, -20],
      // It becomes better.
      [4, -25 + fallen, -20],
      ...(ago <= 5 ? ([[5, -18 - (5 - ago), -20]] as const) : []),
    ])
    await light(noon, [[1, -18 - fallen * 2, -20]], 8)
    // A second reading of the day that is darker: a day is as good as its best.
    await light(new Date(noon.getTime() + 3_600_000), [[2, -24 - fallen, -21]])
  }
  await runJob(world, 'onu-history.trends')
  const found = await falling()
  assert.equal(
    found.map(([id, , days]) => [id, days]),
    [
      [221, 25],
      [121, 25],
    ],
  )
  assert.ok(Math.abs(found[0]![1]! - 6) < 0.1 && Math.abs(found[1]![1]! - 3) < 0.2, String(found))
  assert.equal(
    (await falling('', ours)).map(([id]) => id),
    [121],
  )
  assert.equal(
    (await falling('?least_db=4')).map(([id]) => id),
    [221],
  )
  assert.equal(
    (await falling('?least_db=0.3&least_days=4')).map(([id]) => id),
    [125, 221, 121],
  )
  const [row] = (await get<Falling[]>(world, '/tables/falling-signals', ours)).data
  assert.ok(Math.abs(row!.olt_rx_change + 1.5) < 0.1)
  // Once more is the same.
  await runJob(world, 'onu-history.trends')
  assert.equal(await falling(), found)
})

interface Lowered {
  interface: { id: number }
  speed_mbps: number
  highest_mbps: number
}
const lowered = async (query = '', key?: string) =>
  (await get<Lowered[]>(world, `/tables/lowered-speeds${query}`, key)).data.map(row => [
    row.interface.id,
    row.speed_mbps,
    row.highest_mbps,
  ])

const links = (
  ago: number,
  speeds: readonly (readonly [port: number, mbps: number, status?: string])[],
  device = 7,
) =>
  poll(
    'interfaces_status',
    'link_info',
    speeds.map(([port, speed_mbps, oper_status = 'Up']) => ({
      interface: { ...ref(port, 'ETH'), name: device === 8 ? `hidden ${port}` : `port ${port}` },
      admin_state: 'Enabled',
      oper_status,
      speed_mbps,
    })),
    new Date(Date.now() - ago * 3_600_000),
    device,
  )

test('ports with a lower speed than before; a link that is down has none', async () => {
  await links(10, [
    [1, 1000],
    [2, 1000],
    [3, 1000],
    [4, 100],
  ])
  await links(10, [[1, 10_000]], 8)
  // Port 3 has no link, and tells 10 Mbit/s as some agents do.
  await links(9, [
    [1, 100],
    [2, 100],
    [3, 10, 'Down'],
    [4, 1000],
  ])
  await links(9, [[1, 1000]], 8)
  // Port 2 came back.
  await links(8, [
    [1, 100],
    [2, 1000],
    [3, 1000],
    [4, 1000],
  ])
  assert.equal((await lowered()).toSorted(), [
    [101, 100, 1000],
    [201, 1000, 10_000],
  ])
  assert.equal(await lowered('', ours), [[101, 100, 1000]])
  // Later it falls once more, from what it never was before.
  await links(7, [[1, 10]])
  assert.equal(await lowered('', ours), [[101, 10, 1000]])
  await world.sql(`update metrics_speed_change set time = time - interval '40 days' where interface_id = 101`)
  assert.equal(await lowered('', ours), [])
  assert.equal(await lowered('?days=90', ours), [[101, 10, 1000]])
  await world.sql(`update metrics_speed_change set time = time + interval '40 days' where interface_id = 101`)
})

interface Filled {
  interface: { id: number }
  onus: number
  capacity: number
  growth: number | null
  full_in_days: number | null
}
test('PON ports fill up: growth is of ports that are known for long enough', async () => {
  await world.sql(
    `update inventory_onu set created_at = now() - interval '100 days' where interface_id in (121, 122, 123)`,
  )
  await world.sql(
    `update inventory_interface set created_at = now() - interval '100 days' where id in (121, 122, 123)`,
  )
  const rows = async (query = '', key?: string) =>
    (await get<Filled[]>(world, `/tables/pon-ports${query}`, key)).data.map(row => [
      row.interface.id,
      row.onus,
      row.capacity,
      row.growth,
      row.full_in_days,
    ])
  assert.equal(await rows(), [
    [120, 9, 128, 6, 595],
    [220, 1, 128, null, null],
  ])
  assert.equal((await rows('', ours)).length, 1)
  assert.equal(await rows('?least_percent=50'), [])
  assert.equal(await rows('?offset=1000000'), [])
})

const sourceOf = (name: string): BoundConditionSource =>
  world
    .use('installation')
    .conditions()
    .find(one => one.name === name)!
const holding = async (name: string, deviceIds: readonly number[] | null = null) =>
  (await sourceOf(name).holding({ deviceIds, signal: AbortSignal.timeout(10_000) })).map(
    ({ device_id, interface_id, part }) => [device_id, interface_id, part],
  )

test('conditions: what the settings tell, for all devices or for some', async () => {
  assert.equal((await holding('light_falling')).toSorted(), [
    [7, 121, ''],
    [8, 221, ''],
  ])
  assert.equal(await holding('light_falling', [8]), [[8, 221, '']])
  assert.equal((await holding('port_speed_fell')).map(([, port]) => port).toSorted(), [101, 201])
  assert.equal(await holding('pon_port_full'), [])
  const [first] = await holding('duplicate_onu', [7])
  assert.equal(first!.slice(0, 2), [7, 121])
  assert.equal(await holding('duplicate_mac'), [])
})
