import { isRecord } from './values.ts'

/** A JSON schema, as far as variables are described by it. */
export type VariableSchema = Readonly<Record<string, unknown>>

/** What a schema says of a field: its schema; that there is none, and what there is; null: anything. */
export type Known = { schema: VariableSchema } | { missing: readonly string[] } | null

const list = (value: unknown): VariableSchema[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** The kinds that a value may have, without null. */
function kinds(schema: VariableSchema): VariableSchema[] {
  const several = [...list(schema.anyOf), ...list(schema.oneOf)]
  if (several.length > 0) return several.flatMap(kinds)
  return schema.type === 'null' ? [] : [schema]
}

function ofObject(schema: VariableSchema, key: string): Known {
  const properties = isRecord(schema.properties) ? schema.properties : null
  const found = properties && Object.hasOwn(properties, key) ? properties[key] : undefined
  if (found !== undefined) return isRecord(found) ? { schema: found } : null
  for (const [pattern, each] of Object.entries(
    isRecord(schema.patternProperties) ? schema.patternProperties : {},
  ))
    if (new RegExp(pattern).test(key)) return isRecord(each) ? { schema: each } : null
  if (isRecord(schema.additionalProperties)) return { schema: schema.additionalProperties }
  if (schema.additionalProperties === true || properties === null) return null
  return { missing: Object.keys(properties) }
}

/** What is known of a field, or of an item of a list (`null`: an index that is not known). */
export function fieldOf(schema: VariableSchema, key: string | null): Known {
  const missing: string[] = []
  for (const kind of kinds(schema)) {
    const type = kind.type
    if (type === 'array') {
      if (key === 'length') return { schema: { type: 'number' } }
      const items = isRecord(kind.items) ? kind.items : null
      if (key === null || /^\d+$/.test(key)) return items && { schema: items }
      continue
    }
    if (type === undefined || type === 'object') {
      const found = key === null ? null : ofObject(kind, key)
      if (found === null || 'schema' in found) return found
      missing.push(...found.missing)
    } else if (type === 'string' && key === 'length') return { schema: { type: 'number' } }
  }
  return { missing }
}

/** Whether a value is of this kind for certain. */
export function isAlways(schema: VariableSchema, ...types: readonly string[]): boolean {
  const all = kinds(schema)
  return all.length > 0 && all.every(kind => typeof kind.type === 'string' && types.includes(kind.type))
}

/** Whether it may be null. */
export const mayBeNull = (schema: VariableSchema): boolean =>
  schema.type === 'null' || [...list(schema.anyOf), ...list(schema.oneOf)].some(mayBeNull)
