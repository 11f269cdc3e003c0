import { DeviceError } from '@linecard/driver-kit'
import { errorBody, failure, failureOf, refusal, type Failure } from '../errors.ts'
import type { JsonSchema } from '../named-schemas.ts'
import { headerRefs } from './headers.ts'

const exampleId = '0f8e5b1c-2d5a-4d0e-9f0b-6a4d2b7c1e11'

const details: JsonSchema = {
  type: 'array',
  description: 'Bad fields, or what arrived before a device failed',
  items: {
    type: 'object',
    required: ['path', 'message'],
    properties: {
      path: { type: 'string', description: 'Name of the field, header or part' },
      message: { type: 'string', description: 'What is wrong with it' },
    },
    additionalProperties: true,
  },
}

/**
 * Schema of every error, for the document only. Errors are written without a serializer, because their
 * details have no fixed fields.
 */
export const errorSchema: JsonSchema = {
  $id: 'kernel.Error',
  type: 'object',
  description: 'Every error. With Accept: application/problem+json it comes in the form of RFC 9457',
  required: ['statusCode', 'meta', 'error'],
  properties: {
    statusCode: { type: 'integer', minimum: 400, maximum: 599, description: 'Status of the answer' },
    meta: { type: 'null' },
    error: {
      type: 'object',
      required: ['type', 'code', 'description', 'details', 'request_id'],
      properties: {
        type: { type: 'string', description: 'Kind of error, e.g. VALIDATION_ERROR' },
        code: { type: 'string', description: 'Stable machine code, e.g. DEVICE_TIMEOUT' },
        description: { type: 'string', description: 'What was wrong and what to do' },
        details,
        request_id: { type: 'string', description: 'As in the header X-Request-Id' },
      },
    },
  },
}

/** The same error for clients that accept `application/problem+json`. */
export const problemSchema: JsonSchema = {
  $id: 'kernel.Problem',
  type: 'object',
  description: 'Every error in the form of RFC 9457',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'details', 'request_id'],
  properties: {
    type: { type: 'string', description: '`urn:linecard:error:` and the code' },
    title: { type: 'string', description: 'Kind of error, e.g. VALIDATION_ERROR' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'Status of the answer' },
    detail: { type: 'string', description: 'What was wrong and what to do' },
    instance: { type: 'string', description: 'Path of the request, without its query' },
    code: { type: 'string', description: 'Stable machine code, e.g. DEVICE_TIMEOUT' },
    details,
    request_id: { type: 'string', description: 'As in the header X-Request-Id' },
  },
}

interface Meaning {
  /** Name of the shared answer in the document. */
  name: string
  description: string
  example: Failure
}

const silent = new DeviceError('DeviceTimeout', 'The device 192.0.2.10 does not answer SNMP.')
const refused = new DeviceError('CommandRejected', 'The device 192.0.2.10 refused the change: wrongValue.')
const unsupported = new DeviceError('Unsupported', 'The model DES-3200-28 does not support this.')
const wrongLimit = { path: 'limit', message: 'must be an integer' }

/**
 * What each status of an error means in every operation. The examples are answers as the service gives them.
 */
const meanings: Readonly<Record<number, Meaning>> = {
  400: {
    name: 'BadRequest',
    description: 'A parameter or field is wrong, unknown or missing; `details` names each',
    example: failure('VALIDATION_ERROR', { what: 'query parameter "limit" must be an integer' }, [
      wrongLimit,
    ]),
  },
  401: {
    name: 'Unauthenticated',
    description: 'No key, or a key that is wrong or has expired: sign in again',
    example: failure('KEY_MISSING'),
  },
  403: {
    name: 'Forbidden',
    description: 'A permission is missing; the description names it',
    example: failure('PERMISSION_MISSING', { permission: 'device_show' }),
  },
  404: {
    name: 'NotFound',
    description: 'Unknown, or outside of the groups of this user',
    example: failure('NOT_FOUND', { what: 'device 7' }),
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'Not with this method; the description names the right one',
    example: failure('METHOD_NOT_ALLOWED', { method: 'GET', allowed: 'POST' }),
  },
  406: { name: 'FormInvalid', description: 'The form cannot be read', example: refusal(406) },
  408: { name: 'RequestTimeout', description: 'The request did not arrive in time', example: refusal(408) },
  409: {
    name: 'Conflict',
    description: 'In conflict with what is there, or with another change that is running; see the code',
    example: failure('ALREADY_EXISTS'),
  },
  412: {
    name: 'PreconditionFailed',
    description: 'Changed since it was read: read it again and repeat the change',
    example: failure('CHANGED_MEANWHILE'),
  },
  413: {
    name: 'TooLarge',
    description: 'The body is larger than this operation takes',
    example: failure('PAYLOAD_TOO_LARGE'),
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body has a media type that this operation does not take',
    example: refusal(415),
  },
  417: {
    name: 'ExpectationFailed',
    description: 'The header Expect has another value than 100-continue',
    example: refusal(417),
  },
  422: {
    name: 'NotSupported',
    description: 'The model, the device or the installation does not support it',
    example: failureOf(unsupported),
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests from this address: wait as long as Retry-After says',
    example: failure('TOO_MANY_REQUESTS'),
  },
  431: {
    name: 'HeadersTooLarge',
    description: 'The address and headers of the request are larger than 16 KiB',
    example: refusal(431),
  },
  500: {
    name: 'InternalError',
    description: 'The service failed. Its log has the reason under the request id',
    example: failure('INTERNAL_ERROR'),
  },
  502: {
    name: 'DeviceFailed',
    description: 'The device refused it, did not apply it, or its answer cannot be understood',
    example: failureOf(refused),
  },
  503: {
    name: 'Unavailable',
    description: 'The service, a part of it or its database is not available: try again',
    example: failure('DATABASE_BUSY'),
  },
  504: {
    name: 'DeviceSilent',
    description: 'The device does not answer, or is known to be down; `details` has what arrived before',
    example: failureOf(silent),
  },
}

const bodies = (example?: Failure) => {
  const as = (problem: boolean) =>
    example
      ? { example: JSON.parse(errorBody(example, exampleId, '/api/v1/device', problem).body) as unknown }
      : {}
  return {
    'application/json': { schema: { $ref: '#/components/schemas/kernel.Error' }, ...as(false) },
    'application/problem+json': { schema: { $ref: '#/components/schemas/kernel.Problem' }, ...as(true) },
  }
}

const retried = new Set([409, 429, 503])
/** Errors of a change on a device, which its Idempotency-Key keeps. */
const replayed = new Set([404, 409, 422, 502, 504])

/** The answers that operations share, by name. */
export const errorResponses: JsonSchema = {
  ...Object.fromEntries(
    Object.entries(meanings).map(([status, { name, description, example }]) => [
      name,
      {
        description,
        headers: headerRefs(
          ...(retried.has(Number(status)) ? ['Retry-After'] : []),
          ...(replayed.has(Number(status)) ? ['Idempotency-Replayed'] : []),
        ),
        content: bodies(example),
      },
    ]),
  ),
  NotModified: { description: 'It is still the version of If-None-Match', headers: headerRefs('ETag') },
  OtherError: { description: 'Any other error', headers: headerRefs(), content: bodies() },
}

/** Reference to the shared answer without a body. */
export const notModified: JsonSchema = { $ref: '#/components/responses/NotModified' }

/** Reference to the shared answer of a status. */
export const errorResponse = (status: number): JsonSchema => ({
  $ref: `#/components/responses/${meanings[status]?.name ?? 'OtherError'}`,
})
