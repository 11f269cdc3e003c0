import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { CompileCheck } from '../validators.ts'

/** For a scope whose routes take a file: the body is not read before the handler asks for it. */
export const uploads = fp(
  async (scope: FastifyInstance, { compile }: { compile: CompileCheck }) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { throwFileSizeLimit: false })
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.setValidatorCompiler(part =>
      part.httpPart === 'body' ? () => true : compile({ ...part, schema: part.schema as object }),
    )
  },
  { name: 'linecard-uploads', dependencies: ['linecard-input'], fastify: '5.x' },
)
