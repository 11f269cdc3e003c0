import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../../config/schema.ts'

/** Headers of answers that a page of another origin may read. */
const exposed = [
  'Content-Disposition',
  'ETag',
  'Idempotency-Replayed',
  'Retry-After',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]
/** Headers of requests that such a page may send. */
const accepted = [
  'Accept-Language',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Auth-Key',
  'X-Insist',
  'X-Request-Id',
]

/** Lets pages of the configured origins use the API (Fetch standard, CORS). No origin: nothing is added. */
export const origins = fp(
  async (app: FastifyInstance, { http }: { http: Config['http'] }) => {
    if (http.cors_origins.length === 0) return
    await app.register(cors, {
      origin: http.cors_origins.map(origin => origin.toLowerCase()),
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: accepted,
      exposedHeaders: exposed,
      // Keys come in a header, never in a cookie.
      credentials: false,
      maxAge: 600,
      strictPreflight: false,
    })
  },
  { name: 'linecard-origins', dependencies: ['linecard-identity'], fastify: '5.x' },
)
