import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { assert, suite, until } from '@linecard/test-kit'
import type { Running } from '../src/index.ts'
import { makeDatabase, start } from './support/world.ts'
import { gate, things } from './support/things.ts'

const test = suite('kernel http')
let db: Awaited<ReturnType<typeof makeDatabase>>
let run: Running
let log = ''
test.before(async () => {
  db = await makeDatabase()
  const sink = new PassThrough()
  sink.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  run = await start(db.url, [things], { logTo: sink, config: { log: { level: 'debug' } } })
})
test.after(async () => {
  await run.stop()
  await db.drop()
})

interface Told {
  status: number
  headers: Headers
  text: string
  body: {
    statusCode: number
    meta: unknown
    data?: unknown
    error?: {
      type: string
      code: string
      description: string
      details: Record<string, unknown>[]
      request_id: string
    }
  }
}

async function ask(
  path: string,
  {
    method = 'GET',
    key = 'key-of-all',
    headers = {},
    body,
  }: {
    method?: string
    key?: string | null
    headers?: Record<string, string>
    body?: string | FormData | Uint8Array<ArrayBuffer>
  } = {},
): Promise<Told> {
  const json =
    typeof body === 'string' && !('content-type' in headers) ? { 'content-type': 'application/json' } : {}
  const answer = await fetch(`${run.url}${path.startsWith('/') ? path : `/api/v1/${path}`}`, {
    method,
    body,
    headers: { ...json, ...(key ? { 'x-auth-key': key } : {}), ...headers },
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body:
      text && answer.headers.get('content-type')?.includes('json')
        ? (JSON.parse(text) as Told['body'])
        : ({} as Told['body']),
  }
}
const send = (method: string, path: string, value: unknown, headers: Record<string, string> = {}) =>
  ask(path, { method, body: JSON.stringify(value), headers })

test('success is {statusCode, meta, data}; fields that the schema does not declare are removed', async () => {
  assert.equal((await ask('thing')).body, {
    statusCode: 200,
    meta: { total: 1 },
    data: [{ id: 1, name: 'one', note: null }],
  })
  assert.equal((await ask('thing/1')).body, {
    statusCode: 200,
    meta: null,
    data: { id: 1, name: 'one', note: null },
  })
  assert.equal((await send('POST', 'thing', { name: 'x' })).body, {
    statusCode: 201,
    meta: null,
    data: { id: 7, name: 'x', note: null },
  })
})

test('an error has the envelope without data, with the request id', async () => {
  const { status, headers, body } = await ask('thing/77', { headers: { 'x-request-id': 'mine-1' } })
  assert.is(status, 404)
  assert.equal(body, {
    statusCode: 404,
    meta: null,
    error: {
      type: 'RESOURCE_NOT_FOUND',
      code: 'THINGS_UNKNOWN',
      description: 'There is no thing 77',
      details: [],
      request_id: 'mine-1',
    },
  })
  assert.is(headers.get('x-request-id'), 'mine-1')
})

test('a request id with unsafe characters is replaced', async () => {
  assert.match(
    (await ask('thing', { headers: { 'x-request-id': 'a b"c' } })).headers.get('x-request-id')!,
    /^[0-9a-f-]{36}$/,
  )
})

test('RFC 9457 on request', async () => {
  const { headers, text } = await ask('thing/77?limit', { headers: { accept: 'application/problem+json' } })
  assert.match(headers.get('content-type')!, 'application/problem+json')
  const problem = JSON.parse(text) as Record<string, unknown>
  assert.is(problem['status'], 400)
  assert.is(problem['instance'], '/api/v1/thing/77')
  assert.is(problem['code'], 'VALIDATION_ERROR')
  assert.equal(problem['details'], [{ path: 'limit', message: 'is unknown' }])
})

test('bad input is a 400 that names the field', async () => {
  const cases: [Told, string, RegExp][] = [
    [await ask('thing/abc'), 'id', /must be integer/],
    [await ask('thing?colour=red'), 'colour', /is unknown/],
    [await ask('thing?limit=-1'), 'limit', />= 0/],
    [await ask('thing?kind=c'), 'kind', /one of a, b/],
    [await send('POST', 'thing', { name: 'x', extra: 1 }), 'extra', /is unknown/],
    [await send('POST', 'thing', {}), 'name', /is missing/],
    [await send('POST', 'thing', { name: 5 }), 'name', /must be string/],
    [await send('POST', 'thing', { name: 'x', size: '5' }), 'size', /must be integer/],
    [await send('POST', 'thing', { name: 'x', note: 5 }), 'note', /must be string or null/],
    [await ask('thing?limit=%00'), 'limit', /NUL/],
  ]
  for (const [{ status, body }, path, message] of cases) {
    assert.is(status, 400)
    assert.is(body.error?.type, 'VALIDATION_ERROR')
    assert.is(body.error?.details[0]?.['path'], path)
    assert.match(String(body.error?.details[0]?.['message']), message)
  }
  assert.is((await ask('thing?limit=5&deep=true')).status, 200)
})

test('401, 403 with the permission, 404, 405, 413, 415, 429', async () => {
  assert.is((await ask('thing', { key: null })).body.error?.code, 'KEY_MISSING')
  assert.is((await ask('thing', { key: 'wrong' })).body.error?.code, 'KEY_INVALID')
  const denied = await ask('thing/1', { method: 'DELETE', key: 'key-of-reader' })
  assert.is(denied.status, 403)
  assert.is(denied.body.error?.type, 'INSUFFICIENT_PRIVILEGES')
  assert.match(denied.body.error!.description, 'thing_edit')
  assert.is((await ask('/nowhere')).body.error?.type, 'RESOURCE_NOT_FOUND')
  const method = await ask('thing/1', { method: 'POST' })
  assert.is(method.status, 405)
  assert.is(method.body.error?.type, 'NOT_ALLOWED')
  assert.equal(method.headers.get('allow')?.split(', ').toSorted(), ['DELETE', 'GET', 'PUT'])
  assert.is(
    (await send('POST', 'thing', { name: 'x'.repeat(1_100_000) })).body.error?.type,
    'PAYLOAD_TOO_LARGE',
  )
  assert.is(
    (await ask('thing', { method: 'POST', body: '<x/>', headers: { 'content-type': 'text/xml' } })).status,
    415,
  )
  const blocked = await ask('thing', { key: 'key-that-is-blocked' })
  assert.is(blocked.status, 429)
  assert.is(blocked.headers.get('retry-after'), '7')
})

test('a permission is checked before the body is read', async () => {
  assert.is((await ask('thing', { method: 'POST', key: 'key-of-reader', body: 'not json' })).status, 403)
})

test('an empty body with a JSON content type is accepted on every method', async () => {
  const headers = { 'content-type': 'application/json' }
  assert.is((await ask('thing', { headers })).status, 200)
  assert.is((await ask('reboot/1', { method: 'POST', headers })).status, 200)
  assert.is((await ask('thing/99', { method: 'DELETE', headers })).status, 404)
  assert.is((await ask('thing', { method: 'POST', headers })).body.error?.details[0]?.['path'], 'name')
})

test('hostile JSON is a 4xx, and the process continues', async () => {
  const bodies: [string, string | Uint8Array<ArrayBuffer>][] = [
    ['__proto__', '{"name":"x","__proto__":{"admin":true}}'],
    ['constructor', '{"name":"x","note":null,"constructor":{"prototype":{"admin":true}}}'],
    ['escaped __proto__', '{"name":"x","\\u005f_proto__":1}'],
    ['duplicate keys', '{"name":"x","name":"y"}'],
    ['duplicate keys, escaped', '{"name":"x","n\\u0061me":"y"}'],
    ['1e999', '{"name":"x","size":1e999}'],
    ['depth 10k', `{"name":"x","note":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['10 MB', `{"name":"${'x'.repeat(10_000_000)}"}`],
    ['lone surrogate', '{"name":"\\ud800"}'],
    ['NUL', '{"name":"a\\u0000b"}'],
    ['not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['cut off', '{"name":"x'],
    ['a list', '[]'],
    ['a number', '5'],
    ['null', 'null'],
    ['two values', '{"name":"x"}{"name":"y"}'],
    ['NaN', '{"name":"x","size":NaN}'],
  ]
  for (const [what, body] of bodies) {
    const { status, body: told } = await ask('thing', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    assert.ok(status >= 400 && status < 500, `${what}: ${status}`)
    assert.ok(told.error && !('data' in told), what)
  }
  const wrongType = await ask('thing', {
    method: 'POST',
    body: '{"name":"x"}',
    headers: { 'content-type': 'text/plain' },
  })
  assert.is(wrongType.status, 415)
  assert.is(({} as Record<string, unknown>)['admin'], undefined)
  assert.is((await ask('thing')).status, 200)
})

test('the message of a syntax error contains nothing of the body', async () => {
  const { body } = await ask('thing', { method: 'POST', body: '{"password": hunter2}' })
  assert.is(body.error?.code, 'JSON_INVALID')
  assert.not.match(JSON.stringify(body), 'hunter2')
})

test('input that is not HTTP gets a 400, and the service continues', async () => {
  const { port, hostname } = new URL(run.url!)
  const said = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write('BLARG\r\n\r\n'))
    let text = ''
    socket.on('data', chunk => {
      text += chunk.toString()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
  assert.match(said, /^HTTP\/1\.1 400/)
  assert.match(said, '"type":"BAD_REQUEST"')
  assert.is((await ask('/%zz')).status, 400)
  assert.is((await ask('thing/%ff')).status, 400)
})

test('forms are accepted only by routes that declare them', async () => {
  const form = new FormData()
  form.set('name', 'x')
  form.set('count', '3')
  assert.equal((await ask('form', { method: 'POST', body: form })).body.data, { name: 'x', count: 3 })
  assert.equal((await send('POST', 'form', { name: 'y' })).body.data, { name: 'y', count: 0 })
  assert.is((await ask('thing', { method: 'POST', body: form })).status, 415)
  const bad = new FormData()
  bad.set('count', 'many')
  assert.is((await ask('form', { method: 'POST', body: bad })).status, 400)
  const big = new FormData()
  big.set('name', new Blob(['x'.repeat(5_000)]), 'big.txt')
  assert.is((await ask('form', { method: 'POST', body: big })).status, 413)
})

test('device errors show the cause, with the data that arrived', async () => {
  const expected: Record<string, [number, string]> = {
    DeviceTimeout: [504, 'DEVICE_ERROR'],
    DeviceUnreachable: [504, 'DEVICE_ERROR'],
    DeviceBusy: [409, 'CONFLICT'],
    CommandRejected: [502, 'DEVICE_ERROR'],
    Unsupported: [422, 'NOT_SUPPORTED'],
    BadArgument: [400, 'VALIDATION_ERROR'],
  }
  for (const [kind, [status, type]] of Object.entries(expected)) {
    const told = await ask(`device-failure/${kind}`)
    assert.is(told.status, status)
    assert.is(told.body.error?.type, type)
  }
  const [detail] = (await ask('device-failure/DeviceTimeout')).body.error!.details
  assert.is(detail?.['path'], 'data')
  assert.equal(detail?.['partial'], [{ id: 1 }])
  assert.equal(detail?.['missing'], [{ what: 'name', reason: 'silent' }])
})

test('the answer to an unexpected error contains no details', async () => {
  const { status, body, text } = await ask('crash')
  assert.is(status, 500)
  assert.is(body.error?.code, 'INTERNAL_ERROR')
  assert.not.match(text, 'hunter2')
  assert.is((await ask('lie')).status, 500)
  // It would be {} in the answer.
  for (const how of ['null', 'undefined']) assert.is((await ask(`nothing/${how}`)).status, 500, how)
})

test('the key in the query works, and no log, error or metric contains it', async () => {
  assert.is((await ask('thing?x-auth-key=key-of-reader', { key: null })).status, 200)
  assert.is((await ask('thing?x-auth-key=key-of-reader', { key: 'key-of-reader' })).status, 200)
  assert.is(
    (await ask('thing?x-auth-key=key-of-reader', { key: 'key-of-all' })).body.error?.code,
    'KEYS_DIFFER',
  )
  assert.is((await ask('thing?x-auth-key=', { key: null })).body.error?.code, 'KEY_MISSING')
  assert.is((await ask('open?x-auth-key=whatever', { key: null })).status, 200)
  const secret = 'zq-very-secret-key'
  const paths = [
    `thing?x-auth-key=${secret}`,
    `thing?X-Auth-Key=${secret}`,
    `thing?%78-auth-key=${secret}`,
    `thing/x?x-auth-key=${secret}`,
    `/no/such?x-auth-key=${secret}`,
    `crash?x-auth-key=${secret}`,
    `/%zz?x-auth-key=${secret}`,
  ]
  for (const path of paths) {
    for (const accept of ['application/json', 'application/problem+json']) {
      const told = await ask(path, { key: null, headers: { accept } })
      assert.not.match(told.text + JSON.stringify([...told.headers]), secret)
    }
  }
  assert.not.match((await ask('/metrics', { key: null })).text, secret)
  assert.not.match(log, secret)
})

test('no log line, error or metric contains a secret', async () => {
  await ask('thing', {
    key: '~zq~header-secret',
    headers: { authorization: 'Bearer ~zq~bearer', cookie: 'session=~zq~cookie' },
  })
  await send('POST', 'thing', { name: 'x', note: '~zq~note', extra: '~zq~extra' })
  const sql = await ask('sql/secret')
  assert.is(sql.status, 500)
  await until(
    'the failed statement is in the log',
    () => log.includes('"nowhere\\" does not exist') || log.includes('nowhere'),
  )
  const metrics = (await ask('/metrics', { key: null })).text
  for (const secret of ['~zq~', 'hunter2-in-sql', `select 'hunter2'`])
    assert.not.match(log + metrics + sql.text, secret)
  assert.match(metrics, 'linecard_http_requests_total{method="GET",route="/api/v1/thing/:id",status="200"}')
  assert.match(metrics, 'linecard_component_ready{component="things",kind="plugin",state="degraded"} 1')
})

test('single resources have a strong ETag; If-None-Match gives 304, also with a tag that a proxy made weak', async () => {
  const etag = (await ask('thing/1')).headers.get('etag')!
  assert.match(etag, /^"[\w-]{27}"$/)
  assert.is((await ask('thing')).headers.get('etag'), null)
  for (const known of [etag, `W/${etag}`, `"x", ${etag.slice(0, -1)}-gzip"`, '*']) {
    const again = await ask('thing/1', { headers: { 'if-none-match': known } })
    assert.equal([again.status, again.text, again.headers.get('etag')], [304, '', etag], known)
  }
  for (const other of ['W/"other"', `${etag.slice(0, -1)}-x"`, etag.slice(1, -1)])
    assert.is((await ask('thing/1', { headers: { 'if-none-match': other } })).status, 200, other)
})

test('HEAD has the status and the headers of GET, and no body; it reads, and what nobody may read is refused', async () => {
  for (const [path, key] of [
    ['thing/1', 'key-of-all'],
    ['thing/1', null],
    ['/nowhere', 'key-of-all'],
  ] as const) {
    const [got, head] = [await ask(path, { key }), await ask(path, { key, method: 'HEAD' })]
    assert.equal([head.status, head.text], [got.status, ''], path)
    for (const name of ['content-type', 'content-length', 'etag', 'vary', 'cache-control'])
      assert.is(head.headers.get(name), got.headers.get(name), `${path} ${name}`)
  }
})

test('of two writers with the same ETag one gets 412', async () => {
  const etag = (await ask('thing/1')).headers.get('etag')!
  const answers = await Promise.all(
    ['first', 'second'].map(note => send('PUT', 'thing/1', { name: 'one', note }, { 'if-match': etag })),
  )
  assert.equal(answers.map(({ status }) => status).toSorted(), [200, 412])
  assert.is(answers.find(({ status }) => status === 412)?.body.error?.type, 'PRECONDITION_FAILED')
  assert.is((await ask('thing/1', { method: 'DELETE', headers: { 'if-match': etag } })).status, 412)
  assert.is((await ask('thing/55', { method: 'DELETE', headers: { 'if-match': '*' } })).status, 404)
  assert.is((await send('PUT', 'thing/1', { name: 'one', note: null }, { 'if-match': '*' })).status, 200)
  assert.is((await send('PUT', 'thing/1', { name: 'one', note: null })).status, 200)
})

test('If-Match takes the tag of any coding of what is there; weak tags never match, and the answer says why', async () => {
  const read = async () => (await ask('thing/1')).headers.get('etag')!
  const change = async (tag: string) =>
    send('PUT', 'thing/1', { name: 'one', note: null }, { 'if-match': tag })
  const [tag, other] = [await read(), '"other"']
  for (const coded of ['-br', '-gzip', ''])
    assert.is((await change(`${other}, ${tag.slice(0, -1)}${coded}"`)).status, 200, coded)
  for (const [given, code] of [
    [`W/${tag}`, 'TAG_WEAK'],
    [`W/"other", W/${tag}`, 'TAG_WEAK'],
    [`W/${tag}, ${other}`, 'CHANGED_MEANWHILE'],
    [`${tag.slice(0, -1)}-zstd"`, 'CHANGED_MEANWHILE'],
    [other, 'CHANGED_MEANWHILE'],
  ] as const) {
    const { status, body } = await change(given)
    assert.equal([status, body.error?.code], [412, code], given)
  }
})

test('a change with an Idempotency-Key happens once', async () => {
  const headers = { 'idempotency-key': 'order-1' }
  const first = await send('POST', 'reboot/1', { held: false }, headers)
  const second = await send('POST', 'reboot/1', { held: false }, headers)
  assert.is(first.status, 200)
  assert.equal(second.body, first.body)
  assert.is(second.headers.get('idempotency-replayed'), 'true')
  assert.is((await send('POST', 'reboot/1', { held: true }, headers)).status, 422)
  assert.is((await send('POST', 'reboot/2', { held: false }, headers)).status, 422)
  const other = await ask('reboot/1', {
    method: 'POST',
    key: 'key-of-other',
    body: JSON.stringify({}),
    headers,
  })
  assert.equal(other.body.data, { count: (first.body.data as { count: number }).count + 1 })
})

test('an Idempotency-Key of a running request is a 409; a request that was refused before any work may be repeated', async () => {
  const headers = { 'idempotency-key': 'order-2' }
  const slow = send('POST', 'reboot/1', { held: true }, headers)
  await until('the first is at work', () => gate.waiting === 1)
  assert.is((await send('POST', 'reboot/1', { held: true }, headers)).status, 409)
  gate.open()
  assert.is((await slow).status, 200)
  const refused = { 'idempotency-key': 'order-3' }
  assert.is((await send('POST', 'reboot/1', { fail: 'refused' }, refused)).status, 409)
  assert.is((await send('POST', 'reboot/1', { fail: 'refused' }, refused)).body.error?.code, 'THINGS_BUSY')
  const failed = { 'idempotency-key': 'order-4' }
  const before = await send('POST', 'reboot/1', { fail: 'device' }, failed)
  const replay = await send('POST', 'reboot/1', { fail: 'device' }, failed)
  assert.is(before.status, 502)
  assert.equal(replay.body, before.body)
  assert.is((await send('POST', 'reboot/1', {}, { 'idempotency-key': ' '.repeat(3) + 'ü' })).status, 400)
})

test('health, raw pages and security headers', async () => {
  assert.is((await ask('/health/live', { key: null })).status, 200)
  const ready = await ask('/health/ready', { key: null })
  // Its handlers threw on purpose: it serves, and who watches is told.
  const components = [{ key: 'things', state: 'degraded' }]
  assert.equal(ready.body.data, { status: 'Up', degraded: true, database: 'Up', components })
  const page = await ask('page', { key: null })
  assert.is(page.text, '<p>hi</p>')
  assert.match(page.headers.get('content-type')!, 'text/html')
  assert.is(page.headers.get('x-content-type-options'), 'nosniff')
  assert.match(page.headers.get('content-security-policy')!, `default-src 'none'`)
})

test('failures of the database that the client causes', async () => {
  assert.is((await ask('sql/twin')).body.error?.type, 'CONFLICT')
  assert.is((await ask('sql/great')).body.error?.code, 'NUMBER_OUT_OF_RANGE')
})
