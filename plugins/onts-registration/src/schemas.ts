import { Interface } from '@linecard/driver-kit/modules'
import {
  EmbeddedDevice,
  Id,
  Reference,
  Time,
  closedObject,
  exampleDevice,
  freeObject,
  idOf,
  nullable,
} from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { RegistrationDefinition } from './definition.ts'
import { conflictCodes } from './words/conflict.ts'
import { runKinds, runStates } from './words/run.ts'

export const Ident = T.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'Serial number or MAC address, in any notation',
})
export const Params = T.Record(T.String(), T.Unknown(), {
  maxProperties: 200,
  description: 'What a person filled in, by the key of the parameter',
})

export const AcceptLoss = T.Optional(
  T.Boolean({
    default: false,
    description:
      'Do it although lines of the ONU, which its registration did not give it, are lost. Without it: 409 ' +
      'with these lines, and nothing is sent',
  }),
)

const Command = closedObject({
  text: T.String(),
  constructs: T.Optional(T.String({ description: 'e.g. `<confirm="y">`' })),
})
const Commands = (what: string) =>
  nullable(T.Array(Command, { description: `${what}; null: without the permission to see it` }))

export const ShownTemplate = closedObject({ id: nullable(Id), name: T.String(), version: T.Integer() })
const Port = closedObject({ id: T.Integer({ description: 'Bind key' }), name: T.String() })

export const ConflictView = closedObject({
  code: T.Enum([...conflictCodes]),
  severity: T.Enum(['error', 'warning'], { description: 'An error forbids the registration' }),
  message: T.String(),
})

export const Plan = closedObject(
  {
    id: T.String({ description: 'Give it to `register` as `plan_id`' }),
    hash: T.String({ description: 'Changes when something that would be sent changes' }),
    device: EmbeddedDevice,
    ident: T.String(),
    ont_model: nullable(T.String()),
    port: Port,
    number: nullable(T.Integer({ description: 'Chosen number of the ONU; null: the port is full' })),
    template: ShownTemplate,
    form: T.String({ description: 'Name of the form' }),
    conflicts: T.Array(ConflictView),
    possible: T.Boolean({ description: 'False: a conflict forbids it' }),
    commands: Commands('Commands that register it'),
    undo: Commands('Commands that a roll-back sends'),
    checks: T.Array(T.String(), { description: 'What is looked at on the OLT afterwards' }),
  },
  { $id: 'onts-registration.Plan', description: 'A registration before anything is sent' },
)

const OutcomeView = closedObject({
  command: T.String({ description: 'With secrets masked' }),
  output: T.String({ description: 'With secrets masked' }),
  success: T.Boolean(),
  error: nullable(T.String()),
  spent_ms: nullable(T.Integer()),
})

const SeenView = closedObject(
  {
    time: T.String({ format: 'date-time' }),
    onu: nullable(Port),
    occupant: nullable(T.String({ description: 'Ident of what has the number' })),
    taken: T.Boolean({ description: 'The number is taken' }),
    status: nullable(T.String({ description: 'State of the ONU; null: not asked, or not told' })),
    checks: T.Array(
      closedObject({
        what: T.String(),
        ok: nullable(T.Boolean({ description: 'Null: it could not be read' })),
        expected: T.String(),
        found: nullable(T.String()),
      }),
    ),
    waiting: nullable(T.Boolean({ description: 'It is among the unregistered ONUs; null: not asked' })),
    at_from: nullable(T.Boolean({ description: 'It is at the place that it leaves; null: no move' })),
    compared: nullable(
      T.Boolean({
        description:
          'The running configuration of its place was compared. After an undo: with that before. Else: ' +
          'with nothing at the place that it has left. False: `left` tells the lines. Null: not compared',
      }),
    ),
    carried: nullable(
      T.Array(T.String(), {
        description:
          'Lines that others had added to it and that it has kept; null: it left no place, or not read',
      }),
    ),
    lost: nullable(
      T.Array(T.String(), { description: 'What it has lost with `accept_loss`; null: as `carried`' }),
    ),
  },
  { description: 'What the OLT showed' },
)

export const RunView = closedObject(
  {
    id: Id,
    kind: T.Enum([...runKinds]),
    state: T.Enum([...runStates], {
      description:
        'planned: nothing was sent. done: the OLT shows all of it. failed: it shows nothing of it. ' +
        'rolled_back: it was removed, and the OLT shows nothing of it. left: see `left`. ' +
        'unknown: the OLT cannot be read',
    }),
    open: T.Boolean({ description: 'It is being worked on, or somebody has to look at it' }),
    device: EmbeddedDevice,
    ident: T.String(),
    port: Port,
    number: T.Integer(),
    interface: nullable(
      closedObject(
        {
          id: nullable(T.Integer({ description: 'Stored interface; null: not stored' })),
          bind_key: T.String(),
          name: T.String(),
        },
        { description: 'The ONU; null: the OLT did not show it' },
      ),
    ),
    template: ShownTemplate,
    user: closedObject({ id: Id, login: T.String() }),
    sent: T.Integer({ description: 'Commands whose outcome is known' }),
    of: T.Integer({ description: 'Commands in all' }),
    seen: nullable(SeenView),
    left: T.Array(T.String(), { description: 'What is left on the OLT, as far as it was read' }),
    error: nullable(closedObject({ code: T.String(), description: T.String() })),
    batch_id: nullable(Id),
    created_at: Time,
    updated_at: Time,
    ended_at: nullable(Time),
    console: nullable(
      closedObject(
        { commands: T.Array(OutcomeView), undo: T.Array(OutcomeView) },
        { description: 'Null: in lists, and without the permission to see it' },
      ),
    ),
  },
  { $id: 'onts-registration.Registration', description: 'One registration of an ONU and its outcome' },
)

export const schemas = [Plan, RunView, RegistrationDefinition]

export const named = {
  device: Reference,
  ident: Ident,
  params: T.Optional(Params),
  template: T.Optional(closedObject({ id: idOf('a template; absent: the enabled one of the model') })),
  number: T.Optional(
    T.Integer({ minimum: 0, maximum: 1024, description: 'Number of the ONU; absent: the lowest free one' }),
  ),
}

const example = '2026-03-02T10:00:00.000Z' as unknown as Date
export const exampleRun = {
  id: 7,
  kind: 'register' as const,
  state: 'done' as const,
  open: false,
  device: exampleDevice,
  ident: 'ZTEGC1086C71',
  port: { id: 268501248, name: 'gpon_1/1/1' },
  number: 5,
  interface: { id: 811, bind_key: '268501253', name: 'gpon-onu_1/1/1:5' },
  template: { id: 3, name: 'ZTE: bridge', version: 4 },
  user: { id: 2, login: 'noc' },
  sent: 6,
  of: 6,
  seen: null,
  left: [],
  error: null,
  batch_id: null,
  created_at: example,
  updated_at: example,
  ended_at: example,
  console: null,
}
export const examplePlan = {
  id: '0b5f3f0e-7d0d-4b0e-9f5a-0d3c5b1c2a11',
  hash: 'p3n5…',
  device: exampleDevice,
  ident: 'ZTEGC1086C71',
  ont_model: 'F660',
  port: { id: 268501248, name: 'gpon_1/1/1' },
  number: 5,
  template: { id: 3, name: 'ZTE: bridge', version: 4 },
  form: 'Every ONU',
  conflicts: [],
  possible: true,
  commands: [{ text: 'configure terminal' }],
  undo: [{ text: 'configure terminal' }],
  checks: ['line profile'],
}
export { Interface, freeObject }
