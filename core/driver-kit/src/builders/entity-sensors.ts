import { implement, type Implementation } from '../contract/implementation.ts'
import { sfpOptical, sysTemp, wanted } from '../modules/index.ts'
import { opticalFields, readOptical, type EntitySensorOptions } from './entity-optics.ts'
import { interfacesFor } from './interfaces.ts'
import type { Static } from 'typebox'
import type { Session } from '../contract/session.ts'
import { labelOf, readEntities, type EntityOptions } from './entity.ts'
import { readSensors, type SensorOptions } from './sensors.ts'
import { temperaturesOf } from './temperatures.ts'

/** Sensors of a transceiver whose port is not known. They do not count as temperature of the device. */
const opticsWords = /\b(transceiver|q?sfp\S*|xfp|optic\w*|dom)\b/i

/** The answer of `sys_temp` from the sensors outside of ports. */
async function readTemperatures(
  session: Session,
  options: SensorOptions & EntityOptions,
): Promise<Static<typeof sysTemp.result>> {
  const all = (await readSensors(session, options)).filter(({ kind }) => kind === 'celsius')
  const entities = all.length > 0 ? await readEntities(session, options) : undefined
  const ofDevice = (index: number) =>
    !entities || !(entities.portOf(index) || opticsWords.test(labelOf(entities, index)))
  const parts = all
    .filter(({ index }) => ofDevice(index))
    .map(({ index, value }) => {
      const part = entities?.all.get(index)
      const holder = part?.containedIn == null ? undefined : entities?.all.get(part.containedIn)
      return { name: part?.name ?? part?.descr ?? `sensor ${index}`, holder: holder?.name ?? null, value }
    })
  // A stack has a sensor of this name in each unit. The name of the holder makes them different.
  const elsewhere = (name: string, holder: string) =>
    parts.some(other => other.name === name && other.holder !== holder)
  const sensors = parts.map(({ name, holder, value }) => ({
    name: holder && elsewhere(name, holder) ? `${holder} ${name}` : name,
    value,
  }))
  return temperaturesOf(sensors)
}

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
