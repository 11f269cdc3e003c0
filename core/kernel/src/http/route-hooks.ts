import type { RouteOptions } from 'fastify'
import type { Operation } from './contract.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of a route that a plugin declared. Absent for pages and for the slot `http`. */
    operation?: Operation
    /** Permission key, `signed-in` or `public`. A route without it is not guarded. */
    permission?: string
    /** It changes what holds for everybody. */
    forAll?: boolean
    /** A route without an operation whose answer is compressed. */
    compressed?: boolean
  }
}

type HookName = 'preParsing' | 'preValidation' | 'preHandler' | 'onSend'

/** Adds a hook to one route, after the hooks that the route has already. */
export function addRouteHook<N extends HookName>(
  route: RouteOptions,
  name: N,
  hook: Extract<NonNullable<RouteOptions[N]>, (...args: never[]) => unknown>,
): void {
  const given: unknown = route[name] ?? []
  route[name] = [...(Array.isArray(given) ? given : [given]), hook] as never
}
