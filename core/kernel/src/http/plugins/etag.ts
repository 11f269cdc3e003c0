import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import fp from 'fastify-plugin'
import { fail } from '../../errors.ts'
import { pathOf } from '../address.ts'
import type { Operation } from '../contract.ts'
import { codedTag, isKnown, isMatched, isWeak, tagOf } from '../entity-tags.ts'
import { isTagged } from '../operation-schema.ts'
import { addRouteHook } from '../route-hooks.ts'
import type { ResourceLock } from '../resource-lock.ts'
import { codingOf } from './compression.ts'
import type { Tickets } from './identity.ts'

/** Adds the tag to a single resource, and answers 304 if the client has it already (RFC 9110 §13.1.2). */
const conditionalGet = async (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const tag = tagOf(payload)
  reply.header('etag', codedTag(tag, codingOf(request, reply, payload)))
  const known = request.headers['if-none-match']
  if (known === undefined || !isKnown(known, tag)) return payload
  reply.code(304).removeHeader('content-length').removeHeader('content-type')
  return null
}

/**
 * Adds the tag of the resource as a PUT leaves it, if the PUT answers what a GET answers. `meta` is that of a
 * GET: null.
 */
const tagOfChange = async (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const told = request.ignored?.length > 0 ? JSON.stringify({ ignored: request.ignored }) : null
  const content = told ? payload.replace(`"meta":${told}`, '"meta":null') : payload
  reply.header('etag', codedTag(tagOf(content), codingOf(request, reply, content)))
  return payload
}

/**
 * `ETag` and 304 on single resources, and `If-Match` on PUT and DELETE of a path whose GET has a tag.
 * A request with `If-Match` is alone with its path in the whole installation: two that carry the current tag
 * must not both pass, nothing may be written between comparison and change, and a resource can have several
 * addresses.
 */
export const etag = fp(
  async (
    app: FastifyInstance,
    { operations, tickets, lock }: { operations: readonly Operation[]; tickets: Tickets; lock: ResourceLock },
  ) => {
    const tagged = new Map(operations.filter(isTagged).map(({ path, spec }) => [path, spec.response]))

    /** Reads the resource as the same caller (RFC 9110 §13.1.1). A 404 is left to the handler. */
    const assertMatch = async (request: FastifyRequest, wanted: string): Promise<void> => {
      const ticket = request.caller ? tickets.issue(request.caller) : ''
      const current = await app.inject({
        method: 'GET',
        url: pathOf(request.url),
        headers: ticket ? { [tickets.header]: ticket } : {},
      })
      tickets.revoke(ticket)
      if (current.statusCode === 404) return
      if (current.statusCode !== 200 || !isMatched(wanted, String(current.headers['etag'] ?? '')))
        throw fail(isWeak(wanted) ? 'TAG_WEAK' : 'CHANGED_MEANWHILE')
    }

    const whenMatching = (handler: RouteHandlerMethod): RouteHandlerMethod =>
      async function (request, reply) {
        const wanted = request.headers['if-match']
        const { path } = request.routeOptions.config.operation!
        const work = async () => handler.call(this, request, reply)
        if (wanted === undefined) return lock.beside(path, work)
        return lock.alone(path, async () => {
          await assertMatch(request, wanted)
          return work()
        })
      }

    app.addHook('onRoute', route => {
      const operation = route.config?.operation
      if (!operation) return
      const { method, path, spec } = operation
      if (isTagged(operation)) addRouteHook(route, 'onSend', conditionalGet)
      else if (method !== 'GET' && method !== 'POST' && tagged.has(path))
        route.handler = whenMatching(route.handler)
      if (method === 'PUT' && tagged.get(path) === spec.response) addRouteHook(route, 'onSend', tagOfChange)
    })
  },
  {
    name: 'linecard-etag',
    dependencies: ['linecard-envelope', 'linecard-identity', 'linecard-idempotency'],
    fastify: '5.x',
  },
)
