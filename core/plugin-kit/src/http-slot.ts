import type { FastifyInstance } from 'fastify'
import type { Caller } from './caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks. Null only where the permission is `public`. */
    caller: Caller | null
  }
}

/**
 * A Fastify plugin for what a table of routes cannot say: streams, sockets, static pages. Its scope is
 * encapsulated: its hooks, parsers and decorators reach no other route. Its routes are neither in the OpenAPI
 * document nor in the action log.
 */
export interface HttpSlot<C = unknown> {
  /** Path below `/api/v1`, by default `/component/<plugin>`. */
  prefix?: `/${string}`
  /** Of all its routes: a permission key, `signed-in` (any user), or `public` spelled out. */
  permission: string
  /** Registers routes below the prefix. A throw leaves the plugin `failed`. */
  register(app: FastifyInstance, ctx: C): void | Promise<void>
}
