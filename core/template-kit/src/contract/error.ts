import { ApiError, type Detail } from '@linecard/plugin-kit'
import type { Finding } from './finding.ts'

/** A template that cannot be rendered. `finding` has the place and what to do. 400 for the client. */
export class TemplateError extends ApiError {
  readonly finding: Finding

  constructor(finding: Finding, cause?: unknown) {
    const { where, line, column, message, hint, code } = finding
    const details: Detail[] = [{ path: where, message: hint, line, column }]
    super('VALIDATION_ERROR', `TEMPLATE_${code}`, `${where}, line ${line}, column ${column}: ${message}`, {
      details,
      cause,
    })
    this.name = 'TemplateError'
    this.finding = finding
  }
}
