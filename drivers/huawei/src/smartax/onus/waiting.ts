import { mac, map, onuSerial, table, text, type Column } from '@linecard/driver-kit'
import { waitingTable } from '@linecard/driver-kit/onus'
import { label } from '../columns.ts'
import { eponPort, gponPort, portAt } from '../indexes.ts'
import { devices } from '../nodes.ts'

const gpon = `${devices}.48.1`
const epon = `${devices}.58.1`

/** Texts of a fixed length are filled with zeros. */
const filled = (oid: string): Column<string> =>
  map(text(oid), value => (/^(?:0x)?0*$/i.test(value) ? null : value))

/** hwGponDeviceAutoFindOnt. Index: ifIndex of the port, number of the row. */
export const waitingGpon = waitingTable(
  'gpon',
  table({
    ident: onuSerial(`${gpon}.2`),
    password: filled(`${gpon}.3`),
    firmware: label(`${gpon}.6`),
    equipment: label(`${gpon}.7`),
    loid: filled(`${gpon}.9`),
    checkCode: filled(`${gpon}.10`),
  }),
  portAt(gponPort),
  row => ({ ...row, model: row.equipment }),
)
/** hwEponDeviceAutoFindOnt. */
export const waitingEpon = waitingTable(
  'epon',
  table({
    ident: mac(`${epon}.2`),
    password: filled(`${epon}.3`),
    firmware: label(`${epon}.5`),
    equipment: label(`${epon}.6`),
    model: label(`${epon}.12`),
  }),
  portAt(eponPort),
  row => row,
)
