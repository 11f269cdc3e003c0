import type { Parameter } from '../contract/parameter.ts'
import { evaluate, holds, type Budget } from '../expressions/index.ts'
import { isRecord } from '../expressions/values.ts'
import { valueAt, whyMissing } from './paths.ts'

/** A choice of a select, with what a template sees for it. */
export interface Choice {
  /** What a person sends. */
  value: string
  label: string
  /** What the template sees: the item of the list itself, with `_display_name`. */
  item: unknown
}

/** Most choices of a field. */
export const maxChoices = 10_000

export type Choices = { ok: true; choices: readonly Choice[] } | { ok: false; problem: string }

/** Fields that tell items apart, best first. */
const idents = ['id', 'bind_key', 'key', 'name'] as const

const scalar = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null
const own = (item: unknown, key: string) =>
  isRecord(item) && Object.hasOwn(item, key) ? scalar(item[key]) : null

/** The first field that all items have, each with another value; null: there is none. */
export function identOf(items: readonly unknown[]): string | null {
  const tells = (key: string) => {
    const values = items.map(item => own(item, key))
    return !values.includes(null) && new Set(values).size === items.length
  }
  return idents.find(tells) ?? null
}

function labelOf(
  item: unknown,
  parameter: Parameter,
  variables: Readonly<Record<string, unknown>>,
  budget: Budget,
) {
  const expression = parameter.item_name?.trim()
  if (!expression) return own(item, 'name') ?? own(item, 'id') ?? scalar(item) ?? 'without a name'
  return String(evaluate(expression, { ...variables, item }, budget) ?? '')
}

/** The item as templates see it. A field `_display_name` of its own is kept. */
const shown = (item: unknown, label: string): unknown =>
  isRecord(item) && !Object.hasOwn(item, '_display_name') ? { ...item, _display_name: label } : item

/** @throws ExpressionError of the filter or the label */
function ofVariable(
  parameter: Parameter,
  variables: Readonly<Record<string, unknown>>,
  budget: Budget,
): Choices {
  const path = parameter.source_parameter_key?.trim() ?? ''
  const list = valueAt(variables, path)
  if (!Array.isArray(list))
    return {
      ok: false,
      problem: list === undefined || list === null ? whyMissing(variables, path) : `\`${path}\` is no list`,
    }
  const filter = parameter.item_filter?.trim()
  const items = filter ? list.filter(item => holds(filter, { ...variables, item }, budget)) : list
  if (items.length > maxChoices)
    return {
      ok: false,
      problem: `\`${path}\` has ${items.length} items, more than ${maxChoices}; use an item filter`,
    }
  const ident = identOf(items)
  // Without an ident it is the label: a position would mean another item when the list has changed.
  const choices = items.map((item: unknown): Choice => {
    const label = labelOf(item, parameter, variables, budget)
    const value = (ident === null ? scalar(item) : own(item, ident)) ?? label
    return { value, label, item: shown(item, label) }
  })
  return { ok: true, choices }
}

/** Lines of `variants_list`, each once, without blanks. */
export const variantsOf = (parameter: Parameter): string[] => [
  ...new Set((parameter.variants_list ?? '').split(/\r?\n/).flatMap(line => line.trim() || [])),
]

/** The choices of a select. @throws ExpressionError */
export function choicesOf(
  parameter: Parameter,
  variables: Readonly<Record<string, unknown>>,
  budget: Budget,
): Choices {
  if (parameter.type === 'select_from_variable') return ofVariable(parameter, variables, budget)
  const choices = variantsOf(parameter).slice(0, maxChoices)
  return { ok: true, choices: choices.map(value => ({ value, label: value, item: value })) }
}

/**
 * The choice that was sent: by its value, or by its label if only one has it (batches name profiles, because
 * their ids differ from OLT to OLT). Clients of existing systems send the item itself; its ident is read,
 * and nothing else.
 */
export function chosen(choices: readonly Choice[], sent: unknown): Choice | null {
  const ident = isRecord(sent) ? identOf(choices.map(({ item }) => item)) : null
  const text = ident === null ? scalar(sent) : own(sent, ident)
  if (text === null) return null
  const found = choices.filter(({ value }) => value === text)
  const named = found.length > 0 ? found : choices.filter(({ label }) => label === text)
  return named.length === 1 ? named[0]! : null
}
