import { closedObject, EmbeddedDevice, exampleDevice, Id, nullable } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'

const Outcome = closedObject({
  command: T.String({ description: 'Secrets are masked' }),
  output: T.String({ description: 'What the copy printed' }),
  success: T.Boolean(),
  error: nullable(T.String()),
  spent_ms: nullable(T.Integer()),
})
export const Outcomes = T.Array(Outcome)

const Difference = closedObject(
  {
    equal: T.Boolean(),
    unified: nullable(T.String({ description: 'Unified; null: too much differs to tell it line by line' })),
  },
  {
    description:
      'What differs between two configurations of the copy. Null: a conflict forbids the registration',
  },
)

const copyMembers = {
  device: EmbeddedDevice,
  copy: closedObject(
    {
      model: T.String({ description: 'The living model' }),
      not_copied: T.Array(closedObject({ what: T.String(), why: T.String() }), {
        description: 'What the copy does not have',
      }),
    },
    { description: 'How near the copy is to the device' },
  ),
}

export const MacroRehearsal = closedObject(
  {
    ...copyMembers,
    macros: nullable(
      closedObject(
        { id: Id, name: T.String(), version: T.Integer() },
        { description: 'Null: an unsaved template' },
      ),
    ),
    interface: nullable(closedObject({ bind_key: T.String(), name: T.String() })),
    success: T.Boolean({ description: 'The copy accepted every command' }),
    commands: Outcomes,
    of: T.Integer({ description: 'Commands in all' }),
    changes: Difference,
  },
  { $id: 'rehearsal.Macro', description: 'What a macro would do' },
)

export const schemas = [MacroRehearsal]

const copy = { model: 'C320', not_copied: [{ what: 'services of ONUs', why: 'no stored answer has them' }] }
const outcome = { command: 'configure terminal', output: '', success: true, error: null, spent_ms: 21 }
const changes = {
  equal: false,
  unified: '--- configuration\tbefore\n+++ configuration\tafter\n@@ -7,0 +8 @@\n+ name flat-7\n',
}
export const exampleMacro = {
  device: exampleDevice,
  copy,
  macros: { id: 7, name: 'Bounce a port', version: 3 },
  interface: { bind_key: '3', name: 'Gi0/3' },
  success: true,
  commands: [outcome],
  of: 1,
  changes,
}
