import type { Finding } from '../contract/finding.ts'
import type { Parameter } from '../contract/parameter.ts'
import { checkExpression, compilePattern, ExpressionError, readsOf } from '../expressions/index.ts'
import { didYouMean } from '../base/nearest.ts'
import { isAlways, type VariableSchema } from '../expressions/schema.ts'
import { variantsOf } from '../parameters/options.ts'
import type { Say } from './say.ts'
import { itemSchema, schemaAt } from './schema.ts'

const start = { line: 1, column: 1 }

/** Paths that an expression reads; none, if it cannot be read. */
export function expressionReads(text: string | null | undefined): string[] {
  if (!text?.trim()) return []
  try {
    return readsOf(text)
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}

const paramsIn = (text: string | null | undefined): string[] =>
  expressionReads(text).flatMap(path => (path.startsWith('params.') ? path.split('.')[1]! : []))

/** Keys of parameters that expressions of other parameters read. */
export const parameterReads = (parameters: readonly Parameter[]): string[] =>
  parameters.flatMap(({ key, visible_if, item_name, item_filter }) =>
    [visible_if, item_name, item_filter].flatMap(paramsIn).filter(each => each !== key),
  )

function checkExpressions(
  parameter: Parameter,
  variables: VariableSchema,
  root: VariableSchema,
  say: Say,
): void {
  const own = typeof root.properties === 'object' ? root.properties : {}
  const withItem = { ...root, properties: { ...own, item: itemSchema(parameter, variables) } }
  const named = [
    ['visible_if', parameter.visible_if, root],
    ['item_name', parameter.item_name, withItem],
    ['item_filter', parameter.item_filter, withItem],
  ] as const
  for (const [field, text, schema] of named) {
    if (!text?.trim()) continue
    for (const { code, message, hint, line, column } of checkExpression(text, '', schema)) {
      const unknown = /^`params\.[^`]*`: there is no `([^`]*)`$/.exec(message)
      if (unknown)
        say('PARAMETER_UNKNOWN', { line, column }, `${field}: there is no parameter \`${unknown[1]}\``, hint)
      else say(code, { line, column }, `${field}: ${message}`, hint)
    }
  }
  const { key, visible_if: condition } = parameter
  if (!paramsIn(condition).includes(key)) return
  const column = condition!.indexOf(`params.${key}`) + 1
  const hint = 'Name another field: this one has no value as long as it is hidden.'
  say(
    'VISIBLE_SELF',
    { line: 1, column: Math.max(1, column) },
    `visible_if: \`${key}\` depends on itself`,
    hint,
  )
}

function checkPattern({ regular_expr: pattern, default_value: value, type }: Parameter, say: Say): void {
  if (!pattern) return
  const compiled = compilePattern(pattern)
  if (!compiled.ok) {
    const { column, problem, hint } = compiled
    return say('PATTERN_WRONG', { line: 1, column }, `regular_expr: ${problem}`, hint)
  }
  if (type.startsWith('input_') && value && !compiled.pattern.matches(value))
    say(
      'DEFAULT_WRONG',
      start,
      `default_value: "${value}" does not match \`${pattern}\``,
      'Change one of them; the whole text must match.',
    )
}

function checkSource(
  { type, source_parameter_key: path }: Parameter,
  variables: VariableSchema,
  say: Say,
): void {
  if (type !== 'select_from_variable' && type !== 'input_variable') return
  const list = type === 'select_from_variable'
  if (!path?.trim()) {
    const hint = list
      ? 'Name a list, e.g. `data.pon_profiles.line`.'
      : 'Name a variable, e.g. `iface.description`.'
    return say('SOURCE_MISSING', start, 'source_parameter_key: it is empty', hint)
  }
  const found = schemaAt(variables, path.trim())
  if (found === undefined) {
    const parts = path.trim().split('.')
    const at = parts.findIndex(
      (_, index) => schemaAt(variables, parts.slice(0, index + 1).join('.')) === undefined,
    )
    const around = at === 0 ? variables : schemaAt(variables, parts.slice(0, at).join('.'))
    const names = around && typeof around.properties === 'object' ? Object.keys(around.properties ?? {}) : []
    const column = parts.slice(0, at).join('.').length + (at === 0 ? 1 : 2)
    const message = `source_parameter_key: there is no variable \`${path.trim()}\``
    say('SOURCE_UNKNOWN', { line: 1, column }, message, didYouMean(parts[at]!, names))
  } else if (list && found && isAlways(found, 'string', 'number', 'integer', 'boolean', 'object'))
    say(
      'SOURCE_KIND',
      start,
      `source_parameter_key: \`${path}\` is no list`,
      'Name a list, or a list inside of it.',
    )
  else if (!list && found && isAlways(found, 'array', 'object'))
    say('SOURCE_KIND', start, `source_parameter_key: \`${path}\` is no text`, 'Name one of its fields.')
}

function checkSecret({ type, default_value: value }: Parameter, say: Say): void {
  if (type === 'secret' && value)
    say('SECRET_DEFAULT', start, 'default_value: a secret has none', 'Everybody who runs it could read it.')
}

function checkVariants(parameter: Parameter, say: Say): void {
  if (parameter.type !== 'select_from_predefined') return
  const variants = variantsOf(parameter)
  const value = parameter.default_value
  if (variants.length === 0)
    say('VARIANTS_EMPTY', start, 'variants_list: it has no variants', 'Write one variant a line.')
  else if (value && !variants.includes(value))
    say('DEFAULT_WRONG', start, `default_value: "${value}" is no variant`, didYouMean(value, variants))
}

/** Mistakes of parameters: patterns, expressions, sources, variants and keys. */
export function checkParameters(
  parameters: readonly Parameter[],
  variables: VariableSchema,
  root: VariableSchema,
  sayAt: (where: Finding['where']) => Say,
): void {
  const keys = new Set<string>()
  for (const parameter of parameters) {
    const say = sayAt(`parameter:${parameter.key}`)
    if (keys.has(parameter.key))
      say(
        'KEY_DUPLICATE',
        start,
        `two parameters have the key \`${parameter.key}\``,
        'Give one of them another key.',
      )
    keys.add(parameter.key)
    checkSecret(parameter, say)
    checkPattern(parameter, say)
    checkExpressions(parameter, variables, root, say)
    checkSource(parameter, variables, say)
    checkVariants(parameter, say)
  }
}
