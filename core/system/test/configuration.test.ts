import { Type as T } from 'typebox'
import { definePlugin, type Context, type Setting, type SettingsSection } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type Answer, type World } from '@linecard/test-kit/worlds/core'

const test = suite('system configuration')
let world: World
let other: World
const seen = new Map<string, Context<Record<string, unknown>>>()

const Config = T.Object(
  {
    rows: T.Integer({ default: 10, minimum: 1 }),
    port: T.Integer({ default: 162, requiresRestart: true }),
    hook: T.String({ default: '', writeOnly: true }),
    place: T.String({ default: 'here' }),
  },
  { additionalProperties: false },
)
const probe = (process: string) =>
  definePlugin({
    id: 'probe',
    api: 1,
    requires: ['identity'],
    config: Config,
    setup: ctx => {
      seen.set(process, ctx)
    },
  })

test.before(async () => {
  world = await makeWorld({ plugins: [probe('one')], env: { LINECARD_PROBE_PLACE: 'there' } })
  other = await world.another({ plugins: [probe('two')], env: { LINECARD_PROBE_PLACE: 'there' } })
})
test.after(async () => {
  await other?.stop()
  await world?.stop()
})

const path = '/system/configuration'
const put = (body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  fetch(`${world.url}/api/v1${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-auth-key': world.admin, ...headers },
    body: JSON.stringify(body),
  }).then(async response => {
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: JSON.parse(text) as Answer['body'],
    }
  })
const settingIn = (answer: Answer, component: string, key: string): Setting =>
  (answer.body.data as SettingsSection[])
    .find(section => section.key === component)!
    .settings.find(setting => setting.key === key)!
const read = async (key: string, from = world) => settingIn(await from.http('GET', path), 'probe', key)
const lastAction = async () =>
  (
    await world.sql<{ meta: { changes?: unknown }; body?: unknown; error_code: string | null }>(
      "select * from system_action where action like 'system:configuration%' order by id desc limit 1",
    )
  )[0]

test('a change of a setting is live on the other process, and in the action log with old and new', async () => {
  const sections = (await world.http('GET', path)).body.data as SettingsSection[]
  assert.ok(
    ['equipment', 'identity', 'inventory', 'system', 'probe'].every(key =>
      sections.some(section => section.key === key),
    ),
  )
  assert.is((await read('rows')).source, 'default')

  const changed = await put({ probe: { rows: 25 }, system: { app_name: 'Ostriv' } })
  assert.is(changed.status, 200, changed.text)
  assert.is(settingIn(changed, 'probe', 'rows').value, 25)
  assert.is(seen.get('one')!.config['rows'], 25)
  await until('it is live on the other process', () => seen.get('two')!.config['rows'] === 25)
  assert.equal(
    [(await read('rows', other)).source, (await read('rows', other)).updated_by],
    ['database', 'admin'],
  )
  assert.is(
    ((await other.http('GET', '/system/settings')).body.data as { app_name: string }).app_name,
    'Ostriv',
  )
  await world.use('action-log').flush()
  assert.equal((await lastAction())?.meta.changes, [
    { setting: 'probe.rows', old: 10, new: 25, restart_needed: false },
    { setting: 'system.app_name', old: 'Linecard', new: 'Ostriv', restart_needed: false },
  ])
})

test('one bad field and nothing is applied; the error names it', async () => {
  const before = (await world.http('GET', path)).text
  for (const [body, field] of [
    [{ probe: { rows: 0 }, system: { app_name: 'Changed' } }, 'probe.rows'],
    [{ system: { app_name: 'Changed' }, probe: { nothing: 1 } }, 'probe.nothing'],
    [{ system: { app_name: 'Changed', map_coordinates: 'here' } }, 'system.map_coordinates'],
    [{ nobody: { x: 1 }, system: { app_name: 'Changed' } }, 'nobody'],
    [{ system: 'x' }, 'system'],
  ] as const) {
    const refused = await put(body)
    assert.is(refused.status, 400, refused.text)
    assert.is(refused.body.error?.details[0]?.path, field, refused.text)
  }
  assert.is((await put({})).status, 400)
  assert.is((await world.http('GET', path)).text, before)
})

test('the environment is shown and cannot be overruled', async () => {
  const place = await read('place')
  assert.equal(
    [place.value, place.source, place.environment, place.editable],
    ['there', 'environment', 'LINECARD_PROBE_PLACE', false],
  )
  const refused = await put({ probe: { place: 'nowhere', rows: 99 } })
  assert.equal(
    [refused.status, refused.body.error?.code, refused.body.error?.details[0]?.path],
    [409, 'SETTING_FIXED', 'probe.place'],
  )
  assert.match(refused.body.error?.description ?? '', 'LINECARD_PROBE_PLACE')
  assert.not.equal((await read('rows')).value, 99)
  assert.is((await put({ probe: { place: 'there' } })).status, 200)
})

test('a key that requires a restart is marked on every process until it has had one', async () => {
  assert.is((await put({ probe: { port: 1162 } })).status, 200)
  await until(
    'both say so',
    async () => (await read('port')).restart_needed && (await read('port', other)).restart_needed,
  )
  assert.is(seen.get('one')!.config['port'], 162)
  const third = await world.another({ plugins: [probe('three')] })
  assert.equal([seen.get('three')!.config['port'], (await read('port', third)).restart_needed], [1162, false])
  await third.stop()
})

test('a secret is never shown: not in answers, errors, actions, the log, the document or the database', async () => {
  const secret = 'hunter2-hunter2'
  const changed = await put({ probe: { hook: secret } })
  const refused = await put({ probe: { hook: secret, rows: 'no' } })
  const wrong = await put({ probe: { hook: { deep: secret } } })
  const imported = await world.http('POST', '/system-components/probe/import', {
    component: 'probe',
    configuration: { hook: secret, rows: 'no' },
  })
  assert.equal([changed.status, refused.status, wrong.status, imported.status], [200, 400, 400, 400])
  assert.is(seen.get('one')!.config['hook'], secret)
  assert.is(settingIn(changed, 'probe', 'hook').value, '***')
  assert.is((await put({ probe: { hook: '***' } })).status, 200)
  assert.is(seen.get('one')!.config['hook'], secret)
  await world.use('action-log').flush()
  const all = [
    changed.text,
    refused.text,
    wrong.text,
    imported.text,
    (await world.http('GET', path)).text,
    (await world.http('GET', '/system-components/probe')).text,
    (await world.http('GET', '/system-components')).text,
    (await world.http('GET', '/system-components/probe/export')).text,
    (await world.http('GET', '/system/metrics')).text,
    await (await fetch(`${world.url}/swagger/openapi.json`)).text(),
    JSON.stringify(await world.sql('select * from system_action')),
    JSON.stringify(await world.sql('select * from kernel_setting')),
    world.log.join(''),
    other.log.join(''),
  ]
  assert.equal(
    all.map((text, n) => (text.includes('hunter2') ? n : -1)).filter(n => n >= 0),
    [],
  )
  assert.ok((await world.http('GET', '/system-components/probe/export')).text.includes('rows'))
})

test('of two who edit at the same time, the later one is told', async () => {
  const etag = (await world.http('GET', path)).headers.get('etag')!
  assert.match(etag, /^"/)
  const [first, second] = await Promise.all([
    put({ probe: { rows: 31 } }, { 'if-match': etag }),
    put({ probe: { rows: 32 } }, { 'if-match': etag }),
  ])
  assert.equal(
    [first.status, second.status].toSorted((a, b) => a - b),
    [200, 412],
  )
  assert.is((await read('rows')).value, first.status === 200 ? 31 : 32)
})

test('whoever may not configure sees and changes nothing', async () => {
  const role = (await world.http('POST', '/user-role', { name: 'watcher', permissions: ['system_info'] }))
    .body.data as { id: number }
  await world.http('POST', '/user', { login: 'watcher', password: 'A long password 1!', role_id: role.id })
  const { key } = (
    await world.http('POST', '/auth', { login: 'watcher', password: 'A long password 1!' }, null)
  ).body.data as { key: string }
  const statuses = await Promise.all(
    (
      [
        ['GET', path],
        ['PUT', path, { probe: { rows: 5 } }],
        ['GET', '/system-components/probe'],
        ['PUT', '/system-components/probe', { enabled: false }],
        ['GET', '/system-components/probe/export'],
        ['POST', '/system-components/probe/import', { component: 'probe', configuration: {} }],
        ['GET', '/system/metrics'],
        ['GET', '/system/settings'],
        ['GET', '/system/info'],
      ] as const
    ).map(async ([method, where, body]) => (await world.http(method, where, body, key)).status),
  )
  assert.equal(statuses, [403, 403, 403, 403, 403, 403, 403, 200, 200])
})
