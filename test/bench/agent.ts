/**
 * The agents of the benchmark: one process with one socket for each switch. They answer only GETBULK of
 * SNMPv2c, and all answers are encoded in advance, so that the benchmark measures the clients. Arguments:
 * port, then addresses. Sends "ready" to its parent.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { Reader, Writer } from '../../core/equipment/src/snmp/ber.ts'
import { encodeOid } from '../../core/equipment/src/snmp/oid.ts'
import { PduType } from '../../core/equipment/src/snmp/pdu.ts'
import { writeValue } from '../../core/equipment/src/snmp/value.ts'
import { switchVarbinds } from './switch-mib.ts'

const objects = switchVarbinds().map(varbind => {
  const oid = encodeOid(varbind.oid)
  const encoded = new Writer().raw(writeValue(varbind)).octets(oid, 0x06).wrap(0x30, 0).take()
  return { oid, encoded }
})
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

const answerRoom = 1472 - 60
const endOfMib = (oid: Buffer) =>
  new Writer().raw(Uint8Array.of(0x82, 0)).octets(oid, 0x06).wrap(0x30, 0).take()

/**
 * The part of an answer after the request-id, by the same part of the request: the requests of all rounds and
 * all switches are equal.
 */
const known = new Map<string, Buffer>()

function prepare(datagram: Buffer, reader: Reader): Buffer {
  reader.integer()
  const repetitions = reader.integer()
  reader.enter(0x30)
  const asked: { place: number; oid: Buffer }[] = []
  while (!reader.done) {
    const varbind = new Reader(datagram, reader.at, reader.end).enter(0x30)
    reader.next()
    const oid = varbind.octets(0x06)
    asked.push({ place: placeAfter(oid), oid })
  }
  const out: Buffer[] = []
  let room = answerRoom
  fill: for (let row = 0; row < repetitions; row++) {
    for (const { place, oid } of asked) {
      const encoded = objects[place + row]?.encoded ?? endOfMib(oid)
      room -= encoded.length
      if (room < 0) break fill
      out.push(encoded)
    }
  }
  const writer = new Writer()
  for (let at = out.length - 1; at >= 0; at--) writer.raw(out[at]!)
  return writer.wrap(0x30, 0).integer(0).integer(0).take()
}

function answer(datagram: Buffer): Buffer | undefined {
  const reader = new Reader(datagram).enter(0x30)
  reader.integer()
  const community = reader.octets()
  const type = reader.next()
  reader.at = reader.start
  const id = reader.integer()
  if (type !== PduType.GetBulk) return undefined
  const name = datagram.toString('latin1', reader.at)
  let rest = known.get(name)
  if (!rest) known.set(name, (rest = prepare(datagram, reader)))
  return new Writer()
    .raw(rest)
    .integer(id)
    .wrap(PduType.Response, 0)
    .octets(community)
    .integer(1)
    .wrap(0x30, 0)
    .take()
}

process.on('disconnect', () => process.exit(0))
const [port, ...addresses] = process.argv.slice(2)
for (const address of addresses) {
  const socket = createSocket({
    type: 'udp4',
    recvBufferSize: 1 << 20,
    lookup: (host, _, done) => done(null, host, 4),
  })
  socket.on('message', (datagram, from) => {
    const bytes = answer(datagram)
    if (bytes) socket.send(bytes, from.port, from.address)
  })
  const listening = once(socket, 'listening')
  socket.bind(Number(port), address)
  await listening
}
process.send?.('ready')
