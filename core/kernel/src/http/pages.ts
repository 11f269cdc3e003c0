import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import swaggerUi from '@fastify/swagger-ui'
import { stringify } from 'yaml'
import type { Auth, Component } from '@linecard/plugin-kit'
import type { Operation } from './contract.ts'
import { guard, takeQueryKey } from './guard.ts'
import type { Metrics } from './metrics.ts'
import { completeDocument } from './openapi.ts'
import { failure } from './errors.ts'
import { sendFailure } from './replies.ts'

export interface PageTools {
  components(): readonly Component[]
  databaseUp(): Promise<boolean>
  metrics: Metrics
  metricsPublic: boolean
  auth(): Auth
  doubt(request: FastifyRequest): string | null
}

const hidden = { hide: true } as const

/** Liveness says that the process answers; readiness that it can work: database there, core running. */
function health(app: FastifyInstance, { components, databaseUp }: PageTools): void {
  app.get('/health/live', { schema: hidden, config: { rateLimit: false } }, () => ({
    statusCode: 200,
    meta: null,
    data: { status: 'Up' },
  }))
  app.get('/health/ready', { schema: hidden, config: { rateLimit: false } }, async (request, reply) => {
    const database = await databaseUp()
    const broken = components()
      .filter(({ enabled, state }) => enabled && state !== 'ready')
      .map(({ key, state, core }) => ({ key, state, core }))
    const stops = broken.filter(({ core }) => core)
    if (database && stops.length === 0)
      return {
        statusCode: 200,
        meta: null,
        data: { status: 'Up', database: 'Up', components: broken.map(({ key, state }) => ({ key, state })) },
      }
    return sendFailure(
      request,
      reply,
      failure(
        'NOT_READY',
        { what: database ? 'a core component is not running' : 'the database cannot be reached' },
        [
          ...(database ? [] : [{ path: 'database', message: 'Down' }]),
          ...broken.map(({ key, state }) => ({ path: key, message: state })),
        ],
        5,
      ),
    )
  })
}

function metricsPage(app: FastifyInstance, { metrics, metricsPublic, auth, doubt }: PageTools): void {
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const query = request.query as Record<string, unknown>
    if (metricsPublic) takeQueryKey(query)
    else
      await guard(auth(), 'system_status', {
        headers: request.headers,
        query,
        ip: request.ip,
        doubt: () => doubt(request),
      })
    return reply.type(metrics.contentType).send(await metrics.text())
  }
  app.get('/metrics', { schema: hidden, config: { rateLimit: false } }, show)
}

/**
 * swagger-ui sets styles on elements and draws its signs from data: addresses; it needs no foreign host and
 * no inline script.
 */
const uiPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
}

async function documentPages(app: FastifyInstance, operations: readonly Operation[]): Promise<void> {
  let made: { json: string; yaml: string; object: object } | null = null
  const document = () => {
    const object = completeDocument(app.swagger(), operations)
    return (made ??= {
      object,
      json: JSON.stringify(object),
      yaml: stringify(object, { aliasDuplicateObjects: false, lineWidth: 0 }),
    })
  }
  app.get('/swagger/openapi.json', { schema: hidden }, (_, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .serializer(String)
      .send((made ?? document()).json),
  )
  app.get('/swagger/openapi.yaml', { schema: hidden }, (_, reply) =>
    reply.type('application/yaml; charset=utf-8').send((made ?? document()).yaml),
  )
  await app.register(swaggerUi, {
    routePrefix: '/swagger',
    staticCSP: uiPolicy,
    uiConfig: {
      docExpansion: 'none',
      filter: true,
      persistAuthorization: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      displayOperationId: true,
    },
    transformSpecification: () => (made ?? document()).object as never,
    transformSpecificationClone: false,
  })
}

/** What stands outside of `/api/v1`. */
export async function pages(
  app: FastifyInstance,
  operations: readonly Operation[],
  tools: PageTools,
): Promise<void> {
  health(app, tools)
  metricsPage(app, tools)
  await documentPages(app, operations)
}
