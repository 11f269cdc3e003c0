import { connect } from 'node:net'
import { Type as T } from 'typebox'
import { ApiError, definePlugin, masked, type Action } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { actionOf } from '../src/http/action-names.ts'
import type { Running } from '../src/index.ts'
import { makeDatabase, start } from './support/world.ts'

const test = suite('actions')
const told: Action[] = []
const held = Promise.withResolvers<void>()
let waiting = 0
const spec = {
  tag: 'deed',
  permission: 'thing_edit',
  scope: 'group',
  response: T.Object({ id: T.Integer() }),
} as const
const deeds = definePlugin({
  id: 'deed',
  api: 1,
  config: T.Object({}),
  setup: ctx => {
    ctx.events.on('kernel.action', action => {
      told.push(action as Action)
    })
  },
  routes(routes) {
    const body = T.Object({
      name: T.String(),
      word: T.Optional(T.String({ writeOnly: true })),
      password: T.Optional(T.String()),
    })
    routes.post(
      '/deed/:id',
      { ...spec, operationId: 'deed.create', summary: 'Does', body, params: T.Object({ id: T.Integer() }) },
      async ({ body: { name, word }, note }) => {
        if (name === 'held') {
          waiting++
          await held.promise
        }
        if (name === 'refuse') throw new ApiError('CONFLICT', 'DEED_REFUSED', `The word ${word} is not liked`)
        if (name === 'nothing') note({ changed: false })
        if (name === 'noted')
          note({
            action: 'deed:noted',
            device_id: 5,
            message: `did ${word}`,
            meta: { old: 1, community: 'c0mmunity' },
          })
        return { id: 7 }
      },
    )
    routes.post(
      '/deed/filter',
      { ...spec, operationId: 'deed.filter', summary: 'Reads', readOnly: true },
      () => ({ id: 1 }),
    )
    routes.get('/deed', { ...spec, operationId: 'deed.get', summary: 'Reads' }, () => ({ id: 1 }))
    routes.get(
      '/deed/secrets',
      {
        ...spec,
        operationId: 'deed.secrets',
        summary: 'Reads what is watched',
        action: 'deed:secrets_shown',
      },
      () => ({ id: 1 }),
    )
    routes.post(
      '/open',
      { ...spec, operationId: 'deed.open', summary: 'For all', permission: 'public', body },
      ({ body: { name }, note }) => {
        note({ user: { id: null, login: name } })
        throw name === 'flood'
          ? new ApiError('TOO_MANY_REQUESTS', 'FLOOD', 'Wait')
          : new ApiError('UNAUTHENTICATED', 'WRONG', 'Wrong')
      },
    )
  },
})

let db: Awaited<ReturnType<typeof makeDatabase>>
let run: Running
test.before(async () => {
  db = await makeDatabase()
  run = await start(db.url, [deeds])
})
test.after(async () => {
  await run.stop()
  await db.drop()
})

async function ask(
  method: string,
  path: string,
  body?: object,
  key: string | null = 'key-of-all',
): Promise<number> {
  const answer = await fetch(`${run.url}/api/v1${path}`, {
    method,
    body: body && JSON.stringify(body),
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'x-auth-key': key } : {}),
    },
  })
  await answer.text()
  return answer.status
}
/** A test that starts with an empty log of actions. */
const deed = (title: string, body: () => Promise<void>) =>
  test(title, () => {
    told.length = 0
    return body()
  })
const name = (tag: string, operationId: string) => actionOf({ spec: { tag, operationId } as never })
const only = (): Action => {
  assert.is(told.length, 1, JSON.stringify(told))
  return told[0]!
}

deed('what changes something is told with who, what, on what and how it went', async () => {
  const before = Date.now()
  assert.is(await ask('POST', '/deed/3', { name: 'x', word: 'open sesame', password: 'hunter22' }), 200)
  const after = Date.now()
  const { time, request_id: id, duration_ms: ms, run_id: _, ...rest } = only()
  assert.ok(before <= time.getTime() && time.getTime() <= after, `${time.toISOString()}`)
  assert.ok(id.length > 0 && ms >= 0)
  assert.equal(rest, {
    action: 'deed:added',
    operation_id: 'deed.create',
    method: 'POST',
    path: '/api/v1/deed/3',
    user: { id: 1, login: 'user1' },
    session_id: null,
    ip: '127.0.0.1',
    params: { id: 3 },
    query: {},
    body: { name: 'x', word: '***', password: '***' },
    result_id: 7,
    status: 200,
    error: null,
    note: { meta: {} },
  })
})

deed('reads are not told, save those that ask for it', async () => {
  await ask('GET', '/deed')
  await ask('POST', '/deed/filter')
  await ask('POST', '/deed/3', { name: 'nothing' })
  assert.is(told.length, 0)
  await ask('GET', '/deed/secrets')
  assert.is(only().action, 'deed:secrets_shown')
})

deed('a failure is told with its code, a refusal with the name of who was refused', async () => {
  assert.is(await ask('POST', '/deed/3', { name: 'refuse', word: 'friend' }), 409)
  assert.equal(
    [only().status, only().error],
    [409, { code: 'DEED_REFUSED', description: 'The word *** is not liked' }],
  )
  told.length = 0
  assert.is(await ask('POST', '/deed/3', { name: 'x' }, 'key-of-reader'), 403)
  assert.equal([only().user, only().error?.code], [{ id: 2, login: 'user2' }, 'PERMISSION_MISSING'])
  told.length = 0
  assert.is(await ask('POST', '/deed/3', { colour: 1 }), 400)
  assert.is(only().error?.code, 'VALIDATION_ERROR')
})

deed(
  'strangers are told only where the door is open to them, and not those whom a limit keeps out',
  async () => {
    assert.is(await ask('POST', '/deed/3', { name: 'x' }, null), 401)
    assert.is(await ask('POST', '/deed/3', { name: 'x' }, 'no-key'), 401)
    assert.is(await ask('POST', '/open', { name: 'flood' }, null), 429)
    assert.is(told.length, 0)
    assert.is(await ask('POST', '/open', { name: 'eve', word: 'guess' }, null), 401)
    assert.equal([only().user, only().status], [{ id: null, login: 'eve' }, 401])
  },
)

deed('a handler may add to the record, and cannot put secrets there', async () => {
  await ask('POST', '/deed/3', { name: 'noted', word: 'sesame' })
  assert.equal(
    [only().action, only().note.device_id, only().note.message, only().note.meta],
    ['deed:noted', 5, 'did ***', { old: 1, community: '***' }],
  )
})

deed('a client that leaves before the answer is told all the same', async () => {
  const body = JSON.stringify({ name: 'held' })
  const socket = connect(Number(new URL(run.url!).port), '127.0.0.1')
  socket.write(
    [
      'POST /api/v1/deed/3 HTTP/1.1',
      'host: localhost',
      'x-auth-key: key-of-all',
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  )
  await until('the request is at work', () => waiting === 1)
  socket.destroy()
  await until('the service knows that the client has left', async () =>
    /linecard_http_requests_total\{[^}]*status="aborted"/.test(
      await (await fetch(`${run.url}/metrics`)).text(),
    ),
  )
  assert.is(told.length, 0)
  held.resolve()
  await until('it is told', () => told.length === 1)
  assert.is(only().status, 200)
})

test('names are made of tag and operation id', () => {
  assert.equal(
    [
      name('device', 'inventory.device.create'),
      name('device', 'inventory.device.update-by-body'),
      name('device-group', 'inventory.group.delete'),
      name('user', 'identity.key.create'),
      name('user', 'identity.sign-in'),
      name('user', 'identity.sessions.close'),
      name('device-model', 'inventory.model.icon.set'),
      name('system-components', 'system.component.set'),
    ],
    [
      'device:added',
      'device:updated',
      'device-group:deleted',
      'user:key_added',
      'user:logged_in',
      'user:sessions_closed',
      'device-model:icon_set',
      'system-components:set',
    ],
  )
})

test('secrets are masked by schema and by name, at any depth', () => {
  const schema = T.Object({
    a: T.Union([T.Object({ x: T.String({ writeOnly: true }) }), T.Null()]),
    list: T.Array(T.Object({ y: T.Optional(T.String({ writeOnly: true })) })),
  })
  const clear = {
    a: { x: 'v-one' },
    list: [{ y: 'v-two' }, { auth_key: 'v-three' }],
    snmp: { public_community: 'v-four', privKey: 'v-five' },
    access_token: 'v-six',
    pin: 123456,
    secrets: { deep: 'v-seven' },
    settings: [{ key: 'SMTP_PASSWORD', value: 'v-eight' }],
    two_factor_secret: null,
    check_password_strength: true,
    pinger: 'shown',
    name: 'shown',
    key: 'v-nine',
  }
  const text = JSON.stringify(masked(clear, { schema }).value)
  assert.not.match(text, /v-|123456/)
  assert.match(
    text,
    '"two_factor_secret":null,"check_password_strength":true,"pinger":"shown","name":"shown"',
  )
})

test('a field called key is no secret where the schema has it and does not say so', () => {
  const Row = T.Object({
    key: T.String(),
    bind_key: T.Optional(T.String()),
    password: T.Optional(T.String()),
  })
  const schema = T.Object({ ...Row.properties, rows: T.Array(Row), free: T.Record(T.String(), T.Unknown()) })
  const row = { key: 'shown', bind_key: 'shown', password: 'v-one', api_key: 'v-two', other_key: 'v-three' }
  const value = { ...row, rows: [row], free: { key: 'v-four' } }
  const shown = { key: 'shown', bind_key: 'shown', password: '***', api_key: '***', other_key: '***' }
  assert.equal(masked(value, { schema }).value, { ...shown, rows: [shown], free: { key: '***' } })
})

/** A plugin whose only route breaks the contract. */
const rogue = (method: 'get' | 'post', more: object) =>
  definePlugin({
    id: 'rogue',
    api: 1,
    config: T.Object({}),
    setup: () => null,
    routes: routes =>
      routes[method](
        '/rogue',
        { ...spec, tag: 'rogue', operationId: 'rogue.x', summary: 'Rogue', ...more },
        () => ({ id: 1 }),
      ),
  })

test('a GET or a read that is declared as a change of a device does not start', async () => {
  const refused = (plugin: ReturnType<typeof rogue>) =>
    start(db.url, [plugin], { mode: 'command', strict: true }).then(
      running => running.stop().then(() => 'started'),
      (error: unknown) => (error as Error).message,
    )
  assert.match(
    await refused(rogue('get', { changesDevice: true })),
    /"rogue" failed: GET \/rogue: GET changes nothing/,
  )
  assert.match(
    await refused(rogue('post', { changesDevice: true, readOnly: true })),
    'cannot both change a device and be readOnly',
  )
  assert.match(await refused(rogue('post', { action: 'rogue:x', readOnly: true })), 'needs no action name')
})

const many = <T>(length: number, one: (n: number) => T): T[] => Array.from({ length }, (_, n) => one(n))
const nested = (depth: number): unknown => {
  let deep: unknown = 'end'
  for (let n = 0; n < depth; n++) deep = n % 2 ? { deep } : [deep]
  return deep
}

test('a part of a record is a few KB of JSON, for any request of a megabyte', () => {
  const fields = <T>(length: number, one: (n: number) => T) =>
    Object.fromEntries(many(length, n => [`f${n}`, one(n)]))
  const bombs: Record<string, unknown> = {
    'a text': 'x'.repeat(1_000_000),
    'a list of texts': many(1000, () => 'x'.repeat(1000)),
    'a list of numbers': many(200_000, n => n),
    'a list of objects': many(50_000, n => ({ id: n, name: `port ${n}` })),
    'many fields': fields(50_000, n => n),
    'fields with long names': Object.fromEntries(many(100, n => [`${n}${'x'.repeat(10_000)}`, n])),
    'secrets with long names': Object.fromEntries(many(200, n => [`password${n}${'x'.repeat(5000)}`, 'w'])),
    'many lists of objects': fields(100, () => many(1000, () => ({ a: { b: 'x'.repeat(50) } }))),
    'lists in lists': many(100, () => many(100, () => many(100, n => n))),
    'objects in objects': fields(20, () => fields(20, () => fields(20, () => fields(20, n => n)))),
    'letters that JSON writes longer': many(1000, () => '\u0001"\\'.repeat(300)),
    depth: nested(5000),
  }
  for (const [what, bomb] of Object.entries(bombs)) {
    const text = JSON.stringify(masked(bomb).value)
    assert.ok(text.length < 6_000, `${what}: ${text.length}`)
    assert.match(text, '…', what)
  }
})

test('a cut record says how long each list was, and shows the beginning of each', () => {
  const body = {
    text: 'x'.repeat(1_000_000),
    commands: many(20_000, n => `interface ${n}`),
    devices: many(500, n => n),
    rows: many(3000, n => ({ id: n, names: many(40, () => 'y'.repeat(100)) })),
    last: 7,
  }
  const cut = masked(body).value as Record<string, unknown[]>
  for (const field of ['commands', 'devices', 'rows'] as const) {
    const more = /^… (\d+) more$/.exec(String(cut[field]!.at(-1)))
    assert.ok(cut[field]!.length >= 2, field)
    assert.is(cut[field]!.length - 1 + Number(more?.[1]), body[field].length, field)
  }
  assert.match(String(cut['text']), /x{300}… \(1000000 characters\)$/)
  assert.equal([cut['commands']![0], cut['devices']![1], cut['last']], ['interface 0', 1, 7])
  assert.is(masked(Buffer.alloc(9)).value, '(9 bytes)')
})
