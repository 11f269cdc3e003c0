import { isDeepStrictEqual } from 'node:util'
import type { ContractFaults } from './contract-faults.ts'

export type JsonSchema = Record<string, unknown>

/**
 * Named schemas of all plugins. Each is registered once and referred to, so that the document has real names.
 */
export interface NamedSchemas {
  /**
   * The schema with a reference in place of every named part.
   * @throws Error for a name that is wrong or taken
   */
  refer(plugin: string, schema: unknown): JsonSchema
  /** The schema without references: for parameters, which the document lists one by one. */
  inline(schema: unknown): JsonSchema
  all(): JsonSchema[]
  /** By `$id`. */
  readonly named: ReadonlyMap<string, JsonSchema>
  /** Finds references to schemas that no plugin declares. */
  finish(faults: ContractFaults): void
}

/** Keywords (JSON Schema 2020-12) whose value is data, and those whose value is schemas by name. */
const dataKeywords = new Set(['example', 'examples', 'default', 'const', 'enum'])
const byNameKeywords = new Set(['properties', 'patternProperties', '$defs', 'definitions'])

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mapSchemas = (schemas: JsonSchema, each: (schema: JsonSchema) => unknown) =>
  Object.fromEntries(Object.entries(schemas).map(([key, item]) => [key, isSchema(item) ? each(item) : item]))

const copy = (schema: JsonSchema, each: (schema: JsonSchema) => unknown): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema).map(([key, item]) => {
      // Data is no schema: an example may have a member "$id".
      if (dataKeywords.has(key)) return [key, item]
      if (Array.isArray(item)) return [key, item.map(inner => (isSchema(inner) ? each(inner) : inner))]
      if (!isSchema(item)) return [key, item]
      return [key, byNameKeywords.has(key) ? mapSchemas(item, each) : each(item)]
    }),
  )

/** A schema with references in place of its named parts. */
interface Split {
  schema: JsonSchema
  /** The named parts, with their `$id`. */
  parts: ReadonlySet<JsonSchema>
  /** `$id` of schemas that it refers to by name. */
  wanted: ReadonlySet<string>
}

/** Schemas of plugins are constants: what was made of one serves all applications of this process. */
const splits = new WeakMap<JsonSchema, Split>()
const inlined = new WeakMap<JsonSchema, JsonSchema>()

function makeSplit(schema: JsonSchema): Split {
  const { $id: id, $ref: reference } = schema
  if (typeof reference === 'string' && !reference.startsWith('#')) {
    const target = reference.replace(/#$/, '')
    return { schema: { ...schema, $ref: `${target}#` }, parts: new Set(), wanted: new Set([target]) }
  }
  const parts = new Set<JsonSchema>()
  const wanted = new Set<string>()
  const plain = copy(schema, inner => {
    const one = splitOf(inner)
    for (const part of one.parts) parts.add(part)
    for (const target of one.wanted) wanted.add(target)
    return one.schema
  })
  if (typeof id !== 'string') return { schema: plain, parts, wanted }
  return { schema: { $ref: `${id}#` }, parts: parts.add(plain), wanted }
}

function splitOf(schema: JsonSchema): Split {
  const known = splits.get(schema)
  if (known) return known
  const made = makeSplit(schema)
  splits.set(schema, made)
  return made
}

function inline(schema: JsonSchema): JsonSchema {
  const known = inlined.get(schema)
  if (known) return known
  const { $id: _, ...rest } = schema
  const made = copy(rest, inline)
  inlined.set(schema, made)
  return made
}

export function createNamedSchemas(): NamedSchemas {
  const named = new Map<string, JsonSchema>()
  const wanted = new Map<string, string>()

  const register = (plugin: string, part: JsonSchema): void => {
    const id = String(part['$id'])
    const twin = named.get(id)
    if (twin === part) return
    if (!twin && !id.startsWith(`${plugin}.`))
      throw new Error(
        `schema "${id}": $id must start with "${plugin}."; ` +
          'the schema of another plugin needs it in "requires"',
      )
    if (twin && !isDeepStrictEqual(twin, part))
      throw new Error(`schema "${id}": two different schemas have this $id, rename one`)
    named.set(id, part)
  }

  return {
    refer(plugin, schema) {
      const split = splitOf(schema as JsonSchema)
      for (const part of split.parts) register(plugin, part)
      for (const target of split.wanted) if (!wanted.has(target)) wanted.set(target, plugin)
      return split.schema
    },
    inline: schema => inline(schema as JsonSchema),
    all: () => [...named.values()],
    named,
    finish(faults) {
      for (const [id, plugin] of wanted) {
        if (named.has(id)) continue
        const fault = 'is referred to, but declared by no plugin: add it to "schemas", or correct the $ref'
        faults.add(plugin, `schema "${id}"`, [fault])
      }
    },
  }
}
