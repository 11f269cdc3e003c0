import {
  enumeration,
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
  opticalTable,
  ownResources,
  systemInfo,
  temperatureTable,
  withFans,
} from '@linecard/driver-kit/builders'
import { system } from '@linecard/driver-kit/modules'
import { fsNode } from './tables.ts'

const [card, optic, fan] = [`${fsNode}.3.6.10.1`, `${fsNode}.9.63.1.7.1`, `${fsNode}.9.187.4.1`]
/** The agent writes −65535 where nothing is measured. */
const none = [-65535, 65535]
/** The number 0 of a card stands for "not available". */
const real = (oid: string) => map(text(oid), cell => (cell === '0' ? null : cell))

/** nmscardTable of NMS-CHASSIS. Index: card, from 0 or from 1. */
const cards = table({ serial: real(`${card}.4`), hardware: real(`${card}.5`), software: real(`${card}.6`) })
const base = systemInfo({ vendor: 'FS' })

/** system: versions and serial number of the first card that has one. */
const cardSystem: Implementation = implement(system, async (session, args) => {
  const facts = (await base.run(session, args)) as ResultOf<typeof system>
  const rows = [...(await readTable(session, cards)).values()]
  const first = rows.find(({ serial }) => serial !== null) ?? rows[0]
  return {
    ...facts,
    serial_num: first?.serial ?? facts.serial_num,
    board_hardware_ver: first?.hardware ?? facts.board_hardware_ver,
    board_software_ver: first?.software ?? facts.board_software_ver,
  }
})

const name = text(`${card}.3`)
const hundredth = (oid: string) => scaled(oid, { by: 0.01, none })
/** Columns of sent power, received power and laser current of the lanes of ifSfpParameterTable. */
const lanes = [
  [2, 3, 6],
  [8, 9, 10],
  [11, 12, 13],
  [14, 15, 16],
] as const

/**
 * Modules from the objects of BDCOM's software: NMS-CHASSIS (percent, °C, by card), NMS-FAN-TRAP, and
 * ifSfpParameterTable of NMS-IF-MIB by ifIndex (1/256 °C, 0.1 mV, 2 µA, 0.01 dBm).
 */
export const bdcom: readonly Implementation[] = [
  cardSystem,
  withFans(
    ownResources({
      cpu: { util: integer(`${card}.11`, { none }), name },
      memory: { util: integer(`${card}.12`, { none }) },
      member: index => `Card ${index}`,
    }),
    { status: enumeration(`${fan}.2`, { 1: 'Normal', 2: 'Stop', 3: 'Unused' }, { unknown: 'Unknown' }) },
  ),
  temperatureTable({ name, value: integer(`${card}.13`, { none: [0, ...none] }) }, index => `Card ${index}`),
  opticalTable({
    temp: scaled(`${optic}.4`, { by: 1 / 256, none, decimals: 2 }),
    vcc: scaled(`${optic}.5`, { by: 0.0001, none: [0, ...none] }),
    lanes: lanes.map(([tx, rx, bias]) => ({
      tx_power: hundredth(`${optic}.${tx}`),
      rx_power: hundredth(`${optic}.${rx}`),
      tx_bias: scaled(`${optic}.${bias}`, { by: 0.002, none }),
    })),
  }),
  mediaTable({
    vendor_name: text(`${optic}.7`),
    _wave_length: integer(`${optic}.19`, { none: [0, ...none] }),
    serial_num: text(`${optic}.23`),
    part_number: text(`${optic}.44`),
  }),
]
