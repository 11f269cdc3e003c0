import type { JsonSchema } from '../named-schemas.ts'
import { shapeOf, type Shape } from './shape.ts'
import { tolerantText, valueOfText } from './texts.ts'

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
