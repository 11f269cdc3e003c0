import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'
import { prefix } from './address.ts'
import { declarationMessage, type ContractFaults } from './contract-faults.ts'
import type { Operation, RunningPlugin } from './contract.ts'
import { keptOf, reached } from './kept.ts'
import type { JsonSchema } from './named-schemas.ts'
import { isSound } from '../config/schema-check.ts'
import { slotOf } from './slots.ts'

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords for which the serializer validates, and `const`, for which it ignores the value. */
const choosing = ['anyOf', 'oneOf', 'allOf', 'if', 'const', '$ref'] as const
const isPlain = (schema: JsonSchema) =>
  !Array.isArray(schema['type']) && choosing.every(keyword => !(keyword in schema))

const isNull = (schema: unknown) => isSchema(schema) && schema['type'] === 'null'

/**
 * A union without validation, if null or the kind of the value (list or object) decides its branch. Undefined
 * if only validation can decide.
 */
function decided(branches: readonly JsonSchema[]): JsonSchema | undefined {
  const [one, two, more] = branches.filter(branch => !isNull(branch))
  const nullable = branches.some(isNull) ? { nullable: true } : {}
  if (!one || more || !isPlain(one)) return undefined
  // The words of an enumeration need no type: they are written as any value.
  if (one['type'] === undefined) return 'enum' in one && !two ? {} : undefined
  if (!two) return { ...one, ...nullable }
  const types = new Set([one['type'], two['type']])
  return isPlain(two) && types.has('array') && types.has('object')
    ? { ...one, ...two, ...nullable, type: ['array', 'object'] }
    : undefined
}

/**
 * The schema of an answer for its serializer. As declared, the serializer validates every value of a union
 * against one branch after the other: a list of devices as a whole, and each of its fields again. If null or
 * the kind of the value decides, no validation is needed. References are replaced by their schemas, because
 * nothing can stand beside them; a reference that leads back to itself stays.
 */
export function serializerSchema(
  schema: JsonSchema,
  named: ReadonlyMap<string, JsonSchema>,
  open: readonly string[] = [],
): JsonSchema {
  const each = (inner: unknown): unknown => (isSchema(inner) ? serializerSchema(inner, named, open) : inner)
  const { $ref: reference, anyOf, properties, items } = schema
  if (typeof reference === 'string') {
    const id = reference.replace(/#$/, '')
    const target = named.get(id)
    if (!target || open.includes(id) || Object.keys(schema).length > 1) return schema
    const { $id: _, ...rest } = target
    return serializerSchema(rest, named, [...open, id])
  }
  if (Array.isArray(anyOf)) {
    const { anyOf: _, ...rest } = schema
    const union = decided(anyOf.map(branch => each(branch) as JsonSchema))
    return union ? { ...union, ...rest } : schema
  }
  return {
    ...schema,
    ...(isSchema(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [name, each(inner)]),
          ),
        }
      : {}),
    ...(isSchema(items) ? { items: each(items) } : {}),
  }
}

type Serialize = (data: unknown) => string

/** A schema of a route, as Fastify gives it to a compiler. */
export interface RoutePart {
  method?: string
  url?: string
  /** `body`, `querystring`, …; absent for an answer. */
  httpPart?: string
  httpStatus?: string
}

/**
 * Compiles a part of a route. What keeps it from being compiled is charged to the plugin of the route, and
 * the parts of the other routes are compiled: the application is refused as a whole.
 */
export type Compile = <T>(part: RoutePart, compile: () => T) => T

export function chargedCompile(
  operations: readonly Operation[],
  plugins: readonly RunningPlugin[],
  faults: ContractFaults,
): Compile {
  const byRoute = new Map(operations.map(one => [`${one.method} ${prefix}${one.path}`, one]))
  const ownerOf = ({ method = '', url = '' }: RoutePart) => {
    const operation = byRoute.get(`${method} ${url}`)
    if (operation) return { plugin: operation.plugin, route: `${operation.method} ${operation.path}` }
    const slot = plugins.find(({ plugin }) => plugin.http && url.startsWith(slotOf(plugin)!.prefix))
    return slot && { plugin: slot.plugin.id, route: `http: ${method} ${url}` }
  }
  return (part, compile) => {
    try {
      return compile()
    } catch (error) {
      const owner = ownerOf(part)
      if (!owner) throw error
      const { httpPart = 'response', httpStatus } = part
      const what = httpPart === 'querystring' ? 'query' : httpPart
      const field = httpStatus === undefined ? what : `${what} ${httpStatus}`
      faults.add(owner.plugin, owner.route, [`${field} schema is invalid: ${declarationMessage(error)}`])
      // Never called: the application is refused.
      return undefined as never
    }
  }
}

/**
 * Serializers of answers, of the schemas as they are declared. A serializer is compiled for its first answer,
 * but at once if its schema may be wrong: a plugin with such a schema is found at the start.
 */
export const serializers = (
  named: ReadonlyMap<string, JsonSchema>,
  charged: Compile,
): NonNullable<FastifyServerOptions['schemaController']> => {
  const factory = SerializerSelector()
  return {
    compilersFactory: {
      buildSerializer(_, options) {
        const compile = (schema: JsonSchema): Serialize =>
          keptOf('serialize', schema, reached(schema, named), () => {
            const plain = serializerSchema(schema, named)
            // It reads every schema that it is given, so it gets those that are needed.
            const compileOne = factory(Object.fromEntries(reached(plain, named)), options)
            return compileOne({ schema: plain } as never)
          })
        return part => {
          const schema = part.schema as JsonSchema
          let made = isSound(schema, named) ? undefined : charged(part as RoutePart, () => compile(schema))
          return data => (made ??= compile(schema))(data)
        }
      },
    },
  }
}
