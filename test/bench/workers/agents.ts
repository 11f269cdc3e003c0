/**
 * Agents of the benchmark: one process with one socket for each address. They answer any GET of SNMPv2c,
 * and have one instance of each column, so
 * that the benchmark measures the handing out of polls. Arguments: port, number of agents.
 * Sends "ready" to its parent.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { Reader, Writer } from '../../../core/equipment/src/snmp/ber.ts'
import { PduType } from '../../../core/equipment/src/snmp/pdu.ts'
import { addressAt } from './addresses.ts'

const uptimeOid = Buffer.from([0x2b, 6, 1, 2, 1, 1, 3, 0])
const started = Date.now()
const name = Buffer.from('agent')
const endOfMib = Buffer.from([0x82, 0])

/** TimeTicks of the uptime, else a text. */
function valueOf(oid: Buffer): Buffer {
  if (!oid.equals(uptimeOid)) return Buffer.concat([Buffer.from([4, name.length]), name])
  const ticks = Buffer.alloc(6)
  ticks.writeUInt8(0x43, 0)
  ticks.writeUInt8(4, 1)
  ticks.writeUInt32BE(1_000_000 + Math.floor((Date.now() - started) / 10), 2)
  return ticks
}

function answer(datagram: Buffer): Buffer | undefined {
  const reader = new Reader(datagram).enter(0x30)
  reader.integer()
  const community = reader.octets()
  const type = reader.next()
  reader.at = reader.start
  const id = reader.integer()
  const next = type === PduType.GetNext || type === PduType.GetBulk
  if (!next && type !== PduType.Get) return undefined
  reader.integer()
  reader.integer()
  reader.enter(0x30)
  const oids: Buffer[] = []
  while (!reader.done) {
    const varbind = new Reader(datagram, reader.at, reader.end).enter(0x30)
    reader.next()
    oids.push(Buffer.from(varbind.octets(0x06)))
  }
  const varbinds = oids.map(oid => {
    const instance = next && oid.at(-1) !== 0 ? Buffer.concat([oid, Buffer.from([0])]) : oid
    const value = next && instance === oid ? endOfMib : valueOf(instance)
    return new Writer().raw(value).octets(instance, 0x06).wrap(0x30, 0).take()
  })
  return new Writer()
    .raw(Buffer.concat(varbinds))
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

process.on('disconnect', () => process.exit(0))
const [port, count] = process.argv.slice(2).map(Number)
for (let n = 0; n < count!; n++) {
  const socket = createSocket({ type: 'udp4', lookup: (host, _, done) => done(null, host, 4) })
  socket.on('message', (datagram, from) => {
    const bytes = answer(datagram)
    if (bytes) socket.send(bytes, from.port, from.address)
  })
  const listening = once(socket, 'listening')
  socket.bind(port, addressAt(n))
  await listening
}
process.send?.('ready')
