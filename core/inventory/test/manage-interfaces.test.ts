import { assert, suite, until } from '@linecard/test-kit'
import { startOlt, type Row } from '@linecard/test-kit/worlds/acme-olt'
import {
  accessFor,
  add,
  dataOf,
  keyOf,
  modelId,
  startWorld,
  type World,
} from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: interfaces as people keep them', { level: 'full' })
type Olt = Awaited<ReturnType<typeof startOlt>>
interface Stored {
  id: number
  device_id: number
  bind_key: string
  name: string
  type: string
  status: string | null
  description: string
  comment: string
  agreement: string
  billing_link: string
  ip: string
  params: object
  manual: boolean
  poll_enabled: boolean
  fdb_enabled: boolean
  coordinates: object | null
  device: { id: number }
}
interface Change {
  time: string
  status: string | null
  previous: string | null
  changed_by: string | null
}

const rows: Row[] = [
  { index: 1, key: 101, name: 'pon0/1' },
  { index: 2, key: 102, name: 'pon0/2', state: 2 },
  { index: 3, key: 10101, name: 'pon0/1:1', parent: 101, serial: 'ZTEGC1086C70', alias: 'Miller' },
  { index: 4, key: 10102, name: 'pon0/1:2', parent: 101, state: 2, serial: '4857544301020304' },
  { index: 5, key: 10201, name: 'pon0/2:1', parent: 102, state: 9, serial: 'ACME00000003' },
]
let world: World
let model: number
let count = 0
const olts: Olt[] = []
test.before(async () => {
  world = await startWorld()
  // What is not listed any more goes at once; the grace time has tests of its own.
  await world.http('PUT', '/system-components/inventory', { configuration: { vanished_grace_sec: 0 } })
  model = await modelId(world, 'acme_olt2')
})
test.after(async () => {
  await world?.stop()
  for (const olt of olts) await olt.stop()
})

const get = (path: string, key?: string) => world.http('GET', path, undefined, key)
const refreshedAt = async (id: number) =>
  dataOf<{ refreshed_at: string | null }>(await get(`/device/${id}`)).refreshed_at
async function added(shown: readonly Row[] = rows, body: object = {}): Promise<{ olt: Olt; id: number }> {
  const olt = await startOlt(`127.9.6.${++count}`, shown)
  olts.push(olt)
  const access = await accessFor(world, olt, `olt-${count}`)
  const { id } = await add(world, '/device', {
    ip: olt.ip,
    name: `olt-${count}`,
    access_id: access.id,
    model_id: model,
    ...body,
  })
  await until('the first reading', () => refreshedAt(id))
  return { olt, id }
}
/** Has a device read again and waits for the end. */
async function read(id: number): Promise<void> {
  const before = await refreshedAt(id)
  await world.http('PUT', `/device/${id}`, {
    params: { sw_core_connection: { snmp_timeout_sec: 0.3 + Math.random() / 100 } },
  })
  await until('a reading', async () => (await refreshedAt(id)) !== before)
}
const stored = async (id: number) => dataOf<Stored[]>(await get(`/device-interface/by-device/${id}`))
const one = async (id: number, key: number | string) =>
  (await stored(id)).find(row => row.bind_key === String(key))!
const put = (id: number, body: object) => world.http('PUT', `/device-interface/${id}`, body)
const history = async (id: number, query = '') =>
  dataOf<Change[]>(await get(`/device-interface/${id}/history${query}`))
const names = async (query: string, key?: string) => {
  const answer = await get(`/device-interface${query}`, key)
  assert.is(answer.status, 200, answer.text)
  return dataOf<Stored[]>(answer).map(({ name }) => name)
}
const refused = async (
  method: string,
  path: string,
  body: object | undefined,
  status: number,
  field?: string,
) => {
  const answer = await world.http(method, path, body)
  assert.is(answer.status, status, `${method} ${path}: ${answer.text}`)
  if (field !== undefined)
    assert.ok(
      answer.body.error?.details.some(({ path: at }) => at === field),
      `${field} is not named in ${answer.text}`,
    )
}
const kept = {
  comment: 'behind the garage',
  agreement: '11619',
  billing_link: 'https://billing.example/users/1161',
  ip: '192.0.2.77',
  coordinates: { lat: 50.45, lon: 30.52 },
  poll_enabled: false,
  fdb_enabled: false,
}
const keptOf = ({
  comment,
  agreement,
  billing_link,
  ip,
  coordinates,
  poll_enabled,
  fdb_enabled,
}: Stored) => ({ comment, agreement, billing_link, ip, coordinates, poll_enabled, fdb_enabled })

test('a whole answer is sent back with what people keep; what the device says is not theirs to change', async () => {
  const { id } = await added()
  const onu = await one(id, 10101)
  const card = dataOf<Stored>(await get(`/device-interface/${onu.id}`))
  const changed = await put(onu.id, {
    ...card,
    ...kept,
    name: 'mine',
    type: 'ETH',
    status: 'Offline',
    description: 'x'.repeat(20_000),
    bind_key: 13,
    params: [],
  })
  assert.is(changed.status, 200, changed.text)
  assert.equal(dataOf<Stored>(changed), {
    ...card,
    ...kept,
    updated_at: dataOf<Stored & { updated_at: string }>(changed).updated_at,
  } as never)
  assert.equal(dataOf<Stored>(await put(onu.id, { ...onu, params: { billing: { id: 7 } } })).params, {
    billing: { id: 7 },
  })
  assert.equal(
    dataOf<Stored>(
      await put(onu.id, { params: [], billing_link: '', coordinates: null, ip: '2001:DB8::0:1' }),
    ),
    {
      ...card,
      params: {},
      ip: '2001:db8::1',
      updated_at: ((await one(id, 10101)) as unknown as { updated_at: string }).updated_at,
    } as never,
  )
  const { headers } = await get(`/device-interface/${onu.id}`)
  const late = await fetch(`${world.url}/api/v1/device-interface/${onu.id}`, {
    method: 'PUT',
    headers: {
      'x-auth-key': world.admin,
      'content-type': 'application/json',
      'if-match': '"an earlier one"',
    },
    body: '{"comment":"late"}',
  })
  assert.is(late.status, 412)
  const timely = await fetch(`${world.url}/api/v1/device-interface/${onu.id}`, {
    method: 'PUT',
    headers: {
      'x-auth-key': world.admin,
      'content-type': 'application/json',
      'if-match': headers.get('etag')!,
    },
    body: '{"comment":"in time"}',
  })
  assert.is(timely.status, 200)
})

test('bad values are refused by the name of their field, and nothing is changed', async () => {
  const { id } = await added()
  const onu = await one(id, 10101)
  const path = `/device-interface/${onu.id}`
  for (const link of [
    'javascript:alert(1)',
    'data:text/html,x',
    'billing/1',
    'ftp://billing.example/',
    'https://x" onclick="y',
    'https://',
    ' https://billing.example',
  ])
    await refused('PUT', path, { billing_link: link }, 400, 'billing_link')
  for (const ip of ['10.1', '10.0.0.0/8', 'host', '1.2.3.4, 5.6.7.8'])
    await refused('PUT', path, { ip }, 400, 'ip')
  for (const [coordinates, field] of [
    [{ lat: 91, lon: 0 }, 'coordinates.lat'],
    [{ lat: 0, lon: -181 }, 'coordinates.lon'],
    [{ lat: 0 }, 'coordinates.lon'],
    [{ lat: 0, lon: 0, alt: 3 }, 'coordinates.alt'],
  ] as const) {
    await refused('PUT', path, { comment: 'x', coordinates }, 400, field)
  }
  await refused('PUT', path, { params: [1] }, 400, 'params')
  await refused('PUT', path, { params: 'x' }, 400, 'params')
  await refused('PUT', path, { poll_enabled: 'no' }, 400, 'poll_enabled')
  await refused('PUT', path, { colour: 'red' }, 400, 'colour')
  await refused('PUT', path, { id: onu.id + 1 }, 400, 'id')
  await refused('PUT', path, { device: { id: id + 1 } }, 400, 'device_id')
  const absent = await world.http('PUT', path, { comment: null })
  assert.equal([absent.status, absent.body.meta], [200, { ignored: ['comment'] }])
  assert.equal(await one(id, 10101), onu)
})

test("an interface added by hand stays through readings until the device lists its number, and is then the device's own", async () => {
  const { id, olt } = await added()
  const made = await add<Stored>(world, '/device-interface', {
    name: 'box 7',
    bind_key: '00555',
    type: 'ETH',
    device: { id, name: 'whatever' },
    status: 'Up',
    params: [],
    parent_bind_key: '',
    serial: null,
    ...kept,
  })
  assert.equal(
    [made.bind_key, made.manual, made.status, made.device_id, keptOf(made)],
    ['555', true, 'Up', id, kept],
  )
  await refused(
    'POST',
    '/device-interface',
    { name: 'twin', bind_key: 555, type: 'ETH', device_id: id },
    409,
    'bind_key',
  )
  assert.equal(
    (await history(made.id)).map(({ status, previous, changed_by }) => [status, previous, changed_by]),
    [['Up', null, 'admin']],
  )
  assert.is(dataOf<Stored>(await put(made.id, { name: 'box 8', status: 'Down' })).name, 'box 8')
  await refused('PUT', `/device-interface/${made.id}`, { name: '' }, 400, 'name')
  await refused('PUT', `/device-interface/${made.id}`, { type: '<b>' }, 400, 'type')
  await refused('PUT', `/device-interface/${made.id}`, { bind_key: 'seven' }, 400, 'bind_key')
  await refused('PUT', `/device-interface/${made.id}`, { bind_key: 101 }, 409, 'bind_key')
  await read(id)
  assert.is((await one(id, 555)).id, made.id)

  olt.show([...rows, { index: 9, key: 555, name: 'pon0/9', state: 1 }])
  await read(id)
  const own = await one(id, 555)
  // It is switched off, so its state stays that of the person.
  assert.equal(
    [own.id, own.name, own.type, own.status, own.manual, keptOf(own)],
    [made.id, 'pon0/9', 'PON', 'Down', false, kept],
  )
  await put(made.id, { poll_enabled: true })
  await read(id)
  assert.equal((await one(id, 555)).status, 'Up')
  assert.equal(
    (await history(made.id)).map(({ status, previous, changed_by }) => [status, previous, changed_by]),
    [
      ['Up', 'Down', null],
      ['Down', 'Up', 'admin'],
      ['Up', null, 'admin'],
    ],
  )
  assert.is(dataOf<Stored>(await put(made.id, { name: 'mine' })).name, 'pon0/9')
  olt.show(rows)
  await read(id)
  await refused('GET', `/device-interface/${made.id}`, undefined, 404)
})

test('what is added says device, name, number and type; a removed interface is gone with its history', async () => {
  const { id } = await added()
  const body = { name: 'x', bind_key: 7, type: 'ETH', device_id: id }
  await refused('POST', '/device-interface', { ...body, device_id: undefined }, 400, 'device_id')
  await refused('POST', '/device-interface', { ...body, device: { id: id + 1 } }, 400, 'device_id')
  await refused('POST', '/device-interface', { ...body, device_id: 4_711_471 }, 404)
  await refused('POST', '/device-interface', { ...body, bind_key: -1 }, 400, 'bind_key')
  await refused('POST', '/device-interface', { ...body, bind_key: '1e3' }, 400, 'bind_key')
  await refused('POST', '/device-interface', { bind_key: 7, type: 'ETH', device_id: id }, 400, 'name')
  await refused('POST', '/device-interface', { ...body, mac_address: 'nonsense' }, 400, 'mac_address')
  const made = await add<Stored & { mac_address: string }>(world, '/device-interface', {
    ...body,
    mac_address: '0200.00aa.00ff',
  })
  assert.is(made.mac_address, '02:00:00:AA:00:FF')
  assert.equal(dataOf(await world.http('DELETE', `/device-interface/${made.id}`)), { id: made.id })
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/history'],
    ['DELETE', ''],
  ] as const)
    await refused(method, `/device-interface/${made.id}${path}`, undefined, 404)
  await refused('PUT', `/device-interface/${made.id}`, { comment: 'x' }, 404)
})

test('what people keep and the history stay with their interface through renaming and renumbering', async () => {
  const { id, olt } = await added()
  const before = await one(id, 10101)
  await put(before.id, kept)
  const log = await history(before.id)
  const renamed = rows.map(row => ({
    ...row,
    index: 9 - row.index,
    name: row.name.replace('pon0/', 'gpon 0/'),
  }))
  olt.show(renamed)
  await read(id)
  olt.show(
    renamed.map(row => ({
      ...row,
      key: row.key + 5_000_000,
      parent: row.parent ? row.parent + 5_000_000 : 0,
    })),
  )
  await read(id)
  const after = await one(id, 5_010_101)
  assert.equal([after.id, after.name, keptOf(after)], [before.id, 'gpon 0/1:1', kept])
  assert.equal(await history(after.id), log)
  assert.is((await stored(id)).filter(({ comment }) => comment !== '').length, 1)
})

const twins = (first: number): Row[] => [
  { index: 1, key: first, name: 'port' },
  { index: 2, key: first + 1, name: 'port' },
]

test("where a name tells nothing and the number is another's, nobody gets what was kept", async () => {
  const { id, olt } = await added(twins(7))
  const before = await stored(id)
  await put(before[0]!.id, kept)
  olt.show(twins(17))
  await read(id)
  const after = await stored(id)
  assert.equal(
    after.map(({ bind_key: key, comment, manual }) => [key, comment, manual]),
    [
      ['17', '', false],
      ['18', '', false],
    ],
  )
  assert.ok(after.every(row => before.every(old => old.id !== row.id)))
})

test('a number that was added by hand does not take the name of another interface', async () => {
  const { id, olt } = await added([{ index: 1, key: 7, name: 'a' }])
  const own = await one(id, 7)
  await put(own.id, { comment: "the device's" })
  await add(world, '/device-interface', {
    name: 'a',
    bind_key: 900,
    type: 'PON',
    device_id: id,
    comment: 'by hand',
  })
  olt.show([{ index: 1, key: 8, name: 'a' }])
  await read(id)
  assert.equal(
    (await stored(id)).map(({ bind_key: key, comment, manual }) => [key, comment, manual]),
    [
      ['8', "the device's", false],
      ['900', 'by hand', true],
    ],
  )
})

test('filters narrow the list, several values widen one of them', async () => {
  const group = await add(world, '/device-group', { name: 'filters' })
  const { id } = await added(rows, { group_id: group.id })
  const other = await added([{ index: 1, key: 101, name: 'pon0/1' }], { group_id: group.id })
  await put((await one(id, 10101)).id, { ...kept, agreement: '~q7~' })
  const found = (query: string) => names(`?sort=device_id,bind_key&group_id=${group.id}&${query}`)
  assert.equal(await found('type=PON'), ['pon0/1', 'pon0/2', 'pon0/1'])
  assert.equal(await found(`type=PON&type=ONU&device_id=${id}`), [
    'pon0/1',
    'pon0/2',
    'pon0/1:1',
    'pon0/1:2',
    'pon0/2:1',
  ])
  assert.equal(await found(`device_id=${id}&device_id=${other.id}&name=PON0/1`), ['pon0/1', 'pon0/1'])
  assert.equal(await found('status=LOS&status=Unknown'), ['pon0/1:2', 'pon0/2:1'])
  assert.equal(await found('bind_key=10101'), ['pon0/1:1'])
  assert.equal(await found(`parent_bind_key=101&device_id=${id}`), ['pon0/1:1', 'pon0/1:2'])
  for (const query of [
    'agreement=~q7~',
    'ident=zteg-c1086c70',
    'ident=5A544547C1086C70',
    'poll_enabled=false',
    'fdb_enabled=false',
    'has_coordinates=true',
    'ip=192.0.2.77',
    'query=garage',
  ])
    assert.equal(await found(query), ['pon0/1:1'], query)
  assert.equal(await found('ident=HWTC01020304'), ['pon0/1:2'])
  assert.equal(await found('agreement=~q7'), [])
  assert.is((await found('has_coordinates=false')).length, 5)
  assert.equal(await found('manual=true'), [])
  assert.equal(await names(`?group_id=${group.id}&device_id=4711471`), [])
})

test('sort and filter take only what is allowed, and nothing of it is SQL or a pattern', async () => {
  const { id } = await added()
  for (const sort of [
    'params',
    'device.secrets',
    'device.access',
    'coordinates',
    'id;drop table inventory_interface',
    "name' desc--",
    '__proto__',
    '(select 1)',
  ]) {
    await refused('GET', `/device-interface?sort=${encodeURIComponent(sort)}`, undefined, 400, 'sort')
  }
  for (const query of [
    'name=%25',
    'name=pon0/_',
    'agreement=%25',
    'ident=%25',
    "name=x'%20or%201=1--",
    'status=%3F',
    'query=%25',
    'query=_0',
  ])
    assert.equal(await names(`?device_id=${id}&${query}`), [], query)
  for (const [query, field] of [
    ['device_id=1%20or%201=1', 'device_id.0'],
    ['bind_key=1;2', 'bind_key'],
    ['poll_enabled=maybe', 'poll_enabled'],
    ['type=%00', 'type'],
  ] as const)
    await refused('GET', `/device-interface?${query}`, undefined, 400, field)
})

test('pages at their ends, with rows removed between them, and totals under filters', async () => {
  const { id } = await added()
  const page = async (query: string) =>
    (await get(`/device-interface?device_id=${id}&sort=bind_key&${query}`)).body as unknown as {
      meta: { total: number; limit: number; offset: number }
      data: Stored[]
    }
  for (const [query, total, length] of [
    ['limit=0', 5, 0],
    ['limit=999999', 5, 5],
    ['limit=5', 5, 5],
    ['limit=2&offset=4', 5, 1],
    ['limit=2&offset=5', 5, 0],
    ['limit=2&offset=1000000000', 5, 0],
    ['limit=1&type=ONU', 3, 1],
    ['type=ONU&offset=3', 3, 0],
  ] as const) {
    const { meta, data } = await page(query)
    assert.equal([meta.total, data.length], [total, length], query)
  }
  assert.is((await page('limit=999999')).meta.limit, 100_000)
  for (const query of ['limit=-1', 'offset=-1', 'offset=1000000001', 'limit=x'])
    await refused('GET', `/device-interface?${query}`, undefined, 400)
  const first = await page('limit=2')
  await world.http('DELETE', `/device-interface/${first.data[0]!.id}`)
  assert.equal([(await page('limit=2&offset=2')).meta.total, (await page('limit=4')).data.length], [4, 4])
})

test('types, statistics and history tell what is there', async () => {
  const group = await add(world, '/device-group', { name: 'counted' })
  const { id, olt } = await added(rows, { group_id: group.id })
  const pon = { type: 'PON', up: 1, down: 1, unknown: 0, all: 2 }
  const onu = { type: 'ONU', up: 1, down: 1, unknown: 1, all: 3 }
  for (const query of [`device_id=${id}`, `group_id=${group.id}`, `device_id=${id}&group_id=${group.id}`])
    assert.equal(dataOf(await get(`/device-interface/statistics?${query}`)), [onu, pon], query)
  assert.equal(dataOf(await get(`/device-interface/statistics?device_id=${id}&group_id=-1`)), [])
  assert.equal(dataOf(await get('/device-interface/statistics?device_id=4711471')), [])
  assert.ok(dataOf<{ all: number }[]>(await get('/device-interface/statistics'))[0]!.all > 3)
  assert.equal(
    dataOf<string[]>(await get('/device-interface/types')).filter(type => type !== 'ETH'),
    ['ONU', 'PON'],
  )

  olt.show(rows.map(row => ({ ...row, state: 2 })))
  await read(id)
  const { id: port } = await one(id, 101)
  const changes = await history(port)
  assert.equal(
    changes.map(({ status, previous, changed_by: by }) => [status, previous, by]),
    [
      ['Down', 'Up', null],
      ['Up', null, null],
    ],
  )
  const [late, early] = changes.map(({ time }) => encodeURIComponent(time))
  assert.equal(
    (await history(port, `?start=${late}`)).map(({ status }) => status),
    ['Down'],
  )
  assert.equal(
    (await history(port, `?stop=${early}`)).map(({ status }) => status),
    ['Up'],
  )
  const second = await get(`/device-interface/${port}/history?limit=1&offset=1`)
  assert.equal(
    [second.body.meta, dataOf<Change[]>(second)[0]?.status],
    [{ total: 2, limit: 1, offset: 1 }, 'Up'],
  )
  await refused('GET', `/device-interface/${port}/history?start=yesterday`, undefined, 400, 'start')
})

test('a search finds by device, name, bind key and ONU; several narrow it, and one is needed', async () => {
  const { id, olt } = await added()
  const found = async (query: string) => {
    const answer = await get(`/device-interface/search?${query}`)
    assert.is(answer.status, 200, answer.text)
    assert.is(answer.body.meta, null)
    return dataOf<Stored[]>(answer)
      .filter(row => row.device.id === id)
      .map(({ name }) => name)
  }
  assert.is((await found(`device_id=${id}`)).length, 5)
  assert.is((await found(`device_ip=${olt.ip}`)).length, 5)
  assert.equal(await found('interface_name=PON0/1:1'), ['pon0/1:1'])
  assert.equal(await found(`device_ip=${olt.ip}&interface_name=pon0/1:2&interface_bind_key=10102`), [
    'pon0/1:2',
  ])
  assert.equal(await found(`device_id=${id}&interface_name=pon0/1:2&interface_bind_key=10101`), [])
  for (const ident of [
    'ZTEGC1086C70',
    'ztegc1086c70',
    '5A544547C1086C70',
    '5a:54:45:47:c1:08:6c:70',
    'ZTEG-C1086C70',
    'ZTEG%3AC1086C70',
  ])
    assert.equal(await found(`ont_ident=${ident}`), ['pon0/1:1'], ident)
  for (const ident of ['HWTC01020304', '4857544301020304', 'HWTC:01020304'])
    assert.equal(await found(`ont_ident=${ident}&only_active_mac=1`), ['pon0/1:2'], ident)
  for (const query of [
    'ont_ident=ZTEGC1086C',
    'ont_ident=%25',
    'interface_name=pon0/',
    'device_ip=192.0.2.250',
    'device_id=4711471',
    'mac_address=02:00:00:00:00:99',
  ])
    assert.equal(await found(query), [], query)
  for (const query of ['', 'only_active_mac=1', 'mac_address=&ont_ident='])
    await refused('GET', `/device-interface/search?${query}`, undefined, 400, 'mac_address')
  for (const [query, field] of [
    ['mac_address=02:00', 'mac_address'],
    ['device_ip=10.1', 'device_ip'],
    ['interface_bind_key=x', 'interface_bind_key'],
    ['only_active_mac=perhaps', 'only_active_mac'],
    ['colour=red', 'colour'],
  ] as const) {
    await refused('GET', `/device-interface/search?${query}`, undefined, 400, field)
  }
})

test('hostile descriptions and names are stored, shown as they are and found, and harm nothing', async () => {
  const long = 'ä'.repeat(5_000)
  const cut = `${'ä'.repeat(799)}…`
  const { id } = await added([
    { index: 1, key: 1, name: 'p1', alias: '<script>alert("~q7~")</script>' },
    { index: 2, key: 2, name: 'p2', alias: 'a\0b' },
    { index: 3, key: 3, name: 'p3', alias: Buffer.from([0x61, 0xff, 0xfe, 0x80, 0x62]) },
    { index: 4, key: 4, name: 'p4', alias: long },
    { index: 5, key: 5, name: `${'n'.repeat(9_000)}5` },
    { index: 6, key: 6, name: 'p6', alias: "=cmd|' /C calc'!A0" },
  ])
  assert.is(dataOf<{ refresh_error: string | null }>(await get(`/device/${id}`)).refresh_error, null)
  const said = (await stored(id)).map(({ description }) => description)
  assert.equal([said[0], said[3], said[5]], ['<script>alert("~q7~")</script>', cut, "=cmd|' /C calc'!A0"])
  assert.ok(
    said.every(text => text.isWellFormed() && !text.includes('\0')),
    JSON.stringify(said),
  )
  assert.match(said[2]!, /^a.*b$/)
  const five = await one(id, 5)
  assert.is(five.name, `${'n'.repeat(199)}…`)
  assert.equal(await names(`?device_id=${id}&query=${encodeURIComponent('<script>')}`), ['p1'])
  const answer = await fetch(`${world.url}/api/v1/device-interface/by-device/${id}`, {
    headers: { 'x-auth-key': world.admin },
  })
  assert.match(answer.headers.get('content-type') ?? '', /application\/json/)
  assert.is(answer.headers.get('x-content-type-options'), 'nosniff')
  const whole = dataOf<object>(await get(`/device-interface/${(await one(id, 4)).id}`))
  assert.is((await put((await one(id, 4)).id, { ...whole, comment: 'sent back' })).status, 200)
  await refused('PUT', `/device-interface/${five.id}`, { comment: 'a\0b' }, 400)
  await refused('PUT', `/device-interface/${five.id}`, { params: { note: 'a\0b' } }, 400)
})

test('interfaces of other groups are as unknown as none, whatever is asked of them', async () => {
  const [theirs, mine] = [
    await add(world, '/device-group', { name: 'theirs' }),
    await add(world, '/device-group', { name: 'mine' }),
  ]
  const { id } = await added(rows, { group_id: theirs.id })
  const stranger = await keyOf(world, ['device_show', 'device_iface_management'], [mine.id])
  const hidden = await one(id, 10101)
  const errorOf = async (method: string, path: string, body?: object) => {
    const {
      status,
      body: { error },
    } = await world.http(method, path, body, stranger)
    return [status, error?.code, error?.description.replace(/\d+/, '#')]
  }
  for (const [method, path, body] of [
    ['GET', ''],
    ['GET', '/history'],
    ['PUT', '', { comment: 'x' }],
    ['DELETE', ''],
  ] as const) {
    assert.equal(await errorOf(method, `/device-interface/${hidden.id}${path}`, body), [
      404,
      'INVENTORY_INTERFACE_UNKNOWN',
      'There is no interface #',
    ])
    assert.equal(await errorOf(method, `/device-interface/4711471${path}`, body), [
      404,
      'INVENTORY_INTERFACE_UNKNOWN',
      'There is no interface #',
    ])
  }
  const made = { name: 'x', bind_key: 9, type: 'ETH' }
  assert.equal(
    await errorOf('POST', '/device-interface', { ...made, device_id: id }),
    await errorOf('POST', '/device-interface', { ...made, device_id: 4_711_471 }),
  )
  for (const query of [
    '',
    `?device_id=${id}`,
    `?group_id=${theirs.id}`,
    `?group_id=${theirs.id}&group_id=${mine.id}`,
    '?ident=ZTEGC1086C70',
    '?query=Miller',
  ])
    assert.equal(await names(query, stranger), [], query)
  for (const query of ['', `?device_id=${id}`, `?group_id=${theirs.id}`])
    assert.equal(dataOf(await get(`/device-interface/statistics${query}`, stranger)), [], query)
  assert.is((await one(id, 10101)).comment, '')
})
