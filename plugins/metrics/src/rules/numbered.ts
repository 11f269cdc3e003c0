import type { RuleExpression } from '@linecard/plugin-kit'
import type { Marked } from './chosen.ts'

/** A rule with its number in the list. */
export interface Numbered {
  rule: number
  expression: RuleExpression
  marked: Marked
}
