import { implement, type Implementation } from '../contract/implementation.ts'
import { sfpOptical, sysTemp, wanted } from '../modules/index.ts'
import { opticalFields, readOptical, type EntitySensorOptions } from './entity-optics.ts'
import { readTemperatures } from './entity-temperatures.ts'
import { interfacesFor } from './interfaces.ts'

const source = 'ENTITY-SENSOR-MIB'

/**
 * sys_temp and sfp_optical from ENTITY-SENSOR-MIB (RFC 3433): sensors inside a port are its transceiver's,
 * the others the device's.
 */
export const entitySensors = (options: EntitySensorOptions = {}): Implementation[] => [
  implement(sysTemp, session => readTemperatures(session, options), { source }),
  implement(
    sfpOptical,
    async (session, args) => {
      const rows = await readOptical(session, options)
      const id =
        args.interface === undefined ? undefined : (await interfacesFor(session, args.interface))[0]!.id
      const unwanted = opticalFields.filter(field => !wanted(args.load_only, field))
      const none = Object.fromEntries(unwanted.map(field => [field, null]))
      return rows
        .filter(row => id === undefined || row.interface.id === id)
        .map(row => Object.assign(row, none))
    },
    { source },
  ),
]
