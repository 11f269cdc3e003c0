import { assert, suite } from '@linecard/test-kit'
import { password, personWith } from '@linecard/test-kit/worlds/people'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { send, signInFrom } from '@linecard/test-kit/worlds/http'

const test = suite('identity: strict access by address')
let world: World
test.before(async () => {
  world = await makeWorld({ settings: { identity: { rate_limiter_enabled: false } } })
})
test.after(() => world?.stop())

const strict = (networks: readonly string[], enabled = true) => ({
  settings: { theme: 'dark', strict_access_by_ip: { enabled, networks } },
})
const from = async (key: string, ip: string) =>
  (await send(world, { path: '/user/self', from: ip, headers: { 'x-auth-key': key } })).status

test('sign-in, sessions and keys of programs are good only from the networks', async () => {
  const person = await personWith(world, ['user_self_control'])
  const { key } = await world.use('auth').issueKey(person.login, '1h')
  assert.is(
    (await world.http('PUT', `/user/${person.id}`, strict(['127.0.4.0/24', '127.0.6.1']))).status,
    200,
  )
  assert.equal(
    [
      await from(person.key, '127.0.4.9'),
      await from(person.key, '127.0.6.1'),
      await from(person.key, '127.0.0.1'),
    ],
    [200, 200, 403],
  )
  assert.equal([await from(key, '127.0.4.9'), await from(key, '127.0.6.2')], [200, 403])
  assert.is((await signInFrom(world, '127.0.4.1', person.login, password)).status, 200)
  const refused = await signInFrom(world, '127.0.0.1', person.login, password)
  assert.equal([refused.status, refused.body.error?.code], [403, 'IDENTITY_ADDRESS_REFUSED'])
  assert.is(
    (await signInFrom(world, '127.0.0.1', person.login, 'wrong')).body.error?.code,
    'IDENTITY_SIGN_IN_FAILED',
  )
  assert.is((await world.http('PUT', `/user/${person.id}`, strict(['127.0.4.0/24'], false))).status, 200)
  assert.is(await from(person.key, '127.0.0.1'), 200)
})

test('only who has the permission changes it, of others and of oneself', async () => {
  const manager = await personWith(world, ['user_management', 'user_self_control'])
  const person = await personWith(world, ['user_self_control'])
  await world.http('PUT', `/user/${person.id}`, strict(['127.0.0.0/8']))
  for (const [path, key] of [
    [`/user/${person.id}`, manager.key],
    ['/user/self', person.key],
    ['/user/self', manager.key],
  ] as const) {
    assert.is(
      (await world.http('PUT', path, strict([], false), key)).body.error?.code,
      'IDENTITY_STRICT_FORBIDDEN',
      path,
    )
  }
  assert.is(
    (
      await world.http(
        'POST',
        '/user',
        { login: 'strict', password, role_id: person.role, ...strict(['10.0.0.0/8']) },
        manager.key,
      )
    ).status,
    403,
  )
  const kept = await world.http('PUT', '/user/self', { settings: { theme: 'light' } }, person.key)
  assert.equal((kept.body.data as { settings: unknown }).settings, {
    ...strict(['127.0.0.0/8']).settings,
    theme: 'light',
  })
  assert.is((await world.http('PUT', '/user/self', strict(['127.0.0.0/8']), person.key)).status, 200)
})

test('invalid networks are named, and nobody can exclude their own address', async () => {
  const person = await personWith(world, ['user_self_control', 'user_management_config_strict_ip'])
  const set = async (networks: readonly string[]) =>
    (await world.http('PUT', '/user/self', strict(networks), person.key)).body.error
  assert.is(
    (await set(['127.0.0.0/8', '127.0.0.0/99']))?.details[0]?.path,
    'settings.strict_access_by_ip.networks',
  )
  assert.is((await set([]))?.code, 'IDENTITY_STRICT_EMPTY')
  assert.is((await set(['192.0.2.0/24']))?.code, 'IDENTITY_STRICT_SELF')
  assert.is(
    (
      await world.http(
        'PUT',
        '/user/self',
        { settings: { strict_access_by_ip: { enabled: true, networks: ['127.0.0.1'], more: 1 } } },
        person.key,
      )
    ).status,
    400,
  )
  assert.is(await set(['127.0.0.1']), undefined)
})
