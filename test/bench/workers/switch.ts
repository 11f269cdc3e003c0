/**
 * A switch of ten ports, as its agent shows it: identity, ifTable and ifXTable (RFC 2863), and a FDB
 * (RFC 4363). Counters, uptime, one link and the places of some MAC addresses follow the clock.
 */
import { SnmpType, type Varbind } from '@linecard/driver-kit'
import { Writer } from '../../../core/equipment/src/snmp/ber.ts'
import { encodeOid } from '../../../core/equipment/src/snmp/oid.ts'
import { writeValue } from '../../../core/equipment/src/snmp/value.ts'

export const portsPerSwitch = 10
export const macsPerSwitch = 10

const { Integer, OctetString, Oid, Counter32, Gauge32, TimeTicks, Counter64 } = SnmpType
const hourMs = 3_600_000
/** All switches started then, ms since 1970. */
const startMs = Date.now() - 30 * 24 * hourMs

interface Moment {
  /** Number of the switch. */
  device: number
  /** ms since 1970. */
  ms: number
}
type Cell = readonly [type: number, value: (port: number, at: Moment) => Varbind['value'], moving?: true]
interface Entry {
  oid: Buffer
  /** The varbind; the same at all times and of all switches unless `moving`. */
  varbind(at: Moment): Buffer
}

const text = (value: string) => Buffer.from(value)
const secondsOf = ({ ms }: Moment) => Math.max(0, Math.floor((ms - startMs) / 1000))
const counter = (rate: number): Cell => [
  Counter32,
  (port, at) => (secondsOf(at) * rate * port) % 2 ** 32,
  true,
]
const wide = (rate: number): Cell => [
  Counter64,
  (port, at) => BigInt(secondsOf(at)) * BigInt(rate * port),
  true,
]
/** The link of the last port is down for an hour of six. */
const isUp = (port: number, { device, ms }: Moment) =>
  port < portsPerSwitch || (Math.floor(ms / hourMs) + device) % 6 !== 0

const ifCells: readonly Cell[] = [
  [Integer, port => port],
  [OctetString, port => text(`GigabitEthernet0/${port}`)],
  [Integer, () => 6],
  [Integer, () => 1500],
  [Gauge32, () => 1_000_000_000],
  [OctetString, port => Buffer.from([0, 0x1b, 0x21, 0xaa, 0xbb, port])],
  [Integer, () => 1],
  [Integer, (port, at) => (isUp(port, at) ? 1 : 2), true],
  [TimeTicks, port => port * 100],
  ...[90_000, 110, 0, 0, 0, 0, 80_000, 100, 0, 0, 0].map(counter),
  [Gauge32, () => 0],
  [Oid, () => '0.0'],
]
const ifXCells: readonly Cell[] = [
  [OctetString, port => text(`Gi0/${port}`)],
  ...[5, 3, 4, 2].map(counter),
  ...[90_000, 110, 5, 3, 80_000, 100, 4, 2].map(wide),
  [Integer, () => 1],
  [Gauge32, () => 1000],
  [Integer, () => 2],
  [Integer, () => 1],
  [OctetString, port => text(`customer ${port}`)],
  [TimeTicks, () => 0],
]

function entry(oid: string, [type, value, moving]: Cell, port = 0): Entry {
  const encoded = encodeOid(oid)
  const make = (at: Moment) =>
    new Writer()
      .raw(writeValue({ oid, type, value: value(port, at) }))
      .octets(encoded, 0x06)
      .wrap(0x30, 0)
      .take()
  if (moving) return { oid: encoded, varbind: make }
  const known = make({ device: 0, ms: startMs })
  return { oid: encoded, varbind: () => known }
}
const tableOf = (table: string, cells: readonly Cell[]): Entry[] =>
  cells.flatMap((cell, column) =>
    Array.from({ length: portsPerSwitch }, (_, row) =>
      entry(`${table}.${column + 1}.${row + 1}`, cell, row + 1),
    ),
  )

const basePort = '1.3.6.1.2.1.17.1.4.1'
const before: readonly Entry[] = [
  entry('1.3.6.1.2.1.1.1.0', [OctetString, () => text('Switch of the benchmark')]),
  entry('1.3.6.1.2.1.1.2.0', [Oid, () => '1.3.6.1.4.1.99999.1']),
  entry('1.3.6.1.2.1.1.3.0', [TimeTicks, (_, at) => (secondsOf(at) * 100) % 2 ** 32, true]),
  entry('1.3.6.1.2.1.1.5.0', [OctetString, () => text('switch')]),
  entry('1.3.6.1.2.1.1.6.0', [OctetString, () => text('a shelf')]),
  ...tableOf('1.3.6.1.2.1.2.2.1', ifCells),
  ...tableOf(basePort, [
    [Integer, port => port],
    [Integer, port => port],
  ]),
]
const after = tableOf('1.3.6.1.2.1.31.1.1.1', ifXCells)

/** dot1qTpFdbPort and dot1qTpFdbStatus. A quarter of the addresses is at another port every three hours. */
function station(column: number, n: number, device: number): Entry {
  const mac = [2, 0, device >> 8, device & 255, 0, n]
  const port = ({ ms }: Moment) =>
    1 + ((n + (n % 4 === 0 ? Math.floor(ms / (3 * hourMs)) : 0)) % portsPerSwitch)
  return entry(`1.3.6.1.2.1.17.7.1.2.2.1.${column}.100.${mac.join('.')}`, [
    Integer,
    column === 2 ? (_, at) => port(at) : () => 3,
    true,
  ])
}
const stations = 2 * macsPerSwitch
const count = before.length + stations + after.length

/** The object of a switch at this place of its MIB; undefined: past the end. */
export function entryAt(place: number, device: number): Entry | undefined {
  if (place < before.length) return before[place]
  const own = place - before.length
  if (own >= stations) return after[own - stations]
  return station(own < macsPerSwitch ? 2 : 3, own % macsPerSwitch, device)
}

/** Place of the first object after an OID, or of the OID itself if `own`. Octets of these OIDs sort as their arcs do. */
export function placeOf(oid: Buffer, device: number, own: boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    const order = Buffer.compare(entryAt(middle, device)!.oid, oid)
    if (order < 0 || (order === 0 && !own)) low = middle + 1
    else high = middle
  }
  return low
}
