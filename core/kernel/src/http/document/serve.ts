import { isDeepStrictEqual } from 'node:util'
import { setImmediate as others } from 'node:timers/promises'
import type { JsonSchema } from '../named-schemas.ts'
import { entriesOf, mapValues, replaceSchemas, type Document, type Entry, type Media } from './entries.ts'
import type { Owners } from './naming.ts'
import { share } from './share.ts'
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

const nameIn = (reference: unknown) => String(reference).split('/').at(-1)!

/** The example that everybody finds at the schema itself: that of a named one, or a list with it. */
function ownExample(schema: JsonSchema, named: Readonly<Record<string, JsonSchema>>): unknown {
  const { $ref: reference, items, type } = schema
  if (reference !== undefined) return (named[nameIn(reference)]?.['examples'] as unknown[] | undefined)?.[0]
  if (type !== 'array') return undefined
  const one = ownExample((items ?? {}) as JsonSchema, named)
  return one === undefined ? undefined : [one]
}

/** An answer without what its schemas say as well. */
function lean(media: Media[string], named: Readonly<Record<string, JsonSchema>>): Media[string] {
  const { example, ...rest } = media
  const schema = media.schema as (JsonSchema & { properties?: Record<string, JsonSchema> }) | undefined
  const data = schema?.properties?.['data']
  const known = data && ownExample(data, named)
  const isKnown = known !== undefined && isDeepStrictEqual((example as { data?: unknown })?.data, known)
  return isKnown ? rest : media
}

function leanEntry(entry: Entry, named: Readonly<Record<string, JsonSchema>>): Entry {
  const { parameters, responses } = entry
  return {
    ...entry,
    ...(parameters && {
      // False is what is meant without the word.
      parameters: parameters.map(({ required, ...one }) => (required ? { ...one, required } : one)),
    }),
    responses: mapValues(responses, answer =>
      answer.content
        ? { ...answer, content: mapValues(answer.content, media => lean(media, named)) }
        : answer,
    ),
  }
}

/** The document as it is served: it says the same in fewer words, and each thing once. */
export async function servedDocument<D extends Document>(document: D, owners: Owners): Promise<D> {
  const named = document.components?.['schemas'] ?? {}
  const entries = new Map(
    entriesOf(document).map(entry => [
      entry.operationId,
      replaceSchemas(leanEntry(entry, named), '', compact),
    ]),
  )
  const paths = mapValues(document.paths ?? {}, item =>
    mapValues(item, entry => entries.get(entry.operationId) ?? entry),
  )
  const components = { ...document.components, schemas: mapValues(named, schema => compact(schema)) }
  await others()
  return share({ ...document, paths, components }, owners)
}
