import {
  defineFamily,
  enumeration,
  implement,
  integer,
  map,
  parseDecimal,
  pick,
  readTable,
  scaled,
  table,
  text,
  type Implementation,
  type ResultOf,
} from '@linecard/driver-kit'
import {
  entitySensors,
  mediaTable,
  opticalTable,
  ownResources,
  systemInfo,
  temperaturesOf,
  withFans,
} from '@linecard/driver-kit/builders'
import { sysTemp } from '@linecard/driver-kit/modules'
import { procurveChanges } from '../changes.ts'
import { procurveCli } from '../cli.ts'
import { layers } from './standard.ts'
import { procurveConsole, procurveIdentity } from '../console.ts'

const icf = '1.3.6.1.4.1.11.2.14.11.5.1'
const [xcvr, memory, fan] = [`${icf}.82.1.1.1.1`, `${icf}.1.2.1.1.1`, `${icf}.54.2.1.1`]
const noPower = [-99999999]
/** HP-ICF-TRANSCEIVER-MIB gives `??` and similar texts for unknown values. */
const known = (oid: string) =>
  map(text(oid), cell => (/^(?:\?+|none|n\/?a|unknown)$/i.test(cell) ? null : cell))

/** hpicfPsTemp of POWERSUPPLY-MIB, °C. Index: power supply. */
const supplies = table({ value: integer(`${icf}.55.1.1.1.4`, { none: [0] }) })
const entityTemperature = pick(entitySensors(), sysTemp)
/** Thermometers of ENTITY-SENSOR-MIB and of the power supplies. */
const temperatures = (): Implementation =>
  implement(sysTemp, async (session, args) => {
    const { sensors } = (await entityTemperature.run(session, args)) as ResultOf<typeof sysTemp>
    return temperaturesOf([
      ...sensors,
      ...[...(await readTable(session, supplies))].flatMap(([index, { value }]) =>
        value === null ? [] : [{ name: `Power supply ${index}`, value }],
      ),
    ])
  })

/** ProCurve and ArubaOS-Switch (K, W, YA, WC … software). */
export const procurve = defineFamily({
  id: 'procurve',
  cli: procurveCli,
  console: procurveConsole,
  identity: procurveIdentity,
  modules: [
    systemInfo({
      vendor: 'HP',
      facts: { serial_num: text('1.3.6.1.4.1.11.2.36.1.1.2.9.0'), board_software_ver: text(`${icf}.1.3.0`) },
    }),
    // hpSwitchCpuStat of STATISTICS-MIB, hpLocalMemTable of NETSWITCH-MIB, hpicfFanTable of HP-ICF-FAN-MIB.
    withFans(
      ownResources({
        cpu: { util: integer(`${icf}.9.6.1`) },
        memory: {
          total: integer(`${memory}.5`, { none: [0] }),
          free: integer(`${memory}.6`),
          used: integer(`${memory}.7`),
        },
      }),
      {
        status: enumeration(
          `${fan}.4`,
          { 0: 'Failed', 1: 'Unused', 2: 'Stop', 3: 'Failed', 4: 'Normal', 5: 'Normal' },
          { unknown: 'Unknown' },
        ),
      },
    ),
    temperatures(),
    // hpicfXcvrInfoTable by ifIndex: millidegrees, 100 µV, µA, 0.001 dBm.
    opticalTable({
      temp: scaled(`${xcvr}.11`, { by: 0.001, none: [...noPower, 0] }),
      vcc: scaled(`${xcvr}.12`, { by: 0.0001, none: [0] }),
      tx_bias: scaled(`${xcvr}.13`, { by: 0.001, none: [0] }),
      tx_power: scaled(`${xcvr}.14`, { by: 0.001, none: [...noPower, 0] }),
      rx_power: scaled(`${xcvr}.15`, { by: 0.001, none: [...noPower, 0] }),
    }),
    mediaTable({
      part_number: known(`${xcvr}.3`),
      serial_num: known(`${xcvr}.4`),
      eth_compliance_codes: known(`${xcvr}.5`),
      connector_type: known(`${xcvr}.6`),
      _wave_length: map(text(`${xcvr}.7`), cell => parseDecimal(cell, { none: [0] })),
    }),
    ...layers(),
    ...procurveChanges(),
  ],
})
