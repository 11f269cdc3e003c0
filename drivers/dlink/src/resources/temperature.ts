import { integer, text, type Implementation } from '@linecard/driver-kit'
import { temperatureTable } from '@linecard/driver-kit/builders'
import { common } from '../nodes.ts'

/**
 * sys_temp from swTemperatureTable of EQUIPMENT-MIB, in °C: one sensor for each unit. Index: unit of the
 * stack; 0 without a stack.
 */
export const unitTemperature = (): Implementation =>
  temperatureTable({ value: integer(`${common('11.1.8.1')}.2`) }, unit =>
    unit === '0' ? 'Unit' : `Unit ${unit}`,
  )

/** sys_temp from dEntityExtEnvTempTable of DLINKSW-ENTITY-EXT-MIB. Index: unit, sensor. */
export const entityTemperature = (mibs: string): Implementation =>
  temperatureTable(
    { name: text(`${mibs}.5.1.1.1.1.3`), value: integer(`${mibs}.5.1.1.1.1.4`) },
    // Each unit of a stack repeats the names of its sensors.
    index => `Unit ${index.split('.')[0]} sensor ${index.split('.')[1]}`,
  )
