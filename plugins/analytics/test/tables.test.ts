import { parse } from 'csv-parse/sync'
import { assert, suite } from '@linecard/test-kit'
import { keyOf } from '@linecard/test-kit/worlds/inventory'
import { base, fill, get, runJob, startWorld, type World } from './world.ts'

const test = suite('analytics: tables')
let world!: World
let ours: string

const tableKeys = [
  'device-statuses',
  'ont-statuses',
  'ont-signals',
  'bad-signals',
  'duplicate-onts',
  'duplicate-macs',
  'increasing-errors',
]
const widgetKeys = [
  'bad-signals',
  'device-statuses',
  'ont-statuses',
  'increasing-errors',
  'duplicates',
  'device-errors',
  'unregistered-onts',
]
const chartKeys = ['online-devices', 'online-onts', 'ont-signals', 'increasing-errors']

test.before(async () => {
  world = await startWorld()
})
test.after(() => world?.stop())

test('an empty installation has empty tables, charts and widgets', async () => {
  for (const key of tableKeys) {
    const { data, meta } = await get(world, `/tables/${key}?offset=1000000`)
    assert.equal([data, meta], [[], { total: 0, limit: 100, offset: 1_000_000 }], key)
  }
  for (const key of chartKeys) await get(world, `/charts/${key}`)
  const widgets = await Promise.all(widgetKeys.map(async key => (await get(world, `/widgets/${key}`)).data))
  assert.equal(widgets, [
    0,
    { total: 0, statuses: { Up: 0, Down: 0, Unknown: 0 } },
    { total: 0, statuses: { Online: 0, Offline: 0, LOS: 0, PowerOff: 0, Unknown: 0 } },
    { interfaces: 0, devices: 0 },
    { macs: 0, onts: 0 },
    [],
    { onus: 0, olts: 0 },
  ])
})

interface Listed {
  id?: number
  device: { id: number; name: string }
}
const rows = async (path: string, key?: string) => (await get<Listed[]>(world, `/tables/${path}`, key)).data

test('tables have the rows of the groups of the caller, and each filter narrows them', async () => {
  await fill(world)
  ours = await keyOf(world, ['analytics'], [71])
  const devices = await rows('device-statuses')
  assert.equal(
    devices.map(({ device: { id } }) => id),
    [8, 7],
  )
  const { interfaces_up, onus, onus_online, duration_sec } = devices[1] as never as Record<string, number>
  assert.equal([interfaces_up, onus, onus_online, duration_sec], [18, 9, 7, null] as never)
  assert.equal(
    (await rows('device-statuses', ours)).map(({ device: { id } }) => id),
    [7],
  )
  assert.equal((await rows('device-statuses?status=Down')).length, 1)
  assert.equal((await rows('device-statuses?group_id=72', ours)).length, 0)
  assert.equal((await rows('ont-statuses')).length, 10)
  assert.equal((await rows('ont-statuses', ours)).length, 9)
  assert.equal((await rows('ont-statuses?group_id=72')).length, 1)
  assert.equal((await rows('ont-statuses?status=LOS|PowerOff')).length, 2)
  assert.equal((await rows('ont-statuses?stop=2020-01-01T00:00:00Z')).length, 0)
  assert.equal(
    (await rows('ont-signals?rx_to=-26')).map(({ id }) => id),
    [129, 128],
  )
  assert.equal((await rows('ont-signals')).length, 9)
  assert.equal((await rows('bad-signals')).map(({ id }) => id).toSorted(), [128, 129])
  assert.equal((await rows('duplicate-onts')).map(({ id }) => id).toSorted(), [121, 221])
})

test('a page far after the last is empty, an unknown filter and a wrong order are 400', async () => {
  for (const key of tableKeys) {
    assert.equal(await rows(`${key}?offset=1000000000`), [])
    const unknown = await world.http('GET', `${base}/tables/${key}?colour=red`)
    assert.is(unknown.status, 400, key)
    assert.is((await world.http('GET', `${base}/tables/${key}?sort=password`)).status, 400, key)
  }
  assert.is(
    (await world.http('GET', `${base}/tables/increasing-errors?start=2999-01-01T00:00:00Z`)).status,
    400,
  )
  assert.is(
    (await world.http('GET', `${base}/tables/ont-statuses`, undefined, await keyOf(world, [], []))).status,
    403,
  )
})

const csvOf = async (path: string, key?: string) => {
  const answer = await world.http('GET', `${base}/tables/${path}`, undefined, key)
  assert.is(answer.status, 200, answer.text)
  assert.match(String(answer.headers.get?.('content-type') ?? ''), 'text/csv')
  return answer.text
}

test('CSV has all rows of the caller, and no cell is a formula', async () => {
  for (const key of tableKeys) {
    const text = await csvOf(`${key}?format=csv&limit=1`)
    assert.not.ok(text.startsWith('\uFEFF'), 'no byte order mark')
    assert.ok(text.endsWith('\r\n'))
    const cells = parse(text) as string[][]
    const dangerous = cells.flat().filter(cell => /^[=+@]|^-[^\d]/.test(cell))
    assert.equal(dangerous, [], key)
  }
  const onus = parse(await csvOf('ont-statuses?format=csv'), { columns: true }) as Record<string, string>[]
  assert.is(onus.length, 10)
  assert.ok(onus.some(row => row['description'] === `'=cmd|'/C calc'!A0`))
  assert.is((parse(await csvOf('ont-statuses?format=csv', ours)) as string[][]).length, 10)
  const devices = parse(await csvOf('device-statuses?format=csv&separator=semicolon'), {
    columns: true,
    delimiter: ';',
  }) as Record<string, string>[]
  assert.equal(
    devices.map(row => row['device']),
    ['olt, "theirs"', `'=HYPERLINK("http://x.example")`],
  )
  assert.is((await world.http('GET', `${base}/tables/device-statuses?format=csv&sort=nothing`)).status, 400)
})

const widget = async (key: string, as?: string) => (await get(world, `/widgets/${key}`, as)).data

test('widgets count what the caller sees', async () => {
  assert.equal(
    [await widget('bad-signals'), await widget('bad-signals', ours), await widget('bad-signals?group_id=72')],
    [2, 2, 0],
  )
  assert.equal(await widget('device-statuses', ours), { total: 1, statuses: { Up: 1, Down: 0, Unknown: 0 } })
  assert.equal(await widget('ont-statuses', ours), {
    total: 9,
    statuses: { Online: 7, Offline: 0, LOS: 2, PowerOff: 0, Unknown: 0 },
  })
  assert.equal(await widget('duplicates'), { macs: 0, onts: 2 })
  await world.sql(
    `insert into equipment_call (time, device_id, ip, module, args, "from", ok, error_code, spent_ms, requests) values
      (now(), 7, '192.0.2.7', 'system', '{}', 'device', false, 'DEVICE_TIMEOUT', 1, 1), (now(), 7, '192.0.2.7', 'system', '{}', 'device', false, 'DEVICE_ANSWER', 1, 1),
      (now(), 8, '192.0.2.8', 'system', '{}', 'device', false, 'DEVICE_TIMEOUT', 1, 1), (now() - interval '2 days', 8, '192.0.2.8', 'system', '{}', 'device', false, 'DEVICE_TIMEOUT', 1, 1)`,
  )
  const failing = async (key?: string) =>
    (
      (await widget('device-errors', key)) as {
        device: { id: number }
        errors: number
        no_response: number
      }[]
    ).map(({ device: { id }, errors, no_response }) => [id, errors, no_response])
  assert.equal(await failing(), [
    [7, 2, 1],
    [8, 1, 1],
  ])
  assert.equal(await failing(ours), [[7, 2, 1]])
})

test('the chart of light has bars of 1 dB', async () => {
  const bars = (await get<{ from: number; rx: number; olt_rx: number }[]>(world, '/charts/ont-signals', ours))
    .data
  assert.equal(
    [bars.length, bars.find(({ from }) => from === -20), bars.reduce((sum, bar) => sum + bar.rx, 0)],
    [30, { from: -20, to: -19, rx: 1, olt_rx: 9 } as never, 9],
  )
})

test('devices that answered nothing change no chart, and count as unknown in the totals', async () => {
  const all = async () => {
    const answers: Record<string, unknown> = {}
    for (const key of chartKeys) answers[`charts/${key}`] = (await get(world, `/charts/${key}`)).data
    for (const key of widgetKeys) answers[`widgets/${key}`] = await widget(key)
    return answers
  }
  const before = await all()
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled) values (9, '192.0.2.9', 'silent', 71, true)`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type) values (320, 9, 1000, 'pon 1', 'PON')`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, parent_bind_key, name, type, serial)
      select 320 + n, 9, 1000 + n, 1000, 'pon 1:' || n, 'ONU', 'ZTEGD10000' || lpad(n::text, 2, '0')
      from generate_series(1, 20) n`,
  )
  const after = await all()
  await world.sql('delete from inventory_device where id = 9')
  assert.equal(after, {
    ...before,
    'widgets/device-statuses': { total: 3, statuses: { Up: 1, Down: 1, Unknown: 1 } },
    'widgets/ont-statuses': {
      total: 30,
      statuses: { Online: 8, Offline: 0, LOS: 2, PowerOff: 0, Unknown: 20 },
    },
  })
})

interface Mac {
  mac: string
  places: { interface: { id: number }; vlan_id: number | null }[]
}
const macs = async (query = '', key?: string) =>
  (await get<Mac[]>(world, `/tables/duplicate-macs${query}`, key)).data.map(({ mac, places }) => [
    mac,
    ...places.map(place => place.interface.id),
  ])

test('duplicate MAC addresses: of ports with few addresses, at both places for long enough', async () => {
  const see = (mac: string, port: number, active = true) =>
    world.sql(
      `insert into inventory_sighting (interface_id, mac, vlan_id, first_seen, last_seen, active) values ($1, $2, 5, now() - interval '2 hours', now(), $3)`,
      [port, mac, active],
    )
  const [a, b, c, d] = ['02:00:00:00:00:0a', '02:00:00:00:00:0b', '02:00:00:00:00:0c', '02:00:00:00:00:0d']
  await see(a, 101)
  await see(a, 102)
  // One of its places is in another group.
  await see(b, 103)
  await see(b, 201)
  // It has moved: the former place does not show it any more.
  await see(c, 104, false)
  await see(c, 105)
  // One of its places is an uplink.
  await see(d, 106)
  await see(d, 107)
  await world.sql('insert into inventory_sighting_port (interface_id, macs) values (107, 900)')
  await runJob(world, 'analytics.duplicated_mac_addresses')
  assert.equal(await macs(), [], 'not yet long enough')
  await world.sql(`update analytics_duplicate set since = since - interval '31 minutes'`)
  await runJob(world, 'analytics.duplicated_mac_addresses')
  assert.equal((await macs()).toSorted(), [
    [a.toUpperCase(), 101, 102],
    [b.toUpperCase(), 103, 201],
  ])
  assert.equal(await macs('', ours), [[a.toUpperCase(), 101, 102]])
  assert.equal(await macs('?device_id=8'), [[b.toUpperCase(), 103, 201]])
  assert.equal(await widget('duplicates', ours), { macs: 1, onts: 1 })
  await world.sql('update inventory_sighting set active = false where interface_id = 102')
  await runJob(world, 'analytics.duplicated_mac_addresses')
  assert.equal(await macs('', ours), [])
})

interface Point {
  time: string
  online: number
  offline: number
}
test('numbers over time are right for callers of every group, and stay so when a device moves', async () => {
  const points = async (path: string, key?: string) =>
    (await get<Point[]>(world, `/charts/${path}`, key)).data.map(({ online, offline }) => [online, offline])
  await runJob(world, 'analytics.online')
  await runJob(world, 'analytics.online')
  assert.equal(await points('online-devices'), [[1, 1]])
  assert.equal(await points('online-devices', ours), [[1, 0]])
  assert.equal(await points('online-onts'), [[8, 2]])
  assert.equal(await points('online-onts', ours), [[7, 2]])
  assert.equal(await points('online-onts?group_id=72', ours), [])
  // What was counted before stays with the group that the device had.
  await world.sql("update analytics_online set time = time - interval '1 hour'")
  await world.sql('update inventory_device set group_id = 72 where id = 7')
  await runJob(world, 'analytics.online')
  assert.equal(await points('online-onts', ours), [[7, 2]])
  assert.equal(await points('online-onts'), [
    [8, 2],
    [8, 2],
  ])
  await world.sql('update inventory_device set group_id = 71 where id = 7')
})

test('old counts are thinned to one an hour, and removed at last', async () => {
  await world.sql('delete from analytics_online')
  await world.sql(
    `insert into analytics_online select t, 71, 0, 1, 0, 0, 0, 0, 0 from generate_series(date_trunc('hour', now()) - interval '20 days',
      date_trunc('hour', now()) - interval '20 days' + interval '55 minutes', interval '5 minutes') t`,
  )
  await world.sql(
    `insert into analytics_online values (now() - interval '401 days', 71, 0, 1, 0, 0, 0, 0, 0), (now(), 71, 0, 1, 0, 0, 0, 0, 0)`,
  )
  await runJob(world, 'analytics.trim')
  assert.equal(await world.sql('select count(*)::int as n from analytics_online'), [{ n: 2 }])
})
