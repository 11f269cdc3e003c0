import { Environment, ParseError, type ASTNode } from '@marcbachmann/cel-js'
import { ExpressionError } from './error.ts'

/** A text with the place in the author's text of each character, so that errors name the author's column. */
interface Mapped {
  text: string
  at: readonly number[]
}

interface Pieces {
  text: string
  at: number[]
}

function put(out: Pieces, text: string, from: number): void {
  out.text += text
  for (let index = 0; index < text.length; index++) out.at.push(from)
}

/** End of the quoted text that begins at `from`, after its last quote. */
function endOfText(source: string, from: number): number {
  const quote = source[from]
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === quote) return at + 1
  }
  return source.length
}

/** End of the `${…}` that begins at `from`, after its brace. */
function endOfHole(source: string, from: number): number {
  for (let at = from + 2; at < source.length; at++) {
    if (source[at] === '"' || source[at] === "'") at = endOfText(source, at) - 1
    else if (source[at] === '}') return at + 1
  }
  return -1
}

/** The text of a template literal from `from` to `to`, as an addition: `"a" + (b) + "c"`. */
function putTemplate(out: Pieces, source: string, from: number, to: number): void {
  put(out, '(""', from)
  for (let at = from; at < to;) {
    const hole = source.startsWith('${', at) ? endOfHole(source, at) : -1
    if (hole > 0) {
      put(out, ' + text(', at)
      putCode(out, source, at + 2, hole - 1)
      put(out, ')', hole - 1)
      at = hole
      continue
    }
    const next = source.indexOf('${', at + 1)
    const end = next < 0 || next > to ? to : next
    put(out, ` + ${JSON.stringify(source.slice(at, end))}`, at)
    at = end
  }
  put(out, ')', to)
}

/** Code outside of template literals. Quoted texts stay as they are. */
function putCode(out: Pieces, source: string, from: number, to: number): void {
  for (let at = from; at < to;) {
    const char = source[at]!
    let end = at + 1
    if (char === '"' || char === "'") end = Math.min(endOfText(source, at), to)
    else if (char === '`') {
      end = Math.min(endOfText(source, at), to)
      putTemplate(out, source, at + 1, end - 1)
      at = end
      continue
    } else if (source.startsWith('===', at) || source.startsWith('!==', at)) {
      put(out, `${char}=`, at)
      at += 3
      continue
    }
    for (let index = at; index < end; index++) put(out, source[index]!, index)
    at = end
  }
}

/**
 * What authors know from JavaScript, as CEL: `===` and `!==`, and template literals. A text with `${` outside
 * of quotes is such a literal as a whole, because labels are written without backticks (`${item.name}`).
 */
function rewritten(source: string): Mapped {
  const out: Pieces = { text: '', at: [] }
  const bare = source.replace(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'|`(\\.|[^`\\])*`/g, '')
  if (bare.includes('${')) putTemplate(out, source, 0, source.length)
  else putCode(out, source, 0, source.length)
  return out
}

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
