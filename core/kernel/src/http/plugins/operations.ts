import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { prefix } from '../address.ts'
import type { ContractFaults } from '../contract-faults.ts'
import { changesForAll, type Operation } from '../contract.ts'
import type { NamedSchemas } from '../named-schemas.ts'
import { fieldsSchema, schemaOf } from '../operation-schema.ts'
import { noUpload, uploadOf, type FieldCheck } from '../upload/receive.ts'
import type { CompileCheck } from '../validators.ts'
import multipart from '@fastify/multipart'
import { fail } from '../../errors.ts'

/** For a scope whose routes take a file: the body is not read before the handler asks for it. */
const uploads = fp(
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

/**
 * What @fastify/busboy says of a form that ends early or has no boundary. It gives these errors no status.
 */
const endsEarly = /unexpected end of multipart data|boundary not found/i

interface FormOptions {
  compile: CompileCheck
  /** Maximum size of one field or file, in bytes. */
  maxBytes: number
}

/** For a scope whose routes take multipart/form-data beside JSON. Its fields become members of the body. */
const forms = fp(
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

/** Largest body of an operation that declares no `bodyLimit`, in bytes. */
export const standardBodyLimit = 1_048_576

export interface OperationsOptions {
  operations: readonly Operation[]
  schemas: NamedSchemas
  compile: CompileCheck
  /** Routes that cannot be declared. The others are. */
  faults: ContractFaults
}

/** A signal that is aborted when the client closes the connection before its answer is complete. */
function clientSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client has closed the connection'))
  })
  return controller.signal
}

/** Calls the plugin's handler with what the checks left of the request. */
const handlerOf =
  (operation: Operation, checkFields?: FieldCheck) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const action = { note: {}, resultId: null }
    request.action = action
    return operation.handler({
      params: request.params as never,
      query: request.query as never,
      body: request.body as never,
      caller: request.caller,
      headers: request.headers,
      ip: request.ip,
      id: request.id,
      signal: clientSignal(reply),
      log: request.log,
      upload: checkFields ? uploadOf(operation, request, checkFields) : noUpload,
      note: more => {
        Object.assign(action.note, more)
      },
    })
  }

/**
 * Declares the route of one operation. What happens before and after its handler is done by the plugins that
 * find the operation in the route's config.
 */
function mount(
  scope: FastifyInstance,
  operation: Operation,
  schemas: NamedSchemas,
  checkFields?: FieldCheck,
): void {
  const { method, path, spec } = operation
  const documented = schemaOf(operation, schemas)
  scope.route({
    method,
    url: prefix + path,
    // Fastify writes into what it is given.
    schema: { ...documented, response: { ...(documented['response'] as object) } },
    config: {
      operation,
      permission: spec.permission,
      forAll: changesForAll(operation),
      swaggerTransform: ({ url }) => ({ schema: documented, url }),
    },
    bodyLimit: spec.bodyLimit ?? standardBodyLimit,
    handler: handlerOf(operation, checkFields),
  })
}

/** Mounts one operation. One with a file or a form has a scope of its own for its parser. */
async function mountOne(
  app: FastifyInstance,
  operation: Operation,
  { schemas, compile, faults }: OperationsOptions,
): Promise<void> {
  const { plugin, method, path, spec } = operation
  const attempt = <T>(work: () => T) => faults.attempt(plugin, `${method} ${path}`, work)
  if (spec.upload) {
    const schema = fieldsSchema(operation, schemas)
    const checkFields = attempt(() => compile({ schema, coerce: true }) as FieldCheck)
    if (!checkFields) return
    await app.register(async scope => {
      await scope.register(uploads, { compile })
      attempt(() => mount(scope, operation, schemas, checkFields))
    })
  } else if (spec.multipart) {
    await app.register(async scope => {
      await scope.register(forms, { compile, maxBytes: spec.bodyLimit ?? standardBodyLimit })
      attempt(() => mount(scope, operation, schemas))
    })
  } else attempt(() => mount(app, operation, schemas))
}

/** Requests to the application that is replaced wait no longer than this for the building of the next one. */
const longestTurnMs = 15

/** The routes of all plugins. */
export const operations = fp(
  async (app: FastifyInstance, options: OperationsOptions) => {
    let begun = performance.now()
    for (const operation of options.operations) {
      await mountOne(app, operation, options)
      if (performance.now() - begun < longestTurnMs) continue
      await setImmediate()
      begun = performance.now()
    }
  },
  { name: 'linecard-operations', dependencies: ['linecard-document', 'linecard-etag'], fastify: '5.x' },
)
