import {
  implement,
  integer,
  map,
  readTable,
  scaled,
  table,
  text,
  type Implementation,
  type ResultOf,
} from '@linecard/driver-kit'
import {
  mediaTable,
  opticalKinds,
  ownResources,
  radlanResources,
  radlanTemperatures,
  systemInfo,
  temperaturesOf,
  temperatureTable,
  type RadlanOptions,
} from '@linecard/driver-kit/builders'
import { sysResources, sysTemp } from '@linecard/driver-kit/modules'

export const eltex = '1.3.6.1.4.1.35265'
export const radlan = '1.3.6.1.4.1.89'
/** issSystem of ARICENT-ISS-MIB. */
const iss = '1.3.6.1.4.1.2076.81.1'
/** entPhysicalTable. */
const chassis = '1.3.6.1.2.1.47.1.1.1.1'

const kilobytes = (oid: string) => scaled(oid, { by: 1024, none: [0] })
/** Main memory in octets: of MES23xx and later; of each unit of MES1xxx, 21xx and 31xx (in kilobytes). */
const stores = [
  ownResources({
    memory: { total: integer(`${eltex}.41.1.2.1.1.3`), free: integer(`${eltex}.41.1.2.1.1.7`) },
  }),
  ownResources({
    memory: { total: kilobytes(`${eltex}.1.23.1.11.1.1.1.2`), free: kilobytes(`${eltex}.1.23.1.11.1.1.1.3`) },
  }),
]

/** sys_resources: processor and fans from RADLAN's MIBs, main memory from Eltex's. */
export const mesResources = (options: Omit<RadlanOptions, 'node'> = {}): Implementation => {
  type Resources = ResultOf<typeof sysResources>
  const base = radlanResources({ node: radlan, ...options })
  return implement(sysResources, async (session, args) => {
    const rest = (await base.run(session, args)) as Resources
    for (const store of stores) {
      const { memory, cards } = (await store.run(session, args)) as Resources
      if (memory || cards) return { ...rest, memory, cards }
    }
    return rest
  })
}

/**
 * sys_temp: each unit from RADLAN's MIBs, and its PoE controller (unit table of rlPoePsePortTable, in °C).
 */
export const mesTemperatures = (options: Omit<RadlanOptions, 'node'> = {}): Implementation => {
  const units = radlanTemperatures({ node: radlan, ...options })
  const controllers = table({ value: integer(`${radlan}.108.3.1.6`, { none: [0] }) })
  return implement(sysTemp, async (session, args) => {
    const { sensors } = (await units.run(session, args)) as ResultOf<typeof sysTemp>
    return temperaturesOf([
      ...sensors,
      ...[...(await readTable(session, controllers))].flatMap(([unit, { value }]) =>
        value === null ? [] : [{ name: `Unit ${unit} PoE`, value }],
      ),
    ])
  })
}

/**
 * ENTITY-MIB has Eltex's version as firmware and the version of Aricent's agent as software. Its manufacturer
 * is the agent's, so it is not used.
 */
export const aricentSystem = (vendor: string): Implementation =>
  systemInfo({
    vendor,
    facts: {
      serial_num: text(`${iss}.120.0`),
      board_software_ver: text(`${chassis}.9.1`),
      vendor_name: map(text(`${chassis}.12.1`), cell => (/^aricent/i.test(cell) ? vendor : cell)),
    },
  })

/** Processor load from Eltex's MIB, and issSwitchCurrentRAMUsage. Both in percent. */
export const aricentResources = (): Implementation =>
  ownResources({ cpu: { util: integer(`${eltex}.1.139.6.1.1.2.2`) }, memory: { util: integer(`${iss}.73`) } })

/** issSwitchCurrentTemperature, in °C. */
export const aricentTemperature = (): Implementation =>
  temperatureTable({ value: integer(`${iss}.66`) }, () => 'Chassis')

/**
 * eltexPhyTransceiverDiagnosticCurrentValue of ELTEX-PHY-MIB. Index: ifIndex, kind, lane. °C, V and mA are
 * whole numbers, power is in 0.001 dBm. 0 means no value.
 */
export const aricentOptics = (): Implementation => {
  const [whole, thousandth] = [
    { by: 1, none: [0] },
    { by: 0.001, none: [0] },
  ]
  return opticalKinds({
    oid: `${eltex}.52.1.1.3.2.1.8`,
    kinds: { temp: 1, vcc: 2, tx_bias: 3, tx_power: 4, rx_power: 5 },
    scales: { temp: whole, vcc: whole, tx_bias: whole, tx_power: thousandth, rx_power: thousandth },
  })
}

/** EltexPhyTransConnectorType and the kinds of fibre. A missing code is unknown. */
const connectors: Readonly<Record<number, string>> = {
  1: 'SC',
  2: 'Fibre Channel style 1',
  3: 'Fibre Channel style 2',
  4: 'BNC/TNC',
  5: 'Fibre Channel coaxial',
  6: 'FibreJack',
  7: 'LC',
  8: 'MT-RJ',
  9: 'MU',
  10: 'SG',
  11: 'Optical pigtail',
  12: 'MPO',
  32: 'HSSDC II',
  33: 'Copper pigtail',
  34: 'RJ45',
}
const fibres: Readonly<Record<number, string>> = {
  1: 'single mode 9 um',
  2: 'multimode 50 um',
  3: 'multimode 62.5 um',
  4: 'copper',
}

/**
 * sfp_media from eltPhdTransceiverInfoTable, or from eltexPhyTransceiverInfoTable with the same columns.
 * Index: ifIndex. An empty slot has zeros.
 */
export const transceivers = (entry: string): Implementation =>
  mediaTable({
    connector_type: map(integer(`${entry}.1`), code => connectors[code] ?? null),
    eth_compliance_codes: map(text(`${entry}.3`), cell => (/^unknown$/i.test(cell) ? null : cell)),
    _wave_length: integer(`${entry}.4`, { none: [0] }),
    vendor_name: text(`${entry}.5`),
    serial_num: text(`${entry}.6`),
    fiber_type: map(integer(`${entry}.7`), code => fibres[code] ?? null),
    part_number: text(`${entry}.10`),
  })
