export { map, unknownValue, wrongType, type Column, type Decoded, type ValueOf } from './column.ts'
export {
  counter,
  enumeration,
  integer,
  interfaceIndex,
  scaled,
  scaling,
  timeticks,
  truth,
  type Scale,
} from './numbers.ts'
export { bits, dateAndTime, ip, mac, octets, onuSerial, parseDateAndTime, stationMac } from './octets.ts'
export {
  readRows,
  readScalars,
  readTable,
  readWhole,
  table,
  type Columns,
  type ReadingSession,
  type ReadOptions,
  type RowOf,
} from './read.ts'
export {
  decimalText,
  decodeText,
  maxTextLength,
  oidValue,
  parseDecimal,
  text,
  varbindText,
  type DecimalOptions,
} from './text.ts'
