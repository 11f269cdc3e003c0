import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LaterReply, RawReply, Reply } from '@linecard/plugin-kit'
import type { Operation } from '../contract.ts'
import { longJson } from '../long-answer.ts'

/**
 * Ends an answer of which the client reads nothing for so long. Else the stream behind it would stay open.
 */
export const endUnlessRead = (response: ServerResponse, ms = 60_000): void => {
  response.setTimeout(ms, () => response.destroy())
}

function sendRaw(reply: FastifyReply, { body, type, headers }: RawReply, status: number): FastifyReply {
  if (body instanceof Readable) endUnlessRead(reply.raw)
  return reply.code(status).headers(headers).type(type).send(body)
}

/** Whether a schema stands for an object or a list, never for null. */
const isObject = ({ type, $ref }: { type?: unknown; $ref?: unknown }): boolean =>
  type === 'object' || type === 'array' || $ref !== undefined

/** The keys of a `meta` that is a record are data: nothing else can stand among them. */
const tellsIgnored = ({ meta }: Operation['spec']): boolean => !meta || 'properties' in meta

/** Sends what a handler returned as `{statusCode, meta, data}`, or as it is if it is a `RawReply`. */
async function sendEnveloped(
  { spec }: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
): Promise<FastifyReply> {
  if (result instanceof RawReply) return sendRaw(reply, result, spec.status ?? 200)
  const { data, meta, headers } = result instanceof Reply ? result : new Reply<unknown>(result)
  const { id } = (data ?? {}) as { id?: unknown }
  if (request.action && Number.isSafeInteger(id)) request.action.resultId = id as number
  // The serializer would drop it silently.
  if (meta !== null && !spec.meta)
    throw new Error(`${spec.operationId} answers meta but its route declares none`)
  // The serializer would make an empty object of it.
  if (data == null && isObject(spec.response))
    throw new Error(`${spec.operationId} answers nothing, and its route declares an object or a list`)
  const status = result instanceof LaterReply ? 202 : (spec.status ?? 200)
  if (status === 202 && spec.status !== 202 && !spec.later)
    throw new Error(`${spec.operationId} answers 202 but its route does not declare it`)
  const { ignored } = request
  const told = ignored?.length > 0 && tellsIgnored(spec) ? { ...(meta as object | null), ignored } : meta
  const answer = { statusCode: status, meta: told, data: data ?? null }
  const json = await longJson(reply, answer)
  reply.code(status).headers(headers)
  if (json === null) return reply.send(answer)
  return reply.type('application/json; charset=utf-8').serializer(String).send(json)
}

/** Handlers of operations return data; this plugin puts the envelope around it. */
export const envelope = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRoute', route => {
      const operation = route.config?.operation
      if (!operation) return
      const { handler } = route
      route.handler = async function (request, reply) {
        return sendEnveloped(operation, request, reply, await handler.call(this, request, reply))
      }
    })
  },
  { name: 'linecard-envelope', dependencies: ['linecard-action-log'], fastify: '5.x' },
)
