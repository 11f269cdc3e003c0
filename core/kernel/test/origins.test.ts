import { PassThrough } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { Type as T } from 'typebox'
import { definePlugin, notStored } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import type { Running } from '../src/index.ts'
import { makeDatabase, start } from './support/world.ts'
import { things } from './support/things.ts'

const test = suite('kernel: other origins and compressed answers')
const origin = 'https://panel.example.net'
const rows = Array.from({ length: 60 }, (_, id) => ({ id, name: `interface ${id}`, note: null }))
const long = definePlugin({
  id: 'long',
  api: 1,
  metrics: () => [
    { name: 'linecard_long_rows', help: 'Rows', type: 'gauge', collect: () => [{ value: rows.length }] },
  ],
  routes(routes) {
    const spec = { tag: 'long', permission: 'public', summary: 'Long' } as const
    const Row = T.Object({ id: T.Integer(), name: T.String(), note: T.Null() })
    routes.get('/long', { ...spec, operationId: 'long.list', response: T.Array(Row) }, () => rows)
    routes.get(
      '/long/:id',
      { ...spec, operationId: 'long.one', params: T.Object({ id: T.Integer() }), response: T.Array(Row) },
      () => rows,
    )
    routes.get('/secret', { ...spec, operationId: 'long.secret', response: T.Array(Row) }, () =>
      notStored(rows),
    )
  },
})
let db: Awaited<ReturnType<typeof makeDatabase>>
let on: Running
let off: Running
test.before(async () => {
  db = await makeDatabase()
  const logTo = new PassThrough().resume()
  off = await start(db.url, [things, long], { logTo })
  on = await start(db.url, [things, long], { logTo, config: { http: { cors_origins: [origin] } } })
})
test.after(async () => {
  await on?.stop()
  await off?.stop()
  await db.drop()
})

interface Sent {
  status: number
  headers: Record<string, string | undefined>
  body: Buffer
}
/** Headers exactly as given: fetch adds its own, and decompresses. */
const send = (run: Running, path: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<Sent>((resolve, reject) => {
    const call = request(`${run.url}${path}`, { method, headers }, async answer => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      const body = Buffer.concat(parts)
      resolve({ status: answer.statusCode!, headers: answer.headers as Sent['headers'], body })
    })
    call.on('error', reject).end()
  })
/** The tags of an answer in brotli, in gzip and as it is. */
const formsOf = (tag: string) => [tag.replace(/"$/, '-br"'), tag.replace(/"$/, '-gzip"'), tag]
const preflight = (run: Running, from: string) =>
  send(
    run,
    '/api/v1/thing/1',
    { origin: from, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-auth-key' },
    'OPTIONS',
  )

test('C: CORS is off by default', async () => {
  const { headers } = await send(off, '/api/v1/open', { origin })
  assert.is(headers['access-control-allow-origin'], undefined)
  assert.is((await preflight(off, origin)).status, 405)
})

test('C: a listed origin may preflight, ask and read the headers; another one may not', async () => {
  const asked = await preflight(on, origin)
  assert.is(asked.status, 204)
  assert.is(asked.headers['access-control-allow-origin'], origin)
  assert.match(asked.headers['access-control-allow-methods']!, /PUT/)
  assert.match(asked.headers['access-control-allow-headers']!, /X-Auth-Key/)
  for (const path of ['/api/v1/open', '/api/v1/thing/1', '/api/v1/nothing']) {
    const { headers } = await send(on, path, { origin })
    assert.is(headers['access-control-allow-origin'], origin, path)
    assert.match(headers['access-control-expose-headers']!, /ETag/)
    assert.match(headers['vary']!, /Origin/)
    assert.is(headers['access-control-allow-credentials'], undefined)
  }
  const other = 'https://evil.example.net'
  for (const answer of [await preflight(on, other), await send(on, '/api/v1/open', { origin: other })]) {
    assert.is(answer.headers['access-control-allow-origin'], undefined)
    assert.match(answer.headers['vary']!, /Origin/)
  }
})

test('C: answers above 1 KB are compressed with gzip or brotli where the client asks, and Vary says so', async () => {
  const plain = await send(off, '/api/v1/long', {})
  assert.is(plain.headers['content-encoding'], undefined)
  assert.match(plain.headers['vary']!, /Accept-Encoding/)
  for (const [encoding, open] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const { headers, body } = await send(off, '/api/v1/long', { 'accept-encoding': encoding })
    assert.is(headers['content-encoding'], encoding)
    assert.match(headers['vary']!, /Accept-Encoding/i)
    assert.ok(body.length < plain.body.length / 3, `${body.length} of ${plain.body.length}`)
    assert.equal(open(body), plain.body)
  }
  const { headers } = await send(off, '/api/v1/long', { 'accept-encoding': 'zstd, deflate, gzip' })
  assert.is(headers['content-encoding'], 'gzip')
  const small = await send(off, '/api/v1/open', { 'accept-encoding': 'gzip, br' })
  assert.is(small.headers['content-encoding'], undefined)
})

test('metrics are compressed as the client asks', async () => {
  const plain = await send(off, '/metrics', {})
  assert.is(plain.headers['content-encoding'], undefined)
  for (const [encoding, open] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const { headers, body } = await send(off, '/metrics', { 'accept-encoding': encoding })
    assert.equal(
      [headers['content-encoding'], headers['content-type']],
      [encoding, plain.headers['content-type']],
    )
    assert.match(headers['vary']!, /Accept-Encoding/i)
    assert.match(open(body).toString(), 'linecard_long_rows 60')
  }
})

test('the document comes in each form as the client takes it, and not again while it is the same', async () => {
  const open = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }
  for (const path of ['/swagger/openapi.json', '/swagger/openapi.yaml', '/swagger/json', '/swagger/yaml']) {
    const tags: string[] = []
    const texts = new Set<string>()
    for (const [encoding, opened] of Object.entries(open)) {
      const answer = await send(off, path, { 'accept-encoding': encoding })
      const named = encoding === 'identity' ? undefined : encoding
      assert.equal([answer.status, answer.headers['content-encoding']], [200, named], path)
      assert.match(answer.headers['vary']!, /Accept-Encoding/)
      assert.match(answer.headers['content-type']!, /json|yaml/)
      texts.add(opened(answer.body).toString())
      tags.push(answer.headers['etag']!)
    }
    assert.equal([texts.size, tags], [1, formsOf(tags[2]!)], path)
    for (const tag of tags) {
      const known = { 'accept-encoding': 'br', 'if-none-match': `"x", ${tag}` }
      const again = await send(off, path, known)
      assert.equal([again.status, again.body.length, again.headers['etag']], [304, 0, tags[0]], path)
    }
    assert.is((await send(off, path, { 'if-none-match': '"x"' })).status, 200)
  }
  const [json, page] = ['/swagger/openapi.json', '/swagger/json'].map(path => send(off, path, {}))
  assert.equal((await page!).body, (await json!).body)
  assert.is.not((await send(off, '/swagger/openapi.yaml', {})).headers['etag'], (await json!).headers['etag'])
})

test('C: the ETag is strong: one for each coding in which the answer comes, and each of them is known again', async () => {
  const tags: string[] = []
  for (const encoding of ['br', 'gzip', 'identity']) {
    const answer = await send(off, '/api/v1/long/1', { 'accept-encoding': encoding })
    assert.is(answer.headers['content-encoding'] ?? 'identity', encoding)
    tags.push(answer.headers['etag']!)
  }
  assert.match(tags[2]!, /^"[\w-]{27}"$/)
  assert.equal(tags, formsOf(tags[2]!))
  for (const tag of [...tags, `W/${tags[0]}`]) {
    const again = await send(off, '/api/v1/long/1', { 'accept-encoding': 'br', 'if-none-match': tag })
    const { etag, 'content-encoding': encoding } = again.headers
    assert.equal([again.status, again.body.length, etag, encoding], [304, 0, tags[0], undefined], tag)
  }
  const star = await send(off, '/api/v1/long/1', { 'accept-encoding': '*' })
  assert.equal([star.headers['content-encoding'], star.headers['etag']], ['br', tags[0]])
})

test('C: an answer with a secret is not compressed', async () => {
  const { headers } = await send(off, '/api/v1/secret', { 'accept-encoding': 'gzip, br' })
  assert.equal([headers['content-encoding'], headers['cache-control']], [undefined, 'no-store'])
})

test('C: errors vary by Accept, because problem+json is another form', async () => {
  const { headers } = await send(off, '/api/v1/thing/1', { accept: 'application/problem+json' })
  assert.match(headers['content-type']!, /problem/)
  assert.match(headers['vary']!, /\bAccept\b(?!-)/)
})
