import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/**
 * While the service stops, each answer closes its connection, so that the client opens a new one elsewhere.
 */
export const shutdown = fp(
  async (app: FastifyInstance, { stopping }: { stopping(): boolean }) => {
    app.addHook('onSend', async (_, reply) => {
      if (stopping()) reply.header('connection', 'close')
    })
  },
  { name: 'linecard-shutdown', fastify: '5.x' },
)
