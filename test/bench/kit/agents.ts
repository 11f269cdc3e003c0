/**
 * Switches of benchmarks: one process with one socket for each. They answer GET, GETNEXT and
 * GETBULK of SNMPv2c, and all answers are encoded in advance. Arguments: port, then addresses. Messages of
 * the parent set the weather; "ready" goes to the parent after the start and after each of them.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { SnmpType, type Varbind } from '@linecard/driver-kit'
import { Reader, Writer } from '../../../core/equipment/src/snmp/ber.ts'
import { encodeOid } from '../../../core/equipment/src/snmp/oid.ts'
import { PduType } from '../../../core/equipment/src/snmp/pdu.ts'
import { writeValue } from '../../../core/equipment/src/snmp/value.ts'
import { switchVarbinds } from './switch-mib.ts'

/** How the network and the switches are. */
export interface Weather {
  /** Round trip, ms. */
  delayMs: number
  /** Share of datagrams without an answer. */
  loss: number
  /** Share of the switches that answer nothing. */
  silent: number
}

const system: Varbind[] = [
  { oid: '1.3.6.1.2.1.1.1.0', type: SnmpType.OctetString, value: Buffer.from('Switch of the benchmark') },
  { oid: '1.3.6.1.2.1.1.2.0', type: SnmpType.Oid, value: '1.3.6.1.4.1.99999.1' },
  { oid: '1.3.6.1.2.1.1.3.0', type: SnmpType.TimeTicks, value: 8_640_000 },
  { oid: '1.3.6.1.2.1.1.5.0', type: SnmpType.OctetString, value: Buffer.from('switch') },
]
const encode = (varbind: Varbind): Buffer =>
  new Writer().raw(writeValue(varbind)).octets(encodeOid(varbind.oid), 0x06).wrap(0x30, 0).take()
const objects = [...system, ...switchVarbinds()].map(varbind => ({
  varbind,
  oid: encodeOid(varbind.oid),
  encoded: encode(varbind),
}))
const started = Date.now()
/** Counters grow so often: what is encoded in advance holds until then. */
const growEverySec = 5
const sysUpTime = system[2]!
/**
 * Octets and packets a second; errors and discards stand still. Few enough for the speed of a port, also if the
 * growth of some seconds falls between two reads that are close together.
 */
const growing = objects.flatMap(object => {
  const { oid, type, value } = object.varbind
  const perSec = /^1\.3\.6\.1\.2\.1\.31\.1\.1\.1\.(6|10)\./.test(oid) ? 1_234_567 : 1_234
  const wide = (sec: number): Varbind['value'] => BigInt(value as bigint) + BigInt(sec * perSec)
  if (type === SnmpType.Counter64) return [{ object, grown: wide }]
  const stands = /^1\.3\.6\.1\.2\.1\.2\.2\.1\.(13|14|19|20)\./.test(oid)
  if (type !== SnmpType.Counter32 || stands) return []
  return [{ object, grown: (sec: number): Varbind['value'] => (Number(value) + sec * 123) >>> 0 }]
})
let grownSec = 0
/**
 * A clock that stands still is that of a switch that restarts all the time, and counters that stand still are
 * those of a switch without traffic.
 */
function tick(): void {
  const ms = Date.now() - started
  const value = Number(sysUpTime.value) + Math.floor(ms / 10)
  objects[system.indexOf(sysUpTime)]!.encoded = encode({ ...sysUpTime, value })
  const sec = Math.floor(ms / 1000)
  if (sec < grownSec + growEverySec) return
  grownSec = sec
  for (const { object, grown } of growing) object.encoded = encode({ ...object.varbind, value: grown(sec) })
  known.clear()
}
const places = new Map(objects.map(({ oid }, place) => [oid.toString('latin1'), place]))

/** Almost all arcs of these OIDs are below 128, so that a comparison of octets orders them. */
function placeAfter(oid: Buffer): number {
  const name = oid.toString('latin1')
  let place = places.get(name)
  if (place === undefined) {
    place = objects.findIndex(object => Buffer.compare(object.oid, oid) > 0)
    place = (place < 0 ? objects.length : place) - 1
    places.set(name, place)
  }
  return place + 1
}

const exception = (tag: number, oid: Buffer) =>
  new Writer().raw(Uint8Array.of(tag, 0)).octets(oid, 0x06).wrap(0x30, 0).take()
const [noSuchInstance, endOfMib] = [0x81, 0x82]
/** Octets of the varbinds of one answer. */
const answerRoom = 1472 - 60

/** The part of an answer after the request-id, by the same part of the request. */
const known = new Map<string, Buffer>()

function prepare(datagram: Buffer, reader: Reader, type: number): Buffer {
  const first = reader.integer()
  const repetitions = type === PduType.GetBulk ? reader.integer() : (reader.integer(), 1)
  reader.enter(0x30)
  const asked: Buffer[] = []
  while (!reader.done) {
    const varbind = new Reader(datagram, reader.at, reader.end).enter(0x30)
    reader.next()
    asked.push(varbind.octets(0x06))
  }
  const one = (oid: Buffer, row: number) => {
    if (type !== PduType.Get) return objects[placeAfter(oid) + row]?.encoded ?? exception(endOfMib, oid)
    const place = places.get(oid.toString('latin1'))
    const exact = place !== undefined && objects[place]!.oid.equals(oid) ? objects[place] : undefined
    return exact?.encoded ?? exception(noSuchInstance, oid)
  }
  const single = type === PduType.GetBulk ? first : 0
  const out = asked.slice(0, single).map(oid => one(oid, 0))
  const rest = asked.slice(single)
  let room = answerRoom - out.reduce((sum, { length }) => sum + length, 0)
  fill: for (let row = 0; row < repetitions && rest.length > 0; row++)
    for (const oid of rest) {
      const encoded = one(oid, row)
      room -= encoded.length
      if (room < 0) break fill
      out.push(encoded)
    }
  const writer = new Writer()
  for (let at = out.length - 1; at >= 0; at--) writer.raw(out[at]!)
  return writer.wrap(0x30, 0).integer(0).integer(0).take()
}

function answer(datagram: Buffer): Buffer {
  const reader = new Reader(datagram).enter(0x30)
  reader.integer()
  const community = reader.octets()
  const type = reader.next()
  reader.at = reader.start
  const id = reader.integer()
  const name = `${type} ${datagram.toString('latin1', reader.at)}`
  if (type === PduType.Get) tick()
  let rest = type === PduType.Get ? undefined : known.get(name)
  if (!rest) known.set(name, (rest = prepare(datagram, reader, type)))
  return new Writer()
    .raw(rest)
    .integer(id)
    .wrap(PduType.Response, 0)
    .octets(community)
    .integer(1)
    .wrap(0x30, 0)
    .take()
}

let weather: Weather = { delayMs: 0, loss: 0, silent: 0 }
process.on('message', (next: Weather) => {
  weather = next
  process.send?.('ready')
})
process.on('disconnect', () => process.exit(0))
const [port, ...addresses] = process.argv.slice(2)
for (const [position, address] of addresses.entries()) {
  const socket = createSocket({
    type: 'udp4',
    recvBufferSize: 1 << 18,
    lookup: (host, _, done) => done(null, host, 4),
  })
  const rank = (position + 0.5) / addresses.length
  socket.on('message', (datagram, from) => {
    if (rank < weather.silent || Math.random() < weather.loss) return
    const bytes = answer(datagram)
    if (weather.delayMs === 0) socket.send(bytes, from.port, from.address)
    else setTimeout(() => socket.send(bytes, from.port, from.address), weather.delayMs)
  })
  const listening = once(socket, 'listening')
  socket.bind(Number(port), address)
  await listening
}
process.send?.('ready')
