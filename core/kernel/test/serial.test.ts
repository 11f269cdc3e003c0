import Fastify from 'fastify'
import { Type as T } from 'typebox'
import { assert, suite } from '@linecard/test-kit'
import { serializers, serializerSchema } from '../src/http/compilers.ts'
import type { JsonSchema } from '../src/http/named-schemas.ts'

/** The schema that serializers read. */
const test = suite('serialization without validation')

const named = new Map<string, JsonSchema>([
  [
    't.Model',
    T.Object(
      {
        id: T.Integer(),
        name: T.String(),
        made: T.Union([T.Unsafe<Date>({ type: 'string', format: 'date-time' }), T.Null()]),
      },
      { $id: 't.Model', additionalProperties: false },
    ) as unknown as JsonSchema,
  ],
  [
    't.Tree',
    {
      $id: 't.Tree',
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: 't.Tree#' } } },
    },
  ],
])
const shapeOf = (schema: unknown) => serializerSchema(schema as JsonSchema, named)

/** The text that Fastify writes for a value by itself, and with our serializers. */
function written(schema: unknown, value: unknown): Promise<[string, string]> {
  const own = serializers(named, (_, compile) => compile())
  return Promise.all(
    [undefined, own].map(async schemaController => {
      const app = Fastify({ schemaController })
      for (const shape of named.values()) app.addSchema(shape)
      app.get('/', { schema: { response: { 200: schema as object } } }, (_, reply) => reply.send(value))
      const { payload } = await app.inject('/')
      await app.close()
      return payload
    }),
  ) as Promise<[string, string]>
}

const model = { $ref: 't.Model#' }
const row = T.Object(
  {
    id: T.Integer(),
    text: T.Union([T.String(), T.Null()]),
    number: T.Union([T.Number(), T.Null()]),
    free: T.Record(T.String(), T.Unknown()),
    word: T.Union([T.Enum(['Up', 'Down']), T.Null()]),
    point: T.Union([T.Object({ lat: T.Number() }, { additionalProperties: false }), T.Null()]),
    counter: T.Union([T.Integer(), T.String()]),
    tree: T.Unsafe({ $ref: 't.Tree#' }),
    model: T.Unsafe({ anyOf: [model, { type: 'null' }] }),
  },
  { additionalProperties: false },
)
const full = {
  id: 1,
  text: 'a "b" \u2028 Ї',
  number: -0.5,
  free: { a: [1, null, { b: 'c' }] },
  word: 'Up',
  point: { lat: 49.5 },
  counter: '18446744073709551615',
  tree: { name: 'a', children: [{ name: 'b', children: [] }] },
  model: { id: 3, name: 'm', made: new Date('2026-03-02T09:30:00.5Z') },
}
const empty = { ...full, text: null, number: null, word: null, point: null, counter: 7, model: null }

test('the bytes are equal, for values and for null, for one object and for a list', async () => {
  const union = T.Unsafe({ anyOf: [{ type: 'array', items: row }, row] })
  for (const [schema, value] of [
    [row, full],
    [row, empty],
    [union, full],
    [union, [full, empty]],
    [union, []],
    [T.Unsafe({ anyOf: [model, { type: 'null' }] }), full.model],
  ] as const) {
    const [plain, serial] = await written(schema, value)
    assert.is(serial, plain)
    assert.equal(JSON.parse(serial), JSON.parse(JSON.stringify(value)))
  }
})

test('undeclared fields are removed in every branch', async () => {
  const [, serial] = await written(T.Unsafe({ anyOf: [{ type: 'array', items: row }, row] }), [
    { ...full, model: { ...full.model, secret: '~s3~' }, secret: '~s3~' },
  ])
  assert.not.match(serial, '~s3~')
  assert.is(JSON.parse(serial)[0].model.name, 'm')
})

test('no union is left where null or the kind of the value decides; where only validation can, it stays', () => {
  const text = JSON.stringify(
    shapeOf(
      T.Object({
        one: T.Unsafe({ anyOf: [model, { type: 'null' }] }),
        two: T.Union([T.String(), T.Null()]),
        three: T.Unsafe({ anyOf: [{ type: 'array', items: model }, model] }),
      }),
    ),
  )
  assert.not.match(text, 'anyOf')
  const counter = T.Union([T.Integer(), T.String()])
  assert.equal(shapeOf(counter), counter)
  const kinds = {
    anyOf: [
      { type: 'object', properties: { a: { const: 1 } } },
      { type: 'object', properties: { b: { const: 2 } } },
    ],
  }
  assert.equal(shapeOf(kinds), kinds)
  const literal = { anyOf: [{ const: 'a' }, { type: 'null' }] }
  assert.equal(shapeOf(literal), literal)
})

test('a recursive schema keeps its reference', async () => {
  assert.equal(
    (shapeOf({ $ref: 't.Tree#' }) as { properties: { children: { items: object } } }).properties.children
      .items,
    { $ref: 't.Tree#' },
  )
  const [plain, serial] = await written(
    { $ref: 't.Tree#' },
    { name: 'a', children: [{ name: 'b', children: [{ name: 'c', children: [] }] }] },
  )
  assert.is(serial, plain)
})
