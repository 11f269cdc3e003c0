import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LaterReply, RawReply, Reply, type Action, type Auth } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { reporter } from './actions.ts'
import type { Operation } from './contract.ts'
import { etagOf, matches } from './etag.ts'
import { allow, callerOf, keyOf as authKeyOf, takeQueryKey } from './guard.ts'
import { fingerprintOf, keyOf, type Idempotency } from './idempotency.ts'
import { checkInput } from './input.ts'
import { isTagged, schemaOf } from './operation-schema.ts'
import { pathOf, type Tickets } from './requests.ts'
import { serialShape } from './serial.ts'
import type { Shape, Shapes } from './shapes.ts'
import { uploadOf, type FieldCheck } from './uploads.ts'

export const prefix = '/api/v1'
export const standardBodyLimit = 1_048_576

export interface MountTools {
  shapes: Shapes
  auth(): Auth
  tickets: Tickets
  idempotency: Idempotency
  lane<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Whether a GET of the same path exists whose answer carries an ETag. */
  hasEtag(path: string): boolean
  /** Why the address of a request does not say who asks. */
  doubt(request: FastifyRequest): string | null
  /** Told once for each operation that is to be recorded, when its answer is known and before it is sent. */
  acted(action: Action): void
}

function gone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client has gone'))
  })
  return controller.signal
}

/**
 * Ends an answer whose client reads nothing of it for so long: a stream behind it would stay open for ever.
 */
export const unlessRead = (response: ServerResponse, ms = 60_000): void => {
  response.setTimeout(ms, () => response.destroy())
}

async function answer(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  checkFields: FieldCheck | undefined,
): Promise<unknown> {
  const { spec } = operation
  request.acting = { note: {}, resultId: null }
  const result = await operation.handler({
    params: request.params as never,
    query: request.query as never,
    body: request.body as never,
    caller: request.caller,
    headers: request.headers,
    ip: request.ip,
    id: request.id,
    signal: gone(reply),
    log: request.log,
    upload: uploadOf(operation, request, checkFields),
    note: more => {
      Object.assign(request.acting!.note, more)
    },
  })
  if (result instanceof RawReply && result.body instanceof Readable) unlessRead(reply.raw)
  if (result instanceof RawReply)
    return reply
      .code(spec.status ?? 200)
      .headers(result.headers)
      .type(result.type)
      .send(result.body)
  const { data, meta, headers } = result instanceof Reply ? result : new Reply<unknown>(result)
  const { id } = (data ?? {}) as { id?: unknown }
  if (Number.isSafeInteger(id)) request.acting.resultId = id as number
  // The serializer would drop it without a word.
  if (meta !== null && !spec.meta)
    throw new Error(`${spec.operationId} answers meta but its route declares none`)
  const status = result instanceof LaterReply ? 202 : (spec.status ?? 200)
  if (status === 202 && spec.status !== 202 && !spec.later)
    throw new Error(`${spec.operationId} answers 202 but its route does not say so`)
  return reply
    .code(status)
    .headers(headers)
    .send({ statusCode: status, meta, data: data ?? null })
}

/**
 * Mounts one operation: guard, checks, preconditions, handler, envelope.
 * @param checkFields of an upload's form, which arrives only after the other checks
 */
export function mount(
  scope: FastifyInstance,
  operation: Operation,
  tools: MountTools,
  checkFields?: FieldCheck,
): void {
  const { method, path, spec } = operation

  const identify = async (request: FastifyRequest): Promise<void> => {
    const query = request.query as Record<string, unknown>
    const own = tools.tickets.redeem(request.headers[tools.tickets.header])
    if (spec.permission === 'public') {
      takeQueryKey(query)
      request.caller = own
      return
    }
    if (own) authKeyOf({ headers: {}, query })
    // Known before the refusal, which is recorded with their name.
    request.caller =
      own ??
      (await callerOf(tools.auth(), {
        headers: request.headers,
        query,
        ip: request.ip,
        doubt: () => tools.doubt(request),
      }))
    allow(request.caller, spec.permission)
  }

  /**
   * If-Match (RFC 9110 §13.1.1): asks for the resource as the same caller and compares. Without the resource
   * the handler says so itself.
   */
  const assertMatch = async (request: FastifyRequest, wanted: string): Promise<void> => {
    const ticket = request.caller ? tools.tickets.issue(request.caller) : ''
    const current = await scope.inject({
      method: 'GET',
      url: pathOf(request.url),
      headers: ticket ? { [tools.tickets.header]: ticket } : {},
    })
    tools.tickets.revoke(ticket)
    if (current.statusCode === 404) return
    if (current.statusCode !== 200 || !matches(wanted, String(current.headers['etag'] ?? ''))) {
      throw fail('CHANGED_MEANWHILE')
    }
  }

  const work = (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const wanted = request.headers['if-match']
    if (wanted === undefined || (method !== 'PUT' && method !== 'DELETE') || !tools.hasEtag(path))
      return answer(operation, request, reply, checkFields)
    return tools.lane(pathOf(request.url), async () => {
      await assertMatch(request, wanted)
      return answer(operation, request, reply, checkFields)
    })
  }

  const { changesDevice: declared } = spec
  const changesDevice = ({ params }: FastifyRequest): boolean =>
    typeof declared === 'function' ? declared(params as never) : declared === true

  const once = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const key = changesDevice(request) && request.caller ? keyOf(request.headers['idempotency-key']) : null
    if (key === null) return work(request, reply)
    const stored = await tools.idempotency.begin(
      request.caller!.userId,
      key,
      fingerprintOf(method, pathOf(request.url), request.query, request.body),
    )
    if (stored)
      return reply
        .code(stored.status)
        .header('idempotency-replayed', 'true')
        .type('application/json; charset=utf-8')
        .serializer(String)
        .send(stored.body)
    request.keepAs = key
    return work(request, reply)
  }

  const report = reporter(operation, tools.acted)
  const finish = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (typeof declared !== 'function' || changesDevice(request)) report(request, reply)
    if (request.keepAs !== null) {
      await tools.idempotency
        .finish(
          request.caller!.userId,
          request.keepAs,
          reply.statusCode,
          typeof payload === 'string' ? payload : '',
        )
        .catch((error: unknown) =>
          request.log.error({ err: error }, 'the answer could not be kept under its Idempotency-Key'),
        )
    }
    if (method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    if (!reply.hasHeader('etag') && isTagged(operation)) reply.header('etag', etagOf(payload))
    const known = request.headers['if-none-match']
    if (known === undefined || !reply.hasHeader('etag') || !matches(known, String(reply.getHeader('etag'))))
      return payload
    reply.code(304).removeHeader('content-length').removeHeader('content-type')
    return null
  }

  const documented = schemaOf(operation, tools.shapes)
  const response = Object.fromEntries(
    Object.entries(documented['response'] as Record<string, Shape>).map(([status, shape]) => [
      status,
      serialShape(shape, tools.shapes.named),
    ]),
  )
  scope.route({
    method,
    url: prefix + path,
    schema: { ...documented, response },
    config: { operation, swaggerTransform: ({ url }) => ({ schema: documented, url }) },
    bodyLimit: spec.bodyLimit ?? standardBodyLimit,
    preParsing: identify,
    preValidation: checkInput,
    onSend: finish,
    handler: once,
  })
}
