import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { prefix } from './mount.ts'
import type { Operation } from './contract.ts'
import { errorBody, failure, failureOf, type Failure } from './errors.ts'
import { pathOf } from './requests.ts'

const wantsProblem = (request: FastifyRequest) =>
  String(request.headers.accept ?? '').includes('application/problem+json')

export function sendFailure(request: FastifyRequest, reply: FastifyReply, told: Failure): FastifyReply {
  request.failure = { code: told.code, description: told.description }
  const { type, body } = errorBody(told, request.id, pathOf(request.url), wantsProblem(request))
  const mayRetry = told.status === 429 || told.status === 503
  if (told.retryAfterSec !== null || (mayRetry && !reply.hasHeader('retry-after')))
    reply.header('retry-after', String(told.retryAfterSec ?? 5))
  // A handler may have set headers for the answer that did not come.
  reply.removeHeader('etag').removeHeader('content-disposition').removeHeader('content-length')
  return reply.code(told.status).type(type).serializer(String).send(body)
}

/** Methods that a path knows, for 405. */
function methodsOf(operations: readonly Operation[]): (path: string) => string[] {
  const known = operations.map(({ method, path }) => ({
    method,
    pattern: new RegExp(
      `^${(prefix + path).replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`,
    ),
  }))
  return path => [
    ...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method as string)),
  ]
}

/** Every error in one form, whoever raised it. */
export function answerFailures(app: FastifyInstance, operations: readonly Operation[]): void {
  const methods = methodsOf(operations)
  app.setErrorHandler((error, request, reply) => {
    const told = failureOf(error)
    if (told.status >= 500 && told.status !== 502 && told.status !== 504)
      request.log.error({ err: error, route: request.routeOptions.url }, `request failed: ${told.code}`)
    return sendFailure(request, reply, told)
  })
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    const path = pathOf(request.url)
    const allowed = methods(path)
    if (allowed.length === 0)
      return sendFailure(
        request,
        reply,
        failure('NOT_FOUND', { what: `${request.method} ${path.slice(0, 200)}` }),
      )
    reply.header('allow', allowed.join(', '))
    return sendFailure(
      request,
      reply,
      failure('METHOD_NOT_ALLOWED', { method: request.method, allowed: allowed.join(', ') }),
    )
  })
}
