import { implement, readScalars, readTable, type Implementation } from '@linecard/driver-kit'
import { temperaturesOf } from '@linecard/driver-kit/builders'
import { sysTemp } from '@linecard/driver-kit/modules'
import { gauges, health } from './tables.ts'

/** Names of gauges that are thermometers, for agents that give no units. */
const thermometers: ReadonlySet<string> = new Set(['14', '17', '50', '51', '52'])

/** sys_temp: the gauges in °C, or the two older scalars if there are no gauges. */
export const temperatures = (): Implementation =>
  implement(sysTemp, async session => {
    const sensors = [...(await readTable(session, gauges))].flatMap(([index, { name, value, unit }]) => {
      const number = index.split('.')[0]!
      return unit === 1 || (unit === null && thermometers.has(number))
        ? [{ name: name ?? `Sensor ${number}`, value }]
        : []
    })
    if (sensors.length > 0) return temperaturesOf(sensors)
    const { board, cpu } = await readScalars(session, health)
    return temperaturesOf([
      ...(cpu === null ? [] : [{ name: 'CPU', value: cpu }]),
      ...(board === null ? [] : [{ name: 'Board', value: board }]),
    ])
  })
