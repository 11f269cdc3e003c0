import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { pathOf } from '../address.ts'
import type { RecordedRun } from '@linecard/plugin-kit'
import { changesDevice, type Operation } from '../contract.ts'
import { fingerprintOf, keyOf, type Idempotency } from '../idempotency-store.ts'
import { addRouteHook } from '../route-hooks.ts'
import { runIdOf } from './action-log.ts'

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

interface Shape {
  properties?: Readonly<Record<string, Shape>>
}

/** The answer of a change that was cut and is known to be made: what the action log has of it. */
function told(
  { spec }: Operation,
  { status: known, changes }: RecordedRun,
): { status: number; body: string } {
  const outcomeOf = (evidence: string | null) => ({ accepted: true, evidence, verified: known === 'DONE' })
  const all = changes.map(({ evidence }) => evidence).filter(evidence => evidence !== null)
  const steps = (spec.response as Shape).properties?.['changes']?.properties
  const byStep = changes.map(({ step, evidence }) => [step ?? '', outcomeOf(evidence)] as const)
  const status = spec.status ?? 200
  const data = {
    ...outcomeOf(all.join('\n') || null),
    ...(steps && {
      interface: null,
      changes: {
        ...Object.fromEntries(Object.keys(steps).map(name => [name, null])),
        ...Object.fromEntries(byStep.filter(([step]) => Object.hasOwn(steps, step))),
      },
    }),
  }
  return { status, body: JSON.stringify({ statusCode: status, meta: spec.meta ? {} : null, data }) }
}

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
          .finish(
            { userId: caller.userId, key, runId: runIdOf(request) },
            reply.statusCode,
            typeof payload === 'string' ? payload : '',
          )
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
        const runId = runIdOf(request)
        const earlier = await store.begin({ userId: caller.userId, key, fingerprint, runId })
        if (earlier)
          return replay(reply, 'answer' in earlier ? earlier.answer : told(operation, earlier.done))
        request.idempotencyKey = key
      })
      addRouteHook(route, 'onSend', finish)
    })
  },
  {
    name: 'linecard-idempotency',
    dependencies: ['linecard-guard', 'linecard-input', 'linecard-action-log'],
    fastify: '5.x',
  },
)
