import { DriverException } from '@mikro-orm/core'
import type { ApiError } from '@linecard/plugin-kit'
import { causesOf, isOwn, isUnavailable, refusalOf } from '../database/index.ts'
import { fail, type KernelError } from '../errors.ts'

/** The pool had no free connection in time, or SQLSTATE too_many_connections. */
const isBusy = (error: Error & { code?: unknown }) =>
  error.code === '53300' || /timeout exceeded when trying to connect/.test(error.message)

/** Failures of PostgreSQL that clients are told, by SQLSTATE (Appendix A of its manual). */
const states: Readonly<Record<string, KernelError>> = {
  '22003': 'NUMBER_OUT_OF_RANGE',
  '22021': 'TEXT_NOT_STORABLE',
  '22P05': 'TEXT_NOT_STORABLE',
  '23503': 'STILL_REFERRED_TO',
  '23505': 'ALREADY_EXISTS',
}

/** What a failure of the database means for the client. Null if the error is not one of the database. */
export function databaseFailure(error: unknown): ApiError | null {
  const errors = [...causesOf(error)]
  // A refused connection alone proves nothing: plugins connect to other servers too.
  const own = errors.some(
    one =>
      isOwn(one) ||
      one instanceof DriverException ||
      'severity' in one ||
      /^(Connection terminated|timeout exceeded when trying|Client has encountered a)/.test(one.message),
  )
  if (!own) return null
  if (errors.some(isBusy)) return fail('DATABASE_BUSY', {}, [], 1)
  const refusal = refusalOf(error)
  if (refusal) return fail(refusal === 'Full' ? 'DATABASE_FULL' : 'DATABASE_READ_ONLY', {}, [], 5)
  if (errors.some(isUnavailable)) return fail('DATABASE_DOWN', {}, [], 5)
  for (const { code } of errors) {
    if (code === '40001' || code === '40P01') return fail('DATABASE_CONFLICT', {}, [], 1)
    if (typeof code === 'string' && Object.hasOwn(states, code)) return fail(states[code]!)
  }
  return null
}
