import { assert, suite } from '@linecard/test-kit'
import { add, dataOf, keyOf, modelId, startWorld, type World } from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: the group limit')
let world: World
let [north, south, mine, foreign, foreignInterface, ownInterface] = [0, 0, 0, 0, 0, 0]
let key = ''
const foreignIp = '10.3.0.2'
const permissions = [
  'device_show',
  'device_management',
  'device_groups_management',
  'device_access_management',
]

test.before(async () => {
  world = await startWorld()
  north = (await add(world, '/device-group', { name: 'north', networks: ['10.3.0.0/24'] })).id
  south = (await add(world, '/device-group', { name: 'south' })).id
  const access = await add(world, '/device-access', { name: 'plain', public_community: 'public' })
  const model_id = await modelId(world, 'acme_olt2')
  mine = (
    await add(world, '/device', {
      ip: '10.3.0.1',
      name: 'mine',
      group_id: north,
      access_id: access.id,
      model_id,
      enabled: false,
    })
  ).id
  foreign = (
    await add(world, '/device', {
      ip: foreignIp,
      name: 'foreign',
      group_id: south,
      access_id: access.id,
      model_id,
      enabled: false,
    })
  ).id
  const rows = await world.sql<{ id: number; device_id: number }>(
    `insert into inventory_interface (device_id, bind_key, name, type) values ($1, 1, 'p1', 'ETH'), ($2, 1, 'p1', 'ETH') returning id, device_id`,
    [mine, foreign],
  )
  ownInterface = rows.find(row => row.device_id === mine)!.id
  foreignInterface = rows.find(row => row.device_id === foreign)!.id
  key = await keyOf(world, permissions, [north])
})
test.after(() => world?.stop())

test('every operation that takes a device or what belongs to it answers 404 for another group', async () => {
  const operations: [string, string, object?][] = [
    ['GET', `/device/${foreign}`],
    ['GET', `/device?ip=${foreignIp}`],
    ['PUT', `/device/${foreign}`, { name: 'taken' }],
    ['PUT', '/device', { id: foreign, name: 'taken' }],
    ['DELETE', `/device/${foreign}`],
    ['DELETE', '/device', { id: foreign }],
    ['GET', `/device/${foreign}/compare-model`],
    ['GET', `/device-interface/by-device/${foreign}`],
    ['GET', `/device-interface/${foreignInterface}`],
    ['GET', `/device-group/${south}`],
    ['PUT', `/device-group/${south}`, { name: 'taken' }],
    ['DELETE', `/device-group/${south}`],
    ['GET', `/switcher-core/${foreign}/modules`],
    ['GET', `/switcher-core/device/system/${foreign}`],
    ['GET', `/switcher-core/store/system/${foreignIp}`],
  ]
  for (const [method, path, body] of operations) {
    const answer = await world.http(method, path, body, key)
    assert.is(answer.status, 404, `${method} ${path}: ${answer.text}`)
    assert.is(answer.body.error?.type, 'RESOURCE_NOT_FOUND')
  }
  const untouched = await world.http('GET', `/device/${foreign}`)
  assert.is(dataOf<{ name: string }>(untouched).name, 'foreign')
})

test('a foreign id answers exactly as one that does not exist', async () => {
  const [there, nowhere] = [
    await world.http('GET', `/device/${foreign}`, undefined, key),
    await world.http('GET', '/device/888888', undefined, key),
  ]
  assert.is(there.body.error?.code, nowhere.body.error?.code)
  assert.is(
    there.body.error?.description.replace(String(foreign), 'N'),
    nowhere.body.error?.description.replace('888888', 'N'),
  )
})

test('lists, searches and selectors hold only the own groups, whatever the filter says', async () => {
  const ids = async (path: string) =>
    dataOf<{ id: number }[]>(await world.http('GET', path, undefined, key)).map(({ id }) => id)
  for (const path of [
    '/device',
    '/device?query=10.3',
    '/device?sort=-ip&limit=999999',
    '/device/options',
    `/device?group_id=${north}`,
  ])
    assert.equal(await ids(path), [mine], path)
  assert.equal(await ids(`/device?group_id=${south}`), [])
  assert.equal(await ids(`/device?query=foreign`), [])
  assert.equal((await world.http('GET', '/device', undefined, key)).body.meta, {
    total: 1,
    limit: 100,
    offset: 0,
  })
  assert.equal(await ids('/device-interface'), [ownInterface])
  assert.equal(await ids(`/device-interface?device_id=${foreign}`), [])
  assert.equal(await ids('/device-group'), [north])
  assert.equal(await world.use('devices').visible({ ...world.use('auth').system(), groupIds: [north] }), [
    mine,
  ])
})

test('nothing is moved or added out of the own groups', async () => {
  const moved = await world.http('PUT', `/device/${mine}`, { group_id: south }, key)
  assert.is(moved.status, 400)
  assert.is(moved.body.error?.details[0]?.path, 'group_id')
  const added = await world.http('POST', '/device', { ip: '10.3.0.9', enabled: false }, key)
  assert.is(added.status, 400)
  assert.is(added.body.error?.details[0]?.path, 'group_id')
  assert.is(
    (await world.http('POST', '/device', { ip: '10.3.0.9', group: { id: south }, enabled: false }, key))
      .status,
    400,
  )
  assert.is(
    (await world.http('POST', '/device', { ip: '10.3.0.9', group: { id: north }, enabled: false }, key))
      .status,
    201,
  )
  assert.is((await world.http('POST', '/device-group', { name: 'new' }, key)).status, 403)
})

test('a user without any group limit sees all', async () => {
  const all = await keyOf(world, ['device_show'], [])
  assert.ok(dataOf<unknown[]>(await world.http('GET', '/device', undefined, all)).length >= 2)
  for (const [method, path] of [
    ['POST', '/device'],
    ['PUT', `/device/${mine}`],
    ['DELETE', `/device/${mine}`],
    ['POST', '/device-detect'],
    ['GET', '/device-access'],
    ['POST', '/device-group'],
    ['PUT', '/device-model/1'],
  ] as const) {
    assert.is((await world.http(method, path, undefined, all)).status, 403, `${method} ${path}`)
  }
})
