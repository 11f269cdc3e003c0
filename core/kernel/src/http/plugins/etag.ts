import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import fp from 'fastify-plugin'
import { fail } from '../../errors.ts'
import { pathOf } from '../address.ts'
import type { Operation } from '../contract.ts'
import { isTagged } from '../operation-schema.ts'
import { addRouteHook } from '../route-hooks.ts'
import type { Turns } from '../turns.ts'
import type { Tickets } from './identity.ts'

/** Weak validator (RFC 9110 §8.8.3) of an answer as it is sent. */
const etagOf = (payload: string): string => `W/"${createHash('sha1').update(payload).digest('base64url')}"`

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')

/** Weak comparison of a header's list of tags with one tag. `*` matches every tag. */
export const matches = (header: string, etag: string): boolean =>
  header.split(',').some(tag => tag.trim() === '*' || opaque(tag) === opaque(etag))

/** Adds the tag to a single resource, and answers 304 if the client has it already (RFC 9110 §13.1.2). */
const conditionalGet =
  (tagged: boolean) =>
  async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
    if (tagged && !reply.hasHeader('etag')) reply.header('etag', etagOf(payload))
    const known = request.headers['if-none-match']
    if (known === undefined || !reply.hasHeader('etag')) return payload
    if (!matches(known, String(reply.getHeader('etag')))) return payload
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
  if (reply.statusCode !== 200 || typeof payload !== 'string' || reply.hasHeader('etag')) return payload
  const told = request.ignored?.length > 0 ? JSON.stringify({ ignored: request.ignored }) : null
  reply.header('etag', etagOf(told ? payload.replace(`"meta":${told}`, '"meta":null') : payload))
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
    { operations, tickets, turns }: { operations: readonly Operation[]; tickets: Tickets; turns: Turns },
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
      if (current.statusCode !== 200 || !matches(wanted, String(current.headers['etag'] ?? '')))
        throw fail('CHANGED_MEANWHILE')
    }

    const whenMatching = (handler: RouteHandlerMethod): RouteHandlerMethod =>
      async function (request, reply) {
        const wanted = request.headers['if-match']
        const { path } = request.routeOptions.config.operation!
        const work = async () => handler.call(this, request, reply)
        if (wanted === undefined) return turns.beside(path, work)
        return turns.alone(path, async () => {
          await assertMatch(request, wanted)
          return work()
        })
      }

    app.addHook('onRoute', route => {
      const operation = route.config?.operation
      if (!operation) return
      const { method, path, spec } = operation
      if (method === 'GET') addRouteHook(route, 'onSend', conditionalGet(isTagged(operation)))
      else if (method !== 'POST' && tagged.has(path)) route.handler = whenMatching(route.handler)
      if (method === 'PUT' && tagged.get(path) === spec.response) addRouteHook(route, 'onSend', tagOfChange)
    })
  },
  {
    name: 'linecard-etag',
    dependencies: ['linecard-envelope', 'linecard-identity', 'linecard-idempotency'],
    fastify: '5.x',
  },
)
