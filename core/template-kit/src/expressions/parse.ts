import { Environment, ParseError, type ASTNode } from '@marcbachmann/cel-js'
import { ExpressionError } from './error.ts'
import { rewritten } from './rewrite.ts'

/** A parsed expression. */
export interface Expression {
  source: string
  ast: ASTNode
  /** Column in `source`, from 1, of a position in the parsed text. */
  column(position: number): number
}

/** Characters of an expression. */
export const maxExpression = 1000
const maxKept = 1000

const language = new Environment({
  unlistedVariablesAreDyn: true,
  limits: { maxAstNodes: 500, maxDepth: 32, maxListElements: 100, maxMapEntries: 50, maxCallArguments: 8 },
})

/** Words and signs of other languages, and what they are here. */
const habits: readonly (readonly [RegExp, string])[] = [
  [/^=(?!=)/, 'Compare with `==`.'],
  [/^and\b/i, 'Write `&&` for "and".'],
  [/^or\b/i, 'Write `||` for "or".'],
  [/^not\b/i, 'Write `!x` for "not x".'],
  [/^\?\?/, 'Write `a == null ? b : a`, or `a || b`.'],
  [/^\?\./, 'Write `.`: a field of nothing is null, not an error.'],
  [/^[“”„‘’«»]/, 'Use straight quotes, " or \'.'],
  [/^&(?!&)/, 'Write `&&`.'],
  [/^\|(?!\|)/, 'Write `||`; filters of Twig are functions here, e.g. `lower(x)`.'],
  [/^~/, 'Join texts with `+`.'],
  [/^(=>|->)/, 'Write `list.exists(x, x.id == 1)`.'],
]

function hintOf(rest: string): string {
  const found = habits.find(([pattern]) => pattern.test(rest))
  if (found) return found[1]
  if (rest === '') return 'The expression ends too early. Complete it.'
  if (/^["']/.test(rest)) return 'Close the quotes, and join texts with `+`.'
  return 'Look at what stands here and before it. Example: `params.mode == "bridge" && iface != null`.'
}

function parsed(source: string): Expression {
  if (source.length > maxExpression)
    throw new ExpressionError(
      source,
      maxExpression,
      `an expression may have at most ${maxExpression} characters, not ${source.length}`,
      'Make it shorter.',
    )
  const { text, at } = rewritten(source)
  const column = (position: number) => (at[position] ?? source.length) + 1
  if (source.trim() === '')
    throw new ExpressionError(source, 1, 'the expression is empty', 'Remove it or fill it in.')
  try {
    return { source, ast: language.parse(text).ast, column }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const start = error.range?.start ?? 0
    const from = column(start)
    // The parser may stop after the word that is the mistake.
    const before = /(\bnot\s+|\?)$/i.exec(source.slice(0, from - 1))
    const place = before && /^[\w.]/.test(source.slice(from - 1)) ? before.index + 1 : from
    const rest = source.slice(place - 1)
    const word = /^(and\b|or\b|not\b|\?\.)/i.exec(rest)
    const problem = word
      ? `\`${word[1]}\` is no operator here`
      : error.code === 'limit_exceeded'
        ? 'the expression is too deep or has too many parts'
        : error.summary.replace(/^U/, 'u').replace(/\bEOF\b/, 'end of the expression')
    const hint = hintOf(rest)
    throw new ExpressionError(source, place, problem, hint)
  }
}

const kept = new Map<string, Expression>()

/**
 * The expression of a text. Parsed expressions are kept.
 * @throws ExpressionError with the column
 */
export function parseExpression(source: string): Expression {
  const found = kept.get(source)
  if (found) return found
  const expression = parsed(source)
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value!)
  kept.set(source, expression)
  return expression
}
