import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Driver } from '@linecard/driver-kit'
import { masked, type Action, type ActionNote } from '@linecard/plugin-kit'
import { logError } from '../../log/error.ts'
import { actionOf, isRecorded } from '../action-names.ts'
import { pathOf } from '../address.ts'
import { changesDevice, type Operation } from '../contract.ts'
import { addRouteHook } from '../route-hooks.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the action log needs from the handler. Null until the handler begins. */
    action: { note: ActionNote; resultId: number | null } | null
    /** The action has been recorded. */
    actionRecorded: boolean
  }
}

type Fields = Readonly<Record<string, unknown>>

function recordOf(
  { method, spec }: Operation,
  action: string,
  request: FastifyRequest,
  reply: FastifyReply,
  drivers: readonly Driver[],
): Action {
  const { caller, failure, id, ip } = request
  const note = request.action?.note ?? {}
  const body = masked(request.body ?? null, { schema: spec.body, drivers })
  return {
    time: new Date(),
    action: note.action ?? action,
    operation_id: spec.operationId,
    method,
    path: pathOf(request.url),
    user: caller ? { id: caller.userId, login: caller.login } : (note.user ?? null),
    session_id: caller?.sessionId ?? null,
    ip,
    request_id: id,
    params: masked(request.params, { drivers }).value as Fields,
    query: masked(request.query, { schema: spec.query, drivers }).value as Fields,
    body: body.value,
    result_id: request.action?.resultId ?? null,
    status: reply.statusCode,
    error: failure && { code: failure.code, description: body.clean(failure.description) },
    duration_ms: Math.round(reply.elapsedTime),
    note: body.clean({ ...note, meta: masked(note.meta ?? {}, { drivers }).value as Fields }),
  }
}

/**
 * Whether this answer is recorded. Unknown callers are recorded on public operations, but not those that the
 * rate limit refuses: they would flood the log.
 */
function isDue(operation: Operation, request: FastifyRequest, reply: FastifyReply): boolean {
  const { caller, action, actionRecorded } = request
  const known = caller !== null || (action !== null && reply.statusCode !== 429)
  if (!known || actionRecorded || action?.note.changed === false) return false
  if (reply.hasHeader('idempotency-replayed')) return false
  return typeof operation.spec.changesDevice !== 'function' || changesDevice(operation, request.params)
}

/**
 * Records an operation when its answer is known and before it is sent, so that the action of a client that
 * leaves early is recorded too.
 */
export const actionLog = fp(
  async (
    app: FastifyInstance,
    { onAction, drivers }: { onAction(action: Action): void; drivers(): readonly Driver[] },
  ) => {
    app.decorateRequest('action', null)
    app.decorateRequest('actionRecorded', false)
    app.addHook('onRoute', route => {
      const operation = route.config?.operation
      if (!operation || !isRecorded(operation)) return
      const action = actionOf(operation)
      addRouteHook(route, 'onSend', async (request, reply, payload) => {
        if (!isDue(operation, request, reply)) return payload
        request.actionRecorded = true
        try {
          onAction(recordOf(operation, action, request, reply, drivers()))
        } catch (error) {
          request.log.error({ err: logError(error) }, 'the action could not be recorded')
        }
        return payload
      })
    })
  },
  { name: 'linecard-action-log', dependencies: ['linecard-guard', 'linecard-failures'], fastify: '5.x' },
)
