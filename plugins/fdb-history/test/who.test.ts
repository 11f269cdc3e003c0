import { assert, suite } from '@linecard/test-kit'
import type { DeviceAnswered } from '@linecard/plugin-kit'
import { certaintyOf } from '../src/asked/who.ts'
import { neighboursOf } from '../src/seen/neighbours.ts'
import { at, dataOf, fdbRow, keyOf, readArp, readFdb, startWorld, type Houses } from './world.ts'

const test = suite('fdb-history: questions')
let world: Houses
let ours: string
const path = '/component/fdb_history'
const [client, other, server] = ['02:00:00:00:0A:01', '02:00:00:00:0A:02', '02:00:00:00:0A:03']

/**
 * The client is behind the ONU until minute 50 and on port 3 from then on; switch 8 of the other group sees it on its
 * uplink. It has 192.0.2.55 until minute 30, then the other one has it.
 */
test.before(async () => {
  world = await startWorld()
  const uplink = Array.from({ length: 5 }, (_, n): [string, number] => [`02:00:00:00:0B:0${n}`, 9])
  for (let minute = 0; minute <= 100; minute += 10) {
    await readFdb(world, minute, [minute < 50 ? [client, 1001] : [client, 3], [other, 2, null]])
    await readFdb(world, minute, [[client, 9], ...uplink], { device: 8 })
    await readArp(world, minute, [
      ['192.0.2.55', minute <= 30 ? client : other],
      ['2001:db8::55', client],
    ])
  }
  ours = await keyOf(world, ['fdb_history_by_interface'], [71])
})
test.after(() => world?.stop())

interface Shown {
  mac: string
  vlan_id: number | null
  device: { id: number }
  interface: { id: number; type: string; agreement: string } | null
  first_seen: string
  last_seen: string
  closed_at: string | null
  active: boolean
}
async function list(query: string, key?: string) {
  const { status, text, body } = await world.http('GET', `${path}${query}`, undefined, key)
  assert.is(status, 200, text)
  return body as unknown as { data: Shown[]; meta: { total: number; total_exact: boolean; limit: number } }
}
const places = async (query: string, key?: string) =>
  (await list(query, key)).data.map(
    row => `${row.mac.slice(-2)} ${row.interface?.id}${row.active ? ' active' : ''}`,
  )
const minutes = (number: number) => at(number).toISOString()

test('stays are found by MAC in any notation, VLAN, device, interface, period and whether they go on', async () => {
  assert.equal(await places(`?mac=0200.0000.0a01`), ['01 103 active', '01 209 active', '01 120'])
  assert.equal(await places(`?mac=${client}&device_id=7`), ['01 103 active', '01 120'])
  assert.equal(await places(`?vlan=0`), ['02 102 active'])
  assert.equal(await places(`?vlan=301&interface_id=120`), ['01 120'])
  assert.equal(await places(`/device/7?active=false`), ['01 120'])
  assert.equal(await places(`/device/192.0.2.7?active=true`), ['01 103 active', '02 102 active'])
  assert.equal(await places(`/interface/103`), ['01 103 active'])
  assert.equal(await places(`/device/7?stop=${minutes(5)}`), ['02 102 active', '01 120'])
  assert.equal(await places(`/device/7?start=${minutes(45)}`), ['01 103 active', '02 102 active'])
  assert.equal(await places(`/device/7?start=${minutes(35)}&stop=${minutes(45)}`), [
    '02 102 active',
    '01 120',
  ])
  const [row] = (await list(`/interface/120`)).data
  assert.equal(
    [
      row!.vlan_id,
      row!.device.id,
      row!.interface!.agreement,
      row!.first_seen,
      row!.last_seen,
      row!.closed_at,
    ],
    [301, 7, '10130', minutes(0), minutes(40), minutes(50)],
  )
  const { meta } = await list('?limit=1&offset=1')
  assert.equal(meta, { total: 9, total_exact: true, limit: 1, offset: 1 } as never)
})

test('what is no MAC address or no IP address is refused by name', async () => {
  const code = async (query: string) => {
    const { status, body } = await world.http('GET', `${path}${query}`)
    return [status, body.error?.code, body.error?.details[0]?.path]
  }
  assert.equal(await code('?mac=zz'), [400, 'FDB_HISTORY_MAC_INVALID', 'mac'])
  assert.equal(await code('/who?ip=1.2.3'), [400, 'FDB_HISTORY_IP_INVALID', 'ip'])
  assert.is((await world.http('GET', `${path}/who`)).status, 400)
  assert.is((await world.http('GET', `${path}/interface/999999`)).status, 404)
})

interface Holder {
  mac: string
  certainty: string
  gap_sec: number
  router: { id: number }
  router_interface: { id: number } | null
  places: { interface: { id: number } | null; certainty: string; gap_sec: number; macs: number }[]
}
const who = async (ip: string, minute: number, key?: string) =>
  dataOf<Holder[]>(
    await world.http('GET', `${path}/who?ip=${ip}&time=${minutes(minute)}`, undefined, key),
  ).map(({ mac, certainty, gap_sec: gap, places: found }) => [
    `${mac.slice(-2)} ${certainty} ${gap}`,
    ...found.map(place => `${place.interface?.id} ${place.certainty} ${place.gap_sec} of ${place.macs}`),
  ])

test('who had an address: the MAC address and its port or ONU then, with how sure it is', async () => {
  assert.equal(await who('192.0.2.55', 14), [
    ['01 certain 0', '120 certain 0 of 1', '209 certain 0 of 6', '103 after 2160 of 1'],
    ['02 after 1560', '102 certain 0 of 1'],
  ])
  assert.equal(
    (await who('192.0.2.55', 34)).map(([holder]) => holder),
    ['01 before 240', '02 after 360'],
  )
  assert.equal((await who('192.0.2.55', 70))[0], ['02 certain 0', '102 certain 0 of 1'])
  assert.equal(
    (await who('192.0.2.55', 100)).map(([holder]) => holder),
    ['02 certain 0', '01 before 4200'],
  )
  assert.equal(await who('192.0.2.55', -61), [])
  assert.equal(await who('192.0.2.56', 14), [])
  assert.equal((await who('2001:DB8:0::55', 44))[0], [
    '01 certain 0',
    '209 certain 0 of 6',
    '120 before 240 of 1',
    '103 after 360 of 1',
  ])
})

test('a time long after the last reading is told as a gap', async () => {
  const [[holder, place]] = (await who('192.0.2.55', 1000)) as [string[]]
  assert.equal([holder, place], ['02 before 54000', '102 before 54000 of 1'])
})

test('nothing of other groups is shown, and their devices and interfaces do not exist', async () => {
  assert.equal(await places(`?mac=${client}`, ours), ['01 103 active', '01 120'])
  assert.equal((await who('192.0.2.55', 14, ours))[0], [
    '01 certain 0',
    '120 certain 0 of 1',
    '103 after 2160 of 1',
  ])
  for (const below of ['/device/8', '/interface/209'])
    assert.is((await world.http('GET', `${path}${below}`, undefined, ours)).status, 404, below)
  assert.equal(await places('?device_id=8', ours), [])
  const nobody = await keyOf(world, ['fdb_history_by_interface'], [72])
  assert.equal(await who('192.0.2.55', 14, nobody), [])
  assert.is(
    (await world.http('GET', `${path}/who?ip=192.0.2.55`, undefined, await keyOf(world, ['device_show'], [])))
      .status,
    403,
  )
})

test('the history of an ONU outlives its place', async () => {
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, closed_at, closed_bind_key, agreement)
     values (130, 7, -130, 'pon0/1:9', 'CLOSED', now(), 1009, '555')`,
  )
  await world.sql(
    `insert into fdb_history_interval (device_id, interface_id, mac, vlan_id, first_seen, last_seen, closed_at)
     values (7, 130, '${server}', 301, $1, $1, $1)`,
    [minutes(0)],
  )
  const [row] = (await list(`/interface/130`)).data
  assert.equal([row!.interface!.type, row!.interface!.agreement], ['ONU', '555'])
})

test('whatever asks a device for its whole table has it kept; a part of it closes nothing', async () => {
  const answer = async (module: string, data: unknown, more: Partial<DeviceAnswered> = {}) => {
    const whole = { device_id: 7, module, args: {}, data, complete: true, time: at(200), ...more }
    assert.equal(await world.use('equipment').keep([whole]), [])
  }
  await answer('fdb', [fdbRow([server, 4])], { args: { interface: 4 } })
  await answer('fdb', [fdbRow([server, 5]), fdbRow([other, 2, null])])
  const info = {
    _id: '*2',
    interface: 'vlan301',
    ip: '192.0.2.77',
    mac: server,
    dynamic: true,
    status: 'OK',
    vlan_id: null,
  }
  await answer('arp_info', [info, { ...info, ip: '192.0.2.78', status: 'invalid' }], { device_id: 9 })
  assert.equal(await places(`?mac=${server}&active=true`), ['03 105 active'])
  const addresses = await world.sql<Record<string, unknown>>(
    `select host(ip) as ip, interface_id, closed_at from fdb_history_address where closed_at is null order by ip`,
  )
  assert.equal(
    addresses.map(({ ip, interface_id: id }) => `${String(ip)} ${String(id)}`),
    ['192.0.2.55 301', '192.0.2.77 301', '2001:db8::55 301'],
  )
})

test('a damaged entry of an ARP table is left out, the others are kept', async () => {
  const ports = { byKey: new Map(), byName: new Map() }
  const row = { interface: null, ip: '10.0.0.1', mac: client, vlan_id: null, status: null }
  const found = await neighboursOf(
    [
      row,
      { ...row, ip: 'fe80::1%vlan3' },
      { ...row, ip: '' },
      { ...row, ip: '10.0.0.2', mac: null },
      { ...row, ip: '10.0.0.3', mac: 'FF:FF:FF:FF:FF:FF' },
      { ...row, ip: '10.0.0.4', status: 'Invalid' },
      row,
    ],
    ports,
  )
  assert.equal([...found.keys()], [`10.0.0.1 ${client.toLowerCase()}`])
})

test('certainty: within a stay, before, after, and of an address that moved around', () => {
  const stay = {
    device_id: 1,
    interface_id: 1,
    vlan_id: 0,
    first_seen: at(0),
    last_seen: at(10),
    closed_at: at(20),
    flaps: 0,
  }
  assert.equal(
    [
      certaintyOf(stay, at(5)),
      certaintyOf(stay, at(10)),
      certaintyOf(stay, at(11)),
      certaintyOf(stay, at(-1)),
    ],
    [
      { certainty: 'certain', gap_sec: 0 },
      { certainty: 'certain', gap_sec: 0 },
      { certainty: 'before', gap_sec: 60 },
      { certainty: 'after', gap_sec: 60 },
    ],
  )
  assert.equal(certaintyOf({ ...stay, flaps: 2 }, at(5)), { certainty: 'flapping', gap_sec: 0 })
})

test('old stays are removed by age and by number; open ones stay', async () => {
  const { trimStays } = await import('../src/forget.ts')
  const { ctx } = world.history
  const signal = new AbortController().signal
  await world.sql('truncate fdb_history_interval')
  await world.sql(
    `insert into fdb_history_interval (device_id, interface_id, mac, vlan_id, first_seen, last_seen, closed_at)
     select 7, 101, ('02:00:00:00:00:' || lpad(to_hex(n), 2, '0'))::macaddr, 1,
       $1::timestamptz + n * interval '1 day', $1::timestamptz + n * interval '1 day',
       case when n % 10 = 0 then null else $1::timestamptz + (n + 1) * interval '1 day' end from generate_series(0, 99) n`,
    [minutes(0)],
  )
  const trim = (days: number, maxRows: number) =>
    trimStays(() => ctx.em(), 'fdb_history_interval', { before: at(days * 1440), maxRows }, signal)
  assert.is(await trim(20, 1000), 17)
  assert.is(await trim(20, 1000), 0)
  assert.is(await trim(0, 60), 23)
  const [left] = await world.sql<{ rows: number; open: number }>(
    'select count(*)::int as rows, count(*) filter (where closed_at is null)::int as open from fdb_history_interval',
  )
  assert.equal(left, { rows: 60, open: 10 })
})

test('every text of the plugin has Ukrainian and Russian translations', () => {
  const { en, translations } = world.use('installation').texts()
  const own = Object.keys(en).filter(key => /fdb-history|FDB_HISTORY|fdb_history/.test(key))
  assert.ok(own.length > 8, own.join())
  for (const texts of Object.values(translations))
    assert.equal(
      own.filter(key => !(key in texts)),
      [],
    )
})
