import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { pathOf } from '../address.ts'
import { changesDevice } from '../contract.ts'
import { fingerprintOf, keyOf, type Idempotency } from '../idempotency-store.ts'
import { addRouteHook } from '../route-hooks.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The Idempotency-Key under which the answer is stored. Null if it is not stored. */
    idempotencyKey: string | null
  }
}

/** Sends a stored answer again as it was. */
const replay = (reply: FastifyReply, { status, body }: { status: number; body: string }): FastifyReply =>
  reply
    .code(status)
    .header('idempotency-replayed', 'true')
    .type('application/json; charset=utf-8')
    .serializer(String)
    .send(body)

/**
 * Operations that change a device honour `Idempotency-Key`: the same user, key and request get the same
 * answer, and the device is changed once.
 */
export const idempotency = fp(
  async (app: FastifyInstance, { store }: { store: Idempotency }) => {
    app.decorateRequest('idempotencyKey', null)

    const finish = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      const { idempotencyKey: key, caller } = request
      if (key !== null && caller)
        await store
          .finish(caller.userId, key, reply.statusCode, typeof payload === 'string' ? payload : '')
          .catch((error: unknown) =>
            request.log.error({ err: error }, 'the answer could not be stored under its Idempotency-Key'),
          )
      return payload
    }

    app.addHook('onRoute', route => {
      const operation = route.config?.operation
      if (!operation?.spec.changesDevice) return
      addRouteHook(route, 'preHandler', async (request, reply) => {
        const { caller, query, body } = request
        if (!caller || !changesDevice(operation, request.params)) return
        const key = keyOf(request.headers['idempotency-key'])
        if (key === null) return
        const fingerprint = fingerprintOf(operation.method, pathOf(request.url), query, body)
        const stored = await store.begin(caller.userId, key, fingerprint)
        if (stored) return replay(reply, stored)
        request.idempotencyKey = key
      })
      addRouteHook(route, 'onSend', finish)
    })
  },
  { name: 'linecard-idempotency', dependencies: ['linecard-guard', 'linecard-input'], fastify: '5.x' },
)
