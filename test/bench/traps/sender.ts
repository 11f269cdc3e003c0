/**
 * A process that sends datagrams at a rate: half of them good traps of one device, half of unknown addresses:
 * good traps, garbage, truncated and large ones. Messages: `{ port, rate }` begins; `{ stop: true }` ends, and
 * is answered with what was sent.
 */
import { randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

const everyMs = 5
const strangers = 200
const [device = '127.0.0.1'] = process.argv.slice(2)

const tlv = (tag: number, ...parts: (Buffer | number[])[]): Buffer => {
  const body = Buffer.concat(parts.map(part => Buffer.from(part)))
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const number = (value: number) => tlv(2, [value])
const object = (oid: number[], value: Buffer) => tlv(0x30, tlv(6, oid), value)
const trapOf = (...more: Buffer[]) =>
  tlv(
    0x30,
    number(1),
    tlv(4, Buffer.from('public')),
    tlv(
      0xa7,
      number(1),
      number(0),
      number(0),
      tlv(
        0x30,
        object([0x2b, 6, 1, 6, 3, 1, 1, 4, 1, 0], tlv(6, [0x2b, 6, 1, 6, 3, 1, 1, 5, 3])),
        object([0x2b, 6, 1, 2, 1, 2, 2, 1, 1, 3], number(3)),
        ...more,
      ),
    ),
  )
const good = trapOf()
const hostile = [
  good,
  good.subarray(0, good.length - 7),
  randomBytes(200),
  trapOf(object([0x2b, 1], tlv(4, Buffer.alloc(1300, 0x41)))),
  Buffer.alloc(1000, 0x30),
]

async function socketAt(address: string): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, address)
  await once(socket, 'listening')
  return socket
}
const own = await socketAt(device)
const others = await Promise.all(
  Array.from({ length: strangers }, (_, n) => socketAt(`127.88.${n >> 6}.${(n & 63) + 1}`)),
)

let timer: NodeJS.Timeout | null = null
let sent = 0
process.on('message', (order: { port?: number; rate?: number; stop?: true }) => {
  if (timer) clearInterval(timer)
  timer = null
  if (order.stop) return void process.send!({ sent })
  const { port = 9, rate = 0 } = order
  const began = performance.now()
  sent = 0
  timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * rate)
    for (; sent < due; sent++)
      if (sent % 2 === 0) own.send(good, port, '127.0.0.1')
      else others[sent % strangers]!.send(hostile[(sent >> 1) % hostile.length]!, port, '127.0.0.1')
  }, everyMs)
})
process.on('disconnect', () => process.exit(0))
process.send!({ ready: others.length })
