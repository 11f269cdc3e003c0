import { Type as T } from 'typebox'
import { suite, assert } from '@linecard/test-kit'
import { Mac, lineArg } from '@linecard/driver-kit/modules'
import { validator } from '@linecard/driver-kit/validation'

const test = suite('validate')
const row = T.Object(
  {
    id: T.Integer({ minimum: 1 }),
    mac: T.Union([T.String(), T.Null()]),
    state: T.Union([T.Literal('Up'), T.Literal('Down')]),
    time: T.Optional(T.String({ format: 'date-time' })),
  },
  { additionalProperties: false },
)
const answer = T.Object({ rows: T.Array(row) }, { additionalProperties: false })
const good = { id: 1, mac: null, state: 'Up' }

test('what fits has no findings', () => {
  assert.equal(validator(answer)({ rows: [good, { ...good, time: '2026-03-05T13:30:15.500Z' }] }), [])
})

test('findings name the field at any depth: wrong, missing, unknown, bad format', () => {
  const findings = validator(answer)({
    rows: [good, { id: 0, mac: 5, state: 'up', extra: 1, time: 'yesterday' }, { id: 2, mac: null }],
  })
  const at = Object.fromEntries(findings.map(({ path, message }) => [path, message]))
  assert.is(at['rows.1.id'], 'must be >= 1')
  assert.is(at['rows.1.mac'], 'must be string or null')
  assert.is(at['rows.1.state'], 'must be one of Up, Down')
  assert.is(at['rows.1.extra'], 'is unknown')
  assert.is(at['rows.1.time'], 'must match format "date-time"')
  assert.is(at['rows.2.state'], 'is missing')
  assert.is(Object.keys(at).length, 6)
})

test('a form that has a name in the field is told by it, any other by its pattern', () => {
  const fields = T.Object({
    description: lineArg('One line', 64),
    mac: Mac,
    id: T.String({ pattern: '^[0-9]{1,3}$' }),
  })
  assert.equal(
    validator(fields)({ description: 'a\nreboot', mac: '0200.0000.0001', id: 'x' }).map(
      ({ path, message }) => [path, message],
    ),
    [
      ['description', 'must be one line without control characters'],
      ['mac', 'must be a MAC address as AA:BB:CC:DD:EE:FF'],
      ['id', 'must match pattern "^[0-9]{1,3}$"'],
    ],
  )
})

test('coercion is for query strings only, and works in place', () => {
  const args = T.Object(
    {
      vlan: T.Optional(T.Integer()),
      all: T.Boolean({ default: false }),
      ids: T.Optional(T.Array(T.Integer())),
    },
    { additionalProperties: false },
  )
  const query = { vlan: '10', ids: '7' }
  assert.ok(validator(args)({ vlan: '10', all: true }).some(({ path }) => path === 'vlan'))
  assert.equal(validator(args)(query, { coerce: true }), [])
  assert.equal(query as unknown, { vlan: 10, all: false, ids: [7] })
  assert.is(validator(args)({ vlan: 'ten' }, { coerce: true })[0]?.path, 'vlan')
})

test('a validator is made once a schema, and its findings are bounded', () => {
  assert.is(validator(answer), validator(answer))
  assert.is(
    validator(answer)({ rows: Array.from({ length: 20_000 }, () => ({ ...good, id: -1 })) }).length,
    50,
  )
})
