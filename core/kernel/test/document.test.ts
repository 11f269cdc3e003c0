import { assert, suite } from '@linecard/test-kit'
import { compact, servedDocument } from '../src/http/document/serve.ts'
import { encodingFor } from '../src/http/accept.ts'

const test = suite('the document says each thing once')

const port = {
  type: 'object',
  required: ['id', 'name'],
  additionalProperties: false,
  properties: {
    id: { type: 'integer', description: 'Number that survives a restart of the device, as far as it allows' },
    name: {
      type: 'string',
      description: 'Name as the device shows it to people, without spaces at its ends',
    },
    speed: { anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'Mbit/s; null: not given' },
  },
} as const
const kind = (description: string) => ({ ...port, description })

/** An operation of a plugin that answers these members. */
const operation = (operationId: string, members: object, parameters: object[] = []) => ({
  operationId,
  parameters,
  responses: {
    '200': {
      description: 'Good',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              statusCode: { const: 200 },
              meta: { type: 'null' },
              data: { type: 'object', properties: members },
            },
          },
        },
      },
    },
  },
})
const filter = {
  in: 'query',
  name: 'query',
  required: false,
  schema: {
    type: 'string',
    maxLength: 100,
    description: 'A part of the name, of the address or of the serial number',
  },
}

const wires = {
  '/wires/a': {
    get: operation('wires.a', { port: kind('Where it begins'), other: kind('Where it ends') }, [filter]),
  },
  '/wires/b': {
    get: operation('wires.b', { port: kind('Where it begins'), far: kind('Where it ends') }, [filter]),
  },
  '/wires/c': { get: operation('wires.c', { port: kind('Where it begins') }, [filter]) },
}
const lamps = {
  '/lamps/a': { get: operation('lamps.a', { socket: kind('Its socket'), port: kind('Its port') }, [filter]) },
  '/lamps/b': { get: operation('lamps.b', { socket: kind('Its socket') }, [filter]) },
  '/lamps/c': { get: operation('lamps.c', { socket: kind('Its socket') }, [filter]) },
}
type Paths = Record<string, Record<string, ReturnType<typeof operation>>>
async function serve(
  paths: Paths,
  requires: Record<string, string[]> = {},
  schemas: Record<string, object> = {},
) {
  const entries = Object.values(paths).map(({ get }) => get!.operationId)
  const owners = {
    operations: new Map(entries.map(id => [id, id.split('.')[0]!])),
    requires: new Map(Object.entries(requires)),
  }
  return (await servedDocument({ paths, components: { schemas } } as never, owners)) as {
    paths: Paths
    components: Record<string, Record<string, Record<string, unknown>>>
  }
}
const data = (paths: Paths, path: string) =>
  (
    paths[path]!['get']!.responses['200'].content['application/json'].schema.properties.data as unknown as {
      properties: Record<string, unknown>
    }
  ).properties

test('what repeats is named after its plugin and its member, and says in its place what differs there', async () => {
  const { paths, components } = await serve(wires)
  assert.equal(data(paths, '/wires/a'), {
    port: { $ref: '#/components/schemas/wires.Port' },
    other: { $ref: '#/components/schemas/wires.Port', description: 'Where it ends' },
  })
  const { properties, description } = components['schemas']!['wires.Port']!
  assert.is(description, 'Where it begins')
  assert.equal((properties as Record<string, unknown>)['speed'], {
    description: 'Mbit/s; null: not given',
    type: ['integer', 'null'],
  })
  assert.equal(paths['/wires/c']!['get']!.parameters, [{ $ref: '#/components/parameters/wires.Query' }])
  const { required: _, ...kept } = filter
  assert.equal(components['parameters'], { 'wires.Query': kept })
})

test('an unrelated plugin, before or behind, changes no name and no operation of the others', async () => {
  const alone = await serve(wires)
  for (const both of [await serve({ ...lamps, ...wires }), await serve({ ...wires, ...lamps })]) {
    for (const path of Object.keys(wires)) assert.equal(both.paths[path], alone.paths[path], path)
    for (const kindOf of ['schemas', 'parameters'])
      for (const [name, part] of Object.entries(alone.components[kindOf]!))
        assert.equal(both.components[kindOf]![name], part, name)
    assert.ok('lamps.Socket' in both.components['schemas']!)
  }
})

test('a plugin refers to what a plugin shares that it requires', async () => {
  const { paths, components } = await serve({ ...wires, ...lamps }, { lamps: ['wires'] })
  assert.equal(Object.keys(components['schemas']!), ['wires.Port'])
  assert.equal(data(paths, '/lamps/b'), {
    socket: { $ref: '#/components/schemas/wires.Port', description: 'Its socket' },
  })
  assert.equal(Object.keys(components['parameters']!), ['wires.Query'])
})

test('a name that an author gave is that of every equal schema', async () => {
  const { paths, components } = await serve({ ...wires }, {}, { 'wires.Plug': kind('A plug') })
  assert.equal(Object.keys(components['schemas']!), ['wires.Plug'])
  assert.equal(data(paths, '/wires/c'), {
    port: { $ref: '#/components/schemas/wires.Plug', description: 'Where it begins' },
  })
})

test('a type or null is one type; a reference, a constant and two descriptions stay a union', () => {
  const nothing = { type: 'null' }
  assert.equal(compact({ anyOf: [{ type: 'string', enum: ['a'] }, nothing], description: 'x' }), {
    description: 'x',
    type: ['string', 'null'],
    enum: ['a', null],
  })
  assert.equal(compact({ anyOf: [{ enum: ['a'] }, nothing] }), {
    type: ['string', 'null'],
    enum: ['a', null],
  })
  assert.equal(
    compact({ anyOf: [{ type: 'integer', minimum: 0 }, { type: 'string', pattern: '^x' }, nothing] }),
    { minimum: 0, pattern: '^x', type: ['integer', 'string', 'null'] },
  )
  for (const union of [
    [{ $ref: '#/components/schemas/a.B' }, nothing],
    [{ type: 'integer', const: 1 }, nothing],
    [{ type: 'integer', enum: [1] }, { type: 'string' }],
    [{ type: 'integer' }, { type: 'number', minimum: 5 }],
    [
      { type: 'string', minLength: 3 },
      { type: 'string', pattern: '^x' },
    ],
    [
      { type: 'object', properties: {} },
      { type: 'array', items: {} },
    ],
  ])
    assert.equal(compact({ anyOf: union }), { anyOf: union })
  const told = { anyOf: [{ type: 'string', description: 'inner' }, nothing], description: 'outer' }
  assert.equal(compact(told), told)
  // Data is no schema.
  const example = { examples: [{ anyOf: [{ type: 'string' }, nothing] }] }
  assert.equal(compact(example), example)
})

test('the encoding is one that the client accepts, the better one of several', () => {
  assert.is(encodingFor('gzip, deflate, br'), 'br')
  assert.is(encodingFor('GZIP'), 'gzip')
  assert.is(encodingFor('br;q=0.1, gzip;q=0.9'), 'gzip')
  assert.is(encodingFor('*'), 'br')
  assert.is(encodingFor('br;q=0, *;q=0.5'), 'gzip')
  for (const none of ['', 'identity', 'gzip;q=0', 'br;q=x', 'deflate', 'brotli'])
    assert.is(encodingFor(none), undefined, none)
})
