import type { Json, OpenApiDocument } from '../support/contract.ts'
import { sorted } from './differences.ts'

/**
 * What a document means, however it is written: references are replaced, and a schema is the list of the kinds
 * of values that it allows. It knows nothing of how the service writes its document.
 */
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const notes = ['title', 'description', 'examples', 'writeOnly'] as const
/** Keywords by the type of which they say something; the others are of every value. */
const ofType: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['minLength', 'maxLength', 'pattern', 'format'].map(key => [key, 'string'])),
  ...Object.fromEntries(
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map(key => [key, 'number']),
  ),
  ...Object.fromEntries(['items', 'minItems', 'maxItems', 'uniqueItems'].map(key => [key, 'array'])),
  ...Object.fromEntries(
    'properties patternProperties additionalProperties required minProperties maxProperties'
      .split(' ')
      .map(key => [key, 'object']),
  ),
}
const typeOf = (value: unknown) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'object'
        ? 'object'
        : typeof value
const says = (type: string) => (type === 'integer' ? 'number' : type)

/** The meaning of a document, by operation and by the name of a schema. */
export function meaningOf(document: OpenApiDocument): {
  operation(spec: Json): unknown
  schema(schema: Json): unknown
} {
  const targetOf = (reference: unknown) =>
    String(reference)
      .split('/')
      .slice(1)
      .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce((at, key) => at[key] as Json, document as Json)

  /** Each branch with one type, or without one. */
  const branches = (schema: Json, open: readonly unknown[]): unknown[] => {
    const { $ref: reference, anyOf, type, enum: words, ...rest } = schema
    if (reference !== undefined) {
      if (open.includes(reference)) return [{ itself: reference, ...rest }]
      return branches({ ...targetOf(reference), ...rest }, [...open, reference])
    }
    if (Array.isArray(anyOf)) {
      const around = Object.keys(rest).filter(key => !notes.includes(key as never))
      if (around.length > 0 || type || words)
        return [{ anyOf: (anyOf as Json[]).map(one => meaning(one, open)), ...rest }]
      return (anyOf as Json[]).flatMap(one => branches(one, open))
    }
    const types = Array.isArray(type)
      ? (type as string[])
      : type === undefined
        ? Array.isArray(words)
          ? [...new Set(words.map(typeOf))]
          : [undefined]
        : [String(type)]
    return types.map(one => {
      const own = Object.entries(rest).filter(
        ([key]) => one === undefined || ofType[key] === undefined || ofType[key] === says(one),
      )
      const inside = own
        .filter(([key]) => !notes.includes(key as never))
        .map(([key, value]) => [key, deep(key, value, open)])
      const mine = (words as unknown[] | undefined)?.filter(
        word => one === undefined || typeOf(word) === says(one),
      )
      return {
        ...(one ? { type: one } : {}),
        ...(mine && one !== 'null' ? { enum: mine } : {}),
        ...Object.fromEntries(inside),
      }
    })
  }
  const deep = (key: string, value: unknown, open: readonly unknown[]): unknown => {
    if (key === 'properties' || key === 'patternProperties')
      return Object.fromEntries(
        Object.entries(value as Json).map(([name, one]) => [name, meaning(one as Json, open)]),
      )
    if (
      ['items', 'additionalProperties', 'not', 'propertyNames', 'contains', 'if', 'then', 'else'].includes(
        key,
      )
    )
      return isObject(value) ? meaning(value, open) : value
    if (['oneOf', 'allOf', 'prefixItems'].includes(key))
      return (value as Json[]).map(one => meaning(one, open))
    return value
  }
  /** What a schema says to people: its own words, or those of the one it refers to, or of its only branch. */
  const wordsOf = (schema: Json, open: readonly unknown[] = []): Json => {
    const target =
      schema['$ref'] !== undefined && !open.includes(schema['$ref']) ? targetOf(schema['$ref']) : undefined
    const below = target ? wordsOf(target, [...open, schema['$ref']]) : {}
    const choices = (schema['anyOf'] as Json[] | undefined)?.filter(one => one['type'] !== 'null')
    const only = choices?.length === 1 ? wordsOf(choices[0]!, open) : {}
    const own = Object.fromEntries(
      notes.flatMap(key => (schema[key] === undefined ? [] : [[key, schema[key]]])),
    )
    return { ...below, ...only, ...own }
  }
  const known = new Map<Json, unknown>()
  function meaning(schema: Json, open: readonly unknown[] = []): unknown {
    if (open.length === 0 && known.has(schema)) return known.get(schema)
    const { examples: _, ...words } = wordsOf(schema)
    const kinds = branches(schema, open)
      .map(branch => JSON.stringify(sorted(branch)))
      .toSorted()
    const made = { words, kinds }
    if (open.length === 0) known.set(schema, made)
    return made
  }

  const whole = (part: Json): Json =>
    part['$ref'] === undefined ? part : { ...targetOf(part['$ref']), ...part, $ref: undefined }
  /** The schemas of a body or an answer. One that repeats the words of the answer says nothing more. */
  const content = (all: unknown, said?: unknown) =>
    Object.fromEntries(
      Object.entries((all ?? {}) as Record<string, Json>).map(([type, media]) => {
        const { description, ...schema } = (media['schema'] ?? {}) as Json
        return [
          type,
          meaning(description === undefined || description === said ? schema : { description, ...schema }),
        ]
      }),
    )
  const parameter = (one: Json) => {
    const { schema, required = false, $ref: _, ...more } = whole(one)
    return { ...more, required, schema: meaning(schema as Json) }
  }
  return {
    schema: meaning,
    operation({ parameters = [], requestBody, responses, ...rest }) {
      return {
        ...rest,
        parameters: (parameters as Json[]).map(one => JSON.stringify(sorted(parameter(one)))).toSorted(),
        body: requestBody && { ...(requestBody as Json), content: content((requestBody as Json)['content']) },
        answers: Object.fromEntries(
          Object.entries(responses as Record<string, Json>).map(([status, answer]) => {
            const { description, headers = {}, content: media } = whole(answer)
            const all = Object.entries(headers as Record<string, Json>).map(([name, one]) => {
              const { schema, $ref: _, ...more } = whole(one)
              return [name, { ...more, schema: meaning((schema ?? {}) as Json) }]
            })
            return [
              status,
              {
                description,
                headers: Object.fromEntries(all) as unknown,
                content: content(media, description),
              },
            ]
          }),
        ),
      }
    },
  }
}

/** The document with every parameter, header and schema in its place. A schema that has itself stays a reference there. */
export function writtenOut(document: OpenApiDocument): OpenApiDocument {
  const shared = document.components as unknown as Record<string, Record<string, Json>>
  const data = new Set(['example', 'examples', 'default', 'const', 'enum'])
  const write = (value: unknown, open: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map(one => write(one, open))
    if (!isObject(value)) return value
    const { $ref: reference, ...rest } = value
    const inside = Object.fromEntries(
      Object.entries(rest).map(([key, one]) => [key, data.has(key) ? one : write(one, open)]),
    )
    const [, , kind, name] = typeof reference === 'string' ? reference.split('/') : []
    if (kind === undefined) return inside
    if (kind === 'responses' || open.includes(name!)) return { $ref: reference, ...inside }
    return { ...(write(shared[kind]![name!], [...open, name!]) as Json), ...inside }
  }
  return {
    ...document,
    paths: write(document.paths, []) as OpenApiDocument['paths'],
    components: write(document.components, []) as OpenApiDocument['components'],
  }
}
