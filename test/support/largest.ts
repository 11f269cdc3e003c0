/** The largest and nastiest values that schemas of the document allow. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  examples?: unknown[]
  pattern?: string
  format?: string
  maxLength?: number
  maxItems?: number
  maximum?: number
  exclusiveMaximum?: number
  maxProperties?: number
}

/** A body may have 1 MiB, with some room for the rest of it. */
const mostOctets = 900_000

/** What texts are made of: plain, and nested for templates, expressions and patterns. */
export const fillings = ['a', '{{#if (a* '] as const

interface Making {
  named: Readonly<Record<string, Schema>>
  filling: string
  /** Octets that are left. */
  left: number
  depth: number
}

export const resolved = (schema: Schema, named: Making['named']): Schema =>
  schema.$ref ? resolved(named[decodeURIComponent(schema.$ref.split('/').at(-1)!)] ?? {}, named) : schema

function textOf(schema: Schema, making: Making): string {
  if (schema.pattern !== undefined || schema.format !== undefined) {
    const [example] = schema.examples ?? []
    return typeof example === 'string' ? example : 'a'
  }
  const length = Math.max(1, Math.min(schema.maxLength ?? making.left, making.left))
  making.left -= length
  return making.filling.repeat(Math.ceil(length / making.filling.length)).slice(0, length)
}

function listOf(schema: Schema, making: Making): unknown[] {
  const made: unknown[] = []
  const most = schema.maxItems ?? Infinity
  while (made.length < most && (made.length === 0 || making.left > 0)) {
    made.push(largestOf(schema.items ?? {}, making))
    making.left -= 2
    if (made.length >= 200_000) break
  }
  return made
}

function objectOf(schema: Schema, making: Making): Record<string, unknown> {
  const made = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, member]) => {
      making.left -= name.length + 6
      return [name, largestOf(member, making)]
    }),
  )
  const more = schema.additionalProperties
  if (more === undefined || more === false || schema.properties) return made
  const most = schema.maxProperties ?? Infinity
  for (let at = 0; at < most && making.left > 0; at++) {
    making.left -= 12
    made[`k${at}`] = more === true ? at : largestOf(more, making)
  }
  return made
}

/** Nested so deep that a recursive reader would notice. */
function nested(making: Making): unknown {
  const most = Math.min(making.left / 4, 1_000)
  let made: unknown = 1
  for (let depth = 0; depth < most; depth++) made = depth % 2 ? { a: made } : [made]
  making.left -= most * 4
  return made
}

function largestOf(given: Schema, making: Making): unknown {
  const schema = resolved(given, making.named)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = (schema.anyOf ?? schema.oneOf)?.map(one => resolved(one, making.named))
  if (choices) {
    const rank = ({ type }: Schema) => ['object', 'array', 'string'].indexOf(String([type].flat()[0]))
    return largestOf(choices.toSorted((a, b) => rank(b) - rank(a))[0]!, making)
  }
  const kind = [schema.type].flat()[0]
  if (making.depth > 6) return null
  const inner = { ...making, depth: making.depth + 1 }
  try {
    if (kind === 'string') return textOf(schema, inner)
    if (kind === 'array') return listOf(schema, inner)
    if (kind === 'object') return objectOf(schema, inner)
    if (kind === 'integer' || kind === 'number') return schema.maximum ?? 1_000_000
    if (kind === 'boolean') return true
    return nested(inner)
  } finally {
    making.left = inner.left
  }
}

/** One value of at most some 0.9 MB. */
export const largest = (schema: Schema, named: Making['named'], filling: string): unknown =>
  largestOf(schema, { named, filling, left: mostOctets, depth: 0 })
