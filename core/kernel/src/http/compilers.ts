import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'
import type { FastifyValidationResult } from 'fastify/types/schema.js'

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
 * and compiling them all is half of its time. A service compiles them before it listens, so that a bad schema
 * stops the start.
 */
export const serializers = ({
  late = false,
}: {
  late?: boolean
}): NonNullable<FastifyServerOptions['schemaController']> => {
  const factory = SerializerSelector()
  return {
    compilersFactory: {
      buildSerializer(schemas, options) {
        const [alone, beside] = [factory({}, options), factory(schemas, options)]
        const compile: typeof alone = part => (refers(part.schema) ? beside : alone)(part)
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
