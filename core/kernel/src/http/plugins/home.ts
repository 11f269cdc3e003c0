import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { AnswerHome } from '../home/answer.ts'

/** Objects to whose pages links and QR codes lead, where no other web panel answers at this address. */
const objects = { device: '/devices', interface: '/interfaces' } as const

/**
 * Pages for people with a browser: where to go from here. A page of an object answers the same whether the
 * object exists or not.
 */
export const home = fp(
  async (app: FastifyInstance, { answer }: { answer: AnswerHome }) => {
    const config = { permission: 'public' }
    app.get('/', { schema: { hide: true }, config }, (request, reply) =>
      answer(request, reply, { object: null, missing: null }),
    )
    const params = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string', pattern: '^[0-9]{1,10}$' } },
    }
    for (const kind of ['device', 'interface'] as const)
      app.get<{ Params: { id: string } }>(
        `${objects[kind]}/:id(^[0-9]{1,10}$)`,
        { schema: { hide: true, params }, config },
        (request, reply) =>
          answer(request, reply, { object: { kind, id: request.params.id }, missing: null }),
      )
  },
  { name: 'linecard-home', dependencies: ['linecard-guard', 'linecard-failures'], fastify: '5.x' },
)
