import { assert, suite } from '@linecard/test-kit'
import { personWith, type Person } from '@linecard/test-kit/worlds/people'
import { makeWorld, type Answer, type World } from '@linecard/test-kit/worlds/core'
import { send } from '@linecard/test-kit/worlds/http'

const test = suite('identity: cross-auth')
let world: World
let billing: Person
let technician: Person
test.before(async () => {
  world = await makeWorld({ settings: { identity: { rate_limiter_enabled: false } } })
  billing = await personWith(world, ['system_cross_auth_user', 'device_show', 'user_self_control'])
  technician = await personWith(world, ['device_show', 'user_self_control'])
})
test.after(() => world?.stop())

const crossAuth = (body: object, key = billing.key): Promise<Answer> =>
  world.http('POST', '/system/cross-auth', body, key)
interface Crossed {
  user: { id: number; login: string; name: string }
  expired_at: string
  auth_key: string
}
const whoIs = async (key: string, from?: string) => {
  const { body } = await send(world, {
    path: '/user/self',
    headers: { 'x-auth-key': key },
    ...(from ? { from } : {}),
  })
  return body.error?.code ?? (body.data as { login: string }).login
}

test('a session of another user, for a day unless said, good from anywhere where no address is given', async () => {
  const before = Date.now()
  const answer = await crossAuth({ login: technician.login.toUpperCase() })
  const after = Date.now()
  assert.is(answer.status, 200, answer.text)
  const { user, expired_at, auth_key } = answer.body.data as Crossed
  assert.equal(user, { id: technician.id, login: technician.login, name: '' })
  assert.match(auth_key, /^[0-9a-f-]{36}$/)
  const asked = Date.parse(expired_at) - 86_400_000
  assert.ok(before <= asked && asked <= after, expired_at)
  assert.equal(
    [await whoIs(auth_key), await whoIs(auth_key, '127.0.3.3')],
    [technician.login, technician.login],
  )
  assert.is(answer.headers.get('cache-control'), 'no-store')
  const [session] = (await world.http('GET', `/user/${technician.id}/sessions`)).body.data as {
    cross_auth: boolean
    manual: boolean
    description: string
  }[]
  assert.equal(
    [session!.cross_auth, session!.manual, session!.description],
    [true, false, `for ${technician.login} by ${billing.login}`],
  )
})

test('the address of the user binds the key', async () => {
  const { auth_key } = (await crossAuth({ login: technician.login, expire_sec: 60, user_ip: '127.0.3.3' }))
    .body.data as Crossed
  assert.equal(
    [await whoIs(auth_key, '127.0.3.3'), await whoIs(auth_key, '127.0.3.4')],
    [technician.login, 'IDENTITY_ADDRESS_REFUSED'],
  )
})

test('no session of a user who holds what the caller lacks, nor of sys', async () => {
  const group = ((await world.http('POST', '/device-group', { name: 'east' })).body.data as { id: number }).id
  const other = ((await world.http('POST', '/device-group', { name: 'west' })).body.data as { id: number }).id
  const stronger = await personWith(world, ['device_show', 'device_management'])
  const limited = await personWith(
    world,
    ['system_cross_auth_user', 'device_show', 'user_self_control'],
    [group],
  )
  const [east, west, both] = [
    await personWith(world, ['device_show'], [group]),
    await personWith(world, ['device_show'], [other]),
    await personWith(world, ['device_show'], [group, other]),
  ]
  for (const login of ['admin', stronger.login]) assert.is((await crossAuth({ login })).status, 403, login)
  assert.is((await crossAuth({ login: 'sys' })).body.error?.code, 'IDENTITY_USER_BUILT_IN')
  assert.is((await crossAuth({ login: 'sys' }, world.admin)).status, 409)
  assert.equal(
    await Promise.all(
      [technician, west, both, east].map(
        async ({ login }) => (await crossAuth({ login }, limited.key)).status,
      ),
    ),
    [403, 403, 403, 200],
  )
  assert.is((await crossAuth({ login: 'admin' }, technician.key)).body.error?.code, 'PERMISSION_MISSING')
})

test('a session that was given gives no more than its user holds, also later', async () => {
  const { auth_key } = (await crossAuth({ login: technician.login })).body.data as Crossed
  assert.is((await crossAuth({ login: technician.login }, auth_key)).status, 403)
  assert.is(
    (await world.http('POST', `/user/${technician.id}/two-factor/qr`, undefined, auth_key)).status,
    403,
  )
  assert.is(
    (
      await world.http(
        'POST',
        `/user/${technician.id}/generate-auth-key`,
        { expire: '1d', password: 'guessed' },
        auth_key,
      )
    ).status,
    403,
  )
  const taken = await world.http('PUT', '/user/self', { password: 'Taken 0ver now' }, auth_key)
  assert.is(taken.body.error?.code, 'IDENTITY_PASSWORD_MISSING')
})

test('unknown and disabled users, and fields that make no sense, are named', async () => {
  assert.is((await crossAuth({ login: 'nobody' })).status, 404)
  const gone = await personWith(world, ['device_show'])
  await world.http('PUT', `/user/${gone.id}`, { status: 'DISABLED' })
  assert.is((await crossAuth({ login: gone.login })).body.error?.code, 'IDENTITY_USER_DISABLED')
  for (const [field, value] of [
    ['expire_sec', 0],
    ['expire_sec', 99_999_999],
    ['expire_sec', '60'],
    ['user_ip', 'here'],
    ['user_ip', '127.0.0.1; drop'],
    ['role_id', -2],
  ] as const) {
    const answer = await crossAuth({ login: technician.login, [field]: value })
    assert.equal([answer.status, answer.body.error?.details[0]?.path], [400, field])
  }
})

test('hundreds of them end no session that the user signed in to', async () => {
  await world.sql(
    `insert into identity_session (user_id, key_hash, key_prefix, manual, cross_auth, expires_at) select $1, 'x' || n, 'p', false, true, now() + interval '1 d' from generate_series(1, 260) n`,
    [technician.id],
  )
  await crossAuth({ login: technician.login })
  const [count] = await world.sql<{ crossed: number }>(
    'select count(*)::int as crossed from identity_session where user_id = $1 and cross_auth',
    [technician.id],
  )
  assert.is(count!.crossed, 200)
  assert.is(await whoIs(technician.key), technician.login)
})
