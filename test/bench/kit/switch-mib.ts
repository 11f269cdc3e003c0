/**
 * ifTable and ifXTable (RFC 2863) of a switch, made from the MIB, which the agents of the benchmark serve.
 */
import { SnmpType, type Varbind } from '@linecard/driver-kit'

export const ifTable = '1.3.6.1.2.1.2.2'
export const ifXTable = '1.3.6.1.2.1.31.1.1'
export const portsPerSwitch = 52

const { Integer, OctetString, Oid, Counter32, Gauge32, TimeTicks, Counter64 } = SnmpType
const text = (value: string) => Buffer.from(value)

type Cell = readonly [type: number, value: (port: number) => Varbind['value']]
const counter = (seed: number): Cell => [Counter32, port => (port * 2_654_435_761 + seed) >>> 0]
const wide = (seed: number): Cell => [Counter64, port => BigInt(port) * 1_234_567_890_123n + BigInt(seed)]

const ifCells: readonly Cell[] = [
  [Integer, port => port],
  [OctetString, port => text(`GigabitEthernet0/${port}`)],
  [Integer, () => 6],
  [Integer, () => 1500],
  [Gauge32, () => 1_000_000_000],
  [OctetString, port => Buffer.from([0, 0x1b, 0x21, 0xaa, 0xbb, port])],
  [Integer, () => 1],
  [Integer, port => 1 + (port % 2)],
  [TimeTicks, port => port * 8_640_000],
  counter(10),
  counter(11),
  counter(12),
  counter(13),
  counter(14),
  counter(15),
  counter(16),
  counter(17),
  counter(18),
  counter(19),
  counter(20),
  [Gauge32, () => 0],
  [Oid, () => '0.0'],
]
const ifXCells: readonly Cell[] = [
  [OctetString, port => text(`Gi0/${port}`)],
  counter(2),
  counter(3),
  counter(4),
  counter(5),
  wide(6),
  wide(7),
  wide(8),
  wide(9),
  wide(10),
  wide(11),
  wide(12),
  wide(13),
  [Integer, () => 1],
  [Gauge32, () => 1000],
  [Integer, () => 2],
  [Integer, () => 1],
  [OctetString, port => text(`customer ${port}, street ${port * 3}`)],
  [TimeTicks, () => 0],
]

const cellsOf = (table: string, cells: readonly Cell[]): Varbind[] =>
  cells.flatMap(([type, value], column) =>
    Array.from({ length: portsPerSwitch }, (_, row) => ({
      oid: `${table}.1.${column + 1}.${row + 1}`,
      type,
      value: value(row + 1),
    })),
  )

/**
 * All varbinds of one switch in the order of the MIB, and some objects after the tables, so that a walk does
 * not reach the end of the MIB.
 */
export const switchVarbinds = (): Varbind[] => [
  ...cellsOf(ifTable, ifCells),
  ...cellsOf(ifXTable, ifXCells),
  ...cellsOf('1.3.6.1.2.1.99.1', ifCells.slice(0, 2)),
]
export const columnOids = [
  ...ifCells.map((_, column) => `${ifTable}.1.${column + 1}`),
  ...ifXCells.map((_, column) => `${ifXTable}.1.${column + 1}`),
]
export const valuesPerSwitch = columnOids.length * portsPerSwitch
