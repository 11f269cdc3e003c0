/**
 * The endless agents of the benchmark, all in one process. Every column that they are asked for has a next
 * row, always; they answer at once. Half of them are switches of a known model with few ports, the others
 * are of nobody; every fourth one sends texts of 16,000 octets. Arguments: port, then addresses. Sends "ready" to
 * its parent.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { SnmpType } from '@linecard/driver-kit'
import { Reader, Writer } from '../../../core/equipment/src/snmp/ber.ts'
import { encodeOid, oidText } from '../../../core/equipment/src/snmp/oid.ts'
import { PduType } from '../../../core/equipment/src/snmp/pdu.ts'
import { writeValue } from '../../../core/equipment/src/snmp/value.ts'

const ifEntry = '1.3.6.1.2.1.2.2.1'
const ifXEntry = '1.3.6.1.2.1.31.1.1.1'
/** dot1qTpFdbPort and -Status, dot1dTpFdbAddress, -Port and -Status: their index ends with a MAC address. */
const macIndexed = new Set([
  '1.3.6.1.2.1.17.7.1.2.2.1.2',
  '1.3.6.1.2.1.17.7.1.2.2.1.3',
  '1.3.6.1.2.1.17.4.3.1.1',
  '1.3.6.1.2.1.17.4.3.1.2',
  '1.3.6.1.2.1.17.4.3.1.3',
])
const texts = new Set([`${ifEntry}.2`, `${ifXEntry}.1`, `${ifXEntry}.18`])
/** ifIndex, ifPhysAddress and ifType. Every other object is 1. */
const own = new Map<string, (row: number) => { type: number; value: number | Buffer }>([
  [`${ifEntry}.1`, row => ({ type: SnmpType.Integer, value: row })],
  [`${ifEntry}.3`, () => ({ type: SnmpType.Integer, value: 6 })],
  [`${ifEntry}.6`, row => ({ type: SnmpType.OctetString, value: macOf(row) })],
  ['1.3.6.1.2.1.17.1.4.1.2', row => ({ type: SnmpType.Integer, value: row })],
  ['1.3.6.1.2.1.17.7.1.2.2.1.2', row => ({ type: SnmpType.Integer, value: (row % 28) + 1 })],
  ['1.3.6.1.2.1.17.4.3.1.2', row => ({ type: SnmpType.Integer, value: (row % 28) + 1 })],
  ['1.3.6.1.2.1.17.7.1.2.2.1.3', () => ({ type: SnmpType.Integer, value: 3 })],
  ['1.3.6.1.2.1.17.4.3.1.3', () => ({ type: SnmpType.Integer, value: 3 })],
  ['1.3.6.1.2.1.17.4.3.1.1', row => ({ type: SnmpType.OctetString, value: macOf(row) })],
])

function macOf(row: number): Buffer {
  const mac = Buffer.from([2, 0x5e, 0, 0, 0, 0])
  mac.writeUInt32BE(row, 2)
  return mac
}

/** How an agent describes itself. */
const identities = [
  { objectId: '1.3.6.1.4.1.171.10.113.5.1', descr: 'DES-3200-28 Fast Ethernet Switch' },
  { objectId: '1.3.6.1.4.1.99999.7', descr: 'a switch of nobody' },
]

const answerRoom = 1400
const hugeText = 16_000

function startAgent(identity: (typeof identities)[number], textLength: number) {
  const scalars = new Map<string, { type: number; value: string | number | Buffer }>([
    ['1.3.6.1.2.1.1.1.0', { type: SnmpType.OctetString, value: Buffer.from(identity.descr) }],
    ['1.3.6.1.2.1.1.2.0', { type: SnmpType.Oid, value: identity.objectId }],
    ['1.3.6.1.2.1.1.3.0', { type: SnmpType.TimeTicks, value: 5_000_000 }],
    ['1.3.6.1.2.1.1.5.0', { type: SnmpType.OctetString, value: Buffer.from('endless') }],
  ])
  const columns = new Set(macIndexed)
  /** The column and the number of the row of an OID; row 0 is before the first. */
  function placeOf(oid: string): { column: string; row: number } {
    for (const column of macIndexed) {
      if (!oid.startsWith(`${column}.`)) continue
      const arcs = oid.split('.').map(Number).slice(-4)
      return { column, row: arcs.reduce((sum, arc) => sum * 256 + arc, 0) }
    }
    if (columns.has(oid)) return { column: oid, row: 0 }
    const end = oid.lastIndexOf('.')
    if (columns.has(oid.slice(0, end))) return { column: oid.slice(0, end), row: Number(oid.slice(end + 1)) }
    columns.add(oid)
    return { column: oid, row: 0 }
  }
  const indexOf = (column: string, row: number): string => {
    if (!macIndexed.has(column)) return String(row)
    const mac = [...macOf(row)].join('.')
    return column.startsWith('1.3.6.1.2.1.17.7') ? `1.${mac}` : mac
  }
  const valueOf = (column: string, row: number) =>
    texts.has(column)
      ? { type: SnmpType.OctetString, value: Buffer.from(`port ${row} `.padEnd(textLength, 'x')) }
      : (own.get(column)?.(row) ?? { type: SnmpType.Integer, value: 1 })
  const varbind = (oid: string, value: Buffer) =>
    new Writer().raw(value).octets(encodeOid(oid), 0x06).wrap(0x30, 0).take()
  const rowOf = (column: string, row: number) => {
    const oid = `${column}.${indexOf(column, row)}`
    return varbind(oid, writeValue({ oid, ...valueOf(column, row) }))
  }

  return (datagram: Buffer): Buffer => {
    const reader = new Reader(datagram).enter(0x30)
    const version = reader.integer()
    const community = reader.octets()
    const type = reader.next()
    reader.at = reader.start
    const id = reader.integer()
    reader.integer()
    const repetitions = type === PduType.GetBulk ? reader.integer() : (reader.integer(), 1)
    reader.enter(0x30)
    const asked: string[] = []
    while (!reader.done) {
      const one = new Reader(datagram, reader.at, reader.end).enter(0x30)
      reader.next()
      const oid = one.octets(0x06)
      asked.push(oidText(oid, 0, oid.length)!)
    }
    const out: Buffer[] = []
    if (type === PduType.Get) {
      for (const oid of asked) {
        const known = scalars.get(oid)
        out.push(varbind(oid, known ? writeValue({ oid, ...known }) : Buffer.from([0x81, 0])))
      }
    } else {
      const places = asked.map(placeOf)
      let room = answerRoom
      fill: for (let nth = 1; nth <= repetitions; nth++) {
        for (const { column, row } of places) {
          const encoded = rowOf(column, row + nth)
          room -= encoded.length
          if (room < 0 && out.length >= places.length) break fill
          out.push(encoded)
        }
      }
    }
    const writer = new Writer()
    let size = 0
    // A datagram has 65,507 octets: what does not fit is left out.
    const fitting = out.filter(bytes => (size += bytes.length) < 60_000)
    for (const bytes of fitting.toReversed()) writer.raw(bytes)
    writer.wrap(0x30, 0).integer(0).integer(0).integer(id).wrap(PduType.Response, 0)
    return writer.octets(community).integer(version).wrap(0x30, 0).take()
  }
}

process.on('disconnect', () => process.exit(0))
const [port, ...addresses] = process.argv.slice(2)
for (const [nth, address] of addresses.entries()) {
  const answer = startAgent(identities[nth % 2]!, nth % 4 === 3 ? hugeText : 12)
  const socket = createSocket({
    type: 'udp4',
    sendBufferSize: 1 << 20,
    lookup: (host, _, done) => done(null, host, 4),
  })
  socket.on('message', (datagram, from) => socket.send(answer(datagram), from.port, from.address))
  const listening = once(socket, 'listening')
  socket.bind(Number(port), address)
  await listening
}
process.send?.('ready')
