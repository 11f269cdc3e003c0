import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { parseJson } from '../json.ts'

/** Bodies are JSON. Forms and files are read only by the routes that take them (`forms`, `uploads`). */
export const body = fp(
  async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers()
    for (const type of ['application/json', /^application\/[\w.-]+\+json/]) {
      app.addContentTypeParser(type, { parseAs: 'buffer' }, async (_: FastifyRequest, bytes: Buffer) =>
        parseJson(bytes),
      )
    }
    // A request without a body may have any media type, or none.
    app.addContentTypeParser('*', async (_: FastifyRequest, payload: NodeJS.ReadableStream) => {
      for await (const piece of payload)
        if ((piece as Buffer).length > 0) throw Object.assign(new Error('media type'), { statusCode: 415 })
    })
  },
  { name: 'linecard-body', fastify: '5.x' },
)
