import { mac, onuSerial, table, text } from '@linecard/driver-kit'
import { waitingTable, type PlaceIndex } from '@linecard/driver-kit/onus'
import { label } from '../columns.ts'
import { nscrtv } from '../nodes.ts'

const portBy = (onu: PlaceIndex) => (index: string) => onu.decode(index.split('.')[0]!)

/** gponOnuAutoFindTable. */
export const waitingGpon = (onu: PlaceIndex) => {
  const entry = `${nscrtv}.2.8.4.7.1`
  return waitingTable(
    'gpon',
    table({
      ident: onuSerial(`${entry}.3`),
      password: text(`${entry}.4`),
      equipment: label(`${entry}.2`),
      firmware: label(`${entry}.8`),
    }),
    portBy(onu),
    row => row,
  )
}
/** ONUs of EPON that the OLT found and does not know. */
export const waitingEpon = (onu: PlaceIndex) => {
  const entry = `${nscrtv}.2.3.4.6.1`
  return waitingTable(
    'epon',
    table({ ident: mac(`${entry}.2`), password: text(`${entry}.5`) }),
    portBy(onu),
    row => row,
  )
}
