import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { parseForm } from '../form-body.ts'
import { parseJson } from '../json.ts'
import { drained } from '../upload/connection.ts'

const formType = 'application/x-www-form-urlencoded'
/** Whether the body of a request came as a form, so that its values are texts. */
export const isForm = ({ headers }: FastifyRequest): boolean =>
  String(headers['content-type'] ?? '')
    .toLowerCase()
    .startsWith(formType)

/**
 * Bodies are JSON or the members of a form. Forms with files are read only by the routes that take them
 * (`forms`, `uploads`). What a client still sends when its answer is known is read away: a proxy that cannot
 * send all of it answers 502 in place of the answer (nginx 1.22, Caddy 2.6).
 */
export const body = fp(
  async (app: FastifyInstance) => {
    app.addHook('onSend', async (request, reply) => {
      if (!(await drained(request.raw))) reply.header('connection', 'close')
    })
    app.removeAllContentTypeParsers()
    for (const type of ['application/json', /^application\/[\w.-]+\+json/]) {
      app.addContentTypeParser(type, { parseAs: 'buffer' }, async (_: FastifyRequest, bytes: Buffer) =>
        parseJson(bytes),
      )
    }
    app.addContentTypeParser(formType, { parseAs: 'buffer' }, async (_: FastifyRequest, bytes: Buffer) =>
      parseForm(bytes),
    )
    // A request without a body may have any media type, or none.
    app.addContentTypeParser('*', async (_: FastifyRequest, payload: NodeJS.ReadableStream) => {
      for await (const piece of payload)
        if ((piece as Buffer).length > 0) throw Object.assign(new Error('media type'), { statusCode: 415 })
    })
  },
  { name: 'linecard-body', fastify: '5.x' },
)
