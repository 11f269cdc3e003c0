import {
  defineFamily,
  implement,
  integer,
  pick,
  readTable,
  scaled,
  table,
  text,
  type ResultOf,
} from '@linecard/driver-kit'
import { entitySensors, mediaTable, systemInfo, temperaturesOf } from '@linecard/driver-kit/builders'
import { sysTemp } from '@linecard/driver-kit/modules'
import { cxResources } from '../aruba-members.ts'
import { cxOptics } from '../aruba-optics.ts'
import { cxVlans } from '../aruba-vlans.ts'
import { cxChanges } from '../changes.ts'
import { cxCli } from '../cli.ts'
import { layers } from './standard.ts'
import { cxConsole, cxIdentity } from '../console.ts'

const wired = '1.3.6.1.4.1.47196.4.1.1.3'
const [thermometer, xcvr] = [`${wired}.11.3.1.1`, `${wired}.27.1.1.1.1`]
/** arubaWiredTempSensorTable of ARUBAWIRED-TEMPSENSOR-MIB: millidegrees. */
const thermometers = table({
  name: text(`${thermometer}.5`),
  value: scaled(`${thermometer}.7`, { by: 0.001 }),
})
const entityTemperature = pick(entitySensors(), sysTemp)

/** All thermometers. ENTITY-SENSOR-MIB has only some of them, but older releases have no other table. */
const temperatures = implement(sysTemp, async (session, args) => {
  const own = [...(await readTable(session, thermometers))]
  return own.length === 0
    ? ((await entityTemperature.run(session, args)) as ResultOf<typeof sysTemp>)
    : temperaturesOf(own.map(([index, { name, value }]) => ({ name: name ?? `Sensor ${index}`, value })))
})

/** AOS-CX. */
export const arubaCx = defineFamily({
  id: 'aruba-cx',
  cli: cxCli,
  console: cxConsole,
  identity: cxIdentity,
  modules: [
    systemInfo({ vendor: 'Aruba' }),
    cxResources(),
    temperatures,
    cxOptics(),
    // arubaWiredPmXcvrTable of ARUBAWIRED-PM-MIB, by ifIndex.
    mediaTable({
      _model: text(`${xcvr}.3`),
      part_number: text(`${xcvr}.4`),
      serial_num: text(`${xcvr}.5`),
      eth_compliance_codes: text(`${xcvr}.7`),
      connector_type: text(`${xcvr}.11`),
      _wave_length: integer(`${xcvr}.12`, { none: [0] }),
    }),
    ...layers(),
    cxVlans(),
    ...cxChanges(),
  ],
})
