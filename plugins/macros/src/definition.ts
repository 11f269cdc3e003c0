import { closedObject } from '@linecard/plugin-kit'
import { Parameter } from '@linecard/template-kit'
import { GroupIds } from '@linecard/template-kit/control'
import { Type as T, type Static } from 'typebox'

/** A macro: a template of commands, with its form, and where it is offered. */
export const MacroDefinition = closedObject(
  {
    description: T.String({ maxLength: 10_000, default: '' }),
    roles: T.Array(T.Integer(), {
      maxItems: 500,
      description: 'Ids of the roles that may run it; empty: all',
    }),
    group_ids: GroupIds,
    vendors: T.Array(T.String({ maxLength: 100 }), { maxItems: 100, description: 'Empty: all' }),
    models: T.Array(T.String({ maxLength: 100 }), {
      maxItems: 500,
      description: 'Keys of models; empty: all',
    }),
    display_for: T.Array(T.Enum(['Device', 'Port', 'ONU', 'PON']), {
      uniqueItems: true,
      description: 'Where it is offered. Without `Device` it needs an interface',
    }),
    display_output: T.Enum(['all', 'last', 'none'], { description: 'Outputs that people see' }),
    on_error: T.Enum(['stop', 'continue'], { default: 'stop' }),
    modules: T.Array(T.String({ maxLength: 100 }), {
      maxItems: 30,
      description: 'Modules whose answers the template reads in `data`, e.g. `vlans`',
    }),
    parameters: T.Array(Parameter, { maxItems: 100 }),
    template: T.String({ maxLength: 200_000 }),
    blocks: T.Record(T.String({ pattern: '^[a-z][a-z_0-9]{0,63}$' }), T.String({ maxLength: 200_000 })),
  },
  { $id: 'macros.Definition', description: 'A macro' },
)
export type MacroDefinition = Static<typeof MacroDefinition>
