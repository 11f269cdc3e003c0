import type { Finding } from '../contract/finding.ts'
import type { Place } from '../contract/template.ts'

/** An error of an author, inside of the worker, where the errors of the service are not loaded. */
export interface Refused extends Error {
  finding: Finding
}

export interface Why {
  code: string
  message: string
  hint: string
}

export function refused({ where, line, column }: Place, { code, message, hint }: Why): Refused {
  const finding: Finding = { severity: 'error', code, message, hint, where, line, column }
  return Object.assign(new Error(message), { finding })
}

export const isRefused = (error: unknown): error is Refused =>
  error instanceof Error && 'finding' in error && typeof error.finding === 'object'
