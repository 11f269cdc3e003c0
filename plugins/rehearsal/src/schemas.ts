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

const Seen = T.Array(
  closedObject({
    what: T.String(),
    ok: nullable(T.Boolean({ description: 'Null: it could not be read' })),
    expected: T.String(),
    found: nullable(T.String()),
  }),
)

export const RegistrationRehearsal = closedObject(
  {
    ...copyMembers,
    ident: T.String(),
    template: closedObject({ id: Id, name: T.String(), version: T.Integer() }),
    form: T.String(),
    port: closedObject({ id: T.Integer({ description: 'Bind key' }), name: T.String() }),
    number: nullable(T.Integer({ description: 'Number of the ONU; null: the port is full' })),
    conflicts: T.Array(
      closedObject({
        code: T.String(),
        severity: T.Enum(['error', 'warning'], { description: 'With an error nothing is rehearsed' }),
        message: T.String(),
      }),
    ),
    success: T.Boolean({ description: 'It was registered and seen on the copy, and the undo left nothing' }),
    commands: Outcomes,
    lacks: nullable(T.String({ description: 'What the copy did not show afterwards; null: all is there' })),
    status: nullable(T.String({ description: 'State of the ONU on the copy' })),
    checks: Seen,
    changes: nullable(Difference),
    undo: closedObject(
      {
        commands: Outcomes,
        left: T.Array(T.String(), { description: 'What the copy still shows of the ONU' }),
        leaves: nullable(Difference),
      },
      {
        description: 'The undo. `leaves`: between before the registration and after the undo; must be equal',
      },
    ),
  },
  { $id: 'rehearsal.Registration', description: 'What a registration would do, and its undo' },
)

export const schemas = [MacroRehearsal, RegistrationRehearsal]

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
export const exampleRegistration = {
  device: exampleDevice,
  copy,
  ident: 'ZTEGC1086C71',
  template: { id: 3, name: 'ZTE: bridge', version: 4 },
  form: 'Every ONU',
  port: { id: 268501248, name: 'gpon_1/1/1' },
  number: 5,
  conflicts: [],
  success: true,
  commands: [outcome],
  lacks: null,
  status: 'Online',
  checks: [],
  changes,
  undo: { commands: [outcome], left: [], leaves: { equal: true, unified: '' } },
}
