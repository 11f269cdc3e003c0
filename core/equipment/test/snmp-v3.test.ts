import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { SnmpType, type Varbind } from '@linecard/driver-kit'
import type { SnmpAccess } from '@linecard/plugin-kit'
import { type Behaviour, type Device, startDevice } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import netSnmp from 'net-snmp'
import { openSnmp } from '../src/snmp/index.ts'
import { Reader, Writer } from '../src/snmp/ber.ts'
import { type PrivProtocol, localKey, privKey } from '../src/snmp/usm.ts'
import { encodeOid } from '../src/snmp/oid.ts'
import { PduType } from '../src/snmp/pdu.ts'
import { column } from './support/agent.ts'
import { accessTo, failure, values, upTo } from './support/snmp.ts'

const test = suite('SNMPv3')
type User = NonNullable<SnmpAccess['user']>
const authKey = 'correct horse'
const privPassword = 'battery staple'
const name: Varbind = { oid: '1.3.6.1.2.1.1.5.0', type: SnmpType.OctetString, value: Buffer.from('olt1') }
const a = '1.3.6.1.2.1.2.2.1.1'
const auths = ['md5', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'] as const
const privs = ['des', 'aes', 'aes256b', 'aes256r'] as const
const secure: User = {
  name: 'sha256 aes',
  level: 'authPriv',
  auth: { protocol: 'sha256', key: authKey },
  priv: { protocol: 'aes', key: privPassword },
}
const users = [
  { name: 'open' },
  ...auths.map(protocol => ({ name: protocol, auth: { protocol, password: authKey } })),
  ...auths.flatMap(auth =>
    privs.map(priv => ({
      name: `${auth} ${priv}`,
      auth: { protocol: auth, password: authKey },
      priv: { protocol: priv, password: privPassword },
    })),
  ),
]

async function withDevice(use: (device: Device) => Promise<void>, behaviour: Behaviour = {}): Promise<void> {
  const device = await startDevice({
    ip: '127.0.0.6',
    port: 0,
    recording: [name, ...column(a, 40)],
    v3Users: users,
    behaviour,
  })
  try {
    await use(device)
  } finally {
    await device.stop()
  }
}
const open = (device: { ip: string; port: number }, user: User, more: Partial<SnmpAccess> = {}) =>
  openSnmp({ ip: device.ip, access: accessTo(device.port, { version: '3', timeoutMs: 150, user, ...more }) })

test('keys are those of RFC 3414 A.3 and of net-snmp', () => {
  const password = Buffer.from('maplesyrup')
  const engine = Buffer.from('000000000000000000000002', 'hex')
  assert.is(localKey('md5', password, engine).toString('hex'), '526f5eed9fcce26f8964c2930787d82b')
  assert.is(localKey('sha', password, engine).toString('hex'), '6695febc9288e36282235fc7151f128497b38f3f')
  for (const protocol of auths) {
    assert.equal(
      localKey(protocol, password, engine),
      netSnmp.Authentication.passwordToKey(netSnmp.AuthProtocols[protocol], 'maplesyrup', engine),
      protocol,
    )
    for (const priv of ['aes', 'aes256b', 'aes256r'] as const satisfies PrivProtocol[]) {
      const algorithm = netSnmp.Encryption.algorithms[netSnmp.PrivProtocols[priv]]
      const theirs = algorithm.localizationAlgorithm(
        algorithm,
        netSnmp.AuthProtocols[protocol],
        'maplesyrup',
        engine,
      )
      assert.equal(privKey(protocol, priv, password, engine), theirs, `${protocol} ${priv}`)
    }
  }
})

test('every level, authentication and privacy protocol reads', () =>
  withDevice(async device => {
    const cases: User[] = [{ name: 'open', level: 'noAuthNoPriv' }]
    for (const auth of auths) {
      cases.push({ name: auth, level: 'authNoPriv', auth: { protocol: auth, key: authKey } })
      for (const priv of privs)
        cases.push({
          name: `${auth} ${priv}`,
          level: 'authPriv',
          auth: { protocol: auth, key: authKey },
          priv: { protocol: priv, key: privPassword },
        })
    }
    for (const user of cases) {
      const snmp = open(device, user)
      assert.equal(values(await snmp.get([name.oid])), [name.value], user.name)
      assert.equal(values((await snmp.columns([a])).columns[0]!), upTo(40), user.name)
      snmp.close()
    }
  }))

test('SET is protected as other requests are', () =>
  withDevice(async device => {
    const snmp = open(device, secure)
    await snmp.set([{ ...name, value: Buffer.from('olt2') }])
    assert.equal(values(await snmp.get([name.oid])), [Buffer.from('olt2')])
    snmp.close()
  }))

test('a wrong user, key or level is AuthFailed at once, and the error contains no secret', () =>
  withDevice(async device => {
    const wrong: User[] = [
      { ...secure, name: 'nobody' },
      { ...secure, auth: { protocol: 'sha256', key: 'wrong key here' } },
      { ...secure, priv: { protocol: 'aes', key: 'wrong key here' } },
      { name: 'open', level: 'authNoPriv', auth: { protocol: 'sha', key: authKey } },
      { name: 'sha256 aes', level: 'noAuthNoPriv' },
    ]
    for (const user of wrong) {
      const snmp = open(device, user)
      const error = await failure('AuthFailed', snmp.get([name.oid]))
      assert.not.match(error.message, 'wrong key here')
      assert.not.match(error.message, privPassword)
      assert.is(snmp.stats.timeouts, 0)
      snmp.close()
    }
    await failure(
      'AuthFailed',
      Promise.resolve().then(() => open(device, { name: 'x', level: 'authPriv' })),
    )
  }))

test('a reboot moves the engine time; the session follows', () =>
  withDevice(async device => {
    const snmp = open(device, secure)
    await snmp.get([name.oid])
    device.engine.boots++
    device.engine.startedMs = Date.now()
    assert.is((await snmp.get([name.oid])).size, 1)
    device.engine.startedMs -= 1_000_000_000
    assert.is((await snmp.get([name.oid])).size, 1)
    assert.is(snmp.stats.timeouts, 0)
    snmp.close()
  }))

test('the session recovers after a device loses its boots or gets another engine ID', () =>
  withDevice(async device => {
    device.engine.boots = 50
    const snmp = open(device, secure)
    await snmp.get([name.oid])
    device.engine.boots = 1
    device.engine.startedMs = Date.now()
    assert.is((await snmp.get([name.oid])).size, 1)
    device.engine.id = Buffer.from('80001f888001020304', 'hex')
    assert.is((await snmp.get([name.oid])).size, 1)
    snmp.close()
  }))

test('two devices with one engine ID do not disturb each other', async () =>
  withDevice(async first => {
    const second = await startDevice({ ip: '127.0.0.7', port: 0, recording: [name], v3Users: users })
    second.engine.id = first.engine.id
    second.engine.boots = 900
    const sessions = [open(first, secure), open(second, secure)]
    for (let round = 0; round < 3; round++)
      for (const snmp of sessions) assert.is((await snmp.get([name.oid])).size, 1)
    assert.is(
      sessions.reduce((sum, { stats }) => sum + stats.timeouts, 0),
      0,
    )
    for (const snmp of sessions) snmp.close()
    await second.stop()
  }))

/** A proxy between transport and device, which changes the answers from the second datagram on. */
async function withMeddler(
  device: Device,
  meddle: (answer: Buffer) => Buffer,
  use: (at: { ip: string; port: number }) => Promise<void>,
): Promise<void> {
  const front = createSocket('udp4')
  const back = createSocket('udp4')
  let asker = { port: 0, address: '' }
  let count = 0
  front.on('message', (bytes, from) => {
    asker = from
    back.send(bytes, device.port, device.ip)
  })
  back.on('message', bytes => front.send(count++ === 0 ? bytes : meddle(bytes), asker.port, asker.address))
  front.bind(0, '127.0.0.8')
  await once(front, 'listening')
  try {
    await use({ ip: '127.0.0.8', port: front.address().port })
  } finally {
    front.close()
    back.close()
  }
}

test('an answer that was changed on the way is refused', () =>
  withDevice(device =>
    withMeddler(
      device,
      bytes => {
        const bad = Buffer.from(bytes)
        bad[bad.length - 1]! ^= 1
        return bad
      },
      async at => {
        for (const user of [secure, { ...secure, name: 'sha256', level: 'authNoPriv' } as const]) {
          const snmp = open(at, user, { timeoutMs: 40 })
          await failure('ParseFailed', snmp.get([name.oid]))
          assert.ok(snmp.stats.malformed >= 2)
          snmp.close()
        }
      },
    ),
  ))

/** The same message id and engine, a forged value, and no protection. */
function unprotected(bytes: Buffer): Buffer {
  const reader = new Reader(bytes).enter(0x30)
  reader.integer()
  const end = reader.end
  reader.enter(0x30)
  const id = reader.integer()
  reader.at = reader.end
  reader.end = end
  reader.expect(0x04)
  const engine = new Reader(bytes, reader.start, reader.stop).enter(0x30).octets()
  const writer = new Writer()
  writer
    .octets(Buffer.from('forged'))
    .octets(encodeOid(name.oid), 0x06)
    .wrap(0x30, 0)
    .wrap(0x30, 0)
    .integer(0)
    .integer(0)
    .integer(id)
    .wrap(PduType.Response, 0)
  writer.octets(Buffer.alloc(0)).octets(engine).wrap(0x30, 0)
  const parameters = writer.mark
  writer
    .octets(Buffer.alloc(0))
    .octets(Buffer.alloc(0))
    .octets(Buffer.from(secure.name))
    .integer(1)
    .integer(1)
    .octets(engine)
    .wrap(0x30, parameters)
    .wrap(0x04, parameters)
  const header = writer.mark
  writer.integer(3).octets(Uint8Array.of(0)).integer(65_507).integer(id).wrap(0x30, header)
  return writer.integer(3).wrap(0x30, 0).take()
}

test('an answer with a lower security level than the request is refused', () =>
  withDevice(async device => {
    await withMeddler(device, unprotected, async at => {
      const snmp = open(at, secure, { timeoutMs: 40 })
      await failure('ParseFailed', snmp.get([name.oid]))
      snmp.close()
    })
    await withMeddler(device, unprotected, async at => {
      const snmp = open(at, { name: secure.name, level: 'noAuthNoPriv' }, { timeoutMs: 40 })
      assert.equal(values(await snmp.get([name.oid])), [Buffer.from('forged')], 'the forgery is well made')
      snmp.close()
    })
  }))

test('loss and duplicates under SNMPv3', () =>
  withDevice(
    async device => {
      const snmp = open(device, secure, { timeoutMs: 30, retries: 7 })
      const { columns, missing } = await snmp.columns([a])
      assert.equal([values(columns[0]!), missing], [upTo(40), []])
      snmp.close()
    },
    { loss: 0.2, duplicate: true, reorder: true },
  ))
