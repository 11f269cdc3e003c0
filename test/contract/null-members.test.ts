import { assert, suite } from '@linecard/test-kit'
import { callOf, expected } from '../matrix/rows.ts'
import { makeMatrixWorld, type Told, type World } from '../matrix/world.ts'
import type { DocumentOperation } from '../support/contract.ts'
import { adminPassword } from '../support/installation.ts'
import { Payload } from '../support/upload.ts'

/** Every member of every body: null is as if it was left out, and what is not used is named. */
const test = suite('null in a body', { level: 'full' })

interface Schema {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: unknown
  enum?: unknown[]
  const?: unknown
  'x-unread'?: boolean
}

let world!: World
let operations!: DocumentOperation[]
test.before(async () => {
  world = await makeMatrixWorld()
  operations = world.contract.operations.filter(operation => schemaOf(operation) !== null)
})
test.after(() => world?.stop())

const resolved = (schema: Schema): Schema =>
  schema.$ref
    ? resolved(
        world.contract.document.components.schemas[
          decodeURIComponent(schema.$ref.split('/').at(-1)!)
        ] as Schema,
      )
    : schema
function schemaOf({ spec }: DocumentOperation): Schema | null {
  const { content } = (spec['requestBody'] ?? {}) as { content?: Record<string, { schema: Schema }> }
  const schema = content?.['application/json']?.schema
  return schema ? resolved(schema) : null
}
/** Whether the document lets a member be null, or says nothing of its type. */
function mayBeNull(schema: Schema): boolean {
  const { type, anyOf, enum: values, const: only } = resolved(schema)
  if (anyOf) return anyOf.some(mayBeNull)
  if (values) return values.includes(null)
  if (type) return [type].flat().includes('null')
  return only === undefined || only === null
}

type Members = Record<string, unknown>
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Payload)

/** The paths of members that may be absent and may not be null, in the objects that a body has. */
function optional(schema: Schema, body: Members, path: readonly string[] = []): string[][] {
  const { properties = {}, required = [], additionalProperties } = resolved(schema)
  const found = Object.entries(properties).flatMap(([name, member]) => {
    const at = [...path, name]
    const inner = isObject(body[name]) ? optional(member, body[name], at) : []
    return required.includes(name) || mayBeNull(member) ? inner : [at, ...inner]
  })
  // A name that nobody knows means as little as one that is known.
  return additionalProperties === false ? [...found, [...path, 'no_such_member']] : found
}
/** A copy of a body with this member: null or left out. */
function changed(body: Members, [name = '', ...rest]: readonly string[], value: unknown): Members {
  const { [name]: present, ...others } = body
  if (rest.length > 0) return { ...others, [name]: changed(present as Members, rest, value) }
  return value === undefined ? others : { ...others, [name]: value }
}

/** Wrong passwords would block the address. */
const bodies: Readonly<Record<string, Members>> = {
  'identity.sign-in': { login: 'admin', password: adminPassword },
  'identity.key.create': { password: adminPassword },
}
const who = { id: 1, login: 'admin' }
/** The answer of a call that was made for it, with another body. */
async function told(operation: DocumentOperation, change: (body: Members) => Members): Promise<Told> {
  const call = await callOf(operation, { world, who })
  const body = { ...(call.body as Members), ...bodies[operation.operationId] }
  return world.ask({ ...call, body: change(body) }, world.house.admin.key)
}
const bodied = async (operation: DocumentOperation): Promise<Members | null> => {
  const { body = {} } = await callOf(operation, { world, who })
  return isObject(body) ? body : null
}

/** Compares the operations of one half; together they take minutes. */
async function compare(half: (operationId: string) => boolean): Promise<void> {
  const wrong: string[] = []
  let compared = 0
  for (const operation of operations.filter(({ operationId }) => half(operationId))) {
    const body = await bodied(operation)
    if (!body || operation.operationId === 'identity.sign-out') continue
    for (const path of optional(schemaOf(operation)!, body)) {
      const absent = await told(operation, sent => changed(sent, path, undefined))
      const isNull = await told(operation, sent => changed(sent, path, null))
      compared++
      const { good } = expected(operation)
      const same = absent.status === isNull.status && absent.code === isNull.code
      if (!same && !(good(absent.status) && good(isNull.status)))
        wrong.push(
          `${operation.operationId} ${path.join('.')}: ${absent.status}, ${isNull.status} ${isNull.code}`,
        )
    }
  }
  assert.ok(compared > 200, String(compared))
  assert.is(wrong.length, 0, `${wrong.length} of ${compared} are not:\n${wrong.join('\n')}`)
}
const isOfCore = (operationId: string) => /^(?:equipment|identity|inventory|system)\./.test(operationId)

test('each optional member that is null is answered as if it was absent: the core', () => compare(isOfCore))

test('each optional member that is null is answered as if it was absent: the features', () =>
  compare(operationId => !isOfCore(operationId)))

test('a member that says nothing to the service is named in meta.ignored', async () => {
  const silent: string[] = []
  let asked = 0
  for (const operation of operations) {
    const body = await bodied(operation)
    if (!body) continue
    for (const [name, member] of Object.entries(schemaOf(operation)!.properties ?? {})) {
      const { description: _, ...says } = resolved(member) as Schema & { description?: string }
      if (Object.keys(says).some(key => key !== 'x-unread')) continue
      asked++
      const { status, text } = await told(operation, sent => ({ ...sent, [name]: 'something' }))
      const { meta, data } = JSON.parse(text) as { meta: { ignored?: string[] } | null; data: unknown }
      const isStored = isObject(data) && data[name] === 'something'
      if (status < 300 && !isStored && !meta?.ignored?.includes(name))
        silent.push(`${operation.operationId} ${name}: ${status}`)
    }
  }
  assert.ok(asked > 0)
  assert.is(silent.length, 0, `${silent.length} of ${asked} are dropped in silence:\n${silent.join('\n')}`)
})
