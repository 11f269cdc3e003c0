import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { fail } from '../../errors.ts'
import type { CompileCheck } from '../validators.ts'

/**
 * What @fastify/busboy says of a form that ends early or has no boundary. It gives these errors no status.
 */
const endsEarly = /unexpected end of multipart data|boundary not found/i

export interface FormOptions {
  compile: CompileCheck
  /** Maximum size of one field or file, in bytes. */
  maxBytes: number
}

/** For a scope whose routes take multipart/form-data beside JSON. Its fields become members of the body. */
export const forms = fp(
  async (scope: FastifyInstance, { compile, maxBytes }: FormOptions) => {
    await scope.register(multipart, {
      attachFieldsToBody: 'keyValues',
      limits: {
        fileSize: maxBytes,
        fieldSize: maxBytes,
        fields: 200,
        files: 10,
        parts: 210,
        fieldNameSize: 200,
      },
    })
    scope.setErrorHandler((error, request) => {
      const early = error instanceof Error && endsEarly.test(error.message)
      throw request.isMultipart() && early ? fail('UPLOAD_BROKEN') : error
    })
    scope.setValidatorCompiler(part => compile({ ...part, schema: part.schema as object, coerce: true }))
  },
  { name: 'linecard-forms', dependencies: ['linecard-input'], fastify: '5.x' },
)
