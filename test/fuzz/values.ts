import { between, pick } from '@linecard/simulator'

export type Next = () => number

/** Values that are wrong, or right and unusual, wherever they stand. */
const hostile: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e308,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  Number.MAX_SAFE_INTEGER,
  2 ** 64,
  '',
  ' ',
  '0',
  '-1',
  'null',
  'NaN',
  '1e308',
  '0x10',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '😀'.repeat(300),
  'é'.repeat(4_000),
  'x'.repeat(70_000),
  '<script>alert(1)</script>',
  "'; drop table inventory_device; --",
  '{{7*7}}',
  '%00',
  '%s%n',
  '../../etc/passwd',
  '\r\nset-cookie: a=b',
  '127.0.0.1',
  '::1',
  'fe80::1%eth0',
  '255.255.255.255',
  '0177.0.0.1',
  '2026-02-30',
  '9999-12-31T23:59:60Z',
  '-000001-01-01T00:00:00Z',
  [],
  [[]],
  [null],
  {},
  { $ref: '#' },
  { id: {} },
  { constructor: { prototype: { polluted: true } } },
]

/** An array in an array in an array… */
const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)])

export const hostileValue = (next: Next): unknown =>
  next() < 0.03 ? deep(between(next, 50, 800)) : pick(next, hostile)

/** A hostile value as the text of a parameter. */
export function hostileText(next: Next): string {
  const value = hostileValue(next)
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

interface Schema {
  $ref?: string
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  examples?: readonly unknown[]
  default?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
}
export type { Schema }

/** At and just beyond the bounds of a schema. */
function boundsOf({ minimum, maximum, minLength, maxLength, enum: names }: Schema): unknown[] {
  const numbers = [minimum, maximum].flatMap(bound =>
    bound === undefined ? [] : [bound, bound - 1, bound + 1],
  )
  const lengths = [minLength, maxLength]
    .flatMap(bound => (bound === undefined ? [] : [bound, bound - 1, bound + 1]))
    .filter(length => length >= 0 && length < 100_000)
  return [...numbers, ...lengths.map(length => 'x'.repeat(length)), ...(names ?? [])]
}

/** A value that fits a schema, or nearly does. */
export function valueOf(
  schema: Schema | undefined,
  named: Readonly<Record<string, Schema>>,
  next: Next,
): unknown {
  if (!schema) return hostileValue(next)
  if (schema.$ref) return valueOf(named[decodeURIComponent(schema.$ref.split('/').at(-1)!)], named, next)
  if (schema.anyOf) return valueOf(pick(next, schema.anyOf), named, next)
  const bounds = boundsOf(schema)
  if (bounds.length > 0 && next() < 0.4) return pick(next, bounds)
  const known = [schema.const, ...(schema.enum ?? []), ...(schema.examples ?? []), schema.default].filter(
    one => one !== undefined,
  )
  if (known.length > 0) return pick(next, known)
  const type = pick(next, [schema.type].flat())
  if (type === 'null') return null
  if (type === 'integer' || type === 'number') return between(next, 0, 20)
  if (type === 'boolean') return next() < 0.5
  if (type === 'array')
    return Array.from({ length: between(next, 0, 3) }, () => valueOf(schema.items, named, next))
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(() => next() < 0.5)
        .map(([name, one]) => [name, valueOf(one, named, next)]),
    )
  return type === 'object' ? {} : pick(next, ['a', 'core', 'sw-1', '10.0.0.1', '1'])
}

type Node = { holder: Record<string, unknown>; name: string }

/** Every member of every object and list in a value. */
function nodesOf(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap(name => [{ holder, name }, ...nodesOf(holder[name])])
}

/** The value with one member replaced, removed, added or polluted. */
export function mutated(value: unknown, next: Next): unknown {
  const root = { value: structuredClone(value) }
  const { holder, name } = pick(next, nodesOf(root))
  const way = between(next, 0, 9)
  if (way === 0) delete holder[name]
  else if (way === 1) holder[`${name}x`] = hostileValue(next)
  else if (way === 2) holder[name] = [holder[name], holder[name]]
  else if (way === 3) holder[name] = { [name]: holder[name] }
  else if (way === 4) Object.defineProperty(holder, '__proto__', { value: { admin: true }, enumerable: true })
  else holder[name] = hostileValue(next)
  return root.value
}
