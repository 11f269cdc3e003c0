import { request } from 'node:http'
import { parse } from 'yaml'
import { Ajv } from 'ajv'
import { assert, suite } from '@linecard/test-kit'
import type { Running } from '../src/index.ts'
import { makeDatabase, start } from './support/world.ts'
import { things } from './support/things.ts'

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  deprecated?: boolean
  security?: unknown[]
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<
    string,
    {
      $ref?: string
      description: string
      headers?: object
      content?: Record<string, { schema: object; example?: unknown }>
    }
  >
  'x-permission': string
}
interface Document {
  openapi: string
  servers: unknown
  security: unknown
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

const test = suite('kernel openapi')
let db: Awaited<ReturnType<typeof makeDatabase>>
let run: Running
let document: Document
test.before(async () => {
  db = await makeDatabase()
  run = await start(db.url, [things])
  document = (await (await fetch(`${run.url}/swagger/openapi.json`)).json()) as Document
})
test.after(async () => {
  await run.stop()
  await db.drop()
})

const all = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )

test('OpenAPI 3.1, the same as JSON and YAML, with a relative server', async () => {
  assert.is(document.openapi, '3.1.0')
  assert.equal(document.servers, [{ url: '/', description: 'This installation' }])
  const yaml = await fetch(`${run.url}/swagger/openapi.yaml`)
  assert.match(yaml.headers.get('content-type')!, 'yaml')
  assert.equal(parse(await yaml.text()), document)
  assert.equal(await (await fetch(`${run.url}/swagger/json`)).json(), document)
})

test('every operation has a unique id, a described tag, a summary, its permission and all answers', () => {
  const operations = all()
  assert.ok(operations.length >= 15)
  assert.is(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length)
  const described = new Set(document.tags.filter(({ description }) => description).map(({ name }) => name))
  for (const { path, operation } of operations) {
    assert.ok(path.startsWith('/api/v1/'), path)
    assert.ok(operation.summary && operation['x-permission'], operation.operationId)
    assert.ok(
      operation.tags.every(tag => described.has(tag)),
      operation.operationId,
    )
    for (const status of ['400', '429', '500', '503', 'default'])
      assert.ok(operation.responses[status], `${operation.operationId} ${status}`)
    assert.is(Boolean(operation.responses['401']), operation['x-permission'] !== 'public')
    assert.equal(operation.security, operation['x-permission'] === 'public' ? [] : undefined)
  }
})

test('schemas have real names, and every reference has a target', () => {
  const text = JSON.stringify(document)
  assert.not.match(text, /def-\d|kernel\.Unnamed/)
  assert.equal(Object.keys(document.components.schemas).toSorted(), [
    'kernel.Error',
    'kernel.Ignored',
    'kernel.Problem',
    'things.Thing',
    'things.ThingInput',
  ])
  for (const [, target] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
    const [, kind, name] = /^#\/components\/(\w+)\/([\w.-]+)$/.exec(target!)!
    assert.ok((document.components as unknown as Record<string, object>)[kind!]![name! as never], target)
  }
})

test('parameters, bodies and examples are in the usual places', () => {
  const list = document.paths['/api/v1/thing']!['get']!
  assert.equal(
    list.parameters?.map(({ name, in: place }) => `${place} ${name}`),
    ['query limit', 'query deep', 'query kind'],
  )
  assert.equal(
    document.paths['/api/v1/thing/{id}']!['get']!.responses['200']!.content!['application/json']!.example,
    { statusCode: 200, meta: null, data: { id: 1, name: 'one', note: null } },
  )
  assert.equal(Object.keys(document.paths['/api/v1/form']!['post']!.requestBody!.content).toSorted(), [
    'application/json',
    'multipart/form-data',
  ])
  assert.ok(document.paths['/api/v1/page']!['get']!.responses['200']!.content!['text/html'])
})

test('what will go is marked, with what replaces it', () => {
  const { deprecated, description, requestBody } = document.paths['/api/v1/form']!['post']!
  assert.is(deprecated, true)
  assert.is(description, 'Deprecated: use POST /thing.')
  const { schema } = requestBody!.content['application/json'] as {
    schema: { properties: Record<string, object> }
  }
  assert.equal(schema.properties['count'], { type: 'integer', deprecated: true, description: 'Use `size`.' })
  assert.is(document.paths['/api/v1/thing']!['get']!.deprecated, undefined)
})

test('real answers, with and without errors, fit the document', async () => {
  const ajv = new Ajv({ strict: false })
  ajv.addSchema({ $id: 'doc', ...document })
  const check = async (method: string, pattern: string, path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${run.url}${path}`, {
      method,
      headers: { 'x-auth-key': 'key-of-all', 'content-type': 'application/json' },
      ...init,
    })
    const entry = document.paths[pattern]![method.toLowerCase()]!
    const at = encodeURIComponent(pattern.replaceAll('~', '~0').replaceAll('/', '~1'))
    const own = `#/paths/${at}/${method.toLowerCase()}/responses/${answer.status}`
    const { $ref: shared = own } = entry.responses[answer.status]!
    const body = (await answer.json()) as unknown
    const valid = ajv.compile({ $ref: `doc${shared}/content/application~1json/schema` })
    assert.ok(valid(body), `${method} ${path} ${answer.status}: ${JSON.stringify(valid.errors)}`)
    return answer.status
  }
  assert.is(await check('GET', '/api/v1/thing', '/api/v1/thing'), 200)
  assert.is(await check('GET', '/api/v1/thing/{id}', '/api/v1/thing/1'), 200)
  assert.is(await check('GET', '/api/v1/thing/{id}', '/api/v1/thing/99'), 404)
  assert.is(await check('GET', '/api/v1/thing/{id}', '/api/v1/thing/x'), 400)
  assert.is(await check('POST', '/api/v1/thing', '/api/v1/thing', { body: '{"name":"x"}' }), 201)
  assert.is(await check('POST', '/api/v1/thing', '/api/v1/thing', { body: '{"nam":"x"}' }), 400)
  assert.is(await check('GET', '/api/v1/thing', '/api/v1/thing', { headers: {} }), 401)
  assert.is(await check('GET', '/api/v1/crash', '/api/v1/crash'), 500)
  assert.is(await check('GET', '/api/v1/device-failure/{kind}', '/api/v1/device-failure/DeviceTimeout'), 504)
})

test('an example is composed from the schema where its author gives none', () => {
  const { responses, requestBody } = document.paths['/api/v1/thing']!['post']!
  assert.is(responses['201']!.content!['application/json']!.example, undefined)
  const { schemas } = document.components as { schemas: Record<string, { examples?: unknown }> }
  assert.equal(schemas['things.Thing']!.examples, [{ id: 7, name: 'sw-market-12', note: 'text' }])
  const body = requestBody!.content['application/json'] as { example: unknown }
  assert.equal(body.example, { name: 'sw-market-12' })
})

test('another Expect than 100-continue is answered with an error of the document', async () => {
  const { hostname, port } = new URL(run.url!)
  const told = await new Promise<{ status?: number; body: string }>((resolve, reject) => {
    const sent = request({ hostname, port, path: '/api/v1/open', headers: { expect: 'a-pony' } }, answer => {
      let body = ''
      answer
        .setEncoding('utf8')
        .on('data', (piece: string) => {
          body += piece
        })
        .on('end', () => resolve({ status: answer.statusCode, body }))
    })
    sent.on('error', reject).end()
  })
  const { statusCode, error } = JSON.parse(told.body) as { statusCode: number; error: { code: string } }
  assert.equal([told.status, statusCode, error.code], [417, 417, 'EXPECTATION_UNKNOWN'])
})

test('all files of the page are served, with a policy that allows them', async () => {
  const page = await fetch(`${run.url}/swagger/`)
  const html = await page.text()
  assert.is(page.status, 200)
  const policy = page.headers.get('content-security-policy')!
  assert.match(policy, `script-src 'self'`)
  assert.not.match(policy, 'upgrade-insecure-requests')
  for (const [, file] of html.matchAll(/(?:src|href)="\.\/([^"]+)"/g))
    assert.is((await fetch(`${run.url}/swagger/${file}`)).status, 200, file)
})
