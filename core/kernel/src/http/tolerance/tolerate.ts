import type { JsonSchema } from '../named-schemas.ts'

/** What a schema says about a value, as far as tolerance needs it. */
interface Shape {
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
function shapeOf(schema: JsonSchema, named: ReadonlyMap<string, JsonSchema>): Shape {
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

/** A time without a zone, as older clients write it. */
const localTime = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/

/** RFC 3339 of a time in the zone of this service; null if the text is none, or a day that does not exist. */
function zoned(text: string): string | null {
  const [year, month, day, hour, minute, second] = (localTime.exec(text)?.slice(1) ?? []).map(Number)
  if (second === undefined) return null
  const time = new Date(year!, month! - 1, day, hour, minute, second)
  const isThatDay = time.getMonth() === month! - 1 && time.getDate() === day && time.getHours() === hour
  return isThatDay && minute! < 60 && second < 60 ? time.toISOString() : null
}

/** A text in a form that is tolerated, as the schema wants it. Any other text stays as it is. */
const tolerantText = (text: string, { format }: Shape): string =>
  format === 'date-time' ? (zoned(text) ?? text) : text

const truths: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  '0': false,
  false: false,
  '': false,
}
const decimal = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/

/**
 * The value that a text of a form or an address means: PHP writes true as 1, false as 0 and null as nothing.
 * A text stays one where the schema allows texts.
 */
function valueOfText(text: string, shape: Shape): unknown {
  const { types } = shape
  if (types.size === 0 || types.has('string')) return tolerantText(text, shape)
  if ((types.has('integer') || types.has('number')) && decimal.test(text)) return Number(text)
  if (types.has('boolean') && Object.hasOwn(truths, text)) return truths[text]
  return text === '' && types.has('null') ? null : text
}

/** Members that older clients send with every object. They mean nothing to this service. */
const meaningless = new Set(['httpClient', 'mapper', 'collectors'])

export interface Tolerating {
  /** The values are texts: of a form or an address. */
  texts: boolean
  /** Gets the path of each member that was left out. */
  ignored: string[]
}
/** Changes a part of a request so that its schema fits, where the list of tolerated forms says so. */
export type Tolerate = (value: unknown, tolerating: Tolerating) => unknown

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** PHP writes an object without members as an empty list. */
const isEmptyObject = (value: unknown, { members, types }: Shape) =>
  Array.isArray(value) && value.length === 0 && members !== undefined && !types.has('array')

/** The items of a list that a form numbers, as `a[0]=x&a[1]=y`. Anything else stays as it is. */
const numbered = (value: Record<string, unknown>): unknown =>
  Object.keys(value).every((key, n) => key === String(n)) ? Object.values(value) : value

/** The tolerance of each schema, made when it is first needed: most are, and some refer to themselves. */
export function tolerance(named: ReadonlyMap<string, JsonSchema>): (schema: JsonSchema) => Tolerate {
  const made = new Map<JsonSchema, { shape: Shape; members: Map<string, Shape> }>()
  const shaped = (schema: JsonSchema) => {
    const known = made.get(schema)
    if (known) return known
    const shape = shapeOf(schema, named)
    const members = new Map(
      Object.entries(shape.members ?? {}).map(([name, one]) => [name, shapeOf(one, named)]),
    )
    made.set(schema, { shape, members })
    return made.get(schema)!
  }

  /** Null means that a member is absent, unless its schema lets it be null. */
  function isLeftOut(name: string, value: unknown, member: Shape | undefined, object: Shape): boolean {
    if (!member) return object.closed && (value === null || meaningless.has(name))
    return member.unread || (value === null && member.types.size > 0 && !member.types.has('null'))
  }

  function inObject(value: Record<string, unknown>, schema: JsonSchema, path: string, how: Tolerating): void {
    const { shape, members } = shaped(schema)
    for (const [name, one] of Object.entries(value)) {
      const at = path === '' ? name : `${path}.${name}`
      const member = members.get(name)
      if (isLeftOut(name, one, member, shape)) {
        delete value[name]
        how.ignored.push(at)
      } else if (member) value[name] = inAny(one, shape.members![name]!, at, how)
    }
  }

  function inAny(sent: unknown, schema: JsonSchema, path: string, how: Tolerating): unknown {
    const { shape } = shaped(schema)
    if (typeof sent === 'string') return how.texts ? valueOfText(sent, shape) : tolerantText(sent, shape)
    if (isEmptyObject(sent, shape)) return {}
    const value = how.texts && isObject(sent) && shape.items && !shape.members ? numbered(sent) : sent
    if (Array.isArray(value) && shape.items)
      return value.map((one, n) => inAny(one, shape.items!, `${path}.${n}`, how))
    if (isObject(value) && shape.members) inObject(value, schema, path, how)
    return value
  }

  return schema => (value, how) => inAny(value, schema, '', how)
}
