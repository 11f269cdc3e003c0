import { implement, integer, map, readTable, table, text, type Implementation } from '@linecard/driver-kit'
import {
  entityInventory,
  hostResources,
  switchMibs,
  systemInfo,
  temperaturesOf,
} from '@linecard/driver-kit/builders'
import { sysTemp } from '@linecard/driver-kit/modules'
import { occam } from './nodes.ts'

const entity = `${occam}.2.1.3.1.1`
const sensor = `${occam}.2.1.3.2.1.1.1.1`
/** sensorTable of OCCAM-SENSOR-MIB; type 3 is Celsius. */
const sensors = table({
  name: text(`${sensor}.2`),
  type: integer(`${sensor}.3`),
  value: map(integer(`${sensor}.4`, { none: [-100_000, 100_000] }), value => value / 1000),
})
const celsius = 3

const temperatures: Implementation = {
  ...implement(sysTemp, async session =>
    temperaturesOf(
      [...(await readTable(session, sensors)).values()].flatMap(({ name, type, value }) =>
        type === celsius && name !== null ? [{ name, value }] : [],
      ),
    ),
  ),
  source: 'OCCAM-SENSOR-MIB',
}

/** B6 and BLC of Occam Networks: IF-MIB, sensors, processor and memory. */
export const occamModules: readonly Implementation[] = [
  systemInfo({
    vendor: 'Calix',
    facts: { serial_num: text(`${entity}.6.0`), board_software_ver: text(`${entity}.9.0`) },
  }),
  hostResources(),
  temperatures,
  entityInventory(),
  ...switchMibs({}, []),
]
