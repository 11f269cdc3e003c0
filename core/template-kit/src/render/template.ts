import { TemplateError } from '../contract/error.ts'
import { parseText } from './parse.ts'
import { isRefused } from '../base/refused.ts'

/**
 * The tree of one text of a template, for lint.
 * @throws TemplateError with line and column
 */
export function parseTemplate(text: string, where: string): hbs.AST.Program {
  try {
    return parseText(text, where)
  } catch (error) {
    throw isRefused(error) ? new TemplateError(error.finding, error) : error
  }
}
