import { assert, suite, until } from '@linecard/test-kit'
import { password, personWith } from '@linecard/test-kit/worlds/people'
import { adminPassword, makeWorld, type Answer, type World } from '@linecard/test-kit/worlds/core'
import pg from 'pg'

const test = suite('identity: users and roles')
let world: World
test.before(async () => {
  world = await makeWorld({ settings: { identity: { rate_limiter_enabled: false } } })
})
test.after(() => world?.stop())

const userWith = (permissions: string[], groups: number[] = []) => personWith(world, permissions, groups)

test('built-in users and roles are there, and the hidden role is not shown', async () => {
  const users = (await world.http('GET', '/user')).body.data as { id: number; login: string }[]
  assert.equal(users.map(({ id, login }) => [id, login]).slice(0, 2), [
    [-1, 'sys'],
    [1, 'admin'],
  ])
  const roles = (await world.http('GET', '/user-role')).body.data as { id: number; built_in: boolean }[]
  assert.equal(
    roles.map(({ id }) => id).filter(id => id < 0),
    [-2],
  )
  assert.is((await world.http('GET', '/user-role/-1')).status, 404)
  assert.is((await world.http('PUT', '/user-role/-2', { name: 'x' })).status, 409)
  assert.is((await world.http('DELETE', '/user-role/-2')).status, 409)
})

test('permissions come grouped, with labels and defaults', async () => {
  const groups = (await world.http('GET', '/user-role-permissions')).body.data as {
    group: string
    permissions: { key: string; label: string; default: boolean }[]
  }[]
  const all = groups.flatMap(group => group.permissions)
  assert.is(all.find(({ key }) => key === 'device_show')?.default, true)
  assert.is(all.find(({ key }) => key === 'device_management')?.default, false)
  assert.ok(groups.every(({ group, permissions }) => group && permissions.every(({ label }) => label)))
})

test('a new role without permissions holds the default ones', async () => {
  const role = (await world.http('POST', '/user-role', { name: 'plain' })).body.data as {
    permissions: string[]
  }
  assert.ok(role.permissions.includes('device_show'))
  assert.not.ok(role.permissions.includes('device_management'))
  const unknown = await world.http('POST', '/user-role', { name: 'odd', permissions: ['no_such_thing'] })
  assert.is(unknown.status, 400)
  assert.is(unknown.body.error?.details[0]?.path, 'permissions')
})

test('a user is changed, switched off and deleted; keys end with it', async () => {
  const user = await userWith(['user_self_control'])
  const changed = await world.http('PUT', `/user/${user.id}`, { name: 'Somebody', language: 'en' })
  assert.is(changed.status, 200, changed.text)
  assert.is((changed.body.data as { name: string }).name, 'Somebody')
  assert.is((await world.http('PUT', `/user/${user.id}`, { status: 'DISABLED' })).status, 200)
  assert.is((await world.http('GET', '/user/self', undefined, user.key)).status, 401)
  assert.is((await world.http('POST', '/auth', { login: user.login, password }, null)).status, 401)
  assert.is((await world.http('DELETE', `/user/${user.id}`)).status, 200)
  assert.is((await world.http('GET', `/user/${user.id}`)).status, 404)
})

test('logins are unique whatever their case, and a role in use is not deleted', async () => {
  const user = await userWith(['device_show'])
  const twin = await world.http('POST', '/user', {
    login: user.login.toUpperCase(),
    password,
    role_id: user.role,
  })
  assert.is(twin.body.error?.code, 'IDENTITY_LOGIN_TAKEN')
  assert.is((await world.http('DELETE', `/user-role/${user.role}`)).status, 409)
})

/** Sends a request while another connection holds `statement` in a transaction; it ends when both waited. */
async function beside(statement: string, send: () => Promise<Answer>): Promise<Answer> {
  const other = new pg.Client(world.databaseUrl)
  await other.connect()
  try {
    await other.query('begin')
    await other.query(statement)
    const answer = send()
    await until('the request waits', async () => {
      const found = await world.sql(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return found.length > 0
    })
    await other.query('commit')
    return await answer
  } finally {
    await other.end()
  }
}
const madeRole = async (name: string) =>
  ((await world.http('POST', '/user-role', { name })).body.data as { id: number }).id

test('a role that a new user gets while it is deleted stays', async () => {
  const id = await madeRole('wanted')
  const answer = await beside(`insert into identity_user (login, role_id) values ('latecomer', ${id})`, () =>
    world.http('DELETE', `/user-role/${id}`),
  )
  assert.is(answer.status, 409, answer.text)
  assert.is(answer.body.error?.code, 'IDENTITY_ROLE_IN_USE')
  assert.is((await world.http('GET', `/user-role/${id}`)).status, 200)
})

test('a new user does not get a role that is deleted meanwhile', async () => {
  const id = await madeRole('vanishing')
  const answer = await beside(`delete from identity_role where id = ${id}`, () =>
    world.http('POST', '/user', { login: 'roleless', password, role_id: id }),
  )
  assert.is(answer.status, 400, answer.text)
  assert.is(answer.body.error?.code, 'IDENTITY_ROLE_INVALID')
})

test('mass assignment is refused with the field named', async () => {
  const user = await userWith(['user_self_control'])
  for (const field of [
    'role_id',
    'role',
    'permissions',
    'login',
    'status',
    'password_hash',
    'id',
    'device_groups',
  ]) {
    const answer = await world.http(
      'PUT',
      '/user/self',
      { [field]: field === 'role' ? { id: -2 } : -2 },
      user.key,
    )
    assert.is(answer.status, 400, field)
    assert.is(answer.body.error?.details[0]?.path, field)
  }
  assert.is((await world.http('POST', '/user', { login: 'sys', password, role_id: -2 })).status, 409)
  assert.is((await world.http('PUT', '/user/-1', { name: 'x' })).status, 409)
  assert.is((await world.http('DELETE', '/user/-1')).status, 409)
  assert.is((await world.http('POST', '/user', { login: 'as-system', password, role_id: -1 })).status, 400)
})

test('nobody grants what they lack, nor keys for someone stronger', async () => {
  const manager = await userWith(['user_management', 'user_display', 'device_show'])
  const refused = async (method: string, path: string, body: object) => {
    const answer = await world.http(method, path, body, manager.key)
    assert.is(answer.status, 403, `${method} ${path}: ${answer.text}`)
  }
  await refused('POST', '/user-role', { name: 'too much', permissions: ['device_management'] })
  await refused('PUT', `/user-role/${manager.role}`, { permissions: ['device_show', 'system_configuration'] })
  await refused('POST', '/user', { login: 'new-owner', password, role_id: -2 })
  await refused('PUT', `/user/${manager.id}`, { role_id: -2 })
  await refused('PUT', '/user/1', { password: 'taken over by me' })
  await refused('DELETE', '/user/1', {})
  await refused('POST', '/user/1/generate-auth-key', { expire: '1d', password })
  assert.is(
    (await world.http('POST', '/user-role', { name: 'within', permissions: ['device_show'] }, manager.key))
      .status,
    201,
  )
  assert.is(
    (await world.http('POST', '/auth', { login: 'admin', password: adminPassword }, null)).status,
    200,
  )
})

test('who sees only some groups manages only users of these groups', async () => {
  const group = ((await world.http('POST', '/device-group', { name: 'north' })).body.data as { id: number })
    .id
  const limited = await userWith(['user_management', 'user_display', 'device_show'], [group])
  assert.equal(
    (
      (await world.http('GET', '/user/self', undefined, limited.key)).body.data as {
        device_groups: { id: number; name: string }[]
      }
    ).device_groups.map(({ id, name }) => [id, name]),
    [[group, 'north']],
  )
  const make = (login: string, device_groups: number[]) =>
    world.http('POST', '/user', { login, password, role_id: limited.role, device_groups }, limited.key)
  assert.is((await make('sees-all', [])).status, 403)
  assert.is((await make('sees-north', [group])).status, 201)
  assert.is(
    (
      await world.http('POST', '/user', {
        login: 'nowhere',
        password,
        role_id: limited.role,
        device_groups: [4711],
      })
    ).body.error?.details[0]?.path,
    'device_groups',
  )
})

test('the last owner stays, also when two owners remove each other at once', async () => {
  assert.is(
    (await world.http('PUT', '/user/1', { status: 'DISABLED' })).body.error?.code,
    'IDENTITY_LAST_OWNER',
  )
  assert.is((await world.http('DELETE', '/user/1')).body.error?.code, 'IDENTITY_SELF_DELETE')
  const second = (await world.http('POST', '/user', { login: 'second-owner', password, role_id: -2 })).body
    .data as { id: number }
  const key = (
    (await world.http('POST', '/auth', { login: 'second-owner', password }, null)).body.data as {
      key: string
    }
  ).key
  const both = await Promise.all([
    world.http('PUT', '/user/1', { status: 'DISABLED' }, key),
    world.http('PUT', `/user/${second.id}`, { status: 'DISABLED' }),
  ])
  assert.equal(both.map(({ status }) => status).toSorted((a, b) => a - b)[0], 200)
  const [left] = await world.sql<{ count: number }>(
    `select count(*)::int as count from identity_user where role_id = -2 and status = 'ENABLED'`,
  )
  assert.ok(left!.count >= 1)
  await world.sql(`update identity_user set status = 'ENABLED' where id = 1`)
  world.admin = (
    (await world.http('POST', '/auth', { login: 'admin', password: adminPassword }, null)).body.data as {
      key: string
    }
  ).key
})

test('C: an explicit null password on update keeps the password and the keys', async () => {
  const user = await userWith(['user_self_control'])
  const own = await world.http('PUT', '/user/self', { name: 'Jane', password: null }, user.key)
  assert.is(own.status, 200, own.text)
  const { id } = own.body.data as { id: number }
  assert.is((await world.http('PUT', `/user/${id}`, { mapper: {}, password: null })).status, 200)
  assert.is((await world.http('PUT', '/user/self', { name: 'Jane' }, user.key)).status, 200)
  assert.is((await world.http('POST', '/auth', { login: user.login, password }, null)).status, 200)
})

test('a new password of my own needs the old one and ends every other key', async () => {
  const user = await userWith(['user_self_control'])
  const other = (
    (await world.http('POST', '/auth', { login: user.login, password }, null)).body.data as { key: string }
  ).key
  for (const [current_password, status] of [
    [undefined, 400],
    ['guessed', 403],
  ] as const) {
    const wish = { password: 'Another long one 2', current_password }
    assert.is((await world.http('PUT', '/user/self', wish, user.key)).status, status)
  }
  assert.is(
    (
      await world.http(
        'PUT',
        '/user/self',
        { password: 'Another long one 2', current_password: password },
        user.key,
      )
    ).status,
    200,
  )
  assert.is((await world.http('GET', '/user/self', undefined, user.key)).status, 200)
  assert.is((await world.http('GET', '/user/self', undefined, other)).status, 401)
  assert.is(
    (
      await world.http(
        'PUT',
        '/user/self',
        { password: 'short', current_password: 'Another long one 2' },
        user.key,
      )
    ).status,
    400,
  )
})

test('operations are refused without the permission', async () => {
  const user = await userWith(['device_show'])
  for (const [method, path] of [
    ['GET', '/user'],
    ['GET', '/user/1'],
    ['POST', '/user'],
    ['DELETE', '/user/1'],
    ['GET', '/user-role'],
    ['POST', '/user-role'],
    ['GET', '/system-components'],
  ] as const) {
    assert.is((await world.http(method, path, undefined, user.key)).status, 403, `${method} ${path}`)
    assert.is((await world.http(method, path, undefined, null)).status, 401, `${method} ${path}`)
  }
  assert.is((await world.http('GET', '/user/1/sessions', undefined, user.key)).status, 403)
  assert.is((await world.http('GET', `/user/${user.id}/sessions`, undefined, user.key)).status, 200)
})

test('a password needs length, both cases, a digit and a special character; each lack is named', async () => {
  const user = await userWith(['user_self_control'])
  for (const [weak, lacks] of [
    ['Sh0rt!!', /8 characters/],
    ['all lower 1', /upper/],
    ['ALL UPPER 1', /lower/],
    ['No digits here', /digit/],
    ['NoSpecial11', /special/],
  ] as const) {
    const answer = await world.http('PUT', `/user/${user.id}`, { password: weak })
    assert.is(answer.status, 400, weak)
    assert.match(String(answer.body.error?.description), lacks)
    assert.is(answer.body.error?.details[0]?.path ?? 'password', 'password')
    assert.is(
      (await world.http('PUT', '/user/self', { password: weak, current_password: password }, user.key))
        .status,
      400,
      weak,
    )
    assert.is(
      (await world.http('POST', '/user', { login: 'weakling', password: weak, role_id: user.role })).status,
      400,
      weak,
    )
  }
  assert.is((await world.http('PUT', `/user/${user.id}`, { password: 'Grüße 2 Ölmühle' })).status, 200)
})

test('languages are those the service speaks', async () => {
  const user = await userWith(['user_self_control'])
  for (const language of ['en', 'uk', 'ru'])
    assert.is((await world.http('PUT', '/user/self', { language }, user.key)).status, 200)
  assert.is(
    (await world.http('PUT', '/user/self', { language: 'xx' }, user.key)).body.error?.details[0]?.path,
    'language',
  )
})

test('who sees only some groups changes no role of people beyond them', async () => {
  const group = ((await world.http('POST', '/device-group', { name: 'south' })).body.data as { id: number })
    .id
  const limited = await userWith(['user_management', 'user_display', 'device_show'], [group])
  const outsider = await userWith(['device_show'])
  const mine = await userWith(['device_show'], [group])
  assert.is(
    (await world.http('PUT', `/user-role/${outsider.role}`, { permissions: [] }, limited.key)).status,
    403,
  )
  assert.is(
    (await world.http('PUT', `/user-role/${mine.role}`, { permissions: [] }, limited.key)).status,
    200,
  )
})
