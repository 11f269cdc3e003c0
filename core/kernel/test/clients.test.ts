import { PassThrough } from 'node:stream'
import { assert, suite } from '@linecard/test-kit'
import type { Running } from '../src/index.ts'
import { things } from './support/things.ts'
import { makeDatabase, start } from './support/world.ts'

const test = suite('kernel: requests of older clients')
let db: Awaited<ReturnType<typeof makeDatabase>>
let run: Running
test.before(async () => {
  db = await makeDatabase()
  run = await start(db.url, [things], { logTo: new PassThrough().resume() })
})
test.after(async () => {
  await run.stop()
  await db.drop()
})

interface Told {
  status: number
  headers: Headers
  body: {
    meta: unknown
    data: Record<string, unknown>
    error?: { code: string; details: { path: string }[] }
  }
}
async function ask(
  method: string,
  path: string,
  { body, type = 'application/json', headers = {} }: { body?: string; type?: string; headers?: object } = {},
): Promise<Told> {
  const answer = await fetch(`${run.url}/api/v1/${path}`, {
    method,
    body,
    headers: { 'content-type': type, 'x-auth-key': 'key-of-all', ...headers },
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Told['body'] }
}
const form = 'application/x-www-form-urlencoded'

test('C: tolerated members are left out and named in meta.ignored; another is an error that names it', async () => {
  const { status, body } = await ask('POST', 'thing', {
    body: '{"httpClient":{},"mapper":{},"collectors":null,"name":"x"}',
  })
  assert.is(status, 201)
  assert.equal(body.meta, { ignored: ['httpClient', 'mapper', 'collectors'] })
  assert.equal((await ask('POST', 'thing', { body: '{"name":"x"}' })).body.meta, null)
  const bad = await ask('POST', 'thing', { body: '{"mapper":{},"nmae":"x","name":"x"}' })
  assert.is(bad.status, 400)
  assert.equal(
    bad.body.error?.details.map(({ path }) => path),
    ['nmae'],
  )
})

test('C: a form with brackets is a body; its texts are read by the schema of the operation', async () => {
  const made = await ask('POST', 'thing', { body: 'name=12&size=7&note=', type: form })
  assert.equal([made.status, made.body.data], [201, { id: 7, name: '12', note: '' }])
  const bad = await ask('POST', 'thing', { body: 'name=x&size=much', type: `${form}; charset=UTF-8` })
  assert.equal([bad.status, bad.body.error?.details[0]?.path], [400, 'size'])
  const strict = await ask('POST', 'thing', { body: '{"name":"x","size":"7"}' })
  assert.is(strict.status, 400, 'JSON stays strict after a form')
  const deep = await ask('POST', 'thing', { body: `a${'[b]'.repeat(30)}=1`, type: form })
  assert.equal([deep.status, deep.body.error?.code], [400, 'FORM_UNREADABLE'])
})

test('C: a query takes lists and booleans of http_build_query, and a cache-buster `_` is ignored', async () => {
  assert.is((await ask('GET', 'thing?deep=1&kind=a&_=1763769600123')).status, 200)
  assert.is((await ask('GET', 'thing?deep=0')).status, 200)
  assert.is((await ask('GET', 'thing/1?_=1')).status, 200)
  assert.is((await ask('POST', 'thing?_=1', { body: '{"name":"x"}' })).status, 201)
  assert.is((await ask('GET', 'thing?deep=maybe')).status, 400)
  assert.is((await ask('GET', 'thing?__=1')).status, 400)
})

test('C: a trailing slash is the same path', async () => {
  for (const path of ['thing/', 'thing/1/', 'thing/whoami/']) assert.is((await ask('GET', path)).status, 200)
  const wrong = await ask('PUT', 'thing/')
  assert.equal([wrong.status, wrong.headers.get('allow')], [405, 'GET, POST'])
  assert.is((await fetch(`${run.url}/swagger/`)).status, 200)
  assert.is((await fetch(`${run.url}/swagger`)).status, 200)
  assert.is((await fetch(`${run.url}/health/live/`)).status, 200)
})

test('C: PUT answers the new ETag, with which the next PUT passes and the old one does not', async () => {
  const old = (await ask('GET', 'thing/1')).headers.get('etag')!
  const put = await ask('PUT', 'thing/1', { body: '{"mapper":{},"name":"new"}' })
  assert.equal(put.body.meta, { ignored: ['mapper'] })
  const etag = put.headers.get('etag')!
  assert.is(etag, (await ask('GET', 'thing/1')).headers.get('etag'))
  assert.is.not(etag, old)
  const change = (tag: string, path = 'thing/1') =>
    ask('PUT', path, { body: '{"name":"newer"}', headers: { 'if-match': tag } })
  assert.is((await change(old)).status, 412)
  const both = await Promise.all([change(etag), change(etag, 'thing/1/')])
  assert.equal(both.map(({ status }) => status).toSorted(), [200, 412])
})
