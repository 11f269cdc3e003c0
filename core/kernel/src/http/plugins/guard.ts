import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { needAllGroups, needPermission, type Auth, type Caller } from '@linecard/plugin-kit'
import { fail } from '../../errors.ts'
import { addRouteHook } from '../route-hooks.ts'
import type { Tickets } from './identity.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** A hook `preParsing` that finds the caller and checks the permission; `forAll`: and the groups. */
    guardHook(permission: string, forAll?: boolean): (request: FastifyRequest) => Promise<void>
  }
}

export interface GuardOptions {
  auth(): Auth
  tickets: Tickets
  /** Why the address of a request does not identify the caller. Null if it does. */
  distrust(request: FastifyRequest): string | null
}

/** Takes `x-auth-key` out of the query: it is no parameter of an operation and must not reach the log. */
function takeQueryKey(query: Record<string, unknown>): string[] {
  const keys: string[] = []
  for (const name of Object.keys(query)) {
    if (name.toLowerCase() !== 'x-auth-key') continue
    keys.push(...[query[name]].flat().map(String))
    delete query[name]
  }
  return keys
}

/**
 * The key of a request, from its header or its query. Null if there is none or it is empty.
 * @throws ApiError KEYS_DIFFER if the request carries two different keys
 */
function keyOf(header: string | string[] | undefined, query: Record<string, unknown>): string | null {
  const keys = new Set([...[header ?? []].flat(), ...takeQueryKey(query)].filter(key => key !== ''))
  if (keys.size > 1) throw fail('KEYS_DIFFER')
  return [...keys][0] ?? null
}

/** Whether devices are to be asked that are known to be down. */
const isInsisting = ({ headers }: FastifyRequest) => headers['x-insist'] === 'true'

/** @throws ApiError 401 if the request has no valid key */
async function callerOf(request: FastifyRequest, { auth, distrust }: GuardOptions): Promise<Caller> {
  const { headers, ip } = request
  const key = keyOf(headers['x-auth-key'], request.query as Record<string, unknown>)
  const caller = await auth().authenticate({ key, ip, distrust: key ? null : distrust(request), headers })
  if (!caller) throw fail(key ? 'KEY_INVALID' : 'KEY_MISSING')
  return caller
}

/**
 * Decides who asks and whether they may, before the body is read: key or ticket, then permission. A route is
 * guarded if its config has a `permission`.
 */
export const guard = fp(
  async (app: FastifyInstance, options: GuardOptions) => {
    const { tickets } = options
    const enterOptional = async (request: FastifyRequest): Promise<void> => {
      takeQueryKey(request.query as Record<string, unknown>)
      request.caller = tickets.redeem(request.headers[tickets.header])
    }
    const guardHook = (permission: string, forAll = false) => {
      if (permission === 'public') return enterOptional
      return async (request: FastifyRequest): Promise<void> => {
        const own = tickets.redeem(request.headers[tickets.header])
        if (own) keyOf(undefined, request.query as Record<string, unknown>)
        // Entered before the permission is checked: the action log records a refusal under the caller's name.
        const caller = own ?? (await callerOf(request, options))
        request.caller = isInsisting(request) ? { ...caller, insist: true } : caller
        if (permission !== 'signed-in') needPermission(request.caller, permission)
        if (forAll) needAllGroups(request.caller)
      }
    }
    app.decorate('guardHook', guardHook)
    app.addHook('onRoute', route => {
      const { permission, forAll } = route.config ?? {}
      if (permission !== undefined) addRouteHook(route, 'preParsing', guardHook(permission, forAll))
    })
  },
  { name: 'linecard-guard', dependencies: ['linecard-identity'], fastify: '5.x' },
)
