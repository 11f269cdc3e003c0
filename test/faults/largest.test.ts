import { request, Agent } from 'node:http'
import { assert, longestTurn, suite } from '@linecard/test-kit'
import { callOf } from '../matrix/rows.ts'
import { makeMatrixWorld, type World } from '../matrix/world.ts'
import type { DocumentOperation } from '../support/contract.ts'
import { fillings, largest, resolved, type Schema } from '../support/largest.ts'
import { Payload } from '../support/upload.ts'

/**
 * Every operation, with the largest and nastiest input that its schema allows: nobody else waits for it.
 * Measured is the CPU time of the thread that answers, between two turns of its event loop.
 */
const test = suite('largest input', { level: 'full', timeoutMs: 900_000 })
const longestMs = 200

let world!: World
const agent = new Agent({ keepAlive: true })
test.before(async () => {
  world = await makeMatrixWorld()
})
test.after(async () => {
  agent.destroy()
  await world?.stop()
})

const who = { id: 1, login: 'admin' }
type Named = Readonly<Record<string, Schema>>
const named = (): Named => world.contract.document.components.schemas as Named

/** Sends octets and reads those of the answer. */
const send = (method: string, target: string, body: string | null): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = {
      'x-auth-key': world.house.admin.key!,
      ...(body !== null && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      }),
    }
    const sent = request(`${world.house.url}${target}`, { method, headers, agent }, response => {
      response.on('data', () => undefined).on('end', () => resolve(response.statusCode!))
      response.on('error', reject)
    })
    // A refused body may end the connection before all of it was sent.
    sent.on('error', error =>
      'code' in error && ['EPIPE', 'ECONNRESET'].includes(String(error.code)) ? resolve(0) : reject(error),
    )
    sent.end(body)
  })

/** Operations that end what this test needs, or wait on purpose. */
const left: ReadonlySet<string> = new Set(['identity.sign-out', 'identity.sessions.close'])

const held: string[] = []
const statuses = new Map<string, Set<number>>()
let sentInAll = 0

/**
 * Sends one input. What is long is sent again: the first time may compile code or collect garbage of others.
 */
async function meets(
  operation: DocumentOperation,
  what: string,
  make: (call: Awaited<ReturnType<typeof callOf>>) => {
    query?: Record<string, string>
    body?: string | null
  },
): Promise<void> {
  let shortest = Infinity
  for (let round = 0; round < 3 && shortest > longestMs; round++) {
    const call = await callOf(operation, { world, who })
    const { query = {}, body = null } = make(call)
    const search = new URLSearchParams({ ...call.query, ...query })
    const target = `/api/v1${call.path}${search.size > 0 ? `?${search}` : ''}`
    sentInAll++
    let status = 0
    const longest = await longestTurn(async () => {
      status = await send(call.method, target, body)
    })
    shortest = Math.min(shortest, longest)
    const seen = statuses.get(operation.operationId) ?? new Set()
    statuses.set(operation.operationId, seen.add(status))
    if (status >= 500 && ![502, 503, 504].includes(status))
      held.push(`${operation.operationId} ${what}: ${status}`)
  }
  if (shortest > longestMs) held.push(`${operation.operationId} ${what}: ${Math.round(shortest)} ms`)
}

function schemaOf({ spec }: DocumentOperation): Schema | null {
  const { content } = (spec['requestBody'] ?? {}) as { content?: Record<string, { schema: Schema }> }
  const schema = content?.['application/json']?.schema
  return schema ? resolved(schema, named()) : null
}

const isPlain = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof Payload)

const isText = (schema: Schema): boolean => {
  const { type, anyOf } = resolved(schema, named())
  return anyOf ? anyOf.some(isText) : [type].flat().includes('string')
}
const isSmall = (schema: Schema): boolean => {
  const { type, anyOf, enum: values } = resolved(schema, named())
  if (anyOf) return anyOf.every(isSmall)
  return values !== undefined || ['integer', 'number', 'boolean', 'null'].includes(String([type].flat()[0]))
}

/** Bodies of a megabyte that belong to no schema. */
const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]))
const bodies: Readonly<Record<string, string>> = {
  'nested lists': `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  'many members': JSON.stringify(members(60_000)),
  // One object may have 10,000.
  'objects of many members': JSON.stringify({
    ...members(9_000),
    a: [members(9_000), members(9_000)],
    b: { a: members(9_000), b: members(9_000), c: members(9_000) },
  }),
  'a list of objects': JSON.stringify(Array.from({ length: 200_000 }, () => ({}))),
}

async function meetBodies(operation: DocumentOperation): Promise<void> {
  const schema = schemaOf(operation)
  if (!schema) return
  for (const [what, body] of Object.entries(bodies)) await meets(operation, what, () => ({ body }))
  await meets(operation, 'all members', ({ body }) => ({
    body: JSON.stringify({ ...(largest(schema, named(), 'a') as object), ...(isPlain(body) ? body : {}) }),
  }))
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (isSmall(member)) continue
    for (const filling of isText(member) ? fillings : (['a'] as const))
      await meets(operation, `${name} of ${JSON.stringify(filling)}`, ({ body }) => ({
        body: JSON.stringify({ ...(isPlain(body) ? body : {}), [name]: largest(member, named(), filling) }),
      }))
  }
}

interface Parameter {
  $ref?: string
  in: string
  name: string
  schema: Schema
}
async function meetQueries(operation: DocumentOperation): Promise<void> {
  const shared = (world.contract.document.components as unknown as { parameters: Record<string, Parameter> })
    .parameters
  const parameters = ((operation.spec['parameters'] ?? []) as Parameter[])
    .map(one => (one.$ref ? shared[one.$ref.split('/').at(-1)!]! : one))
    .filter(one => one.in === 'query')
  if (parameters.length === 0) return
  const most = Object.fromEntries(
    parameters
      .filter(({ schema }) => ['integer', 'number'].includes(String(resolved(schema, named()).type)))
      .map(({ name, schema }) => [name, String(resolved(schema, named()).maximum ?? 1)]),
  )
  await meets(operation, 'the largest numbers', ({ body }) => ({
    query: most,
    body: body === undefined || body instanceof Payload ? null : JSON.stringify(body),
  }))
  for (const { name, schema } of parameters.filter(one => isText(one.schema)))
    for (const filling of ['(a*)', ','])
      await meets(operation, `${name} of ${JSON.stringify(filling)}`, ({ body }) => ({
        // The head of a request has 16 kB.
        query: {
          [name]: String(largest({ maxLength: 4_000, ...resolved(schema, named()) }, named(), filling)).slice(
            0,
            4_000,
          ),
        },
        body: body === undefined || body instanceof Payload ? null : JSON.stringify(body),
      }))
}

for (const kind of ['GET', 'POST', 'PUT', 'DELETE'])
  test(`${kind}: no input holds the event loop up for ${longestMs} ms`, async () => {
    held.length = 0
    const all = world.contract.operations.filter(
      ({ method, operationId }) => method.toUpperCase() === kind && !left.has(operationId),
    )
    assert.ok(all.length > 20, `${all.length}`)
    for (const operation of all) {
      await meetQueries(operation)
      await meetBodies(operation)
    }
    assert.is(held.length, 0, `${held.length} of ${sentInAll}:\n${held.join('\n')}`)
  })

test('pages outside of the API hold nobody up, also when the document has just changed', async () => {
  const { admin } = world.house
  const slow: string[] = []
  for (const enabled of [false, true]) {
    await admin.put('/system-components/qr-generator', { enabled })
    for (const path of [
      '/',
      '/metrics',
      '/swagger',
      '/swagger/json',
      '/swagger/yaml',
      '/swagger/openapi.json',
    ]) {
      const longest = await longestTurn(() => send('GET', path, null))
      if (longest > longestMs) slow.push(`${path}, qr-generator ${enabled}: ${Math.round(longest)} ms`)
    }
  }
  assert.equal(slow, [])
})
