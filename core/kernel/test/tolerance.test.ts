import { Type as T } from 'typebox'
import { assert, suite } from '@linecard/test-kit'
import { parseForm } from '../src/http/form-body.ts'
import type { JsonSchema } from '../src/http/named-schemas.ts'
import { queryLists, tolerance, withoutCacheBuster } from '../src/http/tolerance/index.ts'

const test = suite('what older clients send')

const strict = { additionalProperties: false } as const
const Group = T.Object({ id: T.Optional(T.Integer()), name: T.String() }, { $id: 'x.Group', ...strict })
const Body = T.Object(
  {
    id: T.Optional(T.Integer()),
    name: T.Optional(T.String()),
    size: T.Optional(T.Integer()),
    on: T.Optional(T.Union([T.Boolean(), T.Null()])),
    params: T.Optional(T.Union([T.Record(T.String(), T.Unknown()), T.Null()])),
    either: T.Optional(T.Union([T.Record(T.String(), T.Unknown()), T.Array(T.Unknown())])),
    start: T.Optional(T.String({ format: 'date-time' })),
    group: T.Optional(T.Unsafe<object>({ $ref: 'x.Group' })),
    groups: T.Optional(T.Array(T.Union([T.Integer(), T.Unsafe<object>({ $ref: 'x.Group#' })]))),
    free: T.Optional(T.Unknown()),
    seen: T.Optional(T.Unknown({ 'x-unread': true })),
  },
  strict,
)
const named = new Map<string, JsonSchema>([['x.Group', Group as never]])
const tolerate = tolerance(named)(Body as never)
const of = (value: unknown, texts = false) => {
  const ignored: string[] = []
  return { value: tolerate(value, { texts, ignored }), ignored }
}

test('members that mean nothing are left out and named; any other stays for the check', () => {
  assert.equal(of({ httpClient: {}, mapper: {}, collectors: [], id: null, name: 'x', extra: 1 }), {
    value: { name: 'x', extra: 1 },
    ignored: ['httpClient', 'mapper', 'collectors', 'id'],
  })
  assert.equal(of({ group: { mapper: {}, id: null, name: 'g' }, groups: [{ mapper: {}, name: 'h' }, 3] }), {
    value: { group: { name: 'g' }, groups: [{ name: 'h' }, 3] },
    ignored: ['group.mapper', 'group.id', 'groups.0.mapper'],
  })
})

test('null means that a member is absent, unless it may be null; what is not read is left out', () => {
  const Either = T.Union([
    T.Object({ kind: T.String(), size: T.Optional(T.Integer()), any: T.Optional(T.Null()) }, strict),
    T.Object({ kind: T.String(), label: T.Optional(T.String()) }, strict),
  ])
  const either = (value: unknown) => {
    const ignored: string[] = []
    return { value: tolerance(named)(Either as never)(value, { texts: false, ignored }), ignored }
  }
  assert.equal(of({ name: null, size: null, on: null, params: null, free: null, nobodyKnows: null }), {
    value: { on: null, params: null, free: null },
    ignored: ['name', 'size', 'nobodyKnows'],
  })
  assert.equal(of({ group: { id: null, name: null } }), {
    value: { group: {} },
    ignored: ['group.id', 'group.name'],
  })
  assert.equal(either({ kind: 'x', size: null, label: null, any: null, other: null }), {
    value: { kind: 'x', any: null },
    ignored: ['size', 'label', 'other'],
  })
  assert.equal(of({ seen: 'yesterday', name: 'x' }), { value: { name: 'x' }, ignored: ['seen'] })
})

test('free data keeps every member', () => {
  const free = { free: { mapper: 1, id: null }, params: { httpClient: 2, id: null } }
  assert.equal(of(structuredClone(free)), { value: free, ignored: [] })
})

test('an empty list is an empty object where only an object fits', () => {
  assert.equal(of({ params: [], either: [], groups: [], free: [] }).value, {
    params: {},
    either: [],
    groups: [],
    free: [],
  })
  assert.equal(of([]).value, {})
  assert.equal(of({ params: [1] }).value, { params: [1] })
})

test('a time without zone is one of this service; a day that does not exist stays as it is', () => {
  const { start } = of({ start: '2026-11-22 00:00:00' }).value as { start: string }
  assert.is(start, new Date(2026, 10, 22).toISOString())
  for (const bad of ['2026-02-30 00:00:00', '2026-11-22 25:00:00', '2026-11-22', 'x'])
    assert.equal(of({ start: bad }).value, { start: bad })
  assert.equal(of({ name: '2026-11-22 00:00:00' }).value, { name: '2026-11-22 00:00:00' })
})

test('texts of a form become what the schema says', () => {
  const form = parseForm(
    Buffer.from('name=7&size=12&on=1&params%5Ba%5D%5Bb%5D=c&groups%5B0%5D=3&groups[1][name]=g&id='),
  )
  assert.equal(of(form, true).value, {
    name: '7',
    size: 12,
    on: true,
    params: { a: { b: 'c' } },
    groups: [3, { name: 'g' }],
    id: '',
  })
  assert.equal(of({ on: '0' }, true).value, { on: false })
  assert.equal(of({ size: '1e999x', on: 'yes' }, true).value, { size: '1e999x', on: 'yes' })
})

test('a form is refused that is too deep, too large, or changes prototypes', () => {
  for (const bad of [
    '__proto__[x]=1',
    'a%5B__proto__%5D=1',
    'constructor=1',
    `a${'[b]'.repeat(20)}=1`,
    Array.from({ length: 1100 }, (_, n) => `a${n}=1`).join('&'),
  ])
    assert.throws(() => parseForm(Buffer.from(bad)), /form/i, bad.slice(0, 40))
  assert.throws(() => parseForm(Buffer.from('a=%00')), /NUL/)
  assert.throws(() => parseForm(Buffer.from('a[b]=%00')), /NUL/)
  assert.throws(() => parseForm(Buffer.from([0x61, 0x3d, 0xff])), /UTF-8/)
  assert.is(parseForm(Buffer.from(' ')), undefined)
})

test('lists of a query come in the notation of PHP; a cache buster is nothing', () => {
  const query: Record<string, unknown> = { 'a[]': ['1', '2'], 'b[0]': 'x', 'b[1]': 'y', b: 'w', _: '1763' }
  queryLists(query)
  withoutCacheBuster(query, {})
  assert.equal(query, { a: ['1', '2'], b: ['w', 'x', 'y'] })
  const own = { _: '1' }
  withoutCacheBuster(own, { _: {} })
  assert.equal(own, { _: '1' })
})
