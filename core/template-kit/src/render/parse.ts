import Handlebars from 'handlebars'
import type { Place } from '../contract/template.ts'
import { maxText } from '../base/bounds.ts'
import { depthProblem } from './depth.ts'
import { isRefused, refused } from '../base/refused.ts'
import { syntaxWhy, twigPlace } from './syntax.ts'

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
