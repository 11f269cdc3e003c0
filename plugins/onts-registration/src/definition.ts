import { closedObject, nullable } from '@linecard/plugin-kit'
import { Parameter } from '@linecard/template-kit'
import { GroupIds } from '@linecard/template-kit/control'
import { Type as T, type Static } from 'typebox'

const template = (description: string) => T.String({ maxLength: 200_000, description })

/** A form for some models of ONUs. The first form that fits is shown. */
export const OntForm = closedObject({
  name: T.String({ minLength: 1, maxLength: 200 }),
  ont_models: T.Array(T.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 200,
    description: 'Models as the OLT names them, with `*`, e.g. `F6*`; empty: every model',
  }),
  parameters: T.Array(Parameter, { maxItems: 100 }),
})

/** What has to be seen on the OLT after a registration, besides the ONU with its ident in its place. */
export const Check = T.Union([
  closedObject({
    what: T.String({ maxLength: 300, description: 'For people, e.g. `line profile`' }),
    module: T.String({
      maxLength: 100,
      description: 'Reading module, asked about the ONU, e.g. `pon_onts_configuration`',
    }),
    field: T.String({ maxLength: 200, description: 'Field of its row, e.g. `line_profile` or `line.name`' }),
    equals: template('Template of the expected value, e.g. `{{params.line.name}}`'),
  }),
  closedObject({
    what: T.String({ maxLength: 300 }),
    command: template('Template of one command that shows something'),
    contains: template('Template of a line (or a part of one) that the output must have'),
  }),
])

/** A registration template. Every text is a template; all see the same variables. */
export const RegistrationDefinition = closedObject(
  {
    description: T.String({ maxLength: 10_000, default: '' }),
    enabled: T.Boolean({ default: true }),
    group_ids: GroupIds,
    models: T.Array(T.String({ maxLength: 100 }), {
      maxItems: 500,
      description:
        'Keys of the models of OLTs. A model has one enabled template a technology for all devices, and ' +
        'one a device group, which comes before it',
    }),
    technology: nullable(T.Enum(['gpon', 'epon'], { description: 'Null: both' })),
    forms: T.Array(OntForm, { minItems: 1, maxItems: 50 }),
    commands: template('Registers the ONU `ont` under the number `free.first` of the port `iface`'),
    undo: template('Removes all of it. It must also fit a registration that broke in the middle'),
    replace: nullable(
      template(
        'Puts the ONU `ont` in the place of `old`, with its number and services. Null: undo, register',
      ),
    ),
    blocks: T.Record(T.String({ pattern: '^[a-z][a-z_0-9]{0,63}$' }), template('A block: `{{> name}}`')),
    verify: closedObject({
      online_sec: T.Integer({
        minimum: 0,
        maximum: 600,
        description: 'How long to wait for it to be online; 0: not',
      }),
      checks: T.Array(Check, { maxItems: 50 }),
    }),
  },
  { $id: 'onts-registration.Definition', description: 'A registration template' },
)
export type RegistrationDefinition = Static<typeof RegistrationDefinition>
