import { parseExpression } from './parse.ts'
import { run, type Budget } from './run.ts'
import { truthy } from './values.ts'

/** Steps of one expression: some milliseconds. */
const steps = 100_000

/** A budget for many expressions together. */
export const budgetOf = (left: number): Budget => ({ left })

/**
 * The value of an expression (README, "Expressions"). Numbers are numbers of JavaScript; a missing field is
 * null. Nothing is executed: the text is parsed, and its parts are looked at, in at most 100,000 steps.
 * @throws ExpressionError with the column and what to do
 */
export function evaluate(
  expression: string,
  variables: Readonly<Record<string, unknown>>,
  budget: Budget = { left: steps },
): unknown {
  return run(parseExpression(expression), variables, budget)
}

/** Whether a condition holds: null, false, 0 and '' do not. @throws ExpressionError */
export const holds = (
  expression: string,
  variables: Readonly<Record<string, unknown>>,
  budget?: Budget,
): boolean => truthy(evaluate(expression, variables, budget))
