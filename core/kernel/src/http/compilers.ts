import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'
import { prefix } from './address.ts'
import { declarationMessage, type ContractFaults } from './contract-faults.ts'
import type { Operation, RunningPlugin } from './contract.ts'
import { keptOf, reached } from './kept.ts'
import type { JsonSchema } from './named-schemas.ts'
import { isSound } from '../config/schema-check.ts'
import { serializerSchema } from './serializer-schema.ts'
import { slotOf } from './slots.ts'

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
