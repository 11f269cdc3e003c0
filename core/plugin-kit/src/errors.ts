import { brand } from '@linecard/driver-kit'

/** `error.type` of the envelope and the HTTP status it belongs to (api.md, "Conventions"). */
export const errorTypes = {
  BAD_REQUEST: 400,
  VALIDATION_ERROR: 400,
  UNAUTHENTICATED: 401,
  TWO_FACTOR_REQUIRED: 401,
  INSUFFICIENT_PRIVILEGES: 403,
  RESOURCE_NOT_FOUND: 404,
  NOT_ALLOWED: 405,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  NOT_SUPPORTED: 422,
  TOO_MANY_REQUESTS: 429,
  SERVER_ERROR: 500,
  DEVICE_ERROR: 502,
  UNAVAILABLE: 503,
} as const
/** A key of `errorTypes`; it decides the HTTP status. */
export type ErrorType = keyof typeof errorTypes

/** One error of a plugin. `{name}` in the message is replaced by the field of that name. */
export interface ErrorKind {
  type: ErrorType
  /** A sentence that tells a person what to do. */
  message: string
}
/** Codes `<PLUGIN>_<WHAT>` of one plugin. */
export type ErrorTable = Readonly<Record<string, ErrorKind>>

/**
 * One item of `error.details`: `path` names the field as in `filter.types`. All members reach the client as
 * they are.
 */
export interface Detail {
  path: string
  message: string
  [more: string]: unknown
}

/** An error for the client. `code` is stable; `details` name the wrong fields. */
export class ApiError extends Error {
  readonly type: ErrorType
  readonly code: string
  readonly status: number
  readonly details: readonly Detail[]
  /** Seconds for `Retry-After`. */
  readonly retryAfterSec: number | null

  static {
    brand(this, 'ApiError')
  }

  constructor(
    type: ErrorType,
    code: string,
    message: string,
    extra: { details?: readonly Detail[]; retryAfterSec?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause })
    this.name = 'ApiError'
    this.type = type
    this.code = code
    this.status = errorTypes[type]
    this.details = extra.details ?? []
    this.retryAfterSec = extra.retryAfterSec ?? null
  }
}

/**
 * Makes the errors of a plugin from its table: `const fail = errorsOf(table); throw
 * fail('INVENTORY_DEVICE_UNKNOWN', { id })`.
 */
export const errorsOf =
  <T extends ErrorTable>(table: T) =>
  (
    code: keyof T & string,
    fields: Readonly<Record<string, unknown>> = {},
    details: readonly Detail[] = [],
    retryAfterSec?: number,
  ): ApiError => {
    const { type, message } = table[code]!
    return new ApiError(
      type,
      code,
      message.replace(/\{(\w+)\}/g, (_, name: string) => String(fields[name] ?? name)),
      { details, retryAfterSec },
    )
  }
