import { assert, suite } from '@linecard/test-kit'
import { codeOf, password, personWith, type Person } from '@linecard/test-kit/worlds/people'
import { adminPassword, makeWorld, type Answer, type World } from '@linecard/test-kit/worlds/core'
import { withStoppedClock } from '@linecard/test-kit/worlds/stopped-clock'

/** A user limited to a group who holds every permission cannot become the system. */
const test = suite('nobody becomes more than they are', { level: 'full' })
let world: World
/** Every permission of all components. */
let every: string[]
let group: number
/** Every permission, limited to one group. */
let limited: Person
/** Every permission, all groups, but not the role Owner. */
let full: Person

test.before(async () => {
  world = await makeWorld({ settings: { identity: { rate_limiter_enabled: false } } })
  const groups = (await world.http('GET', '/user-role-permissions')).body.data as {
    permissions: { key: string }[]
  }[]
  every = groups.flatMap(({ permissions }) => permissions.map(({ key }) => key))
  group = ((await world.http('POST', '/device-group', { name: 'North' })).body.data as { id: number }).id
  limited = await personWith(world, every, [group])
  full = await personWith(world, every)
})
test.after(() => world?.stop())

const grave = { identity: { trusted_networks: ['127.0.0.1/32'] } }
const proven = { current_password: password }
const configure = (body: object, key: string | null) => world.http('PUT', '/system/configuration', body, key)
const codeIn = ({ status, body }: Answer) => [status, body.error?.code]
const trusted = async () =>
  (
    (await world.http('GET', '/system/configuration')).body.data as {
      key: string
      settings: { key: string; value: unknown }[]
    }[]
  )
    .find(({ key }) => key === 'identity')!
    .settings.find(({ key }) => key === 'trusted_networks')!.value

async function refused(answer: Answer, code: string): Promise<void> {
  assert.is(answer.body?.error?.code, code, answer.text)
  assert.equal(await trusted(), [], 'nothing was changed')
}

test('a group limit keeps grave settings shut, whatever the permissions, on every way to them', async () => {
  const component = '/system-components/identity'
  const configuration = grave.identity
  const ways: [string, string, object][] = [
    ['PUT', '/system/configuration', { ...grave, ...proven }],
    ['PUT', component, { configuration, ...proven }],
    ['POST', `${component}/import`, { component: 'identity', configuration, ...proven }],
  ]
  for (const [method, path, body] of ways)
    await refused(await world.http(method, path, body, limited.key), 'LIMITED_TO_GROUPS')
})

test('a group limit keeps all settings shut, since they hold for everybody, and shows them', async () => {
  const wish = { system: { app_name: 'Mine' } }
  assert.equal(codeIn(await configure(wish, limited.key)), [403, 'LIMITED_TO_GROUPS'])
  assert.is((await world.http('GET', '/system/configuration', undefined, limited.key)).status, 200)
})

test('how a user with more rights signs in is not told', async () => {
  const few = await personWith(world, ['user_management', 'user_display'])
  for (const { key } of [limited, few])
    for (const id of [1, full.id])
      for (const what of ['sessions', 'two-factor']) {
        const { status, text } = await world.http('GET', `/user/${id}/${what}`, undefined, key)
        assert.equal([id, what, status], [id, what, 403], text)
      }
  for (const what of ['sessions', 'two-factor']) {
    const own = await world.http('GET', `/user/${few.id}/${what}`, undefined, few.key)
    const weaker = await world.http('GET', `/user/${few.id}/${what}`, undefined, full.key)
    assert.equal([own.status, weaker.status], [200, 200])
  }
})

test('one missing permission keeps grave settings shut', async () => {
  for (const lacking of ['user_display', 'system_info']) {
    const almost = await personWith(
      world,
      every.filter(key => key !== lacking),
    )
    await refused(await configure({ ...grave, ...proven }, almost.key), 'SETTING_GRAVE')
  }
})

test('a grave setting needs the password again, and a form that is sent back unchanged does not', async () => {
  await refused(await configure(grave, full.key), 'IDENTITY_PASSWORD_MISSING')
  await refused(
    await configure({ ...grave, current_password: 'guessed' }, full.key),
    'IDENTITY_PASSWORD_WRONG',
  )
  const other = { system: { app_name: 'Ostriv' }, identity: { trusted_networks: [] } }
  assert.is((await configure(other, full.key)).status, 200)
  const changed = await configure({ identity: { password_min_length: 9 }, ...proven }, full.key)
  assert.is(changed.status, 200, changed.text)
  const component = { configuration: { password_min_length: 8 } }
  await refused(
    await world.http('PUT', '/system-components/identity', component, full.key),
    'IDENTITY_PASSWORD_MISSING',
  )
  const restored = await world.http(
    'PUT',
    '/system-components/identity',
    { ...component, ...proven },
    full.key,
  )
  assert.is(restored.status, 200, restored.text)
})

test('a password in any script confirms, and is in no log and no action', async () => {
  const strange = 'Пароль-密码 Ünï 1!'
  const role_id = full.role
  const made = await world.http('POST', '/user', { login: 'strange', password: strange, role_id })
  assert.is(made.status, 201, made.text)
  const signedIn = await world.http('POST', '/auth', { login: 'strange', password: strange }, null)
  const { key } = signedIn.body.data as { key: string }
  for (const current_password of [strange, `${strange}?`])
    for (const length of [9, 8])
      await configure({ identity: { password_min_length: length }, current_password }, key)
  await world.use('action-log').flush()
  const rows = await world.sql<{ row: string }>('select system_action::text as row from system_action')
  const seen = `${rows.map(({ row }) => row).join('\n')}${world.log.join('')}`
  assert.ok(seen.includes('system:configuration'))
  assert.not.ok(seen.includes('密码') || seen.includes(JSON.stringify(strange).slice(1, 9)))
})

test('keys of programs, sessions that others opened and trusted networks change no grave setting', async () => {
  const made = await world.http(
    'POST',
    `/user/${full.id}/generate-auth-key`,
    { expire: '1d', password },
    full.key,
  )
  const program = (made.body.data as { key: string }).key
  await refused(await configure({ ...grave, ...proven }, program), 'IDENTITY_NEEDS_SIGN_IN')
  const opened = await world.http('POST', '/system/cross-auth', { login: full.login })
  const lent = (opened.body.data as { auth_key: string }).auth_key
  await refused(await configure({ ...grave, ...proven }, lent), 'IDENTITY_NEEDS_SIGN_IN')

  const keyless = await makeWorld({ settings: { identity: { trusted_networks: ['127.0.0.1'] } } })
  try {
    const body = { identity: { trusted_networks: ['127.0.0.0/8'] }, current_password: adminPassword }
    const answer = await keyless.http('PUT', '/system/configuration', body, null)
    assert.equal(codeIn(answer), [403, 'IDENTITY_NEEDS_SIGN_IN'])
  } finally {
    await keyless.stop()
  }
})

test('the command line on the host changes grave settings, a call in the name of a user does not', async () => {
  const call = (as?: Parameters<World['request']>[0]['as']) =>
    world.request({
      method: 'PUT',
      path: '/system/configuration',
      body: { identity: { password_min_length: 10 } },
      ...(as ? { as } : {}),
    })
  const named = await call(world.use('auth').system())
  assert.is(named.status, 403, JSON.stringify(named.body))
  assert.is((await call()).status, 200)
  await world.request({
    method: 'PUT',
    path: '/system/configuration',
    body: { identity: { password_min_length: null } },
  })
})

test('two-factor users confirm with a code too, and a right password gives no more guesses at it', async () => {
  const strict = await makeWorld({ settings: { identity: { rate_limiter_attempts: 4 } } })
  try {
    const qr = await strict.http('POST', '/user/1/two-factor/qr')
    const { secret } = qr.body.data as { secret: string }
    const proof = { current_password: adminPassword }
    const body = { identity: { password_min_length: 9 }, ...proof }
    assert.is((await strict.http('POST', '/user/1/two-factor', { pin: codeOf(secret) })).status, 400)
    const enabled = await strict.http('POST', '/user/1/two-factor', { pin: codeOf(secret), ...proof })
    assert.is(enabled.status, 200, enabled.text)
    const [code] = (enabled.body.data as { recovery_codes: string[] }).recovery_codes
    const put = (more: object) => strict.http('PUT', '/system/configuration', { ...body, ...more })
    assert.equal(codeIn(await put({})), [400, 'IDENTITY_PIN_REFUSED'])
    assert.is((await put({ current_pin: code })).status, 200)

    const key = { expire: '1d', password: adminPassword }
    const bare = await strict.http('POST', '/user/1/generate-auth-key', key)
    assert.equal(codeIn(bare), [400, 'IDENTITY_PIN_REFUSED'])
    const [, second] = (enabled.body.data as { recovery_codes: string[] }).recovery_codes
    const made = await strict.http('POST', '/user/1/generate-auth-key', { ...key, pin: second })
    assert.is(made.status, 201, made.text)
    const codes: unknown[] = []
    await withStoppedClock(async () => {
      for (let guess = 0; guess < 6; guess++) {
        const system = { external_http_address: `http://x${guess}.example` }
        codes.push((await put({ identity: {}, system, current_pin: '00000x' })).body.error?.code)
        await strict.http('POST', '/user/1/generate-auth-key', key)
      }
    })
    assert.is(codes[0], 'IDENTITY_PIN_REFUSED')
    assert.is(codes.at(-1), 'IDENTITY_SIGN_IN_BLOCKED')
  } finally {
    await strict.stop()
  }
})

test('wrong passwords for grave settings count as failed sign-ins', async () => {
  const strict = await makeWorld({ settings: { identity: { rate_limiter_attempts: 2 } } })
  try {
    const put = () => strict.http('PUT', '/system/configuration', { ...grave, current_password: 'guessed' })
    await withStoppedClock(async () => {
      assert.equal(
        [codeIn(await put()), codeIn(await put()), codeIn(await put())],
        [
          [403, 'IDENTITY_PASSWORD_WRONG'],
          [403, 'IDENTITY_PASSWORD_WRONG'],
          [429, 'IDENTITY_SIGN_IN_BLOCKED'],
        ],
      )
      const component = await strict.http('PUT', '/system-components/identity', {
        configuration: grave.identity,
        current_password: adminPassword,
      })
      assert.is(component.status, 429)
      assert.ok(Number(component.headers.get('retry-after')) > 0)
    })
  } finally {
    await strict.stop()
  }
})

test('who lacks a permission does not get it by switching its component off', async () => {
  const few = await personWith(world, ['system_configuration'])
  for (const [{ key }, code] of [
    [limited, 'LIMITED_TO_GROUPS'],
    [few, 'SYSTEM_SWITCH_FORBIDDEN'],
  ] as const) {
    const off = await world.http('PUT', '/system-components/inventory', { enabled: false }, key)
    assert.equal(codeIn(off), [403, code])
  }
})

/** What a user with every permission and one group must not be able to do. */
const escalations: readonly [name: string, attempt: () => Promise<Answer>, code?: string][] = [
  [
    'a user without group limit',
    () => world.http('POST', '/user', { login: 'esc1', password, role_id: limited.role }, limited.key),
  ],
  [
    'an owner without group limit',
    () => world.http('POST', '/user', { login: 'esc2', password, role_id: -2 }, limited.key),
  ],
  [
    'a user of another group',
    () =>
      world.http(
        'POST',
        '/user',
        { login: 'esc3', password, role_id: limited.role, device_groups: [-1] },
        limited.key,
      ),
  ],
  [
    'a user of the hidden role System',
    () =>
      world.http(
        'POST',
        '/user',
        { login: 'esc4', password, role_id: -1, device_groups: [group] },
        limited.key,
      ),
  ],
  ['own groups: none', () => world.http('PUT', `/user/${limited.id}`, { device_groups: [] }, limited.key)],
  [
    'own groups: another',
    () => world.http('PUT', `/user/${limited.id}`, { device_groups: [group, -1] }, limited.key),
  ],
  ['own groups in the profile', () => world.http('PUT', '/user/self', { device_groups: [] }, limited.key)],
  [
    "another's password",
    () => world.http('PUT', `/user/${full.id}`, { password: 'Taken 0ver now' }, limited.key),
  ],
  ["the owner's password", () => world.http('PUT', '/user/1', { password: 'Taken 0ver now' }, limited.key)],
  ["another's role", () => world.http('PUT', `/user/${full.id}`, { role_id: limited.role }, limited.key)],
  ['the end of an unlimited user', () => world.http('DELETE', `/user/${full.id}`, undefined, limited.key)],
  [
    'a role that an unlimited user has',
    () => world.http('PUT', `/user-role/${full.role}`, { permissions: [] }, limited.key),
  ],
  ['the role Owner', () => world.http('PUT', '/user-role/-2', { permissions: [] }, limited.key)],
  [
    'a session of an unlimited user',
    () => world.http('POST', '/system/cross-auth', { login: full.login }, limited.key),
  ],
  ['a session of the owner', () => world.http('POST', '/system/cross-auth', { login: 'admin' }, limited.key)],
  ['a session of sys', () => world.http('POST', '/system/cross-auth', { login: 'sys' }, limited.key)],
  [
    'a key of an unlimited user',
    () => world.http('POST', `/user/${full.id}/generate-auth-key`, { expire: '1d', password }, limited.key),
  ],
  [
    'a key of sys',
    () => world.http('POST', '/user/-1/generate-auth-key', { expire: '1d', password }, limited.key),
  ],
  [
    "the end of another's sessions",
    () => world.http('DELETE', `/user/${full.id}/sessions`, undefined, limited.key),
  ],
  [
    "the end of another's two-factor",
    () => world.http('DELETE', `/user/${full.id}/two-factor`, {}, limited.key),
  ],
]

for (const [name, attempt] of escalations)
  test(`a user with every permission and one group does not get: ${name}`, async () => {
    const answer = await attempt()
    assert.ok(answer.status >= 400 && answer.status < 500, answer.text)
    const self = await world.http('GET', '/user/self', undefined, limited.key)
    const { device_groups } = self.body.data as { device_groups: { id: number }[] }
    assert.equal(
      device_groups.map(({ id }) => id),
      [group],
    )
    assert.is((await world.http('GET', '/user/self', undefined, full.key)).status, 200)
  })

test('the end of a device group makes nobody unlimited', async () => {
  const made = (await world.http('POST', '/device-group', { name: 'Short' })).body.data as { id: number }
  const person = await personWith(world, ['device_show'], [made.id])
  const deleted = await world.http('DELETE', `/device-group/${made.id}`)
  const self = await world.http('GET', '/device', undefined, person.key)
  assert.ok(
    self.status === 403 || self.status === 401 || (self.body.meta as { total: number }).total === 0,
    deleted.text,
  )
  const { device_groups } = (await world.http('GET', `/user/${person.id}`)).body.data as {
    device_groups: { id: number }[]
  }
  assert.equal(
    device_groups.map(({ id }) => id),
    [made.id],
  )
})

test('a key limited to few permissions ends no session and makes no key beyond them', async () => {
  const owner = await personWith(world, [
    'device_show',
    'user_self_control',
    'user_management',
    'system_cross_auth_user',
  ])
  const keyWith = async (permissions?: string[]) => {
    const wish = { expire: '1d', password, ...(permissions ? { permissions } : {}) }
    const made = await world.http('POST', `/user/${owner.id}/generate-auth-key`, wish, owner.key)
    assert.is(made.status, 201, made.text)
    return made.body.data as { id: number; key: string }
  }
  const narrow = await keyWith(['device_show'])
  const twin = await keyWith(['device_show'])
  const wide = await keyWith()
  const sessions = `/user/${owner.id}/sessions`
  const end = (path: string) => world.http('DELETE', path, undefined, narrow.key)
  assert.equal(codeIn(await end(sessions)), [403, 'IDENTITY_PERMISSION_LACKING'])
  assert.equal(codeIn(await end(`${sessions}/${wide.id}`)), [403, 'IDENTITY_PERMISSION_LACKING'])
  const beyond = await world.http(
    'POST',
    `/user/${owner.id}/generate-auth-key`,
    { expire: '1d', password },
    narrow.key,
  )
  assert.equal(codeIn(beyond), [403, 'IDENTITY_PERMISSION_LACKING'])
  assert.is((await end(`${sessions}/${twin.id}`)).status, 200)
  assert.is((await end(`${sessions}/${narrow.id}`)).status, 200)
  assert.is((await world.http('GET', '/user/self', undefined, wide.key)).status, 200)
})

test('no key opens a session that lives longer than itself', async () => {
  const made = await world.http('POST', '/user/1/generate-auth-key', {
    expire: '1h',
    password: adminPassword,
  })
  const { key, expired_at } = made.body.data as { key: string; expired_at: string }
  const opened = await world.http(
    'POST',
    '/system/cross-auth',
    { login: full.login, expire_sec: 2_592_000 },
    key,
  )
  const until = (opened.body.data as { expired_at: string }).expired_at
  assert.ok(new Date(until) <= new Date(expired_at), `${until} after ${expired_at}`)
})

test('the own password changes only with the present one, whichever path is used', async () => {
  const manager = await personWith(world, every)
  const wish = { password: 'Another long one 2' }
  const attempts: [string, string, object][] = [
    ['PUT', '/user/self', wish],
    ['PUT', `/user/${manager.id}`, wish],
    ['POST', `/user/${manager.id}/two-factor`, { pin: '000000' }],
  ]
  assert.is(
    (await world.http('POST', `/user/${manager.id}/two-factor/qr`, undefined, manager.key)).status,
    200,
  )
  for (const [method, path, body] of attempts) {
    const none = await world.http(method, path, body, manager.key)
    assert.equal(codeIn(none), [400, 'IDENTITY_PASSWORD_MISSING'], path)
    const wrong = await world.http(method, path, { ...body, current_password: 'guessed' }, manager.key)
    assert.equal(codeIn(wrong), [403, 'IDENTITY_PASSWORD_WRONG'], path)
  }
  const changed = await world.http(
    'PUT',
    `/user/${manager.id}`,
    { ...wish, current_password: password },
    manager.key,
  )
  assert.is(changed.status, 200, changed.text)
})
