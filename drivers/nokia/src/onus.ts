import {
  decimalText,
  enumeration,
  implement,
  integer,
  map,
  onuSerial,
  readTable,
  scaled,
  table,
  text,
} from '@linecard/driver-kit'
import { interfacesList, ponPortsOptical, refOf } from '@linecard/driver-kit/modules'
import { findInterface, type Olt, type OnuTree } from '@linecard/driver-kit/onus'
import { gpon, sfp } from './nodes.ts'
import { ontIndexes, places, sfpRowOf } from './places.ts'

const ont = `${gpon}.10.1.1`
const anig = `${gpon}.10.14.1`
const ifEntry = '1.3.6.1.2.1.2.2.1'
const index = ontIndexes

/** Bits of the alarms of an ONT that tell why it is lost. */
const alarms = [
  [18, 'dyingGasp'],
  [1, 'los'],
  [16, 'lof'],
  [20, 'lopl'],
  [15, 'inactive'],
] as const
/** The alarm that says most. */
export const alarmOf = (bits: number): string | null =>
  alarms.find(([bit]) => Math.floor(bits / 2 ** bit) % 2 === 1)?.[1] ?? null

/** 0.002 dBm; 32768 is no value. */
const power = (oid: string) => scaled(oid, { by: 0.002, none: [32_768, -32_768], min: -60, max: 20 })

const tree: OnuTree = {
  technology: 'gpon',
  list: { columns: table({ serial: onuSerial(`${ont}.5`) }), index },
  state: {
    columns: table({
      oper: enumeration(`${ifEntry}.8`, {
        1: 'Up',
        2: 'Down',
        3: 'Testing',
        4: 'Unknown',
        5: 'Dormant',
        6: 'NotPresent',
        7: 'LowerLayerDown',
      }),
      admin: enumeration(`${ifEntry}.7`, { 1: 'Enabled', 2: 'Disabled', 3: 'Enabled' }),
    }),
    index,
    also: [{ columns: table({ reason: map(integer(`${gpon}.10.4.1.2`), alarmOf) }), index, ifLost: true }],
    words: { phases: {}, lost: [], reasons: { dyingGasp: 'PowerOff', los: 'LOS', lof: 'LOS' } },
  },
  names: { columns: table({ description: text(`${ont}.24`) }), index },
  serials: { columns: table({ serial: onuSerial(`${ont}.5`) }), index },
  atOlt: [
    {
      columns: table({ olt_rx: scaled(`${gpon}.10.18.1.2`, { by: 0.1, none: [0], min: -60, max: 20 }) }),
      index,
    },
  ],
  atOnu: {
    columns: table({
      rx: power(`${anig}.2`),
      tx: power(`${anig}.4`),
      temp: scaled(`${anig}.6`, { by: 1 / 256, none: [32_768, -32_768], min: -60, max: 150 }),
    }),
    index,
  },
  vendors: [{ columns: table({ software: text(`${ont}.9`) }), index }],
}

/** An agent without the table of ONTs still has them in ifTable: their places, links and counters. */
const inIfTable: OnuTree = { ...tree, list: { columns: table({ name: text(`${ifEntry}.2`) }), index } }

export const olt: Olt = {
  places,
  trees: [[tree, inIfTable]],
  ifIndexOf: async (session, place) => {
    const [layout] = await ontIndexes(session)
    const ifIndex = layout!.encode(place)
    return ifIndex === null ? null : Number(ifIndex)
  },
}

/**
 * Texts with their unit: `4.94 dBm`, `45.00 degrees Celsius`; without a value `No Power`, `not-available`.
 */
const diagnosis = table({
  tx: decimalText(`${sfp}.6`, { min: -60, max: 20 }),
  bias: decimalText(`${sfp}.8`),
  voltage: decimalText(`${sfp}.9`),
  temp: decimalText(`${sfp}.10`, { min: -60, max: 150 }),
})

/** pon_ports_optical: sfpDiagTable of SFP-MIB. */
export const ponOptics = implement(ponPortsOptical, async (session, args) => {
  const ports =
    args.interface === undefined
      ? await session.call(interfacesList, { type: 'PON' })
      : [await findInterface(session, olt, args.interface)]
  const rows = await readTable(session, diagnosis)
  const found = []
  for (const one of ports) {
    const row = one.type === 'PON' ? rows.get((await sfpRowOf(session, one)) ?? '') : undefined
    if (row && Object.values(row).some(value => value !== null))
      found.push({ interface: refOf(one), ...row, vendor: null, product_name: null })
  }
  return found
})
