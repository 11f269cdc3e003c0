import type { FastifyInstance } from 'fastify'
import multipart from '@fastify/multipart'
import type { Operation } from './contract.ts'
import { mount, type MountTools } from './mount.ts'
import { fieldsShape } from './operation-schema.ts'
import { drained } from './upload-wire.ts'
import type { FieldCheck } from './uploads.ts'
import type { validators } from './validators.ts'

/**
 * Mounts a route that takes a file in a scope of its own: no body is read there before the handler asks for
 * it.
 */
export async function mountUpload(
  app: FastifyInstance,
  operation: Operation,
  tools: MountTools,
  compile: ReturnType<typeof validators>,
): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { throwFileSizeLimit: false })
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onSend', async (request, reply) => {
      if (!(await drained(request.raw))) reply.header('connection', 'close')
    })
    const check = compile({ schema: fieldsShape(operation, tools.shapes), coerce: true }) as FieldCheck
    scope.setValidatorCompiler(part =>
      part.httpPart === 'body' ? () => true : compile({ ...part, schema: part.schema as object }),
    )
    mount(scope, operation, tools, check)
  })
}
