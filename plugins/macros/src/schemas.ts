import { closedObject, EmbeddedDevice, exampleDevice, Id, nullable, Time } from '@linecard/plugin-kit'
import { Parameter } from '@linecard/template-kit'
import { Type as T, type Static } from 'typebox'
import { MacroDefinition } from './definition.ts'
import { runStatuses } from './tables.ts'

const { description, display_for, display_output, modules } = MacroDefinition.properties

/** A macro as those see it who run it. */
export const ListedMacro = closedObject(
  {
    id: Id,
    name: T.String(),
    description,
    display_for,
    display_output,
    modules,
    parameters: T.Array(Parameter),
    version: T.Integer(),
  },
  { $id: 'macros.Listed', description: 'A macro that the caller may run' },
)
export type ListedMacro = Static<typeof ListedMacro>

const Command = closedObject({
  at: T.Integer({ minimum: 1, description: 'Its number in the run' }),
  command: T.String({ description: 'Secrets are masked' }),
  output: nullable(T.String({ description: 'Null: the macro does not show it' })),
  success: T.Boolean(),
  error: nullable(T.String()),
  spent_ms: T.Integer({ description: 'Time until the prompt came back' }),
})

export const Run = closedObject(
  {
    id: Id,
    status: T.Enum([...runStatuses], {
      description:
        'RUNNING; SUCCESS: all commands were made; FAILED: the command `stopped_at` was refused, or ' +
        'nothing was sent; CANCELLED; UNKNOWN: the session broke, the last command may have been made; ' +
        'LOST: the service ended in the middle, the command after the last listed one may have been made',
    }),
    success: T.Boolean({ description: 'The status is SUCCESS' }),
    macros: closedObject({ id: Id, name: T.String(), version: T.Integer() }),
    device: EmbeddedDevice,
    interface: nullable(closedObject({ bind_key: T.String(), name: T.String() })),
    user: closedObject({ id: Id, login: T.String() }),
    done: T.Integer({ description: 'Commands that ran' }),
    of: T.Integer({ description: 'Commands of the run' }),
    stopped_at: nullable(T.Integer({ description: 'Number of the command that failed; null: none' })),
    commands: T.Array(Command, { description: 'Those that ran; lists of runs leave them out' }),
    error: nullable(closedObject({ code: T.String(), description: T.String() })),
    cancelled_by: nullable(T.String({ description: 'Login' })),
    started_at: Time,
    ended_at: nullable(Time),
  },
  { $id: 'macros.Run', description: 'A run of a macro on a device' },
)
export type Run = Static<typeof Run>

export const exampleListed: ListedMacro = {
  id: 7,
  name: 'Bounce a port',
  description: 'Off and on again after 5 seconds',
  display_for: ['Port'],
  display_output: 'last',
  modules: ['vlans'],
  parameters: [
    {
      key: 'wait_sec',
      name: 'Seconds without link',
      type: 'input_string',
      default_value: '5',
      required: true,
    },
  ],
  version: 3,
}

export const exampleRun = {
  id: 31,
  status: 'SUCCESS' as const,
  success: true,
  macros: { id: 7, name: 'Bounce a port', version: 3 },
  device: exampleDevice,
  interface: { bind_key: '3', name: 'Gi0/3' },
  user: { id: 1, login: 'petrenko' },
  done: 1,
  of: 1,
  stopped_at: null,
  commands: [
    {
      at: 1,
      command: 'show interfaces Gi0/3 status',
      output: 'up',
      success: true,
      error: null,
      spent_ms: 41,
    },
  ],
  error: null,
  cancelled_by: null,
  started_at: '2026-03-02T10:00:00.000Z',
  ended_at: '2026-03-02T10:00:01.000Z',
}

export const schemas = [ListedMacro, Run]
