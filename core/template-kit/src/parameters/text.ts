import type { Parameter } from '../contract/parameter.ts'
import { compilePattern } from '../expressions/index.ts'

/** Characters of a text that a person fills in. */
export const maxParameterText = 1000

/** Characters of a secret at least: a shorter one stands in other words, and could not be masked there. */
const leastSecret = 4

/** What is wrong with a text; null: nothing. Characters that are not seen are refused: they end lines. */
export function textProblem({ regular_expr: pattern, type }: Parameter, text: string): string | null {
  if (text.length > maxParameterText)
    return `may have at most ${maxParameterText} characters, not ${text.length}`
  const bad = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.exec(text)
  if (bad) {
    const code = bad[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
    return `must be one line without control characters (U+${code} at character ${bad.index + 1})`
  }
  if (type === 'secret' && text.length < leastSecret)
    return `must have at least ${leastSecret} characters: a shorter one cannot be hidden`
  if (!pattern) return null
  const compiled = compilePattern(pattern)
  if (!compiled.ok) return `cannot be checked: the pattern \`${pattern}\` is wrong: ${compiled.problem}`
  return compiled.pattern.matches(text) ? null : `does not match \`${pattern}\``
}
