import { assert, suite, until } from '@linecard/test-kit'
import { startOlt } from '@linecard/test-kit/worlds/acme-olt'
import {
  accessFor,
  add,
  dataOf,
  keyOf,
  modelId,
  startWorld,
  type World,
} from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: requests of older clients', { level: 'full' })
let world: World
let olt: Awaited<ReturnType<typeof startOlt>>
let id: number
let accessId: number
let resource: { id: number; model: object; access: object; group: object }
const get = async <T>(path: string): Promise<T> => {
  const answer = await world.http('GET', path)
  assert.is(answer.status, 200, `${path}: ${answer.text}`)
  return dataOf<T>(answer)
}
test.before(async () => {
  world = await startWorld()
  olt = await startOlt('127.9.71.1', [
    { index: 1, key: 101, name: 'pon0/1' },
    { index: 2, key: 10101, name: 'pon0/1:1', parent: 101, serial: 'ACME00000001' },
  ])
  accessId = (await accessFor(world, olt, 'backbone', { login: 'admin', password: 'first' })).id
  const model_id = await modelId(world, 'acme_olt2')
  id = (await add(world, '/device', { ip: olt.ip, name: 'olt', access_id: accessId, model_id })).id
  await add(world, '/device', { ip: '2001:db8::17', name: 'six' })
  await until(
    'the first reading',
    async () => (await get<{ refreshed_at: string }>(`/device/${id}`)).refreshed_at,
  )
  resource = await get(`/device/${id}`)
})
test.after(async () => {
  await world?.stop()
  await olt?.stop()
})

test('C: an embedded device is the whole resource, in lists, searches, by-device, ONU lists and the card', async () => {
  type Rows = { id: number; device: object; parent_bind_key: string | null }[]
  const search = await get<Rows>('/device-interface/search?ont_ident=ACME00000001')
  const lists = [
    await get<Rows>('/device-interface'),
    await get<Rows>(`/device-interface/by-device/${id}`),
    search,
    dataOf<Rows>(await world.http('PUT', '/device-interface/ont-list', {})),
    [await get<Rows[0]>(`/device-interface/${search[0]!.id}`)],
  ]
  for (const rows of lists) {
    assert.ok(rows.length > 0)
    for (const { device } of rows) assert.equal(device, resource)
  }
  assert.ok(resource.model && resource.access && resource.group)
})

test('C: parent_bind_key is null where there is none', async () => {
  const rows = await get<{ parent_bind_key: string | null }[]>(`/device-interface/by-device/${id}?_=1`)
  assert.equal(
    rows.map(row => row.parent_bind_key),
    [null, '101'],
  )
})

test('C: a path that names a device takes its address, IPv4 and IPv6', async () => {
  assert.equal(await get(`/device/${olt.ip}`), resource)
  assert.is((await get<{ name: string }>('/device/2001%3Adb8%3A%3A17')).name, 'six')
  assert.is((await get<{ name: string }>('/device/2001:DB8:0:0:0:0:0:17/')).name, 'six')
  assert.is((await get<object[]>(`/device-interface/by-device/${olt.ip}`)).length, 2)
  assert.is((await get<{ matches: boolean }>(`/device/${olt.ip}/compare-model`)).matches, true)
  const changed = await world.http('PUT', '/device/2001%3Adb8%3A%3A17', { location: 'Roof' })
  assert.is(dataOf<{ location: string }>(changed).location, 'Roof')
  assert.is((await world.http('GET', '/device/192.0.2.250')).status, 404)
  assert.is((await world.http('GET', '/device/not-an-address')).status, 400)
  const other = await add(world, '/device-group', { name: 'elsewhere' })
  const limited = await keyOf(world, ['device_show'], [other.id])
  assert.is((await world.http('GET', `/device/${olt.ip}`, undefined, limited)).status, 404)
  assert.is(
    (await world.http('GET', `/device-interface/by-device/${olt.ip}`, undefined, limited)).status,
    404,
  )
  assert.is((await world.http('DELETE', '/device/2001%3Adb8%3A%3A17')).status, 200)
})

test('C: an explicit null secret on update keeps the secret; an empty text removes it', async () => {
  const secrets = () => get<Record<string, string>>(`/device-access/${accessId}/secrets`)
  const body = { httpClient: {}, mapper: {}, id: accessId, name: 'backbone', login: null, password: null }
  const put = await world.http('PUT', `/device-access/${accessId}`, { ...body, params: [], community: null })
  assert.equal([put.status, put.body.meta], [200, { ignored: ['httpClient', 'mapper'] } as never])
  assert.equal(await secrets(), { login: 'admin', password: 'first', public_community: 'public' })
  await world.http('PUT', `/device-access/${accessId}`, { password: 'second', login: null })
  assert.is((await secrets())['password'], 'second')
  await world.http('PUT', `/device-access/${accessId}`, { password: '' })
  assert.equal(await secrets(), { login: 'admin', public_community: 'public' })
})

test('C: every limit is clamped; a negative one is an error', async () => {
  const limits = ['0', '1.9', '999999', '1e9', '100000000000000000000']
  const used = []
  for (const limit of limits)
    used.push(((await world.http('GET', `/device?limit=${limit}`)).body.meta as { limit: number }).limit)
  assert.equal(used, [0, 1, 100_000, 100_000, 100_000])
  for (const limit of ['-1', '-0.5', 'many'])
    assert.is((await world.http('GET', `/device?limit=${limit}`)).status, 400, limit)
  const body = (await world.http('PUT', '/device-interface/ont-list', { limit: 50.7 })).body
  assert.is((body.meta as { limit: number }).limit, 50)
})

test('C: PUT answers the ETag of the next GET, whatever the resource', async () => {
  const group = await add(world, '/device-group', { name: 'tagged' })
  const model = await add(world, '/device-model', { name: 'Own model', key: 'own_model', type: 'SWITCH' })
  const [port] = await get<{ id: number }[]>('/device-interface')
  for (const [path, body] of [
    [`/device/${id}`, { location: 'Shelf' }],
    [`/device-group/${group.id}`, { description: 'x' }],
    [`/device-model/${model.id}`, { collectors: [], name: 'Other' }],
    [`/device-access/${accessId}`, { name: 'renamed' }],
    [`/device-interface/${port!.id}`, { comment: 'note' }],
  ] as const) {
    const put = await world.http('PUT', path, body)
    assert.is(put.status, 200, put.text)
    const { headers } = await world.http('GET', path)
    assert.ok(headers.get('etag'), path)
    assert.is(put.headers.get('etag'), headers.get('etag'), path)
  }
})
