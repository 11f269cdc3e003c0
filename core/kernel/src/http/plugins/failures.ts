import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { pathOf, prefix } from '../address.ts'
import type { Operation } from '../contract.ts'
import { isBrowser } from '../accept.ts'
import type { AnswerHome } from '../home/answer.ts'
import { failure, failureOf } from '../errors.ts'
import { sendFailure } from '../failure-reply.ts'

/** The methods that a path knows, for 405. */
function methodsOf(operations: readonly Operation[]): (path: string) => string[] {
  const known = operations.map(({ method, path }) => ({
    method,
    pattern: new RegExp(
      `^${(prefix + path).replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`,
    ),
  }))
  return path => [
    ...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method as string)),
  ]
}

/** `macros` of `/api/v1/component/macros/list`. */
const componentOf = (path: string): string | undefined =>
  /^\/component\/([\w-]{1,60})(?:\/|$)/.exec(path.slice(path.startsWith(prefix) ? prefix.length : 0))?.[1]

export interface FailuresOptions {
  operations: readonly Operation[]
  home: AnswerHome
}

/** Every error gets the same form, whatever raised it. */
export const failures = fp(
  async (app: FastifyInstance, { operations, home }: FailuresOptions) => {
    const methods = methodsOf(operations)
    const served = new Set(operations.map(({ path }) => componentOf(prefix + path)))
    app.decorateRequest('failure', null)
    app.setErrorHandler((error, request, reply) => {
      const found = failureOf(error)
      // A client that leaves while it sends makes reading fail, and that is no fault of ours.
      const left = request.raw.readableAborted
      if (found.status >= 500 && found.status !== 502 && found.status !== 504 && !left)
        request.log.error({ err: error, route: request.routeOptions.url }, `request failed: ${found.code}`)
      return sendFailure(request, reply, found)
    })
    app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
      const path = pathOf(request.url)
      const allowed = methods(path).join(', ')
      if (allowed === '') {
        const what = `${request.method} ${path.slice(0, 200)}`
        const component = componentOf(path)
        if (component !== undefined && !served.has(component))
          return sendFailure(request, reply, failure('COMPONENT_NOT_INSTALLED', { component, what }))
        // Who follows an old link with a browser sees where to go from here.
        if (request.method === 'GET' && !path.startsWith(prefix) && isBrowser(request.headers.accept ?? ''))
          return home(request, reply, { object: null, missing: path.slice(0, 200) })
        return sendFailure(request, reply, failure('NOT_FOUND', { what }))
      }
      reply.header('allow', allowed)
      const { method } = request
      return sendFailure(request, reply, failure('METHOD_NOT_ALLOWED', { method, allowed }))
    })
  },
  { name: 'linecard-failures', dependencies: ['linecard-protection'], fastify: '5.x' },
)
