import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { pathOf } from '../address.ts'
import type { Metrics } from '../metrics.ts'

/** One log line and one observation in the metrics for each answer. */
export const requestLog = fp(
  async (app: FastifyInstance, { metrics }: { metrics: Metrics }) => {
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'unmatched'
      metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
      // Machines ask for these pages every few seconds. At level info they would fill the log.
      request.log[/^\/(health|metrics)/.test(route) ? 'debug' : 'info'](
        {
          method: request.method,
          path: pathOf(request.url),
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          ip: request.ip,
          user_id: request.caller?.userId ?? null,
          code: request.failure?.code,
        },
        'request',
      )
    })
  },
  { name: 'linecard-request-log', dependencies: ['linecard-identity', 'linecard-failures'], fastify: '5.x' },
)
