import { enumeration, integer, map, readTable, scaled, table, text, type Session } from '@linecard/driver-kit'
import type { Interface } from '@linecard/driver-kit/modules'
import { ponShape, type Olt, type OnuTree, type PlaceIndex } from '@linecard/driver-kit/onus'
import { e7Cards } from './cards.ts'
import { onuModulesOf } from './modules.ts'
import { e7, microamperes, milliwatts, millivolts } from './nodes.ts'
import { onuAt, places } from './places.ts'

const ont = `${e7}.2.1.10.1.1`
const port = `${e7}.2.1.6.2.1`
const ifType = table({ type: integer('1.3.6.1.2.1.2.2.1.3') })
/** ifType "gpon" of IANAifType-MIB. */
const gpon = 250

/** The only sub-identifier of e7OntTable is the number of the ONU. */
const byUnit: PlaceIndex = {
  encode: ({ onu }) => String(onu),
  decode: index => (/^\d{1,5}$/.test(index) ? onuAt(Number(index)) : null),
}
const index = [byUnit]

/**
 * Light of an ONU. E7-Calix-MIB gives two units for these columns: `0.002 dBm` as UNITS, and mW in the text
 * (AXOS: tenths of µW). No power of an ONU fits both: in dBm its Rx is negative and its Tx below 5000.
 */
const level = (oid: string) =>
  map(integer(oid, { none: [0, -32_768] }), raw => {
    const signed = raw >= 32_768 && raw <= 65_535 ? raw - 65_536 : raw
    if (signed < 0 || oid === tx) return signed < 5000 ? round(signed * 0.002) : round(dbm(raw))
    return round(dbm(raw))
  })
const tx = `${ont}.7`
const dbm = (raw: number) => 10 * Math.log10(raw / 10_000)
const round = (value: number) => Math.round(value * 100) / 100

/** e7OntTable (E7-Calix-MIB, 2013-04-03). */
const tree: OnuTree = {
  technology: 'gpon',
  list: { columns: table({ admin: integer(`${ont}.3`) }), index },
  state: {
    columns: table({
      phase: enumeration(`${ont}.4`, {
        0: 'invalid',
        1: 'enabled',
        2: 'degraded',
        3: 'systemDisabled',
        4: 'userDisabled',
        5: 'waitRegistration',
      }),
      admin: enumeration(`${ont}.3`, { 0: 'Enabled', 1: 'Enabled', 2: 'Enabled', 3: 'Disabled' }),
      reason: enumeration(`${ont}.5`, { 0: 'unknown', 1: 'dyingGasp' }),
    }),
    index,
    words: {
      phases: {
        invalid: 'Unknown',
        enabled: 'Online',
        degraded: 'Online',
        systemDisabled: 'Offline',
        userDisabled: 'Disabled',
        waitRegistration: 'Offline',
      },
      lost: ['invalid', 'systemDisabled', 'waitRegistration'],
      reasons: { dyingGasp: 'PowerOff' },
    },
  },
  atOlt: [{ columns: table({ rx: level(`${ont}.6`), tx: level(tx), olt_rx: level(`${ont}.8`) }), index }],
  vendors: [{ columns: table({ software: text(`${ont}.9`), hardware: text(`${ont}.10`) }), index }],
}

/** PON ports of e7OltPonPortTable, if ifTable has none. */
async function ponPorts(session: Session): Promise<Interface[]> {
  const rows = await readTable(session, table({ status: integer(`${port}.4`) }))
  if (rows.size === 0) return []
  const types = await readTable(session, ifType)
  if ([...types.values()].some(({ type }) => type === gpon)) return []
  return [...rows.keys()].flatMap(at => {
    const [shelf, slot, id] = at.split('.').map(Number)
    if (shelf === undefined || slot === undefined || id === undefined) return []
    const shape = ponShape({ shelf, slot, port: id, onu: null }, null)
    return shape.id === undefined
      ? []
      : [
          {
            id: shape.id,
            name: `${shelf}/${slot}/gp${id}`,
            type: 'PON',
            parent: null,
            if_index: null,
            ...shape,
          },
        ]
  })
}
const olt: Olt = { places: places(ponPorts), trees: [[tree]] }

const optics = table({
  temp: scaled(`${port}.5`, { by: 1, none: [0] }),
  bias: microamperes(`${port}.6`),
  tx: milliwatts(`${port}.7`),
  voltage: millivolts(`${port}.9`),
})

export const exaModules = [
  ...onuModulesOf(olt, optics, ({ _frame, _slot, _port }) =>
    _port === undefined || _port === null ? null : `${_frame}.${_slot}.${_port}`,
  ),
  ...e7Cards(e7),
]
