import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Driver } from '@linecard/driver-kit'
import {
  inOperation,
  masked,
  type Action,
  type ActionNote,
  type ActionStart,
  type RunningOperation,
} from '@linecard/plugin-kit'
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
    /** Of an operation that is recorded, while its handler runs and after it. */
    operation: RunningOperation | null
    /** uuid of this run of the operation. */
    runId: string | null
  }
}

type Fields = Readonly<Record<string, unknown>>

/** The same for the Idempotency-Key and for the record. */
export const runIdOf = (request: FastifyRequest): string => (request.runId ??= randomUUID())

/** The record of an operation without its end. `clean` masks the secrets of the body in other texts. */
function startOf(
  { method, spec }: Operation,
  action: string,
  request: FastifyRequest,
  drivers: readonly Driver[],
): { start: ActionStart; clean: <T>(value: T) => T } {
  const { caller, id, ip } = request
  const note = request.action?.note ?? {}
  const known = request.operation?.secrets ?? []
  const body = masked(request.body ?? null, { schema: spec.body, drivers, known })
  const start = {
    run_id: runIdOf(request),
    time: new Date(),
    action: note.action ?? action,
    operation_id: spec.operationId,
    method,
    path: pathOf(request.url),
    user: caller ? { id: caller.userId, login: caller.login } : (note.user ?? null),
    session_id: caller?.sessionId ?? null,
    ip,
    request_id: id,
    params: masked(request.params, { schema: spec.params, drivers, known }).value as Fields,
    query: masked(request.query, { schema: spec.query, drivers, known }).value as Fields,
    body: body.value,
    note: body.clean({ ...note, meta: masked(note.meta ?? {}, { drivers }).value as Fields }),
  }
  return { start, clean: body.clean }
}

function recordOf(
  operation: Operation,
  action: string,
  request: FastifyRequest,
  reply: FastifyReply,
  drivers: readonly Driver[],
): Action {
  const { failure } = request
  const { start, clean } = startOf(operation, action, request, drivers)
  return {
    ...start,
    result_id: request.action?.resultId ?? null,
    status: reply.statusCode,
    error: failure && { code: failure.code, description: clean(failure.description) },
    duration_ms: Math.round(reply.elapsedTime),
  }
}

/**
 * Whether this answer is recorded. Unknown callers are recorded on public operations, but not those that the
 * rate limit refuses: they would flood the log.
 */
function isDue(operation: Operation, request: FastifyRequest, reply: FastifyReply): boolean {
  const { caller, action, actionRecorded } = request
  if (request.operation?.intended && !actionRecorded) return true
  // The client left while it sent, so there was no operation.
  const unsent = action === null || request.failure?.code === 'UPLOAD_BROKEN'
  if (request.raw.readableAborted && unsent) return false
  const known = caller !== null || (action !== null && reply.statusCode !== 429)
  if (!known || actionRecorded || action?.note.changed === false) return false
  if (reply.hasHeader('idempotency-replayed')) return false
  return typeof operation.spec.changesDevice !== 'function' || changesDevice(operation, request.params)
}

/**
 * Records an operation when its answer is known and before it is sent: what a client was told is in the log,
 * and the action of a client that leaves early too.
 */
export const actionLog = fp(
  async (
    app: FastifyInstance,
    { onAction, drivers }: { onAction(action: Action): Promise<void>; drivers(): readonly Driver[] },
  ) => {
    app.decorateRequest('action', null)
    app.decorateRequest('actionRecorded', false)
    app.decorateRequest('operation', null)
    app.decorateRequest('runId', null)
    app.addHook('onRoute', route => {
      const operation = route.config?.operation
      if (!operation || !isRecorded(operation)) return
      const action = actionOf(operation)
      const { handler } = route
      route.handler = function (request, reply) {
        const running: RunningOperation = {
          id: runIdOf(request),
          secrets: new Set(),
          describe: () => startOf(operation, action, request, drivers()).start,
          intended: false,
          ended: false,
        }
        request.operation = running
        return inOperation(running, () => handler.call(this, request, reply))
      }
      addRouteHook(route, 'onSend', async (request, reply, payload) => {
        if (!isDue(operation, request, reply)) return payload
        request.actionRecorded = true
        if (request.operation) request.operation.ended = true
        try {
          await onAction(recordOf(operation, action, request, reply, drivers()))
        } catch (error) {
          request.log.error({ err: logError(error) }, 'the action could not be recorded')
        }
        return payload
      })
    })
  },
  { name: 'linecard-action-log', dependencies: ['linecard-guard', 'linecard-failures'], fastify: '5.x' },
)
