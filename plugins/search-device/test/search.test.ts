import { assert, suite, until } from '@linecard/test-kit'
import type { ArpRecord, FoundMac, DeviceSearchMeta } from '../src/schemas.ts'
import {
  add,
  added,
  base,
  dataOf,
  keyOf,
  macsFrom,
  startWorld,
  stopDevices,
  type Added,
  type World,
} from './world.ts'

const test = suite('search on devices')

const mac = '02:00:5E:10:AB:01'
const ip = '10.20.30.40'
const many = macsFrom(1, 30)

let world: World
let edge: Added
let uplink: Added
let ring: Added
let gw: Added
test.before(async () => {
  world = await startWorld()
  const upFdb = [[10, mac, 4], ...many.map(one => [10, one, 4] as const)] as [number, string, number][]
  // Sees the address through a port with 31 of them; through a port with one address and a neighbour; at an
  // access port.
  uplink = await added(world, 'uplink', { fdb: upFdb })
  ring = await added(world, 'ring', { fdb: [[10, mac, 3]], neighbours: [3] })
  edge = await added(world, 'edge', {
    fdb: [[10, mac, 2], [10, '02:00:5E:10:AB:02', 2], ...many.map(one => [10, one, 4] as const)],
    arp: [['10.20.30.1', '02:00:5E:00:00:01', 4]],
  })
  gw = await added(world, 'gw', {
    ports: ['eth0', 'vlan10'],
    arp: [
      [ip, mac, 2],
      ['10.20.30.41', '02:00:5E:10:AB:09', 2],
    ],
  })
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

interface Found {
  status: number
  rows: FoundMac[]
  meta: DeviceSearchMeta
  text: string
  code: string | undefined
}
async function search(what: string, body: object | string, key?: string): Promise<Found> {
  const answer =
    typeof body === 'string'
      ? await world.http('GET', `${base}/${what}?${body}`, undefined, key)
      : await world.http('POST', `${base}/${what}`, body, key)
  return {
    status: answer.status,
    rows: answer.body.data,
    meta: answer.body.meta as DeviceSearchMeta,
    text: answer.text,
    code: answer.body.error?.code,
  }
}
const places = ({ rows }: Found) =>
  rows.map(row => [row.device.name, row.interface?.name, row.uplink, row.macs, row.source])

test('a MAC address: all devices are asked, the access port comes before uplinks', async () => {
  const found = await search('search-mac', { mac, devices: [], all: true })
  assert.is(found.status, 200, found.text)
  assert.equal(places(found), [
    ['edge', 'p2', false, 2, 'device'],
    ['ring', 'p3', true, 1, 'device'],
    ['uplink', 'up', true, 31, 'device'],
  ])
  assert.equal(
    [
      found.meta.devices,
      found.meta.answered,
      found.meta.failed,
      found.meta.not_asked,
      found.meta.complete,
      found.meta.errors,
    ],
    [4, 4, 0, 0, true, []],
  )
  const [first] = found.rows
  assert.equal([first!.mac, first!.vlan_id, first!.status], [mac, 10, 'LEARNED'])
  const resource = dataOf(await world.http('GET', `/device/${edge.id}`))
  assert.equal(first!.device, resource as never, 'C: an embedded device is the whole resource')
  const stored = dataOf<{ name: string; device_id: number }>(
    await world.http('GET', `/device-interface/${first!.interface_id}`),
  )
  assert.equal([stored.name, stored.device_id], ['p2', edge.id])
})

test('in any notation, by GET and POST, on the devices named by id or address', async () => {
  for (const written of [mac, mac.toLowerCase(), '0200.5e10.ab01', '02-00-5E-10-AB-01', '02005e10ab01'])
    assert.equal(
      places(await search('search-mac', { mac: written, devices: [uplink.id] })).map(([name]) => name),
      ['uplink'],
      written,
    )
  assert.equal(
    places(await search('search-mac', `mac=${mac}&devices=${uplink.ip}&devices=${ring.id}`)).map(
      ([name]) => name,
    ),
    ['ring', 'uplink'],
  )
  assert.equal(
    places(await search('search-mac', `mac=${mac}&devices=${uplink.ip},${ring.ip}`)).map(([name]) => name),
    ['ring', 'uplink'],
  )
  assert.equal((await search('search-mac', { mac: '02:00:5E:FF:FF:FF', devices: [edge.ip] })).rows, [])
})

test('devices that had the address last are asked first; an access port there saves the other requests', async () => {
  // Answers are remembered in their order: with the last one all earlier ones are there.
  for (const { id } of [uplink, ring, edge]) {
    const [{ now }] = (await world.sql('select clock_timestamp()::text as now')) as [{ now: string }]
    await world.http('GET', `/switcher-core/device/fdb/${id}`)
    await until(
      'it is remembered where the address was',
      async () =>
        (
          await world.sql(
            `select 1 from inventory_sighting s join inventory_interface i on i.id = s.interface_id
             where i.device_id = $1 and s.mac = $2 and s.last_seen >= $3::timestamptz - interval '1 ms'`,
            [id, mac, now],
          )
        ).length > 0,
    )
  }
  // What was seen at an uplink is no reason to ask there first.
  await world.sql(
    'delete from inventory_sighting s using inventory_interface i where i.id = s.interface_id and i.device_id = $1',
    [ring.id],
  )
  const before = [uplink, ring, gw].map(({ sim }) => sim.requests)
  const found = await search('search-mac', { mac })
  assert.equal(places(found), [
    ['edge', 'p2', false, 2, 'device'],
    ['uplink', 'up', true, 31, 'history'],
  ])
  assert.equal(
    [found.meta.devices, found.meta.answered, found.meta.not_asked, found.meta.complete],
    [4, 1, 3, false],
  )
  assert.equal(
    [uplink, ring, gw].map(({ sim }) => sim.requests),
    before,
  )
})

test('from=store asks no device: places where the address was seen, from history', async () => {
  for (const { id } of [uplink, ring, edge]) await world.http('GET', `/switcher-core/device/fdb/${id}`)
  await until(
    'all three are remembered',
    async () => (await world.sql('select 1 from inventory_sighting where mac = $1', [mac])).length === 3,
  )
  const devices = [uplink, ring, edge, gw]
  const before = devices.map(({ sim }) => sim.requests)
  const found = await search('search-mac', { mac, from: 'store' })
  assert.equal(
    places(found).map(([name, port, up, macs, source]) => [name, port, up, macs, source]),
    [
      ['ring', 'p3', false, 1, 'history'],
      ['edge', 'p2', false, 2, 'history'],
      ['uplink', 'up', true, 31, 'history'],
    ],
  )
  await world.http('GET', `/switcher-core/device/arps/${gw.id}`)
  before[3] = gw.sim.requests
  const arp = await search('search-ip', { ip, from: 'store' })
  assert.equal(
    (arp.rows as unknown as ArpRecord[]).map(row => [row.device.name, row.mac]),
    [['gw', mac]],
  )
  assert.equal(
    arp.meta.errors.map(({ code }) => code),
    ['EQUIPMENT_ANSWER_ABSENT', 'EQUIPMENT_ANSWER_ABSENT', 'EQUIPMENT_ANSWER_ABSENT'],
  )
  const both = await world.http('POST', `${base}/search-ip-with-fdb`, { ip, from: 'store' })
  assert.equal(
    [dataOf<{ arp: ArpRecord }>(both).arp.mac, dataOf<{ fdbs: object[] }>(both).fdbs.length],
    [mac, 3],
  )
  assert.equal(
    devices.map(({ sim }) => sim.requests),
    before,
  )
})

test('a device that does not answer is reported with the reason, does not hide the others, and keeps its stored place', async () => {
  const quiet = await added(world, 'quiet', { fdb: [[10, mac, 1]] })
  await world.http('GET', `/switcher-core/device/fdb/${quiet.id}`)
  await until(
    'it is remembered',
    async () =>
      (
        await world.sql(
          'select 1 from inventory_sighting s join inventory_interface i on i.id = s.interface_id where i.device_id = $1',
          [quiet.id],
        )
      ).length > 0,
  )
  quiet.sim.behaviour.silent = true
  const found = await search('search-mac', { mac, all: true })
  assert.equal(places(found), [
    ['edge', 'p2', false, 2, 'device'],
    ['quiet', 'p1', false, 1, 'history'],
    ['ring', 'p3', true, 1, 'device'],
    ['uplink', 'up', true, 31, 'device'],
  ])
  assert.equal(
    [found.meta.devices, found.meta.answered, found.meta.failed, found.meta.complete],
    [5, 4, 1, false],
  )
  assert.equal(
    found.meta.errors.map(({ device, code }) => [device.name, /DEVICE_TIMEOUT|TIME_OVER/.test(code)]),
    [['quiet', true]],
  )
  // Known to be down: it is named, and nobody waits for it.
  await world.sql(`update inventory_device set status = 'Down', status_changed_at = now() where id = $1`, [
    quiet.id,
  ])
  const before = quiet.sim.requests
  const skipping = await search('search-mac', { mac, all: true })
  assert.equal(
    skipping.meta.skipped.map(({ device, code }) => [device.name, code]),
    [['quiet', 'SEARCH_DEVICE_DOWN']],
  )
  assert.equal(
    [skipping.meta.answered, skipping.meta.failed, skipping.meta.not_asked, skipping.meta.complete],
    [4, 0, 1, false],
  )
  assert.ok(places(skipping).some(([name, , , , source]) => name === 'quiet' && source === 'history'))
  assert.is(quiet.sim.requests, before)
  await world.http('DELETE', `/device/${quiet.id}`)
})

test('an IP address: its entry in ARP tables, with VLAN and interface', async () => {
  for (const found of [
    await search('search-ip', { ip, devices: [] }),
    await search('search-ip', `ip=${ip}&devices=${gw.ip}`),
    await search('search-ip', { ip, devices: [gw.id], from: 'cache' }),
  ]) {
    assert.is(found.status, 200, found.text)
    const [row, ...more] = found.rows as unknown as ArpRecord[]
    assert.equal(more, [])
    assert.equal(
      [
        row!.ip,
        row!.mac,
        row!.dinamic,
        row!.comment,
        row!.vlan_id,
        row!.status,
        row!.extra.interface_name,
        row!.device.name,
      ],
      [ip, mac, 'true', '', 10, 'Dynamic', 'vlan10', 'gw'],
    )
  }
  const absent = await search('search-ip', { ip: '10.99.99.99' })
  assert.equal([absent.rows, absent.meta.complete], [[], true])
})

test('an IP address with its port: the entry of the router, then the access port of its MAC address', async () => {
  for (const answer of [
    await world.http('POST', `${base}/search-ip-with-fdb`, {
      ip,
      routers: [gw.ip],
      devices: [edge.ip, uplink.ip, ring.ip],
    }),
    await world.http('GET', `${base}/search-ip-with-fdb?ip=${ip}`),
  ]) {
    assert.is(answer.status, 200, answer.text)
    const { arp, fdb, arps } = dataOf<{ arp: ArpRecord; fdb: FoundMac; arps: ArpRecord[] }>(answer)
    assert.equal(
      [arp.mac, arp.device.name, arps.length, fdb.device.name, fdb.interface!.name, fdb.uplink],
      [mac, 'gw', 1, 'edge', 'p2', false],
    )
  }
  const nowhere = await world.http('POST', `${base}/search-ip-with-fdb`, { ip: '10.99.99.99' })
  assert.equal([nowhere.status, dataOf(nowhere)], [200, { arp: null, fdb: null, arps: [], fdbs: [] }])
  assert.is((nowhere.body.meta as unknown as { fdb: null }).fdb, null)
})

test("only devices of the caller's groups are asked and named; others give the same answer as unknown ones", async () => {
  const group = await add(world, '/device-group', { name: 'own' })
  const own = await added(world, 'own', { fdb: [[10, mac, 1]], arp: [[ip, mac, 1]] }, { group_id: group.id })
  const key = await keyOf(world, ['search_device'], [group.id])
  const before = [edge, uplink, ring, gw].map(({ sim }) => sim.requests)
  for (const from of ['device', 'cache', 'store']) {
    for (const [what, body] of [
      ['search-mac', { mac, all: true, from }],
      ['search-ip', { ip, from }],
      ['search-ip-with-fdb', { ip, from, all: true }],
    ] as const) {
      const answer = await world.http('POST', `${base}/${what}`, body, key)
      assert.is(answer.status, 200, answer.text)
      for (const name of ['"edge"', '"name":"uplink"', '"ring"', '"gw"', edge.ip, uplink.ip, gw.ip])
        assert.not.ok(answer.text.includes(name), `${what} ${from} ${name}`)
    }
  }
  assert.equal((await search('search-mac', { mac }, key)).meta.devices, 1)
  for (const [what, more] of [
    ['search-mac', { mac }],
    ['search-ip', { ip }],
    ['search-ip-with-fdb', { ip }],
  ] as const) {
    for (const devices of [[edge.ip], [edge.id], [own.ip, edge.ip]]) {
      const hidden = await world.http('POST', `${base}/${what}`, { ...more, devices }, key)
      const nobody = await world.http(
        'POST',
        `${base}/${what}`,
        {
          ...more,
          devices: devices.map(one =>
            one === edge.ip ? '10.66.66.66' : one === edge.id ? 1_999_999_999 : one,
          ),
        },
        key,
      )
      const plain = (text: string) =>
        text
          .replaceAll(edge.ip, '#')
          .replaceAll('10.66.66.66', '#')
          .replaceAll('1999999999', '#')
          .replaceAll(`device ${edge.id}`, 'device #')
          .replaceAll(`no ${edge.id}"`, 'no #"')
          .replace(/"request_id":"[^"]*"/, '')
      assert.equal([hidden.status, nobody.status, plain(hidden.text)], [404, 404, plain(nobody.text)])
    }
  }
  assert.is(
    (await world.http('POST', `${base}/search-ip-with-fdb`, { ip, routers: [gw.ip] }, key)).status,
    404,
  )
  assert.equal((await search('search-mac', { mac, group_id: -1 }, key)).rows, [])
  assert.equal(
    [edge, uplink, ring, gw].map(({ sim }) => sim.requests),
    before,
  )
  const powerless = await keyOf(world, ['device_show'], [])
  for (const what of ['search-mac', 'search-ip', 'search-ip-with-fdb'])
    assert.is((await world.http('POST', `${base}/${what}`, { mac, ip }, powerless)).status, 403)
  await world.http('DELETE', `/device/${own.id}`)
})

test('an invalid search is a 400 with a reason, and no device is asked', async () => {
  const before = [edge, uplink, ring, gw].map(({ sim }) => sim.requests)
  for (const wrong of [
    '',
    'zz',
    '02:00:5E:10:AB',
    "'; drop table inventory_device; --",
    '02:00:5E:10:AB:01:02',
    '\u0000',
    'x'.repeat(200),
  ])
    assert.is((await search('search-mac', { mac: wrong })).status, 400, wrong)
  for (const wrong of ['', '10.1', 'fe80::1%lo', '10.1.1.1; id', '-h', 'localhost'])
    assert.is((await search('search-ip', { ip: wrong })).status, 400, wrong)
  for (const devices of [['sw; id'], ["' or 1=1 --"], ['fe80::1%lo'], [{}], 'edge'])
    assert.is((await search('search-mac', { mac, devices })).status, 400, JSON.stringify(devices))
  for (const body of [{ mac, from: 'hardware' }, { mac, wrong: 1 }, {}, { mac: 5 }])
    assert.is((await search('search-mac', body)).status, 400, JSON.stringify(body))
  assert.equal(
    [edge, uplink, ring, gw].map(({ sim }) => sim.requests),
    before,
  )
})

test('a disabled device is asked only if it is named; a device that cannot be asked is reported', async () => {
  const off = await added(world, 'off', { fdb: [[10, mac, 1]] })
  await world.http('PUT', `/device/${off.id}`, { enabled: false })
  assert.ok(!places(await search('search-mac', { mac, all: true })).some(([name]) => name === 'off'))
  assert.equal(
    places(await search('search-mac', { mac, devices: [off.id] })).map(([name]) => name),
    ['off'],
  )
  const bare = await add(world, '/device', { ip: '10.77.0.1', name: 'bare' })
  const { rows, meta } = await search('search-mac', { mac, devices: [bare.id, edge.id], all: true })
  assert.equal(
    [rows.length, meta.errors.map(({ device, code }) => [device.name, code])],
    [1, [['bare', 'INVENTORY_ACCESS_MISSING']]],
  )
})

test('IPv6: a neighbour is found with any spelling of its address', async () => {
  for (const written of ['fd00::1', 'FD00:0:0:0:0:0:0:1', 'fd00:0000::0001'])
    assert.is((await search('search-ip', { ip: written })).status, 200, written)
  assert.equal((await search('search-ip', { ip: `::ffff:${ip}`, devices: [gw.id] })).rows.length, 1)
  assert.equal(
    places(await search('search-mac', { mac, devices: [`::ffff:${edge.ip}`] })).map(([name]) => name),
    ['edge'],
  )
})
