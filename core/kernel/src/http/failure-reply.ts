import type { FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from './address.ts'
import { varyBy } from './vary.ts'
import { errorBody, type Failure } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the client is told about the error, for the logs. */
    failure: { code: string; description: string } | null
  }
}

const wantsProblem = (request: FastifyRequest) =>
  String(request.headers.accept ?? '').includes('application/problem+json')

export function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  varyBy(reply, 'Accept')
  request.failure = { code: failure.code, description: failure.description }
  const { type, body } = errorBody(failure, request.id, pathOf(request.url), wantsProblem(request))
  const mayRetry = failure.status === 429 || failure.status === 503
  if (failure.retryAfterSec !== null || (mayRetry && !reply.hasHeader('retry-after')))
    reply.header('retry-after', String(failure.retryAfterSec ?? 5))
  // The handler may have set these for the answer that it then could not give.
  reply.removeHeader('etag').removeHeader('content-disposition').removeHeader('content-length')
  return reply.code(failure.status).type(type).serializer(String).send(body)
}
