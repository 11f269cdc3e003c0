import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Compile, RoutePart } from '../compilers.ts'
import type { Operation } from '../contract.ts'
import type { JsonSchema, NamedSchemas } from '../named-schemas.ts'
import { addRouteHook } from '../route-hooks.ts'
import { assertStorable, wrongInput } from '../storable.ts'
import { queryLists, tolerance, withoutCacheBuster, type Tolerate } from '../tolerance/index.ts'
import { markForm, type CompileCheck } from '../validators.ts'
import { isForm } from './body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Members of the body that were left out: they are null, or mean nothing to this service. */
    ignored: readonly string[]
  }
}

/**
 * What schemas cannot say: texts must be storable, an absent body is an empty one, and an operation without a
 * body takes none. @throws ApiError 400
 */
const inputCheck =
  ({ spec, method }: Operation) =>
  async (request: FastifyRequest): Promise<void> => {
    if (spec.params) assertStorable(request.params)
    assertStorable(request.query)
    if (spec.multipart) assertStorable(request.body)
    if (spec.body) request.body ??= {}
    else if (method !== 'DELETE') {
      const extra = Object.keys(request.body ?? {})[0]
      if (extra !== undefined) throw wrongInput(extra, 'is unknown: this operation takes no body')
    }
  }

/** Brings what older clients send into the form of the document. */
function tolerate(
  tolerant: (schema: JsonSchema) => Tolerate,
  schema: { querystring?: unknown; body?: unknown },
) {
  const { querystring = {}, body } = schema as { querystring?: JsonSchema; body?: JsonSchema }
  const [toQuery, toBody] = [tolerant(querystring), body && tolerant(body)]
  return async (request: FastifyRequest): Promise<void> => {
    const query = request.query as Record<string, unknown>
    withoutCacheBuster(query, (querystring['properties'] ?? {}) as object)
    queryLists(query)
    toQuery(query, { texts: true, ignored: [] })
    if (!toBody) return
    const ignored: string[] = []
    const texts = isForm(request)
    request.body = toBody(request.body, { texts, ignored })
    request.ignored = ignored
    if (texts) markForm(request.body)
  }
}

export interface InputOptions {
  compile: CompileCheck
  schemas: NamedSchemas
  charged: Compile
}

/**
 * Checks params, query and body: first what no schema says, then the schemas of the operation, after what is
 * tolerated was brought into their form.
 */
export const input = fp(
  async (app: FastifyInstance, { compile, schemas, charged }: InputOptions) => {
    const tolerant = tolerance(schemas.named)
    app.decorateRequest('ignored', null as unknown as [])
    app.setValidatorCompiler(part => charged(part as RoutePart, () => compile(part as never)))
    app.addHook('onRoute', route => {
      const operation = route.config?.operation
      if (!operation) return
      addRouteHook(route, 'preValidation', inputCheck(operation))
      addRouteHook(route, 'preValidation', tolerate(tolerant, route.schema ?? {}))
    })
  },
  { name: 'linecard-input', dependencies: ['linecard-body', 'linecard-guard'], fastify: '5.x' },
)
