import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'
import { closed, integerOrNull, textOrNull } from './shapes.ts'

/** Power supplies. */
export const powerStatus = defineModule({
  name: 'power_status',
  kind: 'read',
  permission: 'device_show',
  summary: 'State of the power supplies',
  args: noArgs,
  result: closed({
    status: T.Enum(['Good', 'Alert', 'Unknown'], { description: 'Good: every installed supply works' }),
    _pretty: textOrNull("The device's own words"),
    _status: integerOrNull("The device's own code"),
    supplies: T.Array(
      closed({
        name: T.String({ description: 'Supply or feed' }),
        status: T.Enum(['Normal', 'Failed', 'Absent', 'Unknown']),
      }),
    ),
  }),
  expected: ['supplies'],
  example: {
    status: 'Alert',
    _pretty: 'A-normal',
    _status: 1,
    supplies: [
      { name: 'A', status: 'Normal' },
      { name: 'B', status: 'Failed' },
    ],
  },
})
