import { implement, type Implementation } from '../contract/implementation.ts'
import { sysTemp } from '../modules/index.ts'
import { enumeration, integer, map, readTable, scaled, table, text } from '../table/index.ts'
import { withFans } from './fans.ts'
import { ownResources } from './own-resources.ts'
import { temperaturesOf } from './temperatures.ts'

const kilobytes = (oid: string) => scaled(oid, { by: 1024, none: [0] })

/**
 * `5 Secs ( 31.1134%)   60 Secs ( 16.7571%)  300 Secs ( 14.3501%)`, in older releases
 * `5 Sec (6.99%),    1 Min (6.72%),   5 Min (9.06%)`.
 */
const loads = (oid: string) =>
  map(text(oid), shown => {
    const over = (time: string) => {
      const found = new RegExp(`\\b(?:${time}) ?\\(\\s*([\\d.]+)`, 'i').exec(shown)
      return found ? Math.round(Number(found[1]) * 10) / 10 : null
    }
    return { sec5: over('5 Secs?'), min1: over('60 Secs?|1 Min'), min5: over('300 Secs?|5 Min') }
  })

/** boxServicesFansTable: state and revolutions a minute. Index: unit and fan, in older releases the fan. */
const fanStates = {
  1: 'Unused',
  2: 'Normal',
  3: 'Failed',
  4: 'Normal',
  5: 'Failed',
  6: 'Stop',
  7: 'Failed',
} as const
const named = (what: string) => (index: string) => {
  const [unit, part] = index.split('.')
  return part === undefined ? `${what} ${unit}` : `Unit ${unit} ${what.toLowerCase()} ${part}`
}

/**
 * Thermometers of boxServicesTempSensorsTable. With unit and sensor as index, °C is column 5. Older releases
 * have the sensor alone and °C in column 4, and the sensors of all units in boxServicesStackTempSensorsTable.
 */
const temperatures = (services: string): Implementation =>
  implement(sysTemp, async session => {
    const cell = (oid: string) => integer(oid, { none: [0] })
    const rows = [
      ...(await readTable(
        session,
        table({ four: cell(`${services}.8.1.4`), five: cell(`${services}.8.1.5`) }),
      )),
    ].map(([index, { four, five }]) => ({ index, value: index.includes('.') ? five : (five ?? four) }))
    const older = rows.length > 0 && rows.every(({ index }) => !index.includes('.'))
    const stack = older ? [...(await readTable(session, table({ value: cell(`${services}.9.1.5`) })))] : []
    const all = stack.length > rows.length ? stack.map(([index, { value }]) => ({ index, value })) : rows
    return temperaturesOf(all.map(({ index, value }) => ({ name: named('Sensor')(index), value })))
  })

/**
 * Broadcom FASTPATH (Dell N series, EdgeSwitch): agentSwitchCpuProcessGroup of FASTPATH-SWITCHING-MIB and
 * FASTPATH-BOXSERVICES-PRIVATE-MIB. `base` is the node above `1` (switching) and `43` (box services).
 */
export const fastPath = (base: string): Implementation[] => [
  withFans(
    ownResources({
      cpu: { loads: loads(`${base}.1.1.4.9`), older: loads(`${base}.1.1.4.4`) },
      memory: { free: kilobytes(`${base}.1.1.4.1`), total: kilobytes(`${base}.1.1.4.2`) },
    }),
    {
      status: enumeration(`${base}.43.1.6.1.3`, fanStates, { unknown: 'Unknown' }),
      speed: integer(`${base}.43.1.6.1.4`, { none: [0] }),
    },
    named('Fan'),
  ),
  temperatures(`${base}.43.1`),
]
