import { assert, suite } from '@linecard/test-kit'
import { startDevice } from '@linecard/simulator'
import { client, raw } from './client.ts'
import { small } from './small.ts'

const test = suite('simulator and garbage')

/** A v2c GET, a v2c SET and a SNMPv3 discovery to start from. */
const seeds = [
  '302602010104067075626c6963a019020107020100020100300e300c06082b060102010101000500',
  '3027020101040770726976617465a319020107020100020100300e300c06082b060102010105000400',
  '303a020103300f02024a69020300ffe30401040201030410300e0400020100020100040004000400301204000400a00c020237f00201000201003000',
].map(hex => Buffer.from(hex, 'hex'))

test('truncated, mutated, nested, empty and huge datagrams never stop a device', async () => {
  const device = await startDevice({
    ip: '127.8.4.1',
    port: 0,
    recording: small,
    v3Users: [{ name: 'u', auth: { protocol: 'sha', password: 'password1' } }],
  })
  let state = 12_345
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % below
  }
  const garbage: Buffer[] = [
    Buffer.alloc(0),
    Buffer.alloc(60_000, 0x30),
    Buffer.from([0x30, 0x80]),
    Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]),
    Buffer.alloc(3000, Buffer.from([0x30, 0x82, 0x0b, 0xb0])),
  ]
  for (const seed of seeds) {
    for (let length = 0; length < seed.length; length++) garbage.push(seed.subarray(0, length))
    for (let n = 0; n < 700; n++) {
      const mutant = Buffer.from(seed)
      for (let changes = 1 + random(4); changes > 0; changes--) mutant[random(mutant.length)] = random(256)
      garbage.push(mutant)
    }
  }
  for (let at = 0; at < garbage.length; at += 100) {
    const before = device.requests
    const part = garbage.slice(at, at + 100)
    await raw(device, part, { over: () => device.requests >= before + part.length, lingerMs: 0 })
  }
  const session = client(device)
  const [alive] = await session.get('1.3.6.1.2.1.1.1.0')
  session.close()
  assert.is(String(alive!.type), '4')
  assert.ok(device.malformed > 500, `${device.malformed} of ${device.requests} malformed`)
  await device.stop()
})

test('a GETBULK that asks for two thousand million rows gets one datagram as its answer', async () => {
  const device = await startDevice({ ip: '127.8.4.2', port: 0, recording: small })
  const session = client(device)
  const [rows] = await session.getBulk(['1.3'], 0, 2_147_483_647)
  session.close()
  await device.stop()
  assert.is((rows as unknown[]).length, small.size + 1)
})
