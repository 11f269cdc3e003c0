import type { ErrorObject } from 'ajv'
import { DeviceError } from '@linecard/driver-kit'
import { explain } from '@linecard/driver-kit/validation'
import { ApiError, type Detail, type ErrorType } from '@linecard/plugin-kit'
import { fail, type KernelError } from '../errors.ts'
import { databaseFailure } from './database-errors.ts'

/** What the client is told about an error, before it is written as a body. */
export interface Failure {
  status: number
  type: ErrorType
  code: string
  description: string
  details: readonly Detail[]
  /** Seconds for `Retry-After`. */
  retryAfterSec: number | null
}

const ofApi = ({ status, type, code, message, details, retryAfterSec }: ApiError): Failure => ({
  status,
  type,
  code,
  description: message,
  details,
  retryAfterSec,
})

/** The failure of an error code of the kernel. */
export const failure = (...what: Parameters<typeof fail>): Failure => ofApi(fail(...what))

const deviceTypes: Readonly<Record<number, ErrorType>> = {
  400: 'VALIDATION_ERROR',
  409: 'CONFLICT',
  422: 'NOT_SUPPORTED',
  502: 'DEVICE_ERROR',
  504: 'DEVICE_ERROR',
}

/** Where the outcome of a change can be looked up. */
const verifiable = (record: number): Detail => ({
  path: 'record',
  message: 'the record of the action log that can be verified',
  record,
  verify: `POST /api/v1/logs/actions/${record}/verify`,
})

function ofDevice(error: DeviceError): Failure {
  const { argument, partial, missing, moved, down, record } = error
  const details: Detail[] = argument === null ? [] : [{ path: argument, message: error.message }]
  if (moved) details.splice(0, 1, { path: 'interface', message: 'is another port now', ...moved })
  if (down) details.push({ path: 'device', message: 'is known to be down', ...down })
  if (record !== null) details.push(verifiable(record))
  if (partial !== undefined)
    details.push({ path: 'data', message: 'what the device answered before it failed', partial, missing })
  else if (missing.length > 0) details.push({ path: 'data', message: 'what did not arrive', missing })
  return {
    status: error.status,
    type: deviceTypes[error.status] ?? 'DEVICE_ERROR',
    code: error.code,
    description: error.message,
    details,
    retryAfterSec: null,
  }
}

const parts: Readonly<Record<string, string>> = {
  body: 'field',
  querystring: 'query parameter',
  params: 'path parameter',
}

/** The faults that the schemas of a request found. */
function ofValidation(errors: readonly ErrorObject[], part: string): Failure {
  const details = explain(errors).map(({ path, message }) => ({
    path: path || part.replace('querystring', 'query'),
    message,
  }))
  const told = details
    .slice(0, 3)
    .map(({ path, message }) => `${parts[part] ?? 'field'} "${path}" ${message}`)
  const more = details.length > told.length ? `; and ${details.length - told.length} more` : ''
  return ofApi(fail('VALIDATION_ERROR', { what: told.join('; ') + more }, details))
}

/** Error codes of the HTTP layer by status. */
const refusals: Readonly<Record<number, KernelError>> = {
  400: 'BAD_REQUEST',
  406: 'FORM_INVALID',
  408: 'REQUEST_TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  417: 'EXPECTATION_UNKNOWN',
  429: 'TOO_MANY_REQUESTS',
  431: 'HEADERS_TOO_LARGE',
}

/**
 * A failure by its status alone, for example of a request without a route. It keeps this status, whatever the
 * usual status of its type is.
 */
export const refusal = (status: number): Failure => ({
  ...ofApi(fail(refusals[status] ?? 'BAD_REQUEST')),
  status: refusals[status] ? status : 400,
})

/**
 * What a client is told about an error. Any error that is not meant for clients becomes INTERNAL_ERROR
 * without its message.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return ofApi(error)
  if (error instanceof DeviceError) return ofDevice(error)
  const database = databaseFailure(error)
  if (database) return ofApi(database)
  const { validation, validationContext, statusCode } = (error ?? {}) as {
    validation?: ErrorObject[]
    validationContext?: string
    statusCode?: number
  }
  if (validation) return ofValidation(validation, validationContext ?? 'body')
  return statusCode && statusCode >= 400 && statusCode < 500
    ? refusal(statusCode)
    : ofApi(fail('INTERNAL_ERROR'))
}

/**
 * Body of an error: the envelope, or RFC 9457 for clients that ask for it. `instance` is the path without its
 * query, which may contain a key.
 */
export function errorBody(
  told: Failure,
  requestId: string,
  instance: string,
  problem: boolean,
): { type: string; body: string } {
  const { status, type, code, description, details } = told
  if (problem) {
    const body = {
      type: `urn:linecard:error:${code}`,
      title: type,
      status,
      detail: description,
      instance,
      code,
      details,
      request_id: requestId,
    }
    return { type: 'application/problem+json; charset=utf-8', body: JSON.stringify(body) }
  }
  const body = {
    statusCode: status,
    meta: null,
    error: { type, code, description, details, request_id: requestId },
  }
  return { type: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}
