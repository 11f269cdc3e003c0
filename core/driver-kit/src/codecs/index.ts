export { bitfield, type Bitfield, type PackedField } from './bitfield.ts'
export { ipOf } from './ip.ts'
export { isBrokenMac, macAtEnd, macBytes, macOf, parseMac } from './mac.ts'
export { onuSerialBytes, onuSerialHex, parseOnuSerial } from './onu-serial.ts'
export { portList, portsOf } from './port-list.ts'
export {
  bytesPiece,
  impliedTextPiece,
  inetPiece,
  ipv4Piece,
  macPiece,
  number,
  rowIndex,
  textPiece,
  type Piece,
  type RowIndex,
} from './row-index.ts'
