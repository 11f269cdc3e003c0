import { isIP } from 'node:net'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../../config/schema.ts'
import { fail } from '../../errors.ts'
import type { Tickets } from './identity.ts'

function assertHostKnown(known: ReadonlySet<string>) {
  return async (request: FastifyRequest): Promise<void> => {
    const host = request.hostname
    if (known.has(host) || host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) !== 0) return
    throw fail('HOST_UNKNOWN')
  }
}

/** Security headers, the host names that are served, and the limit of requests per address. */
export const protection = fp(
  async (app: FastifyInstance, { http, tickets }: { http: Config['http']; tickets: Tickets }) => {
    // The service speaks plain HTTP. The proxy that adds TLS decides about HSTS.
    await app.register(helmet, {
      strictTransportSecurity: false,
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      },
    })
    await app.register(rateLimit, {
      max: http.rate_limit.max,
      timeWindow: http.rate_limit.window_sec * 1000,
      cache: 10_000,
      hook: 'onRequest',
      allowList: request => tickets.holds(request.headers[tickets.header]),
    })
    if (http.trusted_hosts.length > 0) app.addHook('onRequest', assertHostKnown(new Set(http.trusted_hosts)))
  },
  { name: 'linecard-protection', dependencies: ['linecard-identity'], fastify: '5.x' },
)
