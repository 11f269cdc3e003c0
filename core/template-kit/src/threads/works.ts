import { ApiError } from '@linecard/plugin-kit'
import type { Parameter } from '../contract/parameter.ts'
import { ExpressionError, readsOf } from '../expressions/index.ts'
import { lintTemplate } from '../lint/index.ts'
import { formOf, paramsOf } from '../parameters/index.ts'
import type { Answer, WorkTask } from './task.ts'

const rootOf = (path: string): string => path.trim().split('.')[0]!

/** Names of the variables that parameters read; null: one cannot be parsed, and may mean any. */
function reads(parameters: readonly Parameter[]): string[] | null {
  try {
    const paths = parameters.flatMap(
      ({ source_parameter_key: source, visible_if, item_name, item_filter }) => [
        source ?? '',
        ...[visible_if, item_name, item_filter].flatMap(text => (text?.trim() ? readsOf(text) : [])),
      ],
    )
    // Why an answer of a module is missing is told from `error`.
    return [...new Set(['error', ...paths.map(rootOf)])]
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}

/** What is done with texts of authors beside rendering. Time, memory and turns are those of the renderer. */
const works = { params: paramsOf, form: formOf, lint: lintTemplate, reads }
export type Works = typeof works

/** Does one work. A mistake of the caller is an answer; other errors end up in the main thread. */
export function done({ work, args }: WorkTask): Answer {
  try {
    const run = works[work as keyof Works] as (...given: readonly unknown[]) => unknown
    return { kind: 'done', result: run(...args) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, details } = error
    return { kind: 'wrong', code, message, details }
  }
}
