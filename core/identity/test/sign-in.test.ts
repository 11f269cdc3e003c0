import { assert, suite } from '@linecard/test-kit'
import { adminPassword, makeWorld, type World } from '@linecard/test-kit/worlds/core'

const test = suite('identity: signing in')
let world: World
test.before(async () => {
  world = await makeWorld({ settings: { identity: { rate_limiter_enabled: false } } })
})
test.after(() => world?.stop())

interface SignedIn {
  key: string
  expired_at: string
  user: { id: number; login: string; role: { id: number; permissions: string[] } }
}
const signIn = (login: string, password: string) => world.http('POST', '/auth', { login, password }, null)

test('a right password gives a key that works, and the user without password', async () => {
  const answer = await signIn('ADMIN', adminPassword)
  assert.is(answer.status, 200, answer.text)
  const { key, expired_at, user } = answer.body.data as SignedIn
  assert.match(key, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.match(expired_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.is(user.login, 'admin')
  assert.is(user.role.id, -2)
  assert.ok(user.role.permissions.includes('device_management'))
  assert.not.match(answer.text, /password|argon2/)
  assert.is((await world.http('GET', '/user/self', undefined, key)).status, 200)
})

test('wrong password, unknown login and sys are refused alike', async () => {
  const answers = [
    await signIn('admin', 'wrong'),
    await signIn('nobody', 'wrong'),
    await signIn('sys', 'wrong'),
  ]
  for (const { status, body } of answers) {
    assert.is(status, 401)
    assert.is(body.error?.code, 'IDENTITY_SIGN_IN_FAILED')
    assert.is(body.error?.description, answers[0]!.body.error?.description)
  }
})

/** CPU time of the cheapest of some sign-ins, ms, each with a login of its own so that none is blocked. */
async function cheapest(login: (attempt: number) => string): Promise<number> {
  let least = Infinity
  for (let attempt = 0; attempt < 4; attempt++) {
    const start = process.cpuUsage()
    await signIn(login(attempt), 'wrong')
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

test('an unknown login costs as much time as a wrong password', async () => {
  await world.sql(
    `insert into identity_user (login, role_id, password_hash) select 'known-' || n, -2, password_hash from identity_user, generate_series(0, 3) n where login = 'admin'`,
  )
  const [known, unknown] = [
    await cheapest(attempt => `known-${attempt}`),
    await cheapest(attempt => `absent-${attempt}`),
  ]
  await world.sql(`delete from identity_user where login like 'known-%'`)
  assert.ok(unknown > known / 3 && unknown < known * 3, `unknown ${unknown} ms, known ${known} ms`)
})

test('the sign-in body takes no field but its own, and names the wrong one', async () => {
  const extra = await world.http('POST', '/auth', { login: 'admin', password: 'x', role_id: -2 }, null)
  assert.is(extra.status, 400)
  assert.is(extra.body.error?.details[0]?.path, 'role_id')
  const wrong = await world.http('POST', '/auth', { login: 7, password: 'x' }, null)
  assert.is(wrong.body.error?.details[0]?.path, 'login')
  assert.not.ok('data' in wrong.body)
})

test('signing out ends the key at once', async () => {
  const { key } = (await signIn('admin', adminPassword)).body.data as SignedIn
  assert.is((await world.http('GET', '/user/self', undefined, key)).status, 200)
  assert.is((await world.http('DELETE', '/logout', undefined, key)).status, 200)
  assert.is((await world.http('GET', '/user/self', undefined, key)).status, 401)
})

test('an empty key is none, and another key is refused', async () => {
  assert.is((await world.http('GET', '/user/self', undefined, '')).body.error?.code, 'KEY_MISSING')
  assert.is(
    (await world.http('GET', '/user/self', undefined, '0b5c2c4e-0000-4000-8000-000000000000')).body.error
      ?.code,
    'KEY_INVALID',
  )
})

test('keys are stored as SHA-256 only, shown once, with prefix, expiry and last use', async () => {
  const before = Date.now()
  const answer = await world.http('POST', '/user/1/generate-auth-key', {
    expire: '365d',
    description: 'billing',
    password: adminPassword,
  })
  const after = Date.now()
  assert.is(answer.status, 201, answer.text)
  const { id, key, expired_at } = answer.body.data as { id: number; key: string; expired_at: string }
  const made = Date.parse(expired_at) - 365 * 86_400_000
  assert.ok(before <= made && made <= after, expired_at)
  const [row] = await world.sql<{
    key_hash: string
    key_prefix: string
    manual: boolean
    last_used_at: Date | null
  }>('select * from identity_session where id = $1', [id])
  assert.match(row!.key_hash, /^[0-9a-f]{64}$/)
  assert.is(row!.key_prefix, key.slice(0, 8))
  assert.is(row!.last_used_at, null)
  const dump =
    JSON.stringify(await world.sql('select * from identity_session')) +
    JSON.stringify(await world.sql('select * from identity_user'))
  assert.not.ok(dump.includes(key))

  assert.is((await world.http('GET', '/user/self', undefined, key)).status, 200)
  const listed = await world.http('GET', '/user/1/sessions')
  const mine = (
    listed.body.data as {
      id: number
      key_prefix: string
      manual: boolean
      description: string
      last_used_at: string | null
    }[]
  ).find(session => session.id === id)
  assert.is(mine?.key_prefix, key.slice(0, 8))
  assert.is(mine?.manual, true)
  assert.is(mine?.description, 'billing')
  assert.ok(mine?.last_used_at)
  assert.not.ok(listed.text.includes(key))

  await world.sql(`update identity_session set last_used_at = now() - interval '30 s' where id = $1`, [id])
  await new Promise(resolve => setTimeout(resolve, 1100))
  await world.http('GET', '/user/self', undefined, key)
  const [again] = await world.sql<{ age: string }>(
    'select extract(epoch from now() - last_used_at) as age from identity_session where id = $1',
    [id],
  )
  assert.ok(Number(again!.age) > 25, 'written again within a minute')

  assert.is((await world.http('DELETE', `/user/1/sessions/${id}`)).status, 200)
  assert.is((await world.http('GET', '/user/self', undefined, key)).status, 401)
})

test('an expired key is refused', async () => {
  const { id, key } = await world.use('auth').issueKey('admin', '1h', 'soon over')
  assert.is((await world.http('GET', '/user/self', undefined, key)).status, 200)
  await world.sql(`update identity_session set expires_at = now() - interval '1 s' where id = $1`, [id])
  await new Promise(resolve => setTimeout(resolve, 1100))
  assert.is((await world.http('GET', '/user/self', undefined, key)).status, 401)
})

test('making a key needs the own password and a lifetime that means something', async () => {
  const make = (body: object) => world.http('POST', '/user/1/generate-auth-key', body)
  assert.is((await make({ expire: '365d', password: 'wrong' })).body.error?.code, 'IDENTITY_PASSWORD_WRONG')
  for (const expire of ['0d', '365', '-1d', '9999999d', '1y', "1d'; drop"]) {
    const answer = await make({ expire, password: adminPassword })
    assert.is(answer.status, 400, expire)
    assert.is(answer.body.error?.details[0]?.path, 'expire')
  }
  assert.is(
    (await world.http('POST', '/user/-1/generate-auth-key', { expire: '1d', password: adminPassword }))
      .status,
    409,
  )
})
