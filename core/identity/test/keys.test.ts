import { assert, suite, until } from '@linecard/test-kit'
import { password, personWith, signedIn, type Person } from '@linecard/test-kit/worlds/people'
import { adminPassword, makeWorld, type Answer, type World } from '@linecard/test-kit/worlds/core'
import { send } from '@linecard/test-kit/worlds/http'
import { withStoppedClock } from '@linecard/test-kit/worlds/stopped-clock'

const test = suite('identity: keys')
let world: World
let second: World
test.before(async () => {
  const settings = { identity: { rate_limiter_enabled: false } }
  world = await makeWorld({ settings })
  second = await world.another({ settings })
})
test.after(async () => {
  await second?.stop()
  await world?.stop()
})

const make = (wish: object, key?: string, id = 1): Promise<Answer> =>
  world.http('POST', `/user/${id}/generate-auth-key`, { expire: '1d', password: adminPassword, ...wish }, key)
const keyOf = (answer: Answer): string => {
  assert.is(answer.status, 201, answer.text)
  return (answer.body.data as { key: string }).key
}
const use = async (key: string, path = '/user/self', on = world) =>
  (await on.http('GET', path, undefined, key)).status
const from = async (key: string, ip: string, agent = 'billing/1') =>
  (await send(world, { path: '/user/self', from: ip, headers: { 'x-auth-key': key, 'user-agent': agent } }))
    .status

/** Creates a key on a process, with an Idempotency-Key. */
const makeOnce = (once: string, on = world, description = 'billing'): Promise<Answer> =>
  send(on, {
    method: 'POST',
    path: '/user/1/generate-auth-key',
    body: { expire: '1d', password: adminPassword, description },
    headers: { 'x-auth-key': world.admin, 'idempotency-key': once },
  })
const described = async (description: string) =>
  (
    await world.sql<{ id: number }>('select id from identity_session where description = $1', [description])
  ).map(({ id }) => id)

test('a repeated request with the same Idempotency-Key makes no second key and tells which there is', async () => {
  const first = await makeOnce('order 17')
  keyOf(first)
  const { id, key } = first.body.data as { id: number; key: string }
  for (const on of [world, second]) {
    const again = await makeOnce('order 17', on)
    assert.equal([again.status, again.body.error?.code], [409, 'IDENTITY_KEY_MADE'], again.text)
    assert.equal(again.body.error?.details, [{ path: 'id', message: String(id) }])
    assert.not.ok(again.text.includes(key))
  }
  assert.equal(await described('billing'), [id])
  const stored = await world.sql('select * from identity_session')
  assert.not.ok(JSON.stringify([stored, await world.sql('select * from kernel_idempotency')]).includes(key))
  await world.http('DELETE', `/user/1/sessions/${id}`)
  assert.is((await makeOnce('order 17')).status, 201)
  assert.is((await makeOnce('order 18', world, 'another')).status, 201)
  assert.is((await makeOnce('x'.repeat(256))).status, 400)
})

test('the same request at once, on two processes, makes one key', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => makeOnce('at once', n % 2 ? world : second, 'at once')),
  )
  assert.equal(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409])
  assert.is((await described('at once')).length, 1)
})

test('a key limited to networks is good only from there, and says so', async () => {
  const key = keyOf(await make({ networks: ['127.0.7.0/24', '127.0.9.9'] }))
  assert.equal(
    [
      await from(key, '127.0.7.3'),
      await from(key, '127.0.9.9'),
      await from(key, '127.0.8.1'),
      await from(key, '127.0.9.8'),
    ],
    [200, 200, 403, 403],
  )
  const refused = await world.http('GET', '/user/self', undefined, key)
  assert.is(refused.body.error?.code, 'IDENTITY_ADDRESS_REFUSED')
  const wrong = await make({ networks: ['10.0.0.0/8', '10.0.0.0/64'] })
  assert.equal([wrong.status, wrong.body.error?.details[0]?.path], [400, 'networks'])
})

test('a key limited to permissions does nothing else, and never more than its user', async () => {
  const key = keyOf(await make({ permissions: ['user_display'] }))
  assert.equal(
    [await use(key, '/user'), await use(key, '/user-role'), await use(key, '/device')],
    [200, 200, 403],
  )
  assert.is((await world.http('POST', '/user-role', { name: 'x' }, key)).status, 403)
  assert.is((await make({ permissions: ['no_such_thing'] })).body.error?.details[0]?.path, 'permissions')
  const weak = await personWith(world, ['user_display', 'device_show'])
  assert.is((await make({ permissions: ['user_management'], password }, weak.key, weak.id)).status, 400)
  const own = keyOf(await make({ permissions: ['device_show', 'user_display'], password }, weak.key, weak.id))
  assert.is(await use(own, '/user'), 200)
  await world.http('PUT', `/user-role/${weak.role}`, { permissions: ['device_show'] })
  assert.is(await use(own, '/user'), 403)
})

test('a limited key makes none that is less limited', async () => {
  const byPermission = keyOf(
    await make({ permissions: ['user_display', 'user_management', 'system_cross_auth_user'] }),
  )
  assert.is((await make({}, byPermission)).status, 403)
  assert.is((await make({ permissions: ['system_configuration'] }, byPermission)).status, 403)
  assert.is((await world.http('POST', '/system/cross-auth', { login: 'admin' }, byPermission)).status, 403)
  assert.is((await world.http('PUT', '/user/1', { password: 'Taken 0ver now' }, byPermission)).status, 403)
  assert.is((await world.http('DELETE', '/user/1/two-factor', {}, byPermission)).status, 409)
  const narrow = keyOf(await make({ permissions: ['user_display'] }, byPermission))
  assert.is(await use(narrow, '/user'), 200)

  const byNetwork = keyOf(await make({ networks: ['127.0.7.0/24'] }))
  const ask = (path: string, body: object) =>
    send(world, { method: 'POST', path, body, from: '127.0.7.1', headers: { 'x-auth-key': byNetwork } })
  const made = keyOf(
    await ask('/user/1/generate-auth-key', {
      expire: '1d',
      password: adminPassword,
      networks: ['0.0.0.0/0'],
    }),
  )
  assert.equal([await from(made, '127.0.7.1'), await from(made, '127.0.0.1')], [200, 403])
  const crossed = (await ask('/system/cross-auth', { login: 'admin' })).body.data as { auth_key: string }
  assert.equal(
    [await from(crossed.auth_key, '127.0.7.1'), await from(crossed.auth_key, '127.0.0.1')],
    [200, 403],
  )
})

test('last use is seen with time, address and agent; use from another address is seen at once', async () => {
  const key = keyOf(await make({ description: 'billing' }))
  const row = async () =>
    (
      (await world.http('GET', '/user/1/sessions')).body.data as {
        key_prefix: string
        last_used_at: string | null
        last_used_ip: string | null
        last_used_device: string | null
      }[]
    ).find(session => session.key_prefix === key.slice(0, 8))!
  assert.equal(
    [(await row()).last_used_at, (await row()).last_used_ip, (await row()).last_used_device],
    [null, null, null],
  )
  await from(key, '127.0.5.1', 'billing/1')
  assert.equal([(await row()).last_used_ip, (await row()).last_used_device], ['127.0.5.1', 'billing/1'])
  await new Promise(resolve => setTimeout(resolve, 1_050))
  const before = Date.now()
  await from(key, '127.0.5.2', 'thief/2')
  const after = Date.now()
  assert.equal([(await row()).last_used_ip, (await row()).last_used_device], ['127.0.5.2', 'thief/2'])
  const used = Date.parse((await row()).last_used_at!)
  assert.ok(before <= used && used <= after, (await row()).last_used_at!)
})

test('lifetimes of 10m, 1h, 30d and 365d end when they say', async () => {
  for (const [expire, seconds] of [
    ['10m', 600],
    ['1h', 3600],
    ['30d', 2_592_000],
    ['365d', 31_536_000],
  ] as const) {
    const before = Date.now()
    const { expired_at } = (await make({ expire })).body.data as { expired_at: string }
    const made = Date.parse(expired_at) - seconds * 1000
    assert.ok(before <= made && made <= Date.now(), expire)
  }
})

/**
 * The second process refuses a key after something was done on the first, although nothing that it remembers
 * has become old: it was told.
 */
const refusedAfter = (key: string, act: () => Promise<unknown>, refused = 401, path = '/user/self') =>
  withStoppedClock(async () => {
    assert.is(await use(key, path, second), 200)
    await act()
    await until('the other process refuses', async () => (await use(key, path, second)) === refused)
  })

const everywhere: readonly [
  what: string,
  act: (person: Person) => Promise<Answer>,
  status?: number,
  path?: string,
][] = [
  ['signing out', ({ key }) => world.http('DELETE', '/logout', undefined, key)],
  ['closing all sessions', ({ id }) => world.http('DELETE', `/user/${id}/sessions`)],
  ['a new password', ({ id }) => world.http('PUT', `/user/${id}`, { password: 'An0ther password' })],
  ['disabling the user', ({ id }) => world.http('PUT', `/user/${id}`, { status: 'DISABLED' })],
  ['deleting the user', ({ id }) => world.http('DELETE', `/user/${id}`)],
  [
    'strict access by address',
    ({ id }) =>
      world.http('PUT', `/user/${id}`, {
        settings: { strict_access_by_ip: { enabled: true, networks: ['192.0.2.0/24'] } },
      }),
    403,
  ],
  [
    'a permission taken from the role',
    ({ role }) => world.http('PUT', `/user-role/${role}`, { permissions: ['device_show'] }),
    403,
    '/user',
  ],
]
for (const [what, act, status = 401, path = '/user/self'] of everywhere) {
  test(`${what} takes effect on the other process at once`, async () => {
    const person = await personWith(world, ['user_display', 'user_self_control', 'device_show'])
    await refusedAfter(
      person.key,
      async () => {
        const answer = await act(person)
        assert.is(answer.status, 200, answer.text)
      },
      status,
      path,
    )
  })
}

test('another role of the user takes effect on the other process at once', async () => {
  const [person, weaker] = [
    await personWith(world, ['user_display']),
    await personWith(world, ['device_show']),
  ]
  await refusedAfter(
    person.key,
    () => world.http('PUT', `/user/${person.id}`, { role_id: weaker.role }),
    403,
    '/user',
  )
})

test('when the message between the processes is lost, it takes effect within a second', async () => {
  const person = await personWith(world, ['user_self_control'])
  const [row] = await world.sql<{ id: number }>('select id from identity_session where user_id = $1', [
    person.id,
  ])
  await withStoppedClock(async tick => {
    assert.is(await use(person.key, '/user/self', second), 200)
    await world.sql('delete from identity_session where id = $1', [row!.id])
    tick(1_000)
    assert.is(await use(person.key, '/user/self', second), 401)
  })
})

test('a new own password keeps the session it was changed with, and ends everything else', async () => {
  const person = await personWith(world, ['user_self_control'])
  const other = await signedIn(world, person.login)
  const program = keyOf(await make({ password }, person.key, person.id))
  assert.is(
    (
      await world.http(
        'PUT',
        '/user/self',
        { password: 'An0ther password', current_password: password },
        person.key,
      )
    ).status,
    200,
  )
  assert.equal([await use(person.key), await use(other), await use(program)], [200, 401, 401])
})

test('keys reach neither the log nor errors, wherever they were sent', async () => {
  const key = keyOf(await make({}))
  await world.http('GET', `/user/self?x-auth-key=${key}`, undefined, null)
  await world.http('GET', `/nowhere?x-auth-key=${key}`, undefined, null)
  const differing = await world.http('GET', `/user/self?x-auth-key=${key}`, undefined, world.admin)
  assert.is(differing.body.error?.code, 'KEYS_DIFFER')
  assert.not.ok(differing.text.includes(key))
  assert.not.ok(world.log.join('').includes(key))
})
