import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'
import type { FastifyValidationResult } from 'fastify/types/schema.js'
import { prefix } from './address.ts'
import { declarationMessage, type ContractFaults } from './contract-faults.ts'
import type { Operation, RunningPlugin } from './contract.ts'
import { slotOf } from './slots.ts'

type Check = FastifyValidationResult

/** A check that is compiled on first use. Fastify reads the errors from the function. */
export function lateCheck(make: () => Check): Check {
  let made: Check | undefined
  const check: Check = data => {
    made ??= make()
    const good = made(data)
    check.errors = made.errors ?? null
    return good
  }
  return check
}

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
    const operation = byRoute.get(`${method === 'HEAD' ? 'GET' : method} ${url}`)
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
 * Whether a schema contains references. Most do not: `serializerSchema` replaced them.
 */
const refers = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && ('$ref' in schema || Object.values(schema).some(refers))

/**
 * The compiler reads every named schema for each schema that it compiles. It gets them only for schemas with
 * references: else the start takes time for operations times named schemas.
 *
 * `late`: serializers are compiled on first use. A command uses one or two of some two hundred operations,
 * and compiling them all is half of its time. A service compiles them before it listens, so that a plugin
 * with a bad schema is known.
 */
export const serializers = ({
  late = false,
  charged,
}: {
  late?: boolean
  charged: Compile
}): NonNullable<FastifyServerOptions['schemaController']> => {
  const factory = SerializerSelector()
  return {
    compilersFactory: {
      buildSerializer(schemas, options) {
        const [alone, beside] = [factory({}, options), factory(schemas, options)]
        const compile: typeof alone = part =>
          charged(part as RoutePart, () => (refers(part.schema) ? beside : alone)(part))
        return late
          ? part => {
              let made: ((data: unknown) => string) | undefined
              return data => (made ??= compile(part))(data)
            }
          : compile
      },
    },
  }
}
