import type { JsonSchema } from '../named-schemas.ts'
import { exampleValues } from './example-values.ts'

/** Schemas by name, for references. */
export type Named = Readonly<Record<string, JsonSchema>>

const isNull = (schema: JsonSchema) => schema['type'] === 'null'
const members = (schema: JsonSchema) => (schema['properties'] ?? {}) as Record<string, JsonSchema>
const wanted = (schema: JsonSchema) => new Set((schema['required'] ?? []) as string[])

/** A member about which the schema says nothing: clients send it back from an answer, and it is not read. */
const isOpen = (schema: JsonSchema) =>
  Object.keys(schema).every(key => ['description', 'title', 'writeOnly', 'x-unread'].includes(key))

const targetOf = (reference: unknown, named: Named) => named[String(reference).split('/').at(-1)!] ?? {}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00.000Z',
  date: '2026-01-31',
  uuid: '0f8e5b1c-2d5a-4d0e-9f0b-6a4d2b7c1e11',
  ip: '192.0.2.10',
  ipv4: '192.0.2.10',
  ipv6: '2001:db8::10',
  uri: 'https://noc.example.net',
  email: 'noc@example.net',
  byte: 'SGVsbG8=',
}

function fitsText(schema: JsonSchema, text: string): boolean {
  const { pattern, minLength = 0, maxLength = Infinity } = schema as Record<string, never>
  return (
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text))
  )
}

/** The usual value of a field of this name, or else one by format and pattern. */
function textOf(schema: JsonSchema, name: string): string {
  const usual = exampleValues[name]
  const candidates = [formats[String(schema['format'])], usual, 'text', '1', '02:00:00:00:0A:01', 'a:b']
  return (
    candidates.find((value): value is string => typeof value === 'string' && fitsText(schema, value)) ?? ''
  )
}

function numberOf(schema: JsonSchema, name: string): number {
  const usual = exampleValues[name]
  const low = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -Infinity)
  const high = Number(schema['maximum'] ?? Infinity)
  const whole = schema['type'] === 'integer'
  const fits = (value: unknown): value is number =>
    typeof value === 'number' && value >= low && value <= high && (!whole || Number.isInteger(value))
  return [usual, 1, low].find(fits) ?? 0
}

/** Which members of an object an example has. */
export type Extent = 'all' | 'needed'

/** A body of an update needs nothing: then its example has every simple member. */
function membersOf(schema: JsonSchema, extent: Extent): [string, JsonSchema][] {
  const needed = wanted(schema)
  const known = Object.entries(members(schema)).filter(
    ([name, member]) => needed.has(name) || !isOpen(member),
  )
  return extent === 'all' || needed.size === 0 ? known : known.filter(([name]) => needed.has(name))
}

interface Making {
  named: Named
  extent: Extent
  /** References that lead here: a schema may contain itself. */
  open: readonly unknown[]
  /** Name of the field. */
  name: string
}

/** Undefined: there is none, because the schema contains itself. */
function make(schema: JsonSchema, at: Making): unknown {
  const { $ref: reference, const: only, enum: words, examples, default: standard, type } = schema
  const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
  const given = [(examples as unknown[])?.[0], standard, only, (words as unknown[])?.[0]]
  const known = given.find(value => value !== undefined)
  if (known !== undefined) return known
  if (reference !== undefined) {
    if (at.open.includes(reference)) return undefined
    return make(targetOf(reference, at.named), { ...at, open: [...at.open, reference] })
  }
  if (choices) {
    for (const choice of [...choices.filter(one => !isNull(one)), ...choices.filter(isNull)]) {
      const made = make(choice, at)
      if (made !== undefined) return made
    }
    return undefined
  }
  const kind = Array.isArray(type) ? (type as string[]).find(one => one !== 'null') : type
  const whole = kind === type ? schema : { ...schema, type: kind }
  if (kind === 'object') return objectOf(schema, at)
  if (kind === 'array') return listOf(schema, at)
  if (kind === 'string') return textOf(whole, at.name)
  if (kind === 'integer' || kind === 'number') return numberOf(whole, at.name)
  return kind === 'boolean' ? (exampleValues[at.name] ?? true) : null
}

function objectOf(schema: JsonSchema, at: Making): unknown {
  const entries: [string, unknown][] = []
  for (const [name, member] of membersOf(schema, at.extent)) {
    const made = make(member, { ...at, name })
    if (made !== undefined) entries.push([name, made])
    else if (wanted(schema).has(name)) return undefined
  }
  return Object.fromEntries(entries)
}

function listOf(schema: JsonSchema, at: Making): unknown {
  const items = schema['items'] as JsonSchema | undefined
  const made = items && make(items, at)
  return made === undefined ? [] : [made]
}

/**
 * A value that fits a schema: its `examples`, or else one composed of its members. Members are known by
 * their names, because one word means one thing everywhere.
 */
export const exampleOf = (schema: JsonSchema, named: Named, extent: Extent = 'all'): unknown =>
  make(schema, { named, extent, open: [], name: '' }) ?? null
