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
 * Serialisers that are compiled when they are first needed. A command uses one or two of some two hundred operations, and building them all is
 * half of its time; a service builds them before it listens, so that a bad schema stops the start.
 */
export const lateSerializers = (): NonNullable<FastifyServerOptions['schemaController']> => {
  const factory = SerializerSelector()
  return {
    compilersFactory: {
      buildSerializer(shapes, options) {
        const compile = factory(shapes, options)
        return part => {
          let made: ((data: unknown) => string) | undefined
          return data => (made ??= compile(part))(data)
        }
      },
    },
  }
}
