import { implement, pick, readTable, type Implementation, type ResultOf } from '@linecard/driver-kit'
import { entitySensors, temperaturesOf, type Temperature } from '@linecard/driver-kit/builders'
import { sysTemp } from '@linecard/driver-kit/modules'
import { entityNames, envTemperatures, sensorEntry } from './tables.ts'

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

/** CISCO-ENVMON-MIB adds the state to some names: `SW#1, Sensor#1, GREEN`. */
const plain = (name: string): string =>
  name
    .replace(/,\s*(?:green|yellow|red)\s*$/i, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/**
 * Whether two rows are one thermometer: the same name, or one name begins with the other and the value is
 * the same.
 */
function isSame(a: Temperature, b: Temperature): boolean {
  const [one, other] = [plain(a.name), plain(b.name)]
  return one === other || (a.value === b.value && (one.startsWith(other) || other.startsWith(one)))
}

/**
 * Thermometers of both tables: some stacks have those of the first member in one and those of all in the
 * other.
 */
export const joinTemperatures = (
  environment: readonly Temperature[],
  entities: readonly Temperature[],
): Temperature[] => [
  ...environment,
  ...entities.filter(sensor => !environment.some(known => isSame(known, sensor))),
]

/**
 * sfp_optical from CISCO-ENTITY-SENSOR-MIB. sys_temp from CISCO-ENVMON-MIB and the same sensors. State 5 and
 * above means that no working thermometer is there.
 */
export const entityAndEnvironment = (): Implementation[] => [
  ...sensors,
  implement(
    sysTemp,
    async (session, args) => {
      const table = await readTable(session, envTemperatures)
      // Where the agent tells states, a value without one may be that of no thermometer.
      const withStates = Array.from(table.values()).some(({ state }) => state !== null)
      const isNameless = Array.from(table.values()).some(({ name }) => name === null)
      // IOS XE numbers its thermometers as in entPhysicalTable, and names them so.
      const names = isNameless ? await readTable(session, entityNames) : null
      const rows = [...table].map(([index, { name, value, state }]) => ({
        name: name ?? names?.get(index)?.name ?? `Sensor ${index}`,
        value: (state === null ? !withStates : state <= 4) ? value : null,
      }))
      const entities = (await pick(sensors, sysTemp).run(session, args)) as ResultOf<typeof sysTemp>
      return temperaturesOf(joinTemperatures(rows, entities.sensors))
    },
    { override: true, joins: ['CISCO-ENVMON-MIB', 'CISCO-ENTITY-SENSOR-MIB'] },
  ),
]
