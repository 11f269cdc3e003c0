import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { lateCheck } from '../compilers.ts'
import type { Operation } from '../contract.ts'
import { addRouteHook } from '../route-hooks.ts'
import { assertStorable, wrongInput } from '../storable.ts'
import type { CompileCheck } from '../validators.ts'

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

/** Checks params, query and body: first what no schema says, then the schemas of the operation. */
export const input = fp(
  async (app: FastifyInstance, { compile, late }: { compile: CompileCheck; late?: boolean }) => {
    app.setValidatorCompiler(part =>
      late ? lateCheck(() => compile(part as never)) : compile(part as never),
    )
    app.addHook('onRoute', route => {
      const operation = route.config?.operation
      if (operation) addRouteHook(route, 'preValidation', inputCheck(operation))
    })
  },
  { name: 'linecard-input', dependencies: ['linecard-body', 'linecard-guard'], fastify: '5.x' },
)
