import {
  analogLinesList, digitalLinesList, enumeration, implement, knockSensorState, mac, powerControlOutputList, powerSensorState, readScalars, readTable, scaled, systemInfo, table, text, type Family,
} from '@linecard/driver-kit'

/** Equicom's enterprise number; all objects of Ping3 stand below `.1`. */
export const equicom = '1.3.6.1.4.1.35160'
const node = `${equicom}.1`

/** Index: number of the output or line. */
const outputs = table({ name: text(`${node}.11.1.2`), mode: enumeration(`${node}.11.1.4`, { 0: 'On', 1: 'Off', 2: 'ControlledByPings', 3: 'ControlledByAnalogLine' }) })
const levels = { 0: 'Low', 1: 'High' } as const
const digital = table({
  name: text(`${node}.15.1.2`), direction: enumeration(`${node}.15.1.5`, { 0: 'Output', 1: 'Input' }), output: enumeration(`${node}.15.1.6`, levels), value: enumeration(`${node}.15.1.7`, levels),
})
/** Tenths of the sensor's unit. */
const analog = table({ name: text(`${node}.16.1.2`), value: scaled(`${node}.16.1.13`, { by: 0.1 }) })
const states = table({ shock: enumeration(`${node}.22.0`, { 0: 'OK', 1: 'Alarm' }), mains: enumeration(`${node}.26.0`, { 0: 'PowerIsBad', 1: 'OK' }) })

/** Rows with their number; all, or the one asked for. */
const numbered = <R>(rows: ReadonlyMap<string, R>, id?: number | string): (R & { id: number })[] =>
  [...rows].map(([index, row]) => ({ id: Number(index), ...row })).filter(row => id === undefined || row.id === Number(id))

export const families: readonly Family[] = [{
  id: 'ping3',
  modules: [
    systemInfo({ vendor: 'Equicom', noEntity: true, facts: { mac_addr: mac(`${node}.6.0`), board_software_ver: text(`${node}.1.0`) } }),
    implement(powerControlOutputList, async (session, { id }) => numbered(await readTable(session, outputs), id)),
    implement(digitalLinesList, async (session, { id }) => numbered(await readTable(session, digital), id)),
    implement(analogLinesList, async (session, { id }) => numbered(await readTable(session, analog), id)),
    implement(powerSensorState, async session => ({ state: (await readScalars(session, { mains: states.mains })).mains ?? 'Unknown' as const })),
    implement(knockSensorState, async session => ({ state: (await readScalars(session, { shock: states.shock })).shock ?? 'Unknown' as const })),
  ],
}]
