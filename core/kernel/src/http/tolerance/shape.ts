import type { JsonSchema } from '../named-schemas.ts'

/** What a schema says about a value, as far as tolerance needs it. */
export interface Shape {
  /** JSON types that a value may have; empty: any. */
  types: ReadonlySet<string>
  /** Schemas of the members of an object, undefined if no branch of the schema is an object. */
  members: Readonly<Record<string, JsonSchema>> | undefined
  /** Only the members of `members` are allowed. */
  closed: boolean
  items: JsonSchema | undefined
  format: string | undefined
  /** It may be sent, and is not read. */
  unread: boolean
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** The schema itself, or the branches of its union; references are followed. */
function branchesOf(schema: JsonSchema, named: ReadonlyMap<string, JsonSchema>): JsonSchema[] {
  const { $ref: reference, anyOf } = schema
  if (typeof reference === 'string') {
    const target = named.get(reference.replace(/#$/, ''))
    return target ? branchesOf(target, named) : []
  }
  return Array.isArray(anyOf) ? anyOf.filter(isSchema).flatMap(one => branchesOf(one, named)) : [schema]
}

const typesOf = ({ type, const: only, enum: values }: JsonSchema): string[] => {
  if (type !== undefined) return [type as string | string[]].flat()
  if (only !== undefined) return [typeOf(only)]
  return Array.isArray(values) ? values.map(typeOf) : ['any']
}

/**
 * The members of the objects of a union. One that several may have fits where one of them says so, and where
 * any of them takes what it does not list, nothing is known of a member.
 */
function membersOf(objects: readonly JsonSchema[]): Record<string, JsonSchema> {
  const of = ({ properties = {} }: JsonSchema) => properties as Record<string, JsonSchema>
  if (objects.length === 1) return of(objects[0]!)
  const names = new Set(objects.flatMap(object => Object.keys(of(object))))
  const known = [...names].map((name): [string, JsonSchema] => {
    const open = objects.some(one => !Object.hasOwn(of(one), name) && one['additionalProperties'] !== false)
    const anyOf = objects.flatMap(object => of(object)[name] ?? [])
    return [name, open ? {} : { anyOf }]
  })
  return Object.fromEntries(known)
}

/** The shape of a schema. */
export function shapeOf(schema: JsonSchema, named: ReadonlyMap<string, JsonSchema>): Shape {
  const branches = branchesOf(schema, named)
  const types = branches.flatMap(typesOf)
  const objects = branches.filter(branch => branch['type'] === 'object')
  const lists = branches.filter(branch => branch['type'] === 'array')
  return {
    types: types.includes('any') ? new Set() : new Set(types),
    members: objects.length > 0 ? membersOf(objects) : undefined,
    closed: objects.length > 0 && objects.every(object => object['additionalProperties'] === false),
    items: lists.length === 1 && isSchema(lists[0]!['items']) ? lists[0]!['items'] : undefined,
    format: branches.map(({ format }) => format).find(format => typeof format === 'string') as
      | string
      | undefined,
    unread: branches.some(one => one['x-unread'] === true),
  }
}
