import type { Parameter } from '../contract/parameter.ts'
import type { Variables } from '../contract/template.ts'
import { budgetOf, ExpressionError, holds, type Budget } from '../expressions/index.ts'
import { choicesOf, chosen, type Choice } from './options.ts'
import { valueAt } from './paths.ts'
import { textProblem } from './text.ts'

/** A field with what was sent for it. */
export interface Field {
  parameter: Parameter
  visible: boolean
  /** Null: a text. */
  choices: readonly Choice[] | null
  /** What the form shows; null: empty. */
  text: string | null
  /** What the template sees; null: hidden, or nothing was given. */
  value: unknown
  /** Why the field cannot be shown. */
  broken: string | null
  /** What is wrong with the value. */
  wrong: string | null
}

/** Steps of all expressions of a form together: about a second. */
const steps = 3_000_000

const isSelect = ({ type }: Parameter) => type === 'select_from_predefined' || type === 'select_from_variable'

/** What is filled in: what was sent, else the variable, else the default. */
function filled(
  parameter: Parameter,
  sent: Readonly<Record<string, unknown>>,
  variables: Variables,
): unknown {
  if (Object.hasOwn(sent, parameter.key) && sent[parameter.key] !== undefined) return sent[parameter.key]
  if (parameter.type === 'input_variable' && parameter.source_parameter_key) {
    const value = valueAt(variables, parameter.source_parameter_key.trim())
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return value
  }
  return parameter.type === 'secret' ? null : (parameter.default_value ?? null)
}

const empty = (sent: unknown) => sent === null || sent === undefined || sent === ''

function textField(parameter: Parameter, sent: unknown): Field {
  const field = { parameter, visible: true, choices: null, broken: null }
  if (empty(sent)) return { ...field, text: null, value: null, wrong: null }
  const text = typeof sent === 'number' && Number.isFinite(sent) ? String(sent) : sent
  if (typeof text !== 'string') return { ...field, text: null, value: null, wrong: 'must be a text' }
  return { ...field, text, value: text, wrong: textProblem(parameter, text) }
}

function selectField(parameter: Parameter, sent: unknown, variables: Variables, budget: Budget): Field {
  const found = choicesOf(parameter, variables, budget)
  const field = { parameter, visible: true, text: null, value: null, broken: null, wrong: null }
  if (!found.ok) return { ...field, choices: [], broken: found.problem }
  const { choices } = found
  if (empty(sent)) return { ...field, choices }
  const choice = chosen(choices, sent)
  if (choice === null) return { ...field, choices, wrong: 'is not in the list' }
  return { ...field, choices, text: choice.value, value: choice.item }
}

const hidden = (field: Field): Field => ({
  ...field,
  visible: false,
  text: null,
  value: null,
  wrong: null,
  broken: null,
})

function fieldOf(parameter: Parameter, sent: unknown, variables: Variables, budget: Budget): Field {
  try {
    if (isSelect(parameter)) return selectField(parameter, sent, variables, budget)
    return textField(parameter, sent)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return {
      parameter,
      visible: true,
      choices: [],
      text: null,
      value: null,
      broken: error.message,
      wrong: null,
    }
  }
}

/** What a template sees as `params`. */
export const valuesOf = (fields: readonly Field[]): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ parameter, value }) => [parameter.key, value]))

/**
 * All fields in their order. A condition sees the fields before it as they are (a hidden one is null), and
 * those after it as they were filled in.
 */
export function fieldsOf(
  parameters: readonly Parameter[],
  sent: Readonly<Record<string, unknown>>,
  variables: Variables,
): Field[] {
  const budget = budgetOf(steps)
  const sorted = parameters.toSorted((left, right) => (left.order ?? 0) - (right.order ?? 0))
  const fields: Field[] = []
  // Filters and labels may read the fields before them.
  for (const each of sorted) {
    const params = valuesOf(fields)
    fields.push(fieldOf(each, filled(each, sent, variables), { ...variables, params }, budget))
  }
  for (const [index, field] of fields.entries()) {
    const condition = field.parameter.visible_if?.trim()
    if (!condition) continue
    try {
      if (!holds(condition, { ...variables, params: valuesOf(fields) }, budget)) fields[index] = hidden(field)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      fields[index] = { ...field, broken: error.message }
    }
  }
  return fields
}
