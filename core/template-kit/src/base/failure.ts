import type { Refused } from './refused.ts'

const failed = Symbol('failed')

/** An error that waits for the helper around it, which may not need the value. */
export interface Failure {
  [failed]: Refused
}

export const failure = (error: Refused): Failure => ({ [failed]: error })

/** The error of a value that could not be read or computed; null: it is a value. */
export const failureOf = (value: unknown): Refused | null =>
  typeof value === 'object' && value !== null && failed in value ? (value as Failure)[failed] : null
