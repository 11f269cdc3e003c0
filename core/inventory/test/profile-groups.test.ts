import { assert, suite } from '@linecard/test-kit'
import { add, dataOf, keyOf, modelId, startWorld, type World } from '@linecard/test-kit/worlds/inventory'

/** Access profiles have groups, and addresses belong to the networks of groups. */
const test = suite('inventory: profiles and addresses of groups', { level: 'full' })
const permissions = [
  'device_show',
  'device_management',
  'device_groups_management',
  'device_access_management',
]
const nobody = 2_000_000_000

let world: World
let [north, south] = [0, 0]
/** Profiles: of one group each, of both, and of none. */
let [ours, theirs, both, loose] = [0, 0, 0, 0]
/** Users of the north, and of both groups. */
let [key, wide] = ['', '']
let model_id = 0
const profile = async (name: string, group_ids: number[]) =>
  (await add(world, '/device-access', { name, group_ids, public_community: `secret ${name}` })).id
const device = (ip: string, more: object, as?: string) =>
  add(world, '/device', { ip, model_id, enabled: false, ...more }, as)

test.before(async () => {
  world = await startWorld({ inventory: { snmp_timeout_sec: 0.2, snmp_repeats: 0 } })
  north = (await add(world, '/device-group', { name: 'north', networks: ['10.1.7.9/16'] })).id
  south = (await add(world, '/device-group', { name: 'south', networks: ['10.2.0.0/16'] })).id
  ours = await profile('ours', [north])
  theirs = await profile('theirs', [south])
  both = await profile('both', [north, south])
  loose = await profile('loose', [])
  model_id = await modelId(world, 'acme_olt2')
  key = await keyOf(world, permissions, [north])
  wide = await keyOf(world, permissions, [north, south])
})
test.after(() => world?.stop())

const ask = async (method: string, path: string, body?: object, as = key) => {
  const { status, body: told, text } = await world.http(method, path, body, as)
  return { status, code: told.error?.code ?? null, data: told.data, text }
}
const outcome = async (...asked: Parameters<typeof ask>) => {
  const { status, code } = await ask(...asked)
  return [status, code]
}

test('a profile is seen by users of its groups, changed and read by users of all of them', async () => {
  const list = async (as?: string) =>
    dataOf<{ id: number; group_ids: number[] }[]>(
      await world.http('GET', '/device-access', undefined, as),
    ).map(({ id, group_ids }) => [id, group_ids])
  assert.equal(await list(key), [
    [ours, [north]],
    [both, [north]],
  ])
  assert.equal((await list(wide)).length, 3)
  assert.equal((await list()).length, 4)
  for (const [method, path, body] of [
    ['GET', '/device-access/#'],
    ['GET', '/device-access/#/secrets'],
    ['PUT', '/device-access/#', { name: 'taken' }],
    ['DELETE', '/device-access/#'],
  ] as const) {
    for (const hidden of [theirs, loose]) {
      const [there, nowhere] = [
        await ask(method, path.replace('#', String(hidden)), body),
        await ask(method, path.replace('#', String(nobody)), body),
      ]
      assert.equal([there.status, there.code], [404, nowhere.code], `${method} ${path}`)
    }
    if (path !== '/device-access/#' || method !== 'GET')
      assert.equal(
        await outcome(method, path.replace('#', String(both)), body),
        [403, 'INVENTORY_ACCESS_SHARED'],
        `${method} ${path}`,
      )
  }
  assert.equal((await ask('GET', `/device-access/${both}`)).status, 200)
  assert.equal((await ask('GET', `/device-access/${ours}/secrets`)).data, { public_community: 'secret ours' })
  assert.equal((await ask('GET', `/device-access/${both}/secrets`, undefined, wide)).status, 200)
})

test('a limited author makes profiles of the own groups, and gives none away', async () => {
  const made = await ask('POST', '/device-access', { name: 'made' })
  assert.equal(
    [made.status, (made.data as { group_ids: number[] }).group_ids],
    [201, [north]],
    'without group_ids: the groups of the author',
  )
  const at = `/device-access/${(made.data as { id: number }).id}`
  for (const group_ids of [[south], [nobody], [north, south]]) {
    assert.equal(await outcome('POST', '/device-access', { name: 'x', group_ids }), [
      400,
      'INVENTORY_REFERENCE_INVALID',
    ])
    assert.equal(await outcome('PUT', at, { group_ids }), [400, 'INVENTORY_REFERENCE_INVALID'])
  }
  assert.equal(await outcome('PUT', at, { group_ids: [] }), [400, 'INVENTORY_GROUP_NEEDED'])
  assert.equal(await outcome('DELETE', at), [200, null])
})

test('a profile belongs to the groups of its devices, and leaves no group whose devices use it', async () => {
  const shared = await profile('follows', [])
  const { id } = await device('10.9.0.1', { group_id: south, access_id: shared })
  const groups = async () =>
    dataOf<{ group_ids: number[] }>(await world.http('GET', `/device-access/${shared}`)).group_ids
  assert.equal(await groups(), [south])
  await world.http('PUT', `/device/${id}`, { group_id: north })
  assert.equal(await groups(), [north, south].toSorted())
  const refused = await world.http('PUT', `/device-access/${shared}`, { group_ids: [south] })
  assert.equal([refused.status, refused.body.error?.code], [409, 'INVENTORY_ACCESS_GROUPS'])
  assert.is((await world.http('PUT', `/device-access/${shared}`, { group_ids: [north] })).status, 200)
  assert.equal(await groups(), [north])
})

test('a limited user gives devices only profiles of their group', async () => {
  for (const access_id of [theirs, loose, nobody])
    assert.equal(await outcome('POST', '/device', { ip: '10.1.0.1', group_id: north, access_id }), [
      400,
      'INVENTORY_REFERENCE_INVALID',
    ])
  const { id } = await device('10.1.0.1', { group_id: north, access_id: both }, key)
  assert.equal(await outcome('PUT', `/device/${id}`, { access: { id: theirs } }), [
    400,
    'INVENTORY_REFERENCE_INVALID',
  ])
  assert.equal(await outcome('PUT', `/device/${id}`, { access: { id: ours } }), [200, null])
  // A profile that also belongs to a third group does not come to another group through a device.
  const third = (await add(world, '/device-group', { name: 'third' })).id
  const lent = await profile('lent', [north, third])
  assert.equal(await outcome('PUT', `/device/${id}`, { access_id: lent }, wide), [200, null])
  assert.equal(await outcome('PUT', `/device/${id}`, { group_id: south }, wide), [
    403,
    'INVENTORY_ACCESS_SHARED',
  ])
})

test('addresses: only those of the own devices and in the networks of the own groups, for every way in', async () => {
  const taken = '10.1.200.1'
  await device(taken, { group_id: south, access_id: theirs })
  const mine = await device('10.77.0.1', { group_id: north, access_id: ours })
  const refused = [403, 'INVENTORY_ADDRESS_OUTSIDE']
  for (const ip of [taken, '10.2.0.1', '192.0.2.1', '::1']) {
    assert.equal(await outcome('POST', '/device', { ip, group_id: north, access_id: ours }), refused, ip)
    assert.equal(await outcome('PUT', `/device/${mine.id}`, { ip }), refused, ip)
    assert.equal(await outcome('POST', '/device-detect', { ip, access_id: ours }), refused, ip)
  }
  const told = async (ip: string) =>
    (await ask('POST', '/device', { ip, group_id: north })).text
      .replaceAll(ip, '#')
      .replace(/"request_id":"[^"]*"/, '')
  assert.is(await told(taken), await told('192.0.2.1'), 'a hidden device is refused as no device is')
  assert.equal(await outcome('POST', '/device-detect', { ip: '10.1.0.200', access_id: theirs }), [
    400,
    'INVENTORY_REFERENCE_INVALID',
  ])
  assert.is((await ask('PUT', `/device/${mine.id}`, { ip: '10.1.0.77' })).status, 200)
  // The own device, and one that is new: both are asked, and silent.
  for (const ip of ['10.1.0.77', '10.1.0.201'])
    assert.not.equal((await ask('POST', '/device-detect', { ip, access_id: ours })).status, 403, ip)
})

test('networks of groups are set by users who see all groups', async () => {
  const group = dataOf<{ networks: string[] }>(await world.http('GET', `/device-group/${north}`))
  assert.equal(group.networks, ['10.1.0.0/16'])
  assert.equal(await outcome('PUT', `/device-group/${north}`, { networks: ['0.0.0.0/0'] }), [
    403,
    'INVENTORY_NETWORKS_LIMITED',
  ])
  assert.equal(await outcome('PUT', `/device-group/${north}`, { ...group, description: 'sent back' }), [
    200,
    null,
  ])
  for (const network of ['10.0.0.0', '10.0.0.0/33', 'fd00::/129', 'x/8', '10.0.0.0/8/8', 'fe80::1%eth0/64'])
    assert.equal(
      (await world.http('PUT', `/device-group/${north}`, { networks: [network] })).body.error?.code,
      'INVENTORY_NETWORK_INVALID',
      network,
    )
})

test('models are changed by users who see all groups, and their credentials are not lent', async () => {
  for (const [method, path, body] of [
    ['PUT', `/device-model/${model_id}`, { params: { access: { public_community: 'mine' } } }],
    ['POST', '/device-model', { key: 'mine', name: 'Mine', type: 'SWITCH' }],
    ['DELETE', `/device-model/${model_id}`],
    ['DELETE', `/device-model/${model_id}/icon`],
  ] as const)
    assert.equal(await outcome(method, path, body), [403, 'LIMITED_TO_GROUPS'], `${method} ${path}`)
  const model = await add(world, '/device-model', {
    key: 'guarded',
    name: 'Guarded',
    type: 'SWITCH',
    params: { access: { login: 'x', password: 'y' } },
  })
  const asked = { ip: '10.1.0.210', group_id: north, access_id: ours, model_id: model.id }
  assert.equal(await outcome('POST', '/device', asked), [403, 'INVENTORY_MODEL_SECRETS'])
  await device('10.1.0.211', { group_id: north, model_id: model.id })
  assert.equal(await outcome('POST', '/device', asked), [201, null])
})

test('an import uses neither profiles nor addresses of others', async () => {
  const sent = await fetch(`${world.url}/api/v1/device/import`, {
    method: 'POST',
    headers: { 'x-auth-key': key, 'content-type': 'text/csv', prefer: 'wait=50' },
    body:
      'ip,access profile,ro community,model key,group,enabled\n' +
      '10.1.50.1,theirs,,acme_olt2,north,no\n' +
      '10.1.50.2,nobody,,acme_olt2,north,no\n' +
      '10.1.50.3,ours,,acme_olt2,north,no\n' +
      '10.1.50.4,,secret theirs,acme_olt2,north,no\n' +
      '10.1.200.1,ours,,acme_olt2,north,no\n' +
      '10.2.0.9,ours,,acme_olt2,north,no\n',
  })
  const { rows } = ((await sent.json()) as { data: { rows: { result: string; code: string | null }[] } }).data
  assert.equal(
    rows.map(({ result, code }) => [result, code]),
    [
      ['invalid', 'INVENTORY_ROW_ACCESS'],
      ['invalid', 'INVENTORY_ROW_ACCESS'],
      ['added', null],
      ['added', null],
      ['invalid', 'INVENTORY_ADDRESS_OUTSIDE'],
      ['invalid', 'INVENTORY_ADDRESS_OUTSIDE'],
    ],
  )
  const added = dataOf<{ access: { id: number } }>(await world.http('GET', '/device?ip=10.1.50.4'))
  assert.not.equal(added.access.id, theirs, 'the same credentials are a profile of their own')
  assert.equal(
    dataOf<{ group_ids: number[] }>(await world.http('GET', `/device-access/${added.access.id}`)).group_ids,
    [north],
  )
})
