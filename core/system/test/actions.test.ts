import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'

const test = suite('action log')
let world!: World
test.before(async () => {
  world = await makeWorld()
})
test.after(() => world?.stop())

interface Entry {
  id: number
  created_at: string
  action: string
  status: string
  user: { id: number | null; login: string } | null
  device: { id: number } | null
  message: string
  meta: Record<string, unknown>
  error_code: string | null
  ip: string
  session_id: number | null
  operation_id: string | null
  request_id: string
}
const filter = async (body: object, key = world.admin): Promise<Entry[]> => {
  const answer = await world.http('POST', '/logs/actions', body, key)
  assert.is(answer.status, 200, answer.text)
  return answer.body.data
}
const made = async (path: string, body: object) => {
  const answer = await world.http('POST', path, body)
  assert.is(answer.status, 201, answer.text)
  return answer.body.data as { id: number }
}
const addDevice = async (ip: string, group?: number) =>
  made('/device', { ip, name: ip, ...(group ? { group_id: group } : {}) })

let count = 0
/** A user with these permissions, limited to these groups, and their key. */
async function person(permissions: string[], groups: number[] = []) {
  const login = `person${++count}`
  const role = await made('/user-role', { name: login, permissions })
  const { id } = await made('/user', {
    login,
    password: 'Long enough 1!',
    role_id: role.id,
    device_groups: groups,
  })
  // Other tests fail to sign in on purpose.
  await world.use('sign-in-blocks').lift(null)
  const signedIn = await world.http('POST', '/auth', { login, password: 'Long enough 1!' }, null)
  return { id, login, key: (signedIn.body.data as { key: string }).key }
}

test('every change is recorded without its plugin having to do anything', async () => {
  const device = await addDevice('192.0.2.1')
  await world.http('PUT', `/device/${device.id}`, { location: 'Roof' })
  await world.http('DELETE', `/device/${device.id}`)
  const [removed, updated, added] = await filter({ device: { id: device.id } })
  assert.equal(
    [added!.action, updated!.action, removed!.action],
    ['device:added', 'device:updated', 'device:deleted'],
  )
  assert.equal(
    [
      updated!.user?.login,
      updated!.status,
      updated!.device,
      updated!.ip,
      updated!.operation_id,
      updated!.message,
    ],
    ['admin', 'SUCCESS', { id: device.id }, '127.0.0.1', 'inventory.device.update', ''],
  )
  assert.equal(updated!.meta, {
    params: { id: String(device.id) },
    body: { location: 'Roof' },
    result_id: device.id,
  })
  assert.ok(updated!.session_id! > 0)
  assert.match(updated!.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('a failure is recorded with its code, a refusal with who was refused', async () => {
  await world.http('PUT', '/device/2000000000', { name: 'x' })
  const [missing] = await filter({ device_id: 2_000_000_000 })
  assert.equal([missing!.status, missing!.error_code], ['FAILED', 'INVENTORY_DEVICE_UNKNOWN'])
  assert.match(missing!.message, '2000000000')
  const weak = await person([])
  assert.is((await world.http('DELETE', '/device/5', undefined, weak.key)).status, 403)
  const [refused] = await filter({ users: [{ id: weak.id }], actions: ['device:deleted'] })
  assert.equal(
    [refused!.error_code, refused!.device, refused!.user],
    ['PERMISSION_MISSING', { id: 5 }, { id: weak.id, login: weak.login }],
  )
})

test('signing in, failing to and signing out are recorded with the login', async () => {
  const somebody = await person([])
  await world.http('POST', '/auth', { login: somebody.login, password: 'wrong' }, null)
  await world.http('DELETE', '/logout', undefined, somebody.key)
  const [out, failed, signedIn] = await filter({
    users: [somebody.login],
    actions: ['user:logged_in', 'user:logged_out'],
  })
  assert.equal([out!.action, out!.user], ['user:logged_out', { id: somebody.id, login: somebody.login }])
  assert.equal(
    [failed!.action, failed!.status, failed!.user],
    ['user:logged_in', 'FAILED', { id: null, login: somebody.login }],
  )
  assert.equal([signedIn!.status, signedIn!.user], ['SUCCESS', { id: somebody.id, login: somebody.login }])
})

test('a NUL in the name of a parameter does not keep a change out of the log', async () => {
  const weak = await person([])
  const hidden = await world.http('DELETE', '/device/5?reason%00=x&half=%ED%A0%80', undefined, weak.key)
  assert.is(hidden.status, 403, hidden.text)
  const refused = await world.http('PUT', '/device/5?a%00b=%00', { ['c\0d']: 'e\0' })
  assert.is(refused.status, 400, refused.text)
  const [changed] = await filter({ users: [{ id: 1 }], actions: ['device:updated'] })
  assert.is(changed!.status, 'FAILED')
  assert.equal(changed!.meta['query'], { 'a\\u0000b': '' })
  const [deleted] = await filter({ users: [{ id: weak.id }], actions: ['device:deleted'] })
  assert.is((deleted!.meta['query'] as Record<string, string>)['reason\\u0000'], 'x')
})

test('no secret is in the table, whatever sent it', async () => {
  const secrets = [
    'c0mmunity-read',
    'c0mmunity-write',
    'telnet-Pa55word!',
    'user-Pa55word!',
    'v3-auth-k3y',
    'wrong-Pa55word!',
    'own-Pa55word!',
    'meta-t0ken',
  ]
  await made('/device-access', {
    name: 'secret',
    login: 'ops',
    public_community: secrets[0],
    private_community: secrets[1],
    password: secrets[2],
  })
  await made('/device-access', {
    name: 'v3',
    snmp_v3: { user: 'ops', level: 'authNoPriv', auth_protocol: 'sha', auth_key: secrets[4] },
  })
  await addDevice('192.0.2.70')
  await world.http('POST', '/device', { ip: '192.0.2.71', params: { access: { password: secrets[2] } } })
  await made('/user', { login: 'secretive', password: secrets[3], role_id: -2 })
  await world.http('POST', '/auth', { login: 'secretive', password: secrets[5] }, null)
  await world.http('POST', '/user/1/generate-auth-key', { expire: '10m', password: secrets[6] })
  await world.http('POST', '/logs/action', {
    action: 'my:thing',
    meta: { token: secrets[7], text: `with ${secrets[7]}` },
    message: `said ${secrets[7]}`,
  })
  await filter({})
  const rows = await world.sql<{ row: string }>('select row_to_json(a)::text as row from system_action a')
  assert.ok(rows.length > 8)
  const all = rows.map(({ row }) => row).join('\n')
  for (const secret of [...secrets, world.admin]) assert.not.ok(all.includes(secret), secret)
  assert.match(all, /"public_community": ?"\*\*\*"/)
  for (const secret of secrets) assert.not.ok(world.log.join('').includes(secret), secret)
})

test('a look at secrets is recorded although it is a GET', async () => {
  const { id } = await made('/device-access', { name: 'looked at', public_community: 'x' })
  await world.http('GET', `/device-access/${id}/secrets`)
  const [look] = await filter({ actions: ['device-access:secrets_shown'] })
  assert.equal(look!.meta['params'], { id })
})

test('reading writes nothing', async () => {
  const before = (await world.sql('select 1 from system_action')).length
  await world.http('GET', '/device')
  await filter({})
  await world.http('POST', '/system-switcher-core/filter', {})
  await filter({ limit: 1 })
  assert.is((await world.sql('select 1 from system_action')).length, before)
})

test('filters narrow the list, alone and together', async () => {
  await world.http('POST', '/device-group', { name: 'filtered' })
  await world.http('POST', '/device-group', { name: 'filtered' })
  const all = await filter({ actions: ['device-group:added'] })
  assert.equal(
    all.map(({ status }) => status),
    ['FAILED', 'SUCCESS'],
  )
  assert.equal((await filter({ actions: ['device-group:added'], status: 'SUCCESS' })).length, 1)
  assert.equal(await filter({ actions: ['device-group:added'], users: [-77] }), [])
  assert.equal(await filter({ actions: ['device-group:added'], stop: '2020-01-01T00:00:00Z' }), [])
  assert.equal((await filter({ start: all[1]!.created_at, actions: ['device-group:added'] })).length, 2)
  assert.equal((await filter({ query: 'INVENTORY_GROUP' })).map(({ id }) => id).includes(all[0]!.id), true)
  assert.equal(await filter({ query: '%' }), [])
  assert.equal(
    (await filter({ limit: 1, offset: 1, actions: ['device-group:added'] })).map(({ id }) => id),
    [all[1]!.id],
  )
  assert.is((await world.http('POST', '/logs/actions', { colour: 1 })).status, 400)
  assert.is((await world.http('POST', '/logs/actions', { sort: 'meta' })).status, 400)
})

test('a client records its own actions, always in the name of the caller', async () => {
  const device = await addDevice('192.0.2.20')
  const script = await person(['system_logs_actions'])
  const answer = await world.http(
    'POST',
    '/logs/action',
    {
      action: 'auto:port_reseted',
      device: { id: device.id, ip: '192.0.2.20' },
      user: { id: 1 },
      status: 'SUCCESS',
      message: 'reset',
      meta: { interface: { id: 3, name: 'Gi0/3' } },
    },
    script.key,
  )
  assert.is(answer.status, 201)
  const entry = answer.body.data as Entry
  assert.equal(
    [entry.action, entry.user, entry.device, entry.operation_id, entry.meta],
    [
      'auto:port_reseted',
      { id: script.id, login: script.login },
      { id: device.id },
      null,
      { interface: { id: 3, name: 'Gi0/3' } },
    ],
  )
  assert.equal(
    (await filter({ users: [script.id], query: 'port_reseted' })).map(({ id }) => id),
    [entry.id],
  )
  assert.equal(await filter({ actions: ['system-logs:action_recorded'] }), [])
  assert.is((await world.http('POST', '/logs/action', { action: 'no group' }, script.key)).status, 400)
  assert.is(
    (await world.http('POST', '/logs/action', { action: 'a:b', device: { id: 2_000_000_000 } }, script.key))
      .status,
    404,
  )
  assert.ok(
    ((await world.http('GET', '/logs/actions-list')).body.data as string[]).includes('auto:port_reseted'),
  )
})

test('whoever is limited to groups sees actions on their devices and their own, and records on none other', async () => {
  const [ours, theirs] = [
    await made('/device-group', { name: 'ours' }),
    await made('/device-group', { name: 'theirs' }),
  ]
  const [near, far] = [await addDevice('192.0.2.30', ours.id), await addDevice('192.0.2.31', theirs.id)]
  const limited = await person(['system_logs_actions'], [ours.id])
  await world.http('POST', '/logs/action', { action: 'my:own' }, limited.key)
  assert.is(
    (await world.http('POST', '/logs/action', { action: 'my:far', device: far }, limited.key)).status,
    404,
  )
  const seen = await filter({}, limited.key)
  assert.ok(
    seen.some(({ device }) => device?.id === near.id) && seen.some(({ action }) => action === 'my:own'),
  )
  assert.ok(seen.every(({ device, user }) => device?.id === near.id || user?.id === limited.id))
  // What they tried themselves they know.
  assert.equal(
    (await filter({ device_id: far.id }, limited.key)).filter(({ user }) => user?.id !== limited.id),
    [],
  )
  assert.is((await world.http('POST', '/logs/actions', {}, (await person([])).key)).status, 403)
})

test('what is older than the setting says is forgotten, in batches', async () => {
  await filter({})
  await world.sql(
    `insert into system_action (time, action, status, message, meta) select now() - interval '200 days', 'old:one', 'SUCCESS', '', '{}' from generate_series(1, 25000)`,
  )
  assert.is(await world.use('action-log').clear(null), 25_000)
  assert.is((await world.sql(`select 1 from system_action where action = 'old:one'`)).length, 0)
  assert.ok((await filter({})).length > 10)
})
