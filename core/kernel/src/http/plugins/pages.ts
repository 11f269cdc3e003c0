import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Component } from '@linecard/plugin-kit'
import type { DatabaseState } from '../../database/index.ts'
import { failure } from '../errors.ts'
import { sendFailure } from '../failure-reply.ts'
import type { Metrics } from '../metrics.ts'
import { remembered } from '../remembered.ts'

export interface PagesOptions {
  components(): readonly Component[]
  databaseState(): Promise<DatabaseState>
  metrics: Metrics
  /** Whether `/metrics` needs no key. */
  metricsPublic: boolean
}

/** Several who scrape get one text, and nobody can keep the service busy with it, in ms. */
const metricsMs = 2_000

const hidden = { schema: { hide: true } } as const

/** Why the service cannot work, by the state of its database. */
const whatOf: Readonly<Record<DatabaseState, string>> = {
  Up: 'a core component is not running',
  Down: 'the database cannot be reached',
  'Read-only': 'the database takes no changes, it is a standby or read-only',
  Full: 'the disk of the database is full',
}

/** Liveness: the process answers. Readiness: it can work, with its database and all core components. */
function health(app: FastifyInstance, { components, databaseState }: PagesOptions): void {
  const config = { rateLimit: false } as const
  app.get('/health/live', { ...hidden, config }, () => ({
    statusCode: 200,
    meta: null,
    data: { status: 'Up' },
  }))
  app.get('/health/ready', { ...hidden, config }, async (request, reply) => {
    const database = await databaseState()
    const broken = components()
      .filter(({ enabled, state }) => enabled && state !== 'ready')
      .map(({ key, state, core }) => ({ key, state, core }))
    if (database === 'Up' && !broken.some(({ core, state }) => core && state !== 'degraded'))
      return {
        statusCode: 200,
        meta: null,
        data: {
          status: 'Up',
          // For those who watch, not for a load balancer: the others serve.
          degraded: broken.length > 0,
          database: 'Up',
          components: broken.map(({ key, state }) => ({ key, state })),
        },
      }
    const what = whatOf[database]
    const details = [
      ...(database === 'Up' ? [] : [{ path: 'database', message: database }]),
      ...broken.flatMap(({ key, state }) => (state === 'degraded' ? [] : { path: key, message: state })),
    ]
    return sendFailure(request, reply, failure('NOT_READY', { what }, details, 5))
  })
}

/** Pages for machines outside of `/api/v1`: health and metrics. */
export const pages = fp(
  async (app: FastifyInstance, options: PagesOptions) => {
    health(app, options)
    const { metrics, metricsPublic } = options
    const config = { rateLimit: false, permission: metricsPublic ? 'public' : 'system_status' } as const
    const text = remembered(() => metrics.text(), metricsMs, performance.now.bind(performance))
    app.get('/metrics', { ...hidden, config: { ...config, compressed: true } }, async (_, reply) =>
      reply.type(metrics.contentType).send(await text()),
    )
  },
  { name: 'linecard-pages', dependencies: ['linecard-guard', 'linecard-failures'], fastify: '5.x' },
)
