import type { FastifyReply, FastifyRequest } from 'fastify'
import { masked, type Action } from '@linecard/plugin-kit'
import { logError } from '../log/error.ts'
import type { Operation } from './contract.ts'
import { pathOf } from './requests.ts'

/** Whether the operation is written to the action log: all that are no reads, and reads that ask for it. */
export const isRecorded = ({ method, spec }: Operation): boolean =>
  method === 'GET' ? spec.action !== undefined : !spec.readOnly

const irregular: Readonly<Record<string, string>> = {
  begin: 'begun',
  create: 'added',
  set: 'set',
  run: 'run',
  put: 'put',
  send: 'sent',
  read: 'read',
  reset: 'reset',
  get: 'read',
  'sign-in': 'logged_in',
  'sign-out': 'logged_out',
}
const past = (verb: string) =>
  irregular[verb] ??
  (verb.endsWith('e') ? `${verb}d` : verb.endsWith('y') ? `${verb.slice(0, -1)}ied` : `${verb}ed`)
const singular = (word: string) => word.replace(/s$/, '')

/**
 * Name of an operation in the action log: its tag, then what the tag does not say already, then the verb of
 * its id as it was done.
 * `inventory.device.update` of tag `device` → `device:updated`, `identity.key.create` of tag `user` →
 * `user:key_added`.
 */
export function actionOf({ spec: { action, tag, operationId } }: Pick<Operation, 'spec'>): string {
  if (action) return action
  const [verb = '', ...nouns] = operationId.split('.').slice(1).toReversed()
  const said = new Set(tag.split(/[-_]/).map(singular))
  const more = nouns.toReversed().filter(noun => !noun.split('-').every(word => said.has(singular(word))))
  const done = past(Object.hasOwn(irregular, verb) ? verb : verb.replace(/-.*$/, ''))
  return `${tag}:${[...more, done].join('_').replaceAll('-', '_')}`
}

type Fields = Readonly<Record<string, unknown>>

function recordOf(
  { method, spec }: Operation,
  action: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Action {
  const { caller, acting, failure, id, ip } = request
  const note = acting?.note ?? {}
  const body = masked(request.body ?? null, spec.body)
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
    params: masked(request.params).value as Fields,
    query: masked(request.query, spec.query).value as Fields,
    body: body.value,
    result_id: acting?.resultId ?? null,
    status: reply.statusCode,
    error: failure && { code: failure.code, description: body.clean(failure.description) },
    duration_ms: Math.round(reply.elapsedTime),
    note: body.clean({ ...note, meta: masked(note.meta ?? {}).value as Fields }),
  }
}

/**
 * Tells of an operation once its answer is known, before it is sent: a client that leaves early is recorded
 * too.
 * Strangers are recorded where the door is open to them, but not those whom a limit keeps out: they would
 * wash out the log.
 */
export function reporter(
  operation: Operation,
  acted: (action: Action) => void,
): (request: FastifyRequest, reply: FastifyReply) => void {
  if (!isRecorded(operation)) return () => {}
  const action = actionOf(operation)
  return (request, reply) => {
    const { caller, acting, told } = request
    const known = caller !== null || (acting !== null && reply.statusCode !== 429)
    if (!known || told || acting?.note.changed === false || reply.hasHeader('idempotency-replayed')) return
    request.told = true
    try {
      acted(recordOf(operation, action, request, reply))
    } catch (error) {
      request.log.error({ err: logError(error) }, 'the action could not be told')
    }
  }
}
