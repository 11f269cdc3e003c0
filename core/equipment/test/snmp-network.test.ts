import { createSocket } from 'node:dgram'
import { readdirSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { DeviceError, SnmpType } from '@linecard/driver-kit'
import { assert, suite, until, longestTurn } from '@linecard/test-kit'
import { openSnmp } from '../src/snmp/index.ts'
import { sharedSocket } from '../src/snmp/socket.ts'
import { column, encodeReply } from './support/agent.ts'
import { accessTo, failure, upTo, values, withAgent } from './support/snmp.ts'

const test = suite('SNMP over a bad network')
const a = '1.3.6.1.2.1.2.2.1.1'
const b = '1.3.6.1.2.1.2.2.1.2'
const name = '1.3.6.1.2.1.1.5.0'
const rows = [...column(a, 40), ...column(b, 40), ...column('1.3.6.1.2.1.99.1', 1)]
const scalar = [{ oid: name, type: SnmpType.OctetString, value: Buffer.from('sw1') }]

/** Pseudo-random numbers, which are the same each time. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

test('answers that come twice are counted once', () =>
  withAgent({ varbinds: rows, wire: bytes => [bytes, bytes, bytes] }, async ({ agent, snmp }) => {
    const { columns, missing } = await snmp.columns([a, b])
    assert.equal([values(columns[0]!), missing], [upTo(40), []])
    assert.is(snmp.stats.answers, agent.requests.length)
    await until('duplicates are counted', () => snmp.stats.late >= snmp.stats.answers)
  }))

test('an answer after the repetition is accepted, the second one is not', () =>
  withAgent(
    { varbinds: scalar, access: { timeoutMs: 50, retries: 2 }, wire: bytes => [{ bytes, afterMs: 75 }] },
    async ({ agent, snmp }) => {
      assert.equal(values(await snmp.get([name])), [Buffer.from('sw1')])
      assert.equal([agent.requests.length, snmp.stats.answers, snmp.stats.retries], [2, 1, 1])
      assert.is(agent.requests[0]!.id, agent.requests[1]!.id)
      await until('the second answer is counted as late', () => snmp.stats.late === 1)
    },
  ))

test('answers from another address or port are dropped and counted', async () => {
  const strangers = [createSocket('udp4').bind(0, '127.0.0.3'), createSocket('udp4').bind(0, '127.0.0.2')]
  const forged = {
    id: 0,
    status: 0,
    index: 0,
    varbinds: [{ oid: name, type: SnmpType.OctetString, value: Buffer.from('forged') }],
  }
  try {
    await withAgent(
      {
        varbinds: scalar,
        wire: (bytes, request) => {
          for (const stranger of strangers)
            stranger.send(encodeReply(request, { ...forged, id: request.id }), agentPort(), '127.0.0.1')
          return [{ bytes, afterMs: 15 }]
        },
      },
      async ({ agent, snmp }) => {
        agentPort = () => agent.asker!.port
        assert.equal(values(await snmp.get([name])), [Buffer.from('sw1')])
        assert.is(snmp.stats.dropped_foreign, 2)
      },
    )
  } finally {
    for (const stranger of strangers) stranger.close()
  }
})
let agentPort = () => 0

const hostile = (good: Buffer): Buffer[] => [
  Buffer.alloc(0),
  Buffer.alloc(1),
  Buffer.from('hello'),
  Buffer.alloc(65_000, 0x30),
  Buffer.from([0x30, 0x80, 0x02, 0x01, 0x01, 0, 0]),
  Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]),
  Buffer.concat(Array.from({ length: 9000 }, () => Buffer.from([0x30, 0x82, 0xff, 0xff]))),
  ...upTo(good.length - 1).map(length => good.subarray(0, length)),
]

test('garbage before the answer is counted and ignored', async () => {
  let sent = 0
  await withAgent(
    {
      varbinds: scalar,
      access: { timeoutMs: 500 },
      wire: bytes => {
        const bad = hostile(bytes)
        sent = bad.length
        return [...bad, { bytes, afterMs: 20 }]
      },
    },
    async ({ snmp }) => {
      assert.equal(values(await snmp.get([name])), [Buffer.from('sw1')])
      assert.is(snmp.stats.malformed, sent)
    },
  )
})

test('answers with random wrong octets end in an answer or a DeviceError', () => {
  const random = dice(4)
  let flips = 0
  return withAgent(
    {
      varbinds: [...scalar, ...rows],
      access: { timeoutMs: 2000 },
      wire: bytes => {
        const spoilt = Array.from({ length: 4 }, () => {
          const bad = Buffer.from(bytes)
          bad[Math.floor(random() * bad.length)] = Math.floor(random() * 256)
          flips++
          return bad
        })
        return [...spoilt, { bytes, afterMs: 2 }]
      },
    },
    async ({ snmp }) => {
      for (let round = 0; round < 50; round++) {
        const settled = await snmp.columns([a, b]).then(
          () => true,
          (error: unknown) => error,
        )
        assert.ok(settled === true || settled instanceof DeviceError, String(settled))
      }
      assert.ok(flips > 300, `${flips} octets turned`)
    },
  )
})

test('an agent that sends only garbage gives an error that says so', () =>
  withAgent({ varbinds: scalar, wire: bytes => [bytes.subarray(0, bytes.length - 3)] }, async ({ snmp }) => {
    // Cut before the length of the message: not even the id can be trusted.
    await failure('DeviceTimeout', snmp.get([name]))
    assert.is(snmp.stats.malformed, 2)
  }).then(() =>
    withAgent(
      {
        varbinds: scalar,
        wire: bytes => {
          const bad = Buffer.from(bytes)
          bad[bad.length - 4] = 0x7f
          return [bad]
        },
      },
      async ({ snmp }) => {
        const error = await failure('ParseFailed', snmp.get([name]))
        assert.match(error.message, 'no SNMP message')
      },
    ),
  ))

test('a fifth of the answers is lost, others are doubled, late or out of order: the table is complete', () => {
  const random = dice(19)
  return withAgent(
    {
      varbinds: rows,
      access: { timeoutMs: 40, retries: 6 },
      wire: bytes =>
        random() < 0.2
          ? []
          : [...(random() < 0.2 ? [bytes] : []), { bytes, afterMs: Math.floor(random() * 30) }],
      behave: (_, reply) => (random() < 0.2 ? null : reply),
    },
    async ({ snmp }) => {
      for (let round = 0; round < 4; round++) {
        const { columns, missing } = await snmp.columns([a, b])
        assert.equal([values(columns[0]!), values(columns[1]!), missing], [upTo(40), upTo(40), []])
      }
      assert.ok(snmp.stats.retries > 0)
      assert.is(snmp.learnt.noBulk, false)
    },
  )
})

test('an agent that is slower than the time-out is still read', () =>
  withAgent(
    { varbinds: rows, access: { timeoutMs: 50, retries: 3 }, wire: bytes => [{ bytes, afterMs: 110 }] },
    async ({ snmp }) => {
      const { columns, missing } = await snmp.columns([a])
      assert.equal([columns[0]!.size, missing], [40, []])
    },
  ))

const descriptors = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0)

test('5,000 silent devices at the same time: few sockets, no delay of the event loop, and the other device answers', () =>
  withAgent({ varbinds: scalar, access: { timeoutMs: 20_000 } }, async ({ snmp }) => {
    const before = descriptors()
    const down = Array.from({ length: 5000 }, (_, at) =>
      openSnmp({ ip: `127.77.${at >> 8}.${at & 0xff}`, access: accessTo(16_199, { timeoutMs: 1000 }) }),
    )
    const order: string[] = []
    const turn = await longestTurn(async () => {
      const questions = down.map(device => failure('DeviceTimeout', device.get([name])))
      const all = Promise.all(questions).then(() => order.push('the silent ones'))
      assert.equal(values(await snmp.get([name])), [Buffer.from('sw1')])
      order.push('the other')
      assert.ok(descriptors() - before <= 8, `${descriptors() - before} descriptors more`)
      await all
    })
    for (const device of down) device.close()
    assert.equal(order, ['the other', 'the silent ones'])
    assert.ok(turn < 1_000, `a turn of the event loop took ${turn} ms`)
    assert.ok(descriptors() - before <= 8, 'descriptors stay few')
    assert.is(
      down.reduce((sum, { stats }) => sum + stats.requests, 0),
      10_000,
    )
    assert.equal([sharedSocket(4).open, sharedSocket(4).peers <= 1], [0, true], 'nothing is left behind')
  }))

/**
 * An agent in a thread of its own: it goes on answering while the test blocks. Any GET gets a text of 60,000
 * octets.
 */
const bulkyAgent = `
const { parentPort } = require('node:worker_threads')
const socket = require('node:dgram').createSocket('udp4')
const text = Buffer.alloc(60000, 65)
const tlv = (tag, body) => Buffer.concat([Buffer.from([tag, 0x82, body.length >> 8, body.length & 255]), body])
socket.on('message', (bytes, from) => {
  const community = 5 + 2 + bytes[6]
  const start = community + 2
  const id = bytes.subarray(start, start + 2 + bytes[start + 1])
  const oid = start + id.length + 10
  const varbind = tlv(0x30, Buffer.concat([bytes.subarray(oid, oid + 10), tlv(4, text)]))
  const body = Buffer.concat([id, Buffer.from([2, 1, 0, 2, 1, 0]), tlv(0x30, varbind)])
  socket.send(tlv(0x30, Buffer.concat([bytes.subarray(2, community), tlv(0xa2, body)])), from.port, from.address)
})
socket.bind(0, '127.0.0.4', () => parentPort.postMessage(socket.address().port))
`

test('a burst above the receive buffers is lost, and repeated requests recover it', async () => {
  const worker = new Worker(bulkyAgent, { eval: true })
  const port = await new Promise<number>(resolve => worker.once('message', resolve))
  const many = Array.from({ length: 2400 }, () =>
    openSnmp({ ip: '127.0.0.4', access: accessTo(port, { timeoutMs: 700, retries: 60 }) }),
  )
  try {
    const questions = many.map(device => device.get([name]))
    await new Promise(resolve => setImmediate(resolve))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
    const answers = await Promise.all(questions)
    assert.is(answers.filter(answer => (answer.get(name)!.value as Buffer).length === 60_000).length, 2400)
    assert.ok(many.reduce((sum, { stats }) => sum + stats.retries, 0) > 0, 'something was lost')
  } finally {
    for (const device of many) device.close()
    await worker.terminate()
  }
})
