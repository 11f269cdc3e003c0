import type { FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'

const wrong = (path: string, message: string) =>
  fail('VALIDATION_ERROR', { what: `"${path}" ${message}` }, [{ path, message }])

/**
 * Texts that came in the address or a form have not passed the JSON reader: refuse here what the database
 * cannot store. @throws ApiError 400
 */
export function refuseUnstorable(values: unknown): void {
  for (const [path, value] of Object.entries(values ?? {})) {
    for (const text of [value].flat()) {
      if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed()))
        throw wrong(path, 'contains a NUL character or half of a surrogate pair')
    }
  }
}

/**
 * What no schema says: texts must be storable, an absent body is an empty one, an operation without a body
 * takes none. @throws ApiError 400
 */
export async function checkInput(request: FastifyRequest): Promise<void> {
  const { spec, method } = request.routeOptions.config.operation!
  refuseUnstorable(request.params)
  refuseUnstorable(request.query)
  if (spec.multipart) refuseUnstorable(request.body)
  if (spec.body) request.body ??= {}
  else if (method !== 'DELETE') {
    const extra = Object.keys(request.body ?? {})[0]
    if (extra !== undefined) throw wrong(extra, 'is unknown: this operation takes no body')
  }
}
