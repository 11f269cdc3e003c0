import { errorsOf, permissionErrors, type ErrorTable } from '@linecard/plugin-kit'

/**
 * Every error of the kernel itself. Errors of devices are in the driver kit, those of plugins in their own
 * tables.
 */
export const kernelErrors = {
  BAD_REQUEST: {
    type: 'BAD_REQUEST',
    message: 'The request cannot be read: its address, headers or body are malformed',
  },
  FORM_UNREADABLE: { type: 'BAD_REQUEST', message: 'The form cannot be read: {what}' },
  FORM_INVALID: { type: 'BAD_REQUEST', message: 'The form fields cannot be read' },
  UPLOAD_BROKEN: {
    type: 'BAD_REQUEST',
    message: 'The upload is incomplete: it broke off, or its form does not end with its boundary',
  },
  UPLOAD_FILE_MISSING: { type: 'BAD_REQUEST', message: 'The file is missing: {how}' },
  UPLOAD_FILE_UNEXPECTED: {
    type: 'BAD_REQUEST',
    message: 'The form may have one file, in the field "{field}"',
  },
  JSON_INVALID: { type: 'BAD_REQUEST', message: 'The body is not valid JSON: {what}' },
  UNSUPPORTED_MEDIA_TYPE: { type: 'BAD_REQUEST', message: 'Send the body as application/json' },
  EXPECTATION_UNKNOWN: {
    type: 'BAD_REQUEST',
    message: 'The header Expect may only say 100-continue: leave it out',
  },
  HEADERS_TOO_LARGE: { type: 'BAD_REQUEST', message: 'The headers of the request are too large' },
  REQUEST_TIMEOUT: { type: 'BAD_REQUEST', message: 'The request did not arrive in time' },
  HOST_UNKNOWN: {
    type: 'BAD_REQUEST',
    message: 'This host name is not served: add it to http.trusted_hosts in the config',
  },
  VALIDATION_ERROR: { type: 'VALIDATION_ERROR', message: 'The request is wrong: {what}' },
  IDEMPOTENCY_KEY_INVALID: {
    type: 'VALIDATION_ERROR',
    message: 'The header Idempotency-Key must be 1 to 255 printable characters',
  },
  NUMBER_OUT_OF_RANGE: { type: 'VALIDATION_ERROR', message: 'A number is too large to be stored' },
  TEXT_NOT_STORABLE: {
    type: 'VALIDATION_ERROR',
    message: 'A text contains characters that cannot be stored',
  },
  JOB_CRON_WRONG: {
    type: 'VALIDATION_ERROR',
    message:
      '"{cron}" is not a cron expression (minute, hour, day of month, month, day of week, in UTC): {what}',
  },
  JOB_ARGS_WRONG: {
    type: 'VALIDATION_ERROR',
    message: 'The job "{key}" cannot run with these arguments: {what}',
  },
  SETTINGS_INVALID: { type: 'VALIDATION_ERROR', message: 'Nothing was changed: {what}' },
  KEY_MISSING: { type: 'UNAUTHENTICATED', message: 'Sign in first: send a key in the header X-Auth-Key' },
  KEY_INVALID: { type: 'UNAUTHENTICATED', message: 'The key is wrong or has expired: sign in again' },
  KEYS_DIFFER: {
    type: 'UNAUTHENTICATED',
    message: 'The request carries two different keys: send one, in the header X-Auth-Key',
  },
  ...permissionErrors,
  SETTING_GRAVE: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message:
      'Nothing was changed: "{setting}" decides who gets in or where secrets go. ' +
      'To change it you need every permission, no limit to device groups, and your password',
  },
  NOT_FOUND: { type: 'RESOURCE_NOT_FOUND', message: 'There is no {what}' },
  COMPONENT_NOT_INSTALLED: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'There is no {what}: the plugin for "{component}" is not installed, or switched off',
  },
  COMPONENT_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no component "{key}"' },
  JOB_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no job "{key}"' },
  METHOD_NOT_ALLOWED: { type: 'NOT_ALLOWED', message: 'This address takes {allowed}, not {method}' },
  ALREADY_EXISTS: { type: 'CONFLICT', message: 'An object with this name or key already exists' },
  STILL_REFERRED_TO: {
    type: 'CONFLICT',
    message: 'Another object refers to this one, or this one refers to an object that does not exist',
  },
  COMPONENT_CORE: { type: 'CONFLICT', message: '"{key}" belongs to the core, which is always on' },
  COMPONENT_NEEDED: { type: 'CONFLICT', message: '"{key}" is required by {others}: switch these off first' },
  COMPONENT_NEEDS: { type: 'CONFLICT', message: '"{key}" requires {others}: switch these on first' },
  SETTING_FIXED: { type: 'CONFLICT', message: 'Nothing was changed: "{setting}" is decided by {where}' },
  JOB_RUNNING: {
    type: 'CONFLICT',
    message: 'The job "{key}" is running or about to run: wait until it has ended',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    type: 'CONFLICT',
    message: 'The first request with this Idempotency-Key is still running: repeat this request in a moment',
  },
  CHANGED_MEANWHILE: {
    type: 'PRECONDITION_FAILED',
    message: 'This was changed after you read it: read it again and repeat your change',
  },
  TAG_WEAK: {
    type: 'PRECONDITION_FAILED',
    message:
      'If-Match has only weak tags (W/"…"), which never match: send the ETag as the service gave it. ' +
      'If it arrives so, a proxy compresses answers on the way: switch that off there',
  },
  PAYLOAD_TOO_LARGE: { type: 'PAYLOAD_TOO_LARGE', message: 'The body is larger than this operation takes' },
  UPLOAD_TOO_LARGE: { type: 'PAYLOAD_TOO_LARGE', message: 'The file is larger than {limit} bytes' },
  IDEMPOTENCY_KEY_REUSED: {
    type: 'NOT_SUPPORTED',
    message: 'This Idempotency-Key was used for another request: use a new key for a new request',
  },
  TOO_MANY_REQUESTS: {
    type: 'TOO_MANY_REQUESTS',
    message: 'Too many requests from this address: wait and try again',
  },
  INTERNAL_ERROR: {
    type: 'SERVER_ERROR',
    message: 'The service failed on this request. Its log has the reason under the request id',
  },
  JOB_ERRORED: {
    type: 'SERVER_ERROR',
    message:
      "The job failed because of an internal error. The service's log has the reason under the run {id}",
  },
  JOB_TIMEOUT: { type: 'SERVER_ERROR', message: 'The job did not end within {seconds} s and was stopped' },
  JOB_LOST: {
    type: 'SERVER_ERROR',
    message: 'The process ended or lost the database while the job ran. How much of it was done is unknown',
  },
  JOB_ABORTED: { type: 'UNAVAILABLE', message: 'The job was stopped: {why}' },
  NOT_READY: { type: 'UNAVAILABLE', message: 'The service is not ready: {what}. Its log has the reason' },
  SERVICE_UNAVAILABLE: {
    type: 'UNAVAILABLE',
    message: 'The service "{name}" is not running: its plugin is off or has failed. See /health/ready',
  },
  DATABASE_BUSY: { type: 'UNAVAILABLE', message: 'All connections to the database are in use: try again' },
  DATABASE_DOWN: { type: 'UNAVAILABLE', message: 'The database cannot be reached at the moment: try again' },
  DATABASE_READ_ONLY: {
    type: 'UNAVAILABLE',
    message: 'The database takes no changes at the moment: it is a standby, or read-only. Try again',
  },
  DATABASE_FULL: {
    type: 'UNAVAILABLE',
    message: 'The disk of the database is full: nothing was stored. Make room there, and try again',
  },
  DATABASE_CONFLICT: { type: 'UNAVAILABLE', message: 'Two changes collided in the database: try again' },
} as const satisfies ErrorTable

export type KernelError = keyof typeof kernelErrors

export const fail = errorsOf(kernelErrors)
