import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { loadOnlyArg } from './arguments.ts'
import { closed, numberOrNull, textOrNull } from './shapes.ts'

/** Temperatures of the device itself, not of its transceivers. */
export const sysTemp = defineModule({
  name: 'sys_temp',
  kind: 'read',
  permission: 'device_show',
  summary: 'Temperatures of the device',
  args: closed({ load_only: T.Optional(loadOnlyArg) }),
  result: closed({
    main: numberOrNull('The temperature to monitor, °C: the highest of cpu, board and sensors'),
    main_from: textOrNull('Source of main: cpu, board, or the name of a sensor'),
    cpu: numberOrNull('Processor, °C'),
    board: numberOrNull('Main board, °C'),
    sensors: T.Array(
      closed({
        name: T.String({ description: 'Sensor as the device names it' }),
        value: numberOrNull('Temperature, °C; null: the sensor does not work'),
      }),
      { description: 'All temperature sensors; empty: the device has none' },
    ),
  }),
  expected: ['main'],
  example: {
    main: 41.5,
    main_from: 'CPU',
    cpu: 41.5,
    board: null,
    sensors: [
      { name: 'CPU', value: 41.5 },
      { name: 'Inlet', value: 28 },
    ],
  },
})
