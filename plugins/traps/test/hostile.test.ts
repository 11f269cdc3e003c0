import { randomBytes } from 'node:crypto'
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert, suite, until } from '@linecard/test-kit'
import { add } from '@linecard/test-kit/worlds/inventory'
import { stopDevices } from '@linecard/test-kit/worlds/switches'
import { here, known, linkDown, logOf, send, startWorld, type TrapWorld } from './world.ts'

const test = suite('traps: hostile senders', { level: 'full' })
const [own, quiet] = ['127.77.4.1', '127.77.4.2']
let world: TrapWorld
let device: number
let other: number

test.before(async () => {
  // Both families of addresses: those of IPv4 come as IPv6 (fault 23).
  world = await startWorld({ address: '::', rate: 20, burst: 50, connections: 12, queue_rows: 500 })
  const access = await add(world, '/device-access', { name: 'none', public_community: 'public' })
  device = (await add(world, '/device', { ip: own, name: 'loud', access_id: access.id })).id
  other = (await add(world, '/device', { ip: quiet, name: 'quiet', access_id: access.id })).id
  await known(world)
})
const sockets: (UdpSocket | Socket)[] = []
test.after(async () => {
  // What a failed test left open would keep this process alive.
  for (const one of sockets)
    if ('destroy' in one) one.destroy()
    else one.close()
  await world?.stop()
  await stopDevices()
})

async function udp(from: string): Promise<UdpSocket> {
  const socket = createSocket('udp4').bind(0, from)
  sockets.push(socket)
  await once(socket, 'listening')
  return socket
}
const fire = (socket: UdpSocket, message: Buffer | string, port: number) =>
  new Promise(resolve => socket.send(message, port, here, resolve))

/** A stream for syslog from an address. */
async function tcp(from: string): Promise<Socket> {
  const socket = connect({ host: here, port: world.ports.syslog, localAddress: from })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}
const closed = async (socket: Socket, ms = 5000): Promise<boolean> =>
  socket.closed || Promise.race([once(socket, 'close').then(() => true), sleep(ms).then(() => false)])

interface Line {
  message: string
  app: string
  severity: number
  transport: string
  address: string
  data: Record<string, unknown> | null
}
const lines = async (query = '') => {
  const answer = await world.http('GET', `/component/traps/syslog${query}`)
  assert.is(answer.status, 200, answer.text)
  return answer.body.data as unknown as Line[]
}
const sources = async (query = '') =>
  (await world.http('GET', `/component/traps/statistics${query}`)).body.data as unknown as {
    address: string
    protocol: string
    received: number
    dropped: Record<string, number>
    device: { id: number } | null
  }[]

test('syslog over UDP and TCP, found by device, severity and text', async () => {
  const socket = await udp(quiet)
  await fire(socket, '<11>Mar  5 10:00:00 quiet link[7]: port 3 is down', world.ports.syslog)
  const stream = await tcp(quiet)
  const counted = '<14>1 2026-03-05T10:00:00Z quiet app - - [a b="c"] hi'
  stream.write(`${counted.length} ${counted}`)
  stream.end('<15>app: the last one has no end')
  await until('all are stored', async () => (await lines(`?device_id=${other}`)).length === 3 || null)
  assert.equal(
    (await lines(`?device_id=${other}&severity=3`)).map(({ message, app, transport }) => [
      message,
      app,
      transport,
    ]),
    [['port 3 is down', 'link', 'udp']],
  )
  assert.equal((await lines('?query=no%20end')).length, 1)
  assert.equal(
    (await lines('?query=HI&app=app')).map(({ data }) => data),
    [{ a: { b: 'c' } }],
  )
  assert.equal((await lines('?query=100%25')).length, 0)
})

test('a forged line, colours, NUL and broken UTF-8 are one harmless line', async () => {
  const socket = await udp(quiet)
  const text = Buffer.concat([
    Buffer.from('<12>app: one\r\n<0>kernel: forged\u001b[2J\0'),
    Buffer.from([0xc3, 0x28]),
    Buffer.from('<script>'),
  ])
  await fire(socket, text, world.ports.syslog)
  const [line] = await until('it is stored', async () => {
    const found = await lines('?query=forged')
    return found.length > 0 ? found : null
  })
  assert.is(line!.message, 'one <0>kernel: forged \ufffd(<script>')
  // oxlint-disable-next-line no-control-regex
  assert.ok(world.log.every(entry => !/[\u0000-\u0009\u000b-\u001f]/.test(entry)))
})

test('garbage, truncated and endless datagrams: the listener lives, and counts them', async () => {
  const socket = await udp(quiet)
  for (let n = 0; n < 10; n++) await fire(socket, randomBytes(1 + n * 700), world.ports.snmp)
  await fire(socket, Buffer.alloc(65_000, 0x30), world.ports.snmp)
  await fire(socket, Buffer.alloc(0), world.ports.snmp)
  await send(world, 'snmptrap', quiet, ['-v', '2c', '-c', 'x'], ['1', ...linkDown(7)])
  await until(
    'the trap after them is stored',
    async () => (await logOf(world, `?device_id=${other}`)).length || null,
  )
  await until('they are counted', async () => {
    const found = (await sources('?protocol=snmp')).find(({ address }) => address === quiet)
    return (found?.dropped['malformed'] ?? 0) >= 12 || null
  })
})

test('a device that floods: held to its rate, told, and another is not touched', async () => {
  const socket = await udp(own)
  for (let n = 0; n < 2000; n++) await fire(socket, `<13>flood: ${n}`, world.ports.syslog)
  const calm = await udp(quiet)
  await fire(calm, '<13>calm: still heard', world.ports.syslog)
  await until('the other one is heard', async () => (await lines('?query=still%20heard')).length || null)
  const kept = await lines(`?device_id=${device}&limit=1000`)
  assert.ok(kept.length >= 50 && kept.length < 400, String(kept.length))
  const told = await until('it is told', async () => {
    const source = world
      .use('installation')
      .conditions()
      .find(({ name }) => name === 'traps_dropped')!
    const found = await source.holding({ deviceIds: null, signal: new AbortController().signal })
    return found.length > 0 ? found : null
  })
  assert.equal(
    told.map(({ device_id: id, part }) => [id, part]),
    [[device, 'syslog']],
  )
  assert.match(told[0]!.description, /^\d+ were dropped/)
  const { text } = await world.use('installation').metrics()
  assert.match(text, /linecard_traps_dropped_total\{[^}]*reason="rate"[^}]*\} \d{3,}/)
})

test('TCP: strangers, a crowd, a line without end, a count without end, one octet at a time', async () => {
  const stranger = await tcp('127.77.9.9')
  assert.ok(await closed(stranger), 'a stranger stays')
  const crowd = await Promise.all(Array.from({ length: 9 }, () => tcp(quiet)))
  assert.ok(await closed(crowd[8]!), 'the ninth of one address stays')
  const endless = crowd[0]!
  for (let n = 0; n < 40 && !endless.destroyed; n++) {
    endless.write(Buffer.alloc(65_536, 0x78))
    await sleep(2)
  }
  assert.ok(await closed(endless), 'a line without end stays')
  crowd[1]!.write('99999999999 ')
  assert.ok(await closed(crowd[1]!), 'a count without end stays')
  for (const octet of '<13>drip: drop by drop\n') {
    crowd[2]!.write(octet)
    await sleep(1)
  }
  await until('the drops are one line', async () => (await lines('?query=drop%20by%20drop')).length || null)
})

test('unknown senders: nothing is read or kept, and they are counted', async () => {
  const strangers = await Promise.all(Array.from({ length: 20 }, (_, n) => udp(`127.77.5.${n + 1}`)))
  for (const socket of strangers)
    for (let n = 0; n < 20; n++) await fire(socket, `<13>stranger: ${n}`, world.ports.syslog)
  await until('they are counted', async () => {
    const found = (await sources('?known=false&protocol=syslog')).filter(({ address }) =>
      address.startsWith('127.77.5.'),
    )
    return found.reduce((sum, { dropped }) => sum + (dropped['unknown'] ?? 0), 0) === 400 || null
  })
  assert.equal((await lines('?query=stranger')).length, 0)
})
