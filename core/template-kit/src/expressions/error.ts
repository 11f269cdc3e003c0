import { ApiError } from '@linecard/plugin-kit'

/** An expression that cannot be read or evaluated. 400. `column`: from 1, in the author's text. */
export class ExpressionError extends ApiError {
  readonly column: number
  readonly hint: string
  /** The message without the place. */
  readonly problem: string

  constructor(expression: string, column: number, problem: string, hint: string) {
    const shown = expression.length > 100 ? `${expression.slice(0, 100)}…` : expression
    super(
      'VALIDATION_ERROR',
      'TEMPLATE_EXPRESSION_WRONG',
      `\`${shown}\`, column ${column}: ${problem}. ${hint}`,
    )
    this.name = 'ExpressionError'
    this.column = column
    this.hint = hint
    this.problem = problem
  }
}
