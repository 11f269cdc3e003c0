import { implement, integer, readTable, sysTemp, table, text, type Implementation, type Session } from '@linecard/driver-kit'
import { paramsOf } from '../params.ts'
import { common } from '../tree.ts'

interface Reading { name: string, value: number | null }

/** swTemperatureTable of EQUIPMENT-MIB, °C. Index: unit of the stack, 0 without one. */
const units = table({ value: integer(`${common('11.1.8.1')}.2`) })

const answer = (sensors: readonly Reading[]) => {
  const hottest = sensors.filter(({ value }) => value !== null).toSorted((a, b) => b.value! - a.value!)[0]
  return { main: hottest?.value ?? null, main_from: hottest?.name ?? null, cpu: null, board: null, sensors: [...sensors] }
}

async function unitTemperatures(session: Session): Promise<Reading[]> {
  return [...await readTable(session, units)].map(([unit, { value }]) => ({ name: unit === '0' ? 'Unit' : `Unit ${unit}`, value }))
}

/** sys_temp: one sensor a unit. */
export const unitTemperature = (): Implementation => implement(sysTemp, async session => answer(await unitTemperatures(session)))

/** sys_temp from dEntityExtEnvTempTable of DLINKSW-ENTITY-EXT-MIB. Index: unit, sensor. */
export const entityTemperature = (): Implementation => implement(sysTemp, async session => {
  const entry = `${paramsOf(session.model).mibs}.5.1.1.1.1`
  const rows = await readTable(session, table({ name: text(`${entry}.3`), value: integer(`${entry}.4`) }))
  return answer([...rows].map(([index, { name, value }]) => ({ name: name ?? `Sensor ${index}`, value })))
})
