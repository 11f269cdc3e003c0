import { enumeration, readTable, scaled, table, text, type Session } from '@linecard/driver-kit'
import { onuModulesOf } from './modules.ts'
import { axosCards } from './cards.ts'
import { axos, microamperes, milliwatts, millivolts } from './nodes.ts'
import { onuAt, places } from './places.ts'
import type { Olt, OnuTree, PlaceIndex } from '@linecard/driver-kit/onus'

const ont = `${axos}.2.6.1.1`
const port = `${axos}.2.4.2.1`
const ids = table({ id: text(`${ont}.2`) })

/** axosOntIndex is a row number; the number of the ONU is the text axosOntID. Kept for a minute. */
async function byOntId(session: Session): Promise<readonly PlaceIndex[]> {
  const rows = await session.memo('axos_onts', () => readTable(session, ids), 60_000)
  const byId = new Map<number, string>()
  const byIndex = new Map<string, number>()
  for (const [index, { id }] of rows) {
    const number = /^\d{1,5}$/.test(id ?? '') ? Number(id) : null
    if (number === null) continue
    byId.set(number, index)
    byIndex.set(index, number)
  }
  return [
    {
      encode: ({ onu }) => byId.get(onu) ?? null,
      decode: index => {
        const onu = byIndex.get(index)
        return onu === undefined ? null : onuAt(onu)
      },
    },
  ]
}

/** axosOntTable (Axos-Ont-MIB, 2020-10-23). */
const tree: OnuTree = {
  technology: 'gpon',
  list: { columns: ids, index: byOntId },
  state: {
    columns: table({
      phase: enumeration(`${ont}.4`, { 0: 'invalid', 1: 'enabled', 2: 'degraded' }),
      admin: enumeration(`${ont}.3`, { 1: 'Enabled', 2: 'Disabled' }, { unknown: 'Enabled' }),
      reason: enumeration(`${ont}.5`, { [-1]: 'unknown', 0: 'unknown', 1: 'dyingGasp' }),
    }),
    index: byOntId,
    words: {
      phases: { invalid: 'Offline', enabled: 'Online', degraded: 'Online' },
      lost: 'invalid',
      reasons: { dyingGasp: 'PowerOff' },
    },
  },
  atOlt: [
    {
      columns: table({
        rx: milliwatts(`${ont}.6`),
        tx: milliwatts(`${ont}.7`),
        olt_rx: milliwatts(`${ont}.8`),
      }),
      index: byOntId,
    },
  ],
  vendors: [{ columns: table({ software: text(`${ont}.9`), hardware: text(`${ont}.10`) }), index: byOntId }],
}
const olt: Olt = { places: places(), trees: [[tree]] }

/** axosOltPonPortTable, by ifIndex. 0 is "no transceiver". */
const optics = table({
  temp: scaled(`${port}.4`, { by: 0.001, none: [0], decimals: 1 }),
  bias: microamperes(`${port}.5`),
  tx: milliwatts(`${port}.6`),
  voltage: millivolts(`${port}.8`),
})

export const axosModules = [
  ...onuModulesOf(olt, optics, one => (one.if_index === null ? null : String(one.if_index))),
  ...axosCards(axos),
]
