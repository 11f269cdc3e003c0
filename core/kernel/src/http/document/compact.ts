import type { JsonSchema } from '../named-schemas.ts'
import { isObject, mapSchema } from './schema-places.ts'

const isNull = (schema: JsonSchema) => schema['type'] === 'null' && Object.keys(schema).length === 1

/** Keywords that say something of every value, so that they cannot stand beside another type. */
const ofAnyValue = ['$ref', 'const', 'anyOf', 'oneOf', 'allOf', 'not', 'if'] as const
const hasNone = (schema: JsonSchema, keywords: readonly string[]) => keywords.every(key => !(key in schema))

/** Keywords that say something of texts or of numbers only. A list or an object has schemas of its own. */
const scalars = new Set(['string', 'integer', 'number', 'boolean', 'null'])
const texts = ['description', 'title', 'examples', 'default', 'enum', 'writeOnly', 'readOnly', 'deprecated']

/** `x` or null as one schema. Undefined if the union is needed. */
function orNull(x: JsonSchema, around: JsonSchema): JsonSchema | undefined {
  if (!hasNone(x, ofAnyValue) || Object.keys(around).some(key => key in x)) return undefined
  const { type, enum: words, ...rest } = x
  const isWords = Array.isArray(words) && words.every(word => typeof word === 'string')
  const kinds = type === undefined ? (isWords ? ['string'] : undefined) : [type].flat()
  if (!kinds) return undefined
  return {
    ...around,
    type: [...new Set([...kinds, 'null'])],
    ...(Array.isArray(words) ? { enum: [...new Set([...(words as unknown[]), null])] } : {}),
    ...rest,
  }
}

/** Branches of different simple types as one schema: `minimum` says nothing of a text. */
function simple(branches: readonly JsonSchema[], around: JsonSchema): JsonSchema | undefined {
  const types = branches.map(({ type }) => type)
  if (!types.every(type => typeof type === 'string' && scalars.has(type))) return undefined
  if (new Set(types).size < types.length || (types.includes('integer') && types.includes('number')))
    return undefined
  if (!branches.every(branch => hasNone(branch, [...ofAnyValue, ...texts]))) return undefined
  return { ...around, ...Object.assign({}, ...(branches as object[])), type: types }
}

/** The same schema in fewer words: `anyOf` of a type and null is one type or null (OpenAPI 3.1, 4.8.24). */
export function compact(schema: JsonSchema): JsonSchema {
  const plain = mapSchema(schema, compact)
  const { anyOf, ...around } = plain
  if (!Array.isArray(anyOf) || !anyOf.every(isObject) || 'type' in around || 'enum' in around) return plain
  const rest = anyOf.filter(branch => !isNull(branch))
  return (
    (rest.length === 1 && anyOf.length === 2 ? orNull(rest[0]!, around) : undefined) ??
    simple(anyOf, around) ??
    plain
  )
}
