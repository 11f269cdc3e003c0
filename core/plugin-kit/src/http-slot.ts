import type { FastifyInstance } from 'fastify'
import type { Caller } from './caller.ts'

export type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user behind the request. Null only if the permission is `public`. */
    caller: Caller | null
  }
}

/**
 * A Fastify plugin for what `routes` cannot declare: streams of events, static pages. Upgrades of connections
 * (WebSocket) do not reach it. Its scope is encapsulated: its hooks, parsers and decorators do not affect
 * other routes. Its routes are not in the OpenAPI document and not in the action log.
 */
export interface HttpSlot<C = unknown> {
  /** Path below `/api/v1`, by default `/component/<plugin>`. */
  prefix?: `/${string}`
  /** For all its routes: a permission key, `signed-in` (any user) or `public`. */
  permission: string
  /** Registers routes below the prefix. If it throws, the plugin is `failed`. */
  register(app: FastifyInstance, ctx: C): void | Promise<void>
}
