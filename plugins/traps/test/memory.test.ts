import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { assert, suite, until } from '@linecard/test-kit'
import { add } from '@linecard/test-kit/worlds/inventory'
import { here, known, logOf, send, startWorld, type TrapWorld } from './world.ts'

/** The largest queue, filled with large notifications while nothing can be stored: more than the thread may have. */
const test = suite('traps: a thread that has eaten its memory', { timeoutMs: 400_000, level: 'full' })
const ip = '127.77.9.1'
const longestMs = 200_000
let world: TrapWorld

test.before(async () => {
  world = await startWorld({ syslog: false, queue_rows: 200_000, rate: 10_000, burst: 100_000, look: false })
  const access = await add(world, '/device-access', { name: 'none', public_community: 'public' })
  await add(world, '/device', { ip, name: 'sender', access_id: access.id })
  await known(world)
})
test.after(() => world?.stop())

const tlv = (tag: number, ...parts: (Buffer | number[])[]): Buffer => {
  const body = Buffer.concat(parts.map(part => Buffer.from(part)))
  const long = [0x84, ...[24, 16, 8, 0].map(bits => (body.length >>> bits) & 0xff)]
  return Buffer.concat([Buffer.from([tag, ...(body.length < 0x80 ? [body.length] : long)]), body])
}
const object = (oid: number[], value: Buffer) => tlv(0x30, tlv(6, oid), value)
/** coldStart with sixty objects of a thousand octets each, which are kept as two thousand digits. */
const large = tlv(
  0x30,
  tlv(2, [1]),
  tlv(4, Buffer.from('public')),
  tlv(
    0xa7,
    tlv(2, [1]),
    tlv(2, [0]),
    tlv(2, [0]),
    tlv(
      0x30,
      object([0x2b, 6, 1, 6, 3, 1, 1, 4, 1, 0], tlv(6, [0x2b, 6, 1, 6, 3, 1, 1, 5, 1])),
      ...Array.from({ length: 60 }, (_, n) =>
        object([0x2b, 6, 1, 4, 1, 1, n], tlv(4, Buffer.alloc(1000, n))),
      ),
    ),
  ),
)
const says = (what: string) => world.log.filter(line => line.includes(what)).length

test('48: it ends, another one starts and listens on the same port, and the service has gone on', async () => {
  const listened = says('this process listens for traps')
  const socket = createSocket('udp4').bind(0, ip)
  await once(socket, 'listening')
  await world.sql('begin')
  await world.sql('lock table traps_name in exclusive mode')
  try {
    const end = performance.now() + longestMs
    while (says('the thread that listens has ended') === 0 && performance.now() < end)
      // The kernel holds few datagrams of this size: more at once would be lost.
      for (let n = 0; n < 2; n++)
        await new Promise(resolve => socket.send(large, world.ports.snmp, here, () => setImmediate(resolve)))
    assert.is(says('the thread that listens has ended'), 1)
    const answer = await world.http('GET', '/device?limit=1')
    assert.is(answer.status, 200, 'requests are answered meanwhile')
  } finally {
    await world.sql('commit')
    socket.close()
  }
  assert.match(
    world.log.find(line => line.includes('the thread that listens has ended'))!,
    /ERR_WORKER_OUT_OF_MEMORY/,
  )
  await until('another one listens', () => says('this process listens for traps') > listened)
  world.ports.snmp = world.traps.intake!.ports().snmp!
  // It knows the devices without being told again, and takes what they send.
  await until('a notification is confirmed', () =>
    send(world, 'snmpinform', ip, ['-v', '2c', '-c', 'public'], ['1', '1.3.6.1.6.3.1.1.5.2']).then(
      () => true,
      () => false,
    ),
  )
  await until('it is stored', async () => (await logOf(world, '?name=warmStart')).length > 0)
})
