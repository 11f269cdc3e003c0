/**
 * Agents of the benchmarks: one process with one socket for each switch. They answer GET, GETNEXT and
 * GETBULK of SNMPv2c. Arguments: port, number of agents. Sends "ready" to its parent; a number from the
 * parent is how far the clock of the switches is ahead, in ms.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { Reader, Writer } from '../../../core/equipment/src/snmp/ber.ts'
import { PduType } from '../../../core/equipment/src/snmp/pdu.ts'
import { addressAt } from './addresses.ts'
import { entryAt, placeOf } from './switch.ts'

let aheadMs = 0
const exception = (tag: number, oid: Buffer) =>
  new Writer().raw(Uint8Array.of(tag, 0)).octets(oid, 0x06).wrap(0x30, 0).take()
const [noSuchInstance, endOfMib] = [0x81, 0x82]
/** Octets of the varbinds of one answer. */
const answerRoom = 1472 - 60

function varbindsOf(
  type: number,
  first: number,
  repetitions: number,
  asked: Buffer[],
  device: number,
): Buffer[] {
  const at = { device, ms: Date.now() + aheadMs }
  const next = (oid: Buffer, row: number) =>
    entryAt(placeOf(oid, device, false) + row, device)?.varbind(at) ?? exception(endOfMib, oid)
  if (type === PduType.Get)
    return asked.map(oid => {
      const found = entryAt(placeOf(oid, device, true), device)
      return found?.oid.equals(oid) ? found.varbind(at) : exception(noSuchInstance, oid)
    })
  const single = type === PduType.GetBulk ? first : asked.length
  const out = asked.slice(0, single).map(oid => next(oid, 0))
  const rest = asked.slice(single).map(oid => ({ oid, place: placeOf(oid, device, false) }))
  let room = answerRoom - out.reduce((sum, { length }) => sum + length, 0)
  for (let row = 0; row < repetitions && rest.length > 0; row++)
    for (const { oid, place } of rest) {
      const one = entryAt(place + row, device)?.varbind(at) ?? exception(endOfMib, oid)
      room -= one.length
      if (room < 0) return out
      out.push(one)
    }
  return out
}

function answer(datagram: Buffer, device: number): Buffer | undefined {
  const reader = new Reader(datagram).enter(0x30)
  reader.integer()
  const community = Buffer.from(reader.octets())
  const type = reader.next()
  reader.at = reader.start
  const id = reader.integer()
  if (type !== PduType.Get && type !== PduType.GetNext && type !== PduType.GetBulk) return undefined
  const [first, repetitions] = [reader.integer(), reader.integer()]
  reader.enter(0x30)
  const oids: Buffer[] = []
  while (!reader.done) {
    const varbind = new Reader(datagram, reader.at, reader.end).enter(0x30)
    reader.next()
    oids.push(Buffer.from(varbind.octets(0x06)))
  }
  const varbinds = Buffer.concat(varbindsOf(type, first, repetitions, oids, device))
  return new Writer()
    .raw(varbinds)
    .wrap(0x30, 0)
    .integer(0)
    .integer(0)
    .integer(id)
    .wrap(PduType.Response, 0)
    .octets(community)
    .integer(1)
    .wrap(0x30, 0)
    .take()
}

process.on('message', (ms: number) => {
  aheadMs = ms
})
process.on('disconnect', () => process.exit(0))
const [port, count] = process.argv.slice(2).map(Number)
for (let device = 0; device < count!; device++) {
  const socket = createSocket({ type: 'udp4', lookup: (host, _, done) => done(null, host, 4) })
  socket.on('message', (datagram, from) => {
    const bytes = answer(datagram, device)
    if (bytes) socket.send(bytes, from.port, from.address)
  })
  const listening = once(socket, 'listening')
  socket.bind(port, addressAt(device))
  await listening
}
process.send?.('ready')
