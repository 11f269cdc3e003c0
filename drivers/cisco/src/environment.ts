import { implement, pick, readTable, type Implementation, type ResultOf } from '@linecard/driver-kit'
import { entitySensors, temperaturesOf } from '@linecard/driver-kit/builders'
import { sysTemp } from '@linecard/driver-kit/modules'
import { envTemperatures, sensorEntry } from './tables.ts'

/**
 * Port in a label. `subslot 0/0 transceiver 1` of IOS XE is port 0/0/1. `0/0-PORT-2` of IOS XR is 0/0/0/2,
 * and `module mau 0/7/1/5` is 0/7/1/5.
 */
export function placeIn(label: string): string | null {
  const [, subslot, transceiver] = /^subslot (\d+\/\d+) transceiver (\d+)\b/i.exec(label) ?? []
  const [, slot, port] = /^(\d+\/\d+)-PORT-(\d+)\b/i.exec(label) ?? []
  return subslot
    ? `${subslot}/${transceiver}`
    : slot
      ? `${slot}/0/${port}`
      : (/\bmau (\d+(?:\/\d+){2,3})$/i.exec(label)?.[1] ?? null)
}

const sensors = entitySensors({ entry: sensorEntry, placeIn })

/**
 * sfp_optical from CISCO-ENTITY-SENSOR-MIB. sys_temp from CISCO-ENVMON-MIB, else from the same sensors. State
 * 5 and above means that no working thermometer is there.
 */
export const entityAndEnvironment = (): Implementation[] => [
  ...sensors,
  implement(
    sysTemp,
    async (session, args) => {
      const rows = [...(await readTable(session, envTemperatures))]
      if (rows.length === 0)
        return (await pick(sensors, sysTemp).run(session, args)) as ResultOf<typeof sysTemp>
      return temperaturesOf(
        rows.map(([index, { name, value, state }]) => ({
          name: name ?? `Sensor ${index}`,
          value: state === null || state <= 4 ? value : null,
        })),
      )
    },
    { override: true },
  ),
]
