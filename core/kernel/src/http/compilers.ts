import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'
import type { FastifyValidationResult } from 'fastify/types/schema.js'

type Check = FastifyValidationResult

/** A check that is compiled when it is first needed. Fastify reads the errors off the function. */
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
 * Whether a schema is read with the named ones beside it. Most are not: their references were written out
 * (`serializerSchema`).
 */
const refers = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && ('$ref' in schema || Object.values(schema).some(refers))

/**
 * The compiler looks at every named schema for each schema that it compiles: it gets them only where they are
 * referred to, or the start would take as many looks as there are operations times named schemas.
 *
 * `late`: serialisers are compiled when they are first needed. A command uses one or two of some two hundred
 * operations, and building them all is half of its time; a service builds them before it listens, so that a
 * bad schema stops the start.
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
