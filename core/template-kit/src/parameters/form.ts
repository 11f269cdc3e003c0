import type { FormField, Parameter } from '../contract/parameter.ts'
import type { Variables } from '../contract/template.ts'
import { fieldsOf } from './fields.ts'

/**
 * The form as a person sees it, in its order, with what was filled in so far (`params`, by key; it may be
 * wrong or incomplete). A field that cannot be shown has a `problem`; nothing is thrown for it.
 */
export function formOf(
  parameters: readonly Parameter[],
  variables: Variables,
  params: Readonly<Record<string, unknown>> = {},
): FormField[] {
  return fieldsOf(parameters, params, variables).map(({ parameter, visible, choices, text, broken }) => ({
    key: parameter.key,
    name: parameter.name,
    type: parameter.type,
    required: parameter.required ?? false,
    visible,
    value: parameter.type === 'secret' ? null : text,
    options: choices && choices.map(({ value, label }) => ({ value, label })),
    regular_expr: parameter.regular_expr || null,
    problem: broken,
  }))
}
