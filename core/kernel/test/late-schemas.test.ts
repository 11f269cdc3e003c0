import Fastify from 'fastify'
import { assert, suite } from '@linecard/test-kit'
import { serializers } from '../src/http/compilers.ts'
import { contractFaults } from '../src/http/contract-faults.ts'
import { keptOf, reached } from '../src/http/kept.ts'
import type { JsonSchema } from '../src/http/named-schemas.ts'
import { isSound } from '../src/config/schema-check.ts'
import { validators } from '../src/http/validators.ts'

const test = suite('schemas that are compiled late')

const thing: JsonSchema = { $id: 'late.Thing', type: 'object', properties: { id: { type: 'integer' } } }
const named = new Map([['late.Thing', thing]])

/** Whether the compilers take a schema for a query, for a body and for an answer. */
async function compiles(schema: JsonSchema): Promise<boolean> {
  const check = validators(named, contractFaults())
  const app = Fastify({ schemaController: serializers(named, (_, compile) => compile()) })
  app.addSchema(thing)
  app.get('/', { schema: { response: { 200: schema } } }, () => null)
  try {
    for (const httpPart of ['querystring', 'body']) check({ schema, httpPart })({})
    await app.inject('/')
    await app.ready()
    return true
  } catch {
    return false
  } finally {
    await app.close()
  }
}

const wrong: JsonSchema[] = [
  { type: 'nonsense' },
  { type: ['string', 'string'] },
  { type: [] },
  { type: 'object', properties: { a: { type: 'nonsense' } } },
  { type: 'object', properties: [] },
  { type: 'object', properties: { a: 'text' } },
  { type: 'object', required: 'a' },
  { type: 'object', required: ['a', 'a'] },
  { type: 'object', required: [1] },
  { type: 'object', additionalProperties: 'no' },
  { type: 'object', patternProperties: { '[': {} } },
  { type: 'array', items: { type: 'nonsense' } },
  { type: 'array', items: { items: { items: { minimum: 'one' } } } },
  { type: 'string', pattern: '[' },
  { type: 'string', pattern: 5 },
  { type: 'string', maxLength: -1 },
  { type: 'string', minLength: 1.5 },
  { type: 'string', format: 5 },
  { type: 'number', minimum: '1' },
  { type: 'number', multipleOf: 0 },
  { type: 'array', uniqueItems: 'yes' },
  { enum: [] },
  { enum: 'a' },
  { enum: [1, 1] },
  { nullable: true },
  { anyOf: [] },
  { anyOf: { type: 'string' } },
  { anyOf: [{ type: 'string' }, { type: 'nonsense' }] },
  { oneOf: [{ type: 'nonsense' }] },
  { not: { type: 'nonsense' } },
  { $ref: 'late.Nowhere#' },
  { type: 'object', properties: { a: { $ref: '#/nowhere' } } },
  { type: 'string', title: 5 },
  { type: 'string', description: {} },
  { type: 'string', readOnly: 'yes' },
  { type: 'string', examples: 'a' },
  { allOf: [{ type: 'string' }, { type: 'integer' }] },
]
for (const schema of wrong)
  test(`${JSON.stringify(schema)} is left to the compilers, which refuse it`, async () => {
    assert.is(isSound(schema, named), false)
    assert.is(await compiles(schema), false)
  })

const good: JsonSchema[] = [
  { type: 'object', properties: { a: { $ref: 'late.Thing#' }, b: true } },
  { type: ['string', 'null'], minLength: 1, maxLength: 5, pattern: '^\\p{L}+$', format: 'date-time' },
  { type: 'integer', minimum: 1, maximum: 5, default: 2, multipleOf: 1, nullable: true },
  { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
  { type: 'array', items: { enum: ['a', 1, null] }, minItems: 0, maxItems: 3, uniqueItems: true },
  { type: 'object', patternProperties: { '^a': { const: { $ref: 'data' } } }, additionalProperties: false },
  { anyOf: [{ $ref: 'late.Thing#' }, { type: 'null' }], description: 'One', 'x-own': { any: 'thing' } },
  { type: 'object', required: [], properties: {}, example: { type: 'nonsense' } },
]
for (const schema of good)
  test(`${JSON.stringify(schema)} is found good at once, and compiles`, async () => {
    assert.is(isSound(schema, named), true)
    assert.is(await compiles(schema), true)
  })

test('a schema that contains itself is left to the compilers', () => {
  const loop: JsonSchema = { type: 'object', properties: {} }
  loop['properties'] = { loop }
  assert.is(isSound(loop, named), false)
})

const refers = () => ({ type: 'array', items: { $ref: 'late.Thing#' } })

test('a schema is compiled once, until it or what it refers to is another', () => {
  const made: string[] = []
  const compile = (schema: JsonSchema, all: ReadonlyMap<string, JsonSchema>, name: string) =>
    keptOf('test', schema, reached(schema, all), () => ({ name: made.push(name) }))
  const other = new Map([['late.Thing', { ...thing, additionalProperties: false }]])
  assert.is(compile(refers(), named, 'first'), compile(refers(), named, 'again'))
  compile(refers(), other, 'another thing')
  compile({ ...refers(), maxItems: 5 }, named, 'another list')
  assert.equal(made, ['first', 'another thing', 'another list'])
})

test('schemas are reached through others, and a circle of them ends', () => {
  const all = new Map<string, JsonSchema>([
    ['a', { properties: { b: { $ref: 'b#' } } }],
    ['b', { items: { $ref: 'a#' } }],
    ['c', {}],
  ])
  assert.equal([...reached({ anyOf: [{ $ref: 'a#' }] }, all).keys()], ['a', 'b'])
})

const bodyOf = (properties: JsonSchema) => {
  const own = new Map([['late.Thing', { ...thing, properties }]])
  return validators(own, contractFaults())({ schema: { $ref: 'late.Thing#' }, httpPart: 'body' })
}

test('two applications with one schema name and different contents check by their own', () => {
  const [number, text] = [bodyOf({ id: { type: 'integer' } }), bodyOf({ id: { type: 'string' } })]
  assert.equal([number({ id: 1 }), text({ id: 1 })], [true, false])
  assert.equal([number({ id: 'a' }), text({ id: 'a' })], [false, true])
})
