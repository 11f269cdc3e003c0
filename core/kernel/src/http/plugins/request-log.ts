import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { pathOf } from '../address.ts'
import type { Metrics } from '../metrics.ts'

/** Status of a request whose client left before it had the whole answer. Nobody failed. */
const aborted = 'aborted'

/** One log line and one observation in the metrics for each request, also if its client leaves. */
export const requestLog = fp(
  async (app: FastifyInstance, { metrics }: { metrics: Metrics }) => {
    const told = new WeakSet<FastifyRequest>()
    const tell = (request: FastifyRequest, reply: FastifyReply): void => {
      if (told.has(request)) return
      told.add(request)
      const route = request.routeOptions.url ?? 'unmatched'
      const status = reply.raw.writableFinished ? reply.statusCode : aborted
      metrics.observe(request.method, route, status, reply.elapsedTime / 1000)
      // Machines ask for these pages every few seconds. At level info they would fill the log.
      request.log[/^\/(health|metrics)/.test(route) ? 'debug' : 'info'](
        {
          method: request.method,
          path: pathOf(request.url),
          route,
          status,
          ms: Math.round(reply.elapsedTime),
          ip: request.ip,
          user_id: request.caller?.userId ?? null,
          code: request.failure?.code,
        },
        'request',
      )
    }
    app.addHook('onRequest', async (request, reply) => {
      reply.raw.once('close', () => tell(request, reply))
    })
    app.addHook('onResponse', async (request, reply) => tell(request, reply))
  },
  { name: 'linecard-request-log', dependencies: ['linecard-identity', 'linecard-failures'], fastify: '5.x' },
)
