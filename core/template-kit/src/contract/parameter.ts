import { closedObject, nullable } from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'

export const parameterTypes = [
  'select_from_predefined',
  'select_from_variable',
  'input_variable',
  'input_string',
  'secret',
] as const

const text = (description: string, maxLength = 1000) =>
  T.Optional(nullable(T.String({ maxLength, description })))

/** A field that a person fills in before a template runs. Templates see it as `params.<key>`. */
export const Parameter = closedObject(
  {
    key: T.String({ pattern: '^[a-z][a-z_0-9]{1,63}$', description: 'Templates see `params.<key>`' }),
    name: T.String({ minLength: 1, maxLength: 200, description: 'Label for people' }),
    type: T.Enum([...parameterTypes], {
      description:
        'select_from_predefined: one of `variants_list`. select_from_variable: one item of the list that ' +
        '`source_parameter_key` names; the template sees the item, with `_display_name`. input_variable: a ' +
        'text, filled in with the variable that `source_parameter_key` names. input_string: a text. ' +
        'secret: a text that is masked in all that is shown or kept; it has no `default_value`',
    }),
    order: T.Optional(T.Integer({ default: 0, description: 'Fields are shown by it' })),
    required: T.Optional(T.Boolean({ default: false })),
    visible_if: text('Expression. If it is false, the field is not shown and not given'),
    regular_expr: text('The whole text must match it (RE2 syntax)'),
    default_value: text('Filled in; a template may not read it otherwise'),
    variants_list: text('One variant a line', 100_000),
    source_parameter_key: text('Path of a variable, e.g. `data.pon_profiles.line`'),
    item_name: text('Expression for the label of an item, e.g. `item.name`. Absent: its name or id'),
    item_filter: text('Expression. Items for which it is false are left out, e.g. `item.id != 0`'),
  },
  { description: 'A field that a person fills in before a template runs' },
)
export type Parameter = Static<typeof Parameter>

/** One field as an editor shows it. */
export const FormField = closedObject(
  {
    key: T.String(),
    name: T.String(),
    type: T.Enum([...parameterTypes]),
    required: T.Boolean(),
    visible: T.Boolean(),
    value: nullable(T.String({ description: 'Filled in; null: empty, or a secret' })),
    options: nullable(
      T.Array(
        closedObject({ value: T.String({ description: 'Send this as `params.<key>`' }), label: T.String() }),
        { description: 'Null: a text field' },
      ),
    ),
    regular_expr: nullable(T.String()),
    problem: nullable(T.String({ description: 'Why the field cannot be shown: a variable that is missing' })),
  },
  { description: 'A field of a form, with its choices' },
)
export type FormField = Static<typeof FormField>
