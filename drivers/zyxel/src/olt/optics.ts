import { decimalText, implement, readTable, table, text, type Implementation } from '@linecard/driver-kit'
import { interfacesList, ponPortsOptical, refOf } from '@linecard/driver-kit/modules'
import { findInterface } from '@linecard/driver-kit/onus'
import { gpon } from './nodes.ts'
import { olt } from './onus.ts'

/** transceiverDdmInfoTable: one row for each port and kind. Texts in C, V, mA, dBm. */
const current = table({ value: decimalText(`${gpon}.14.2.1.7`) })
const serial = table({ vendor: text(`${gpon}.14.1.1.3`), product_name: text(`${gpon}.14.1.1.4`) })
const kinds = { temp: 1, voltage: 2, bias: 3, tx: 4 } as const

/** pon_ports_optical. A port without rows has no transceiver. */
export const ponOptics: Implementation = implement(ponPortsOptical, async (session, args) => {
  const ports =
    args.interface === undefined
      ? await session.call(interfacesList, { type: 'PON' })
      : [await findInterface(session, olt, args.interface)]
  const values = await readTable(session, current)
  const modules = await readTable(session, serial)
  return ports.flatMap(one => {
    const of = (kind: keyof typeof kinds) => values.get(`${one.if_index}.${kinds[kind]}`)?.value ?? null
    const found = Object.keys(kinds).some(kind => of(kind as keyof typeof kinds) !== null)
    return one.type === 'PON' && found
      ? [
          {
            interface: refOf(one),
            temp: of('temp'),
            voltage: of('voltage'),
            bias: of('bias'),
            tx: of('tx'),
            vendor: modules.get(String(one.if_index))?.vendor ?? null,
            product_name: modules.get(String(one.if_index))?.product_name ?? null,
          },
        ]
      : []
  })
})
