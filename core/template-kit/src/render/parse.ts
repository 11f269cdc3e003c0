import Handlebars from 'handlebars'
import type { Place } from '../contract/template.ts'
import { maxText, maxBranches, maxDepth, maxWords } from '../base/bounds.ts'
import { isRefused, refused, type Refused } from '../base/refused.ts'
import { syntaxWhy, twigPlace } from './syntax.ts'

function placeOf(text: string, at: number, where: string) {
  const before = text.slice(0, at).split('\n')
  return { where, line: before.length, column: before.at(-1)!.length + 1 }
}

const tooDeep = (what: string, most: number) => ({
  code: 'DEPTH_LIMIT',
  message: `more than ${most} ${what}`,
  hint: 'Split it: put a part into a block, or keep a result with {{set "name" …}}.',
})

const tooMany = {
  code: 'SIZE_LIMIT',
  message: `more than ${maxWords} names and helpers in one text`,
  hint: 'Loop with {{#each}}, or put parts into blocks.',
}

/** Where the comment that begins here ends; -1: it does not. */
function commentEnd(text: string, at: number): number {
  const end = /^\{\{~?!--/.test(text.slice(at, at + 6)) ? '--' : '}}'
  const found = text.indexOf(end, at + 4)
  return end === '--' && found !== -1 ? text.indexOf('}}', found) : found
}

interface Expression {
  /** Where it ends. */
  end: number
  /** Where its parentheses are too deep; -1: nowhere. */
  deepAt: number
  /** Names, literals and helpers, roughly. */
  words: number
}

/** Looks over the expression that begins at `at`. */
function expressionAt(text: string, at: number): Expression {
  let [depth, words, quote] = [0, 1, '']
  for (; at < text.length; at++) {
    const char = text[at]!
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '(' && ++depth > maxDepth) return { end: at, deepAt: at, words }
    else if (char === ')') depth--
    else if (char === ' ' || char === '\n') words++
    else if (char === '}' && text[at + 1] === '}') break
  }
  return { end: at, deepAt: -1, words }
}

/**
 * Refuses deep nesting and too many expressions before the text is parsed: the parser's time grows with the
 * square of the depth, its walkers use the stack, and lint parses in the main thread. A text that is not
 * well-formed is left to the parser.
 */
function depthProblem(text: string, where: string): Refused | null {
  const branches: number[] = []
  let words = 0
  for (let at = text.indexOf('{{'); at !== -1; at = text.indexOf('{{', at)) {
    const head = text.slice(at, at + 12)
    if (/^\{\{~?!/.test(head)) {
      const end = commentEnd(text, at)
      if (end === -1) return null
      at = end
      continue
    }
    if (/^\{\{~?[#^]/.test(head)) branches.push(0)
    else if (/^\{\{~?\//.test(head)) branches.pop()
    else if (/^\{\{~?\s*else\b/.test(head) && branches.length > 0) branches[branches.length - 1]!++
    if (branches.length > maxDepth)
      return refused(placeOf(text, at, where), tooDeep('blocks inside of each other', maxDepth))
    if ((branches.at(-1) ?? 0) > maxBranches)
      return refused(placeOf(text, at, where), tooDeep('branches of one block', maxBranches))
    const { end, deepAt, words: more } = expressionAt(text, at + 2)
    if ((words += more) > maxWords) return refused(placeOf(text, at, where), tooMany)
    if (deepAt !== -1)
      return refused(placeOf(text, deepAt, where), tooDeep('parentheses inside of each other', maxDepth))
    at = end
  }
  return null
}

/** The parser of Handlebars keeps the token at which it stopped; its errors name the line only. */
interface StoppedAt {
  lexer?: { yylloc?: { first_line: number; first_column: number }; match?: string }
}

const parser = () => (Handlebars as unknown as { Parser: StoppedAt }).Parser

function controlProblem(text: string, where: string) {
  // Tab and line feed are text; others are not, and mark values in the output of the worker.
  const found = /[^\P{Cc}\t\n]/u.exec(text)
  if (!found) return null
  const before = text.slice(0, found.index).split('\n')
  const code = `U+${found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  return refused(
    { where, line: before.length, column: before.at(-1)!.length + 1 },
    { code: 'TEXT_CONTROL', message: `the character ${code} is not text`, hint: 'Delete it.' },
  )
}

function placeOfError(error: unknown, where: string): Place {
  if (error instanceof Handlebars.Exception && typeof error.lineNumber === 'number')
    return { where, line: error.lineNumber, column: Number(error.column ?? 0) + 1 }
  const at = parser().lexer?.yylloc
  return { where, line: at?.first_line ?? 1, column: (at?.first_column ?? 0) + 1 }
}

/**
 * Parses one text of a template.
 * @throws Refused with line and column
 */
export function parseText(text: string, where: string): hbs.AST.Program {
  if (text.length > maxText)
    throw refused(
      { where, line: 1, column: 1 },
      {
        code: 'TEXT_LENGTH',
        message: `a text may have at most ${maxText} characters, not ${text.length}`,
        hint: 'Split it into blocks and include them with {{> name}}.',
      },
    )
  const clean = text.replace(/\r\n?/g, '\n')
  const problem = controlProblem(clean, where) ?? depthProblem(clean, where)
  if (problem) throw problem
  const twig = twigPlace(clean, where)
  if (twig) throw twig
  try {
    return Handlebars.parse(clean)
  } catch (error) {
    if (isRefused(error)) throw error
    const place = placeOfError(error, where)
    throw refused(place, syntaxWhy(error, parser().lexer?.match ?? '', clean, place))
  }
}
