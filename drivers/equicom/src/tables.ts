import { enumeration, scaled, table, text } from '@linecard/driver-kit'

/** Equicom's enterprise number. All objects of Ping3 are below `.1`. */
export const equicom = '1.3.6.1.4.1.35160'
export const node = `${equicom}.1`

/** Index: number of the output or line. */
export const outputs = table({
  name: text(`${node}.11.1.2`),
  mode: enumeration(`${node}.11.1.4`, {
    0: 'On',
    1: 'Off',
    2: 'ControlledByPings',
    3: 'ControlledByAnalogLine',
  }),
})
const levels = { 0: 'Low', 1: 'High' } as const
export const digital = table({
  name: text(`${node}.15.1.2`),
  direction: enumeration(`${node}.15.1.5`, { 0: 'Output', 1: 'Input' }),
  output: enumeration(`${node}.15.1.6`, levels),
  value: enumeration(`${node}.15.1.7`, levels),
})
/** Values in tenths of the sensor's unit. */
export const analog = table({ name: text(`${node}.16.1.2`), value: scaled(`${node}.16.1.13`, { by: 0.1 }) })
export const states = table({
  shock: enumeration(`${node}.22.0`, { 0: 'OK', 1: 'Alarm' }),
  mains: enumeration(`${node}.26.0`, { 0: 'PowerIsBad', 1: 'OK' }),
})
