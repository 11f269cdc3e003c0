import { mac, onuSerial, table, text } from '@linecard/driver-kit'
import { layoutsOf, placeAt, waitingTable, type PortPlace, type Waiting } from '@linecard/driver-kit/onus'
import { label } from '../columns.ts'
import type { OnuIndex } from '../indexes.ts'
import { nscrtv } from '../nodes.ts'

/** Waiting ONUs, whose port is that of the index of an ONU. */
const byOnu = (index: OnuIndex, at: (portOf: (row: string) => PortPlace | null) => Waiting): Waiting => ({
  type: at(() => null).type,
  read: async session => {
    const layouts = await layoutsOf(session, { index })
    return at(row => placeAt(layouts, row.split('.')[0]!)).read(session)
  },
})

/** gponOnuAutoFindTable. */
export const waitingGpon = (index: OnuIndex): Waiting => {
  const entry = `${nscrtv}.2.8.4.7.1`
  return byOnu(index, portOf =>
    waitingTable(
      'gpon',
      table({
        ident: onuSerial(`${entry}.3`),
        password: text(`${entry}.4`),
        equipment: label(`${entry}.2`),
        firmware: label(`${entry}.8`),
      }),
      portOf,
      row => row,
    ),
  )
}
/** ONUs of EPON that the OLT found and does not know. */
export const waitingEpon = (index: OnuIndex): Waiting => {
  const entry = `${nscrtv}.2.3.4.6.1`
  return byOnu(index, portOf =>
    waitingTable(
      'epon',
      table({ ident: mac(`${entry}.2`), password: text(`${entry}.5`) }),
      portOf,
      row => row,
    ),
  )
}
