import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { closed, textOrNull, wordOrNull } from './shapes.ts'

export const lineIdArg = closed({
  id: T.Optional(
    T.Union([T.Integer(), T.String({ pattern: '^[0-9]{1,3}$' })], { description: 'Only this line' }),
  ),
})

/** Relay outputs of a sensor unit. */
export const powerControlOutputList = defineModule({
  name: 'power_control_output_list',
  kind: 'read',
  permission: 'device_show',
  summary: 'Relay outputs',
  args: lineIdArg,
  result: T.Array(
    closed({
      id: T.Integer({ description: 'Number of the output' }),
      name: textOrNull('Name'),
      mode: wordOrNull(
        ['On', 'Off', 'ControlledByPings', 'ControlledByAnalogLine'],
        'What controls the output; null: not given',
      ),
    }),
  ),
  example: [{ id: 1, name: 'router', mode: 'On' }],
})
