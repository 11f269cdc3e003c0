import type { JsonSchema } from '../named-schemas.ts'

/** Keywords (JSON Schema 2020-12) whose value is one schema, a list of schemas, or schemas by name. */
const one = [
  'items',
  'additionalProperties',
  'not',
  'contains',
  'propertyNames',
  'if',
  'then',
  'else',
] as const
const many = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const byName = ['properties', 'patternProperties'] as const

export const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where a schema stands in the one around it: the keyword, and the name of a member. */
export interface Step {
  keyword: string
  member?: string
}

/** The schema with another one in place of each schema directly in it. Data in it is left as it is. */
export function mapSchema(
  schema: JsonSchema,
  each: (inner: JsonSchema, step: Step) => JsonSchema,
): JsonSchema {
  const made = { ...schema }
  for (const keyword of one) {
    const inner = schema[keyword]
    if (isObject(inner)) made[keyword] = each(inner, { keyword })
  }
  for (const keyword of many) {
    const inner = schema[keyword]
    if (Array.isArray(inner)) made[keyword] = inner.map(item => each(item as JsonSchema, { keyword }))
  }
  for (const keyword of byName) {
    const inner = schema[keyword]
    if (!isObject(inner)) continue
    made[keyword] = Object.fromEntries(
      Object.entries(inner).map(([member, item]) => [member, each(item as JsonSchema, { keyword, member })]),
    )
  }
  return made
}

/** A value with its members in order, so that equal ones have equal texts. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map(key => [key, inOrder(value[key])]),
  )
}

/** Equal for schemas that are equal. */
export interface Fingerprint {
  /** Without what it says to people; whether it has a description belongs to it. */
  shape: string
  whole: string
  /** Octets, about. */
  size: number
}

/** Tells which schemas are equal. Each is read once. */
export function fingerprints(): (schema: JsonSchema) => Fingerprint {
  const numbers = new Map<string, string>()
  const known = new WeakMap<JsonSchema, Fingerprint>()
  const numberOf = (value: unknown) => {
    const text = JSON.stringify(value)
    return numbers.get(text) ?? numbers.set(text, String(numbers.size)).get(text)!
  }
  const printOf = (schema: JsonSchema): Fingerprint => {
    const found = known.get(schema)
    if (found) return found
    let size = 0
    const flat = mapSchema(schema, inner => {
      const print = printOf(inner)
      size += print.size
      return { whole: print.whole }
    })
    const { title, examples, description, ...bare } = inOrder(flat) as JsonSchema
    const shape = numberOf([bare, description !== undefined])
    const print = {
      shape,
      whole: numberOf([shape, title, description, examples]),
      size: size + JSON.stringify(bare).length,
    }
    known.set(schema, print)
    return print
  }
  return printOf
}
