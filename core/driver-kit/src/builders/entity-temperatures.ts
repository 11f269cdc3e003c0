import type { Static } from 'typebox'
import type { Session } from '../contract/session.ts'
import type { sysTemp } from '../modules/index.ts'
import { labelOf, readEntities, type EntityOptions } from './entity.ts'
import { readSensors, type SensorOptions } from './sensors.ts'
import { temperaturesOf } from './temperatures.ts'

/** Sensors of a transceiver whose port is not known. They do not count as temperature of the device. */
const opticsWords = /\b(transceiver|q?sfp\S*|xfp|optic\w*|dom)\b/i

/** The answer of `sys_temp` from the sensors outside of ports. */
export async function readTemperatures(
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
