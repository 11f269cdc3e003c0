import { mac, onuSerial, table, text } from '@linecard/driver-kit'
import { waitingTable, type PortPlace } from '@linecard/driver-kit/onus'
import { label, localTime, zte } from '../columns.ts'
import { gponPort, largeBoard, physicalPort, smallBoard } from '../indexes.ts'

const old = `${zte}.1012.3.13.3.1`
const now = `${zte}.1082.500.2.2.11.2.1`
const epon = `${zte}.1015.1010.1.7.14.1`

/** The index of a row is the port, and a row number. */
const portBy = (decode: (packed: number) => PortPlace | null) => (index: string) =>
  decode(Number(index.split('.')[0]))

export const waitingGpon1012 = waitingTable(
  'gpon',
  table({
    ident: onuSerial(`${old}.2`),
    password: text(`${old}.5`),
    model: label(`${old}.10`),
    firmware: text(`${old}.11`),
  }),
  portBy(gponPort.decode),
  row => row,
)
export const waitingGpon1082 = waitingTable(
  'gpon',
  table({ ident: onuSerial(`${now}.2`), model: label(`${now}.8`), firmware: text(`${now}.10`) }),
  portBy(physicalPort.decode),
  row => row,
)
export const waitingEpon = waitingTable(
  'epon',
  table({ ident: mac(`${epon}.2`), model: label(`${epon}.9`), since: localTime(`${epon}.6`) }),
  portBy(packed => smallBoard.decode(packed) ?? largeBoard.decode(packed)),
  row => row,
)
