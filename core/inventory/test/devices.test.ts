import { assert, suite, until } from '@linecard/test-kit'
import { add, dataOf, modelId, startWorld, type World } from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: devices')
let world: World
let model: number
let access: number
test.before(async () => {
  world = await startWorld()
  model = await modelId(world, 'acme_olt2')
  access = (await add(world, '/device-access', { name: 'plain', public_community: 'public' })).id
})
test.after(() => world?.stop())

interface Device {
  id: number
  ip: string
  name: string
  model: { id: number; key: string; vendor: string; model: string } | null
  access: object | null
  group: { id: number }
  params: Record<string, unknown>
  enabled: boolean
  mac: string
  created_at: string
}
const device = (body: object) =>
  add<Device>(world, '/device', { enabled: false, access_id: access, model_id: model, ...body })
const get = (path: string, key?: string) => world.http('GET', path, undefined, key)
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
      answer.body.error?.details.some(detail => detail.path === field),
      `${field} is not named in ${answer.text}`,
    )
  assert.not.ok('data' in answer.body)
}

test('a device is added with nested objects or ids, and shown as clients know it', async () => {
  const nested = await add<Device>(world, '/device', {
    ip: '10.1.0.1',
    name: 'one',
    enabled: false,
    model: { id: model, name: 'whatever' },
    access: { id: access, community: null },
    group: { id: -1 },
    coordinates: null,
    pollers: null,
    created_at: null,
  })
  assert.is(nested.model?.id, model)
  assert.is(nested.model?.vendor, 'Acme')
  assert.is(nested.model?.model, 'OLT2')
  assert.equal(nested.access, { id: access, name: 'plain', params: {} })
  assert.is(nested.group.id, -1)
  assert.equal(nested.params, {})
  assert.is(nested.mac, '')
  assert.match(nested.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(dataOf(await get(`/device/${nested.id}`)), nested)
  assert.is((await device({ ip: '10.1.0.2' })).model?.id, model)
})

test('what was answered can be sent back, in the path or with the id in the body', async () => {
  const made = await device({ ip: '10.1.0.3', name: 'before' })
  const same = await world.http('PUT', `/device/${made.id}`, { ...made, name: 'after' })
  assert.is(same.status, 200, same.text)
  assert.is(dataOf<Device>(same).name, 'after')
  assert.is(dataOf<Device>(await world.http('PUT', '/device', { id: made.id, name: 'again' })).name, 'again')
  await refused('PUT', '/device', { name: 'whose?' }, 400, 'id')
  await refused('PUT', `/device/${made.id}`, { id: made.id + 1 }, 400, 'id')
  assert.equal(dataOf(await world.http('DELETE', '/device', { ...made })), { id: made.id })
  await refused('DELETE', `/device/${made.id}`, undefined, 404)
  await refused('PUT', `/device/${made.id}`, { name: 'x' }, 404)
})

test('bad input names the field: unknown, missing, of a wrong type or meaning', async () => {
  await refused('POST', '/device', { ip: '10.1.1.1', owner: 1 }, 400, 'owner')
  await refused('POST', '/device', { name: 'no address' }, 400, 'ip')
  await refused('POST', '/device', { ip: '10.1.1.1', enabled: 'yes' }, 400, 'enabled')
  await refused('POST', '/device', { ip: '10.1.1.1', model_id: 'one' }, 400, 'model_id')
  await refused('POST', '/device', { ip: '10.1.1.1', model_id: 999_999 }, 400, 'model_id')
  await refused('POST', '/device', { ip: '10.1.1.1', access: { id: 999_999 } }, 400, 'access_id')
  await refused('POST', '/device', { ip: '10.1.1.1', group_id: 999_999 }, 400, 'group_id')
  await refused(
    'POST',
    '/device',
    { ip: '10.1.1.1', model_id: model, model: { id: model + 1 } },
    400,
    'model_id',
  )
  await refused('POST', '/device', { ip: '10.1.1.1', mac: 'nonsense' }, 400, 'mac')
  await refused(
    'POST',
    '/device',
    { ip: '10.1.1.1', coordinates: { lat: 91, lon: 0 } },
    400,
    'coordinates.lat',
  )
  await refused(
    'POST',
    '/device',
    { ip: '10.1.1.1', params: { sw_core_connection: { snmp_port: 70_000 } } },
    400,
    'params.sw_core_connection.snmp_port',
  )
  await refused('GET', '/device?vlan=1', undefined, 400, 'vlan')
  await refused('GET', '/device?limit=many', undefined, 400, 'limit')
  await refused('GET', '/device?status=sleepy', undefined, 400, 'status')
  await refused('GET', '/device/99999999999', undefined, 400, 'id')
  await refused('GET', '/device/4711', undefined, 404)
  await refused('GET', '/device/-7', undefined, 404)
})

test('addresses are checked, IPv6 included, and unique in whatever spelling', async () => {
  for (const ip of [
    '10.1',
    '10.1.1.256',
    '0x0a.1.1.1',
    '167837953',
    '::g',
    'fe80::1%eth0',
    '10.0.0.0/24',
    'localhost',
    '',
    '2001:db8::1/64',
    "1.1.1.1'--",
  ])
    await refused('POST', '/device', { ip }, 400, 'ip')
  assert.is((await device({ ip: '2001:DB8:0:0::00A1' })).ip, '2001:db8::a1')
  await refused('POST', '/device', { ip: '2001:db8::a1' }, 409, 'ip')
  assert.is((await device({ ip: '::ffff:10.1.2.3' })).ip, '10.1.2.3')
  await refused('POST', '/device', { ip: '10.1.2.3' }, 409, 'ip')
  assert.is(dataOf<Device>(await get('/device?ip=2001:db8:0::a1')).ip, '2001:db8::a1')
})

test('a path that names no device says that an id or an address is meant', async () => {
  for (const word of ['abc', '1.2.3', '7x']) {
    const { status, body } = await get(`/device/${word}`)
    assert.equal([status, body.error!.code], [400, 'INVENTORY_DEVICE_WORD'], word)
    assert.match(body.error!.description, `"${word}" is neither the id of a device nor its IP address`)
  }
  assert.is((await get('/device/192.0.2.250')).status, 404)
})

test('with ip the answer is one object, without it a list', async () => {
  const made = await device({ ip: '10.1.3.1' })
  const one = await get('/device?ip=10.1.3.1')
  assert.equal(dataOf(one), dataOf(await get(`/device/${made.id}`)))
  assert.is(one.body.meta, null)
  await refused('GET', '/device?ip=10.1.3.99', undefined, 404)
  await refused('GET', '/device?ip=10.1.3', undefined, 400, 'ip')
})

test('filters, search, order and pages', async () => {
  const other = await modelId(world, 'acme_olt4')
  const group = (await add(world, '/device-group', { name: 'filters' })).id
  for (const [ip, name] of [
    ['10.9.0.10', 'b'],
    ['10.9.0.9', 'a'],
    ['10.9.0.100', 'c'],
  ] as const)
    await device({ ip, name, group_id: group, model_id: other, location: 'Hall 7' })
  const names = async (query: string) =>
    dataOf<Device[]>(await get(`/device?${query}`)).map(({ name }) => name)
  assert.equal(await names(`group_id=${group}&sort=name`), ['a', 'b', 'c'])
  assert.equal(await names(`group_id=${group}&sort=-name`), ['c', 'b', 'a'])
  assert.equal(await names(`group_id=${group}&sort=ip`), ['a', 'b', 'c'])
  assert.equal(await names(`model_id=${other}&sort=name`), ['a', 'b', 'c'])
  assert.equal(await names(`query=10.9.0.1&sort=ip`), ['b', 'c'])
  assert.equal(await names('query=hALL&sort=name'), ['a', 'b', 'c'])
  assert.equal(
    await names(`type=OLT&vendor=Acme&enabled=false&status=Unknown&group_id=${group}&sort=vendor,type,-ip`),
    ['c', 'b', 'a'],
  )
  assert.equal(await names(`enabled=true&group_id=${group}`), [])
  const page = await get(`/device?group_id=${group}&sort=name&limit=2&offset=1`)
  assert.equal(
    dataOf<Device[]>(page).map(({ name }) => name),
    ['b', 'c'],
  )
  assert.equal(page.body.meta, { total: 3, limit: 2, offset: 1 })
  assert.equal((await get(`/device?group_id=${group}&limit=999999`)).body.meta, {
    total: 3,
    limit: 100_000,
    offset: 0,
  })
  assert.equal((await get(`/device?group_id=${group}&limit=0`)).body, {
    statusCode: 200,
    meta: { total: 3, limit: 0, offset: 0 },
    data: [],
  })
  assert.equal(dataOf<Device[]>(await get(`/device?group_id=${group}&offset=1000000000`)), [])
  const options = dataOf<{ ip: string; type: string }[]>(
    await get(`/device/options?group_id=${group}&sort=ip`),
  )
  assert.equal(
    options.map(({ ip, type }) => [ip, type]),
    [
      ['10.9.0.9', 'OLT'],
      ['10.9.0.10', 'OLT'],
      ['10.9.0.100', 'OLT'],
    ],
  )
})

test('sort and filter take only what is allowed, and nothing of it is SQL or a pattern', async () => {
  for (const sort of [
    'params',
    'secrets',
    'access.secrets',
    'id;drop table inventory_device',
    "name' desc--",
    '__proto__',
    'constructor',
    'model.secrets',
    '(select 1)',
  ]) {
    await refused('GET', `/device?sort=${encodeURIComponent(sort)}`, undefined, 400, 'sort')
  }
  const group = (await add(world, '/device-group', { name: 'patterns' })).id
  await device({ ip: '10.8.0.1', name: '100% sure', group_id: group })
  await device({ ip: '10.8.0.2', name: 'a_b', group_id: group })
  await device({ ip: '10.8.0.3', name: 'back\\slash', group_id: group })
  await device({ ip: '2001:db8:8::1', name: "o'brien", group_id: group })
  const found = async (query: string) =>
    dataOf<Device[]>(await get(`/device?group_id=${group}&sort=ip&query=${encodeURIComponent(query)}`)).map(
      ({ name }) => name,
    )
  assert.equal(await found('%'), ['100% sure'])
  assert.equal(await found('_'), ['a_b'])
  assert.equal(await found('\\'), ['back\\slash'])
  assert.equal(await found("o'b"), ["o'brien"])
  assert.equal(await found('2001:db8:8'), ["o'brien"])
  assert.equal(await found("' or 1=1 --"), [])
  assert.equal(await found('?'), [])
  await refused('GET', '/device?query=%00', undefined, 400, 'query')
  await refused('GET', '/device?group_id=1%20or%201=1', undefined, 400, 'group_id')
})

test('groups: the default one stays, one with devices too, names are unique', async () => {
  const group = await add<{ id: number; name: string }>(world, '/device-group', {
    name: 'east',
    description: 'side',
  })
  await refused('POST', '/device-group', { name: 'east' }, 409, 'name')
  await refused('DELETE', '/device-group/-1', undefined, 409)
  const made = await device({ ip: '10.1.4.1', group_id: group.id })
  await refused('DELETE', `/device-group/${group.id}`, undefined, 409)
  assert.is(dataOf<Device>(await world.http('PUT', `/device/${made.id}`, { group: { id: -1 } })).group.id, -1)
  assert.is((await world.http('PUT', `/device-group/${group.id}`, { name: 'west' })).status, 200)
  assert.is((await world.http('DELETE', `/device-group/${group.id}`)).status, 200)
  await refused('GET', `/device-group/${group.id}`, undefined, 404)
  await refused('POST', '/device-group', { name: 'x', secret: 1 }, 400, 'secret')
})

test('built-in models follow their driver: only params and pollers are changed', async () => {
  const built = dataOf<{ key: string; driver: string; ports: number }>(await get(`/device-model/${model}`))
  assert.equal([built.key, built.driver, built.ports], ['acme_olt2', 'acme', 2])
  await refused('PUT', `/device-model/${model}`, { name: 'Other' }, 409, 'name')
  await refused('DELETE', `/device-model/${model}`, undefined, 409)
  const changed = dataOf<{ params: object; pollers: object }>(
    await world.http('PUT', `/device-model/${model}`, {
      ...built,
      params: { note: 1 },
      pollers: { system: 300 },
    }),
  )
  assert.equal(changed.params, { note: 1 })
  assert.equal(changed.pollers, { system: 300 })
  const own = await add(world, '/device-model', { key: 'ping_only', name: 'Ping only', type: 'ICMP' })
  await refused('POST', '/device-model', { key: 'ping_only', name: 'Twin', type: 'ICMP' }, 409, 'key')
  await refused('POST', '/device-model', { key: 'Bad Key', name: 'x', type: 'ICMP' }, 400, 'key')
  const used = await device({ ip: '10.1.5.1', model_id: own.id })
  await refused('DELETE', `/device-model/${own.id}`, undefined, 409)
  await world.http('DELETE', `/device/${used.id}`)
  assert.is((await world.http('DELETE', `/device-model/${own.id}`)).status, 200)
})

test('a model whose driver goes off stays and is marked, and comes back', async () => {
  const key = world.components().find(component => component.kind === 'driver')!.key
  const path = `/system-components/${encodeURIComponent(key)}`
  assert.is((await world.http('PUT', path, { enabled: false })).status, 200)
  const available = async () => dataOf<{ available: boolean }>(await get(`/device-model/${model}`)).available
  await until('it is marked', async () => (await available()) === false)
  assert.is((await world.http('PUT', path, { enabled: true })).status, 200)
  await until('it comes back', async () => (await available()) === true)
})

test('icons are stored by what they are, and served so that a browser takes them for nothing else', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const put = (icon: string) => world.http('PUT', `/device-model/${model}/icon`, { icon })
  assert.is((await get(`/device-model/${model}/icon`)).status, 404)
  const set = await put(`data:image/svg+xml;base64,${png.toString('base64')}`)
  assert.is(set.status, 200, set.text)
  const { icon } = dataOf<{ icon: string }>(set)
  const response = await fetch(`${world.url}${icon}`, { headers: { 'x-auth-key': world.admin } })
  assert.is(response.headers.get('content-type'), 'image/png')
  assert.is(response.headers.get('x-content-type-options'), 'nosniff')
  assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/)
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(png))
  const bad = [
    Buffer.from('<svg onload="alert(1)"/>'),
    Buffer.from('<html>'),
    Buffer.concat([png, Buffer.alloc(256 * 1024)]),
    Buffer.alloc(0),
  ]
  for (const bytes of bad) assert.is((await put(bytes.toString('base64'))).status, 400)
  assert.is((await put(Buffer.alloc(600_000).toString('base64'))).status, 413)
  assert.is(dataOf<{ icon: string }>(await world.http('DELETE', `/device-model/${model}/icon`)).icon, '')
})

test('interfaces that nobody wants are checked when they are written, for a device and for a model', async () => {
  const { id } = await device({ ip: '10.1.9.1' })
  const own = (await add(world, '/device-model', { key: 'own_switch', name: 'Own', type: 'SWITCH' })).id
  for (const [path, key] of [
    [`/device/${id}`, { ip: '10.1.9.1' }],
    [`/device-model/${own}`, { key: 'own_switch', name: 'Own', type: 'SWITCH' }],
  ] as const) {
    const write = (unwanted: unknown, status: number, field?: string) =>
      refusedOrGood(path, { ...key, params: { unwanted_interfaces: unwanted } }, status, field)
    await write({ types: ['softwareLoopback', 24], names: ['Null*'] }, 200)
    await write({ names: null }, 200)
    await write([], 200)
    await write(null, 200)
    await write('Null*', 400, 'params.unwanted_interfaces')
    await write({ name: ['Null*'] }, 400, 'params.unwanted_interfaces.name')
    await write({ names: 'Null*' }, 400, 'params.unwanted_interfaces.names')
    await write({ names: [''] }, 400, 'params.unwanted_interfaces.names')
    await write({ types: [{}] }, 400, 'params.unwanted_interfaces.types')
    await write({ types: Array.from({ length: 101 }, String) }, 400, 'params.unwanted_interfaces.types')
  }
  assert.equal(dataOf<Device>(await get(`/device/${id}`)).params, { unwanted_interfaces: null })
})

async function refusedOrGood(path: string, body: object, status: number, field?: string): Promise<void> {
  if (status !== 200) return refused('PUT', path, body, status, field)
  const answer = await world.http('PUT', path, body)
  assert.is(answer.status, 200, answer.text)
}
