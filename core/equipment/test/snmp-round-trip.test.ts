import { SnmpType } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import { createRoundTrip } from '../src/snmp/round-trip.ts'
import { openSnmp } from '../src/snmp/index.ts'
import { column } from './support/agent.ts'
import { accessTo, upTo, values, withAgent } from './support/snmp.ts'

const test = suite('SNMP round trips')
const a = '1.3.6.1.2.1.2.2.1.1'
const b = '1.3.6.1.2.1.2.2.1.2'
const name = '1.3.6.1.2.1.1.5.0'
const rows = [...column(a, 40), ...column(b, 40), ...column('1.3.6.1.2.1.99.1', 1)]
const few = [...column(a, 8), ...column(b, 8), ...column('1.3.6.1.2.1.99.1', 1)]
const scalar = [{ oid: name, type: SnmpType.OctetString, value: Buffer.from('sw1') }]

test('an unknown device is waited for a second, a known one for its round trip and its variance', () => {
  const trip = createRoundTrip(4000)
  assert.is(trip.wait, 1000)
  trip.measured(400)
  const { srtt, rttvar } = trip.memory
  assert.equal([srtt, rttvar, trip.wait], [400, 200, 1200])
  for (let at = 0; at < 50; at++) trip.measured(400)
  assert.ok(Math.abs(trip.wait - 400) < 5, `${trip.wait}`)
})

test('the wait has a floor, and the time-out of the access profile is its ceiling', () => {
  const quick = createRoundTrip(4000)
  quick.measured(2)
  assert.is(quick.wait, 250)
  assert.is(createRoundTrip(300).wait, 300)
  const slow = createRoundTrip(4000)
  slow.measured(3000)
  assert.is(slow.wait, 4000)
})

test('a loss doubles the wait until an answer is measured, and the memory goes on with the next connection', () => {
  const trip = createRoundTrip(4000)
  for (let at = 0; at < 20; at++) trip.measured(300)
  const usual = trip.wait
  trip.lost()
  trip.lost()
  assert.is(trip.wait, Math.min(4000, usual * 4))
  trip.measured(300)
  assert.ok(trip.wait < usual * 1.2, `${trip.wait}`)
  assert.ok(createRoundTrip(4000, trip.memory).wait < usual * 1.2)
})

test('a known device is asked again long before the time-out of its access profile', () => {
  let drop = false
  return withAgent(
    {
      varbinds: scalar,
      access: { timeoutMs: 600_000, retries: 2 },
      behave: (_, reply) => (drop ? ((drop = false), null) : reply),
    },
    async ({ agent, snmp }) => {
      await snmp.get([name])
      drop = true
      assert.equal(values(await snmp.get([name])), [Buffer.from('sw1')])
      assert.is(agent.requests.length, 3)
    },
  )
})

test('time in which this process reads nothing is no silence of the device', () =>
  withAgent(
    {
      varbinds: scalar,
      access: { timeoutMs: 300, retries: 0 },
      behave(_, reply) {
        // Longer than the time-out: its timer is due before the answer that waits in the socket is read.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
        return reply
      },
    },
    async ({ agent, snmp }) => {
      assert.equal(values(await snmp.get([name])), [Buffer.from('sw1')])
      assert.is(agent.requests.length, 1)
    },
  ))

test('with no repetition in the access profile nothing is repeated', () =>
  withAgent({ behave: () => null, access: { timeoutMs: 900, retries: 0 } }, async ({ agent, snmp }) => {
    await snmp.get([name]).catch(() => undefined)
    assert.is(agent.requests.length, 1)
  }))

test('a device that answers every copy is slow: its time is learnt, and nothing is repeated any more', () =>
  withAgent(
    { varbinds: scalar, access: { timeoutMs: 5000, retries: 2 }, wire: bytes => [{ bytes, afterMs: 600 }] },
    async ({ agent, snmp: { close } }) => {
      close()
      const snmp = openSnmp({
        ip: agent.ip,
        access: accessTo(agent.port, { timeoutMs: 5000, retries: 2 }),
        roundTrip: { srtt: 5, rttvar: 1 },
      })
      await snmp.get([name])
      assert.ok(agent.requests.length > 1)
      await new Promise(resolve => setTimeout(resolve, 1200))
      const before = agent.requests.length
      await snmp.get([name])
      assert.is(agent.requests.length, before + 1)
      assert.ok((snmp.roundTrip.srtt ?? 0) > 500, JSON.stringify(snmp.roundTrip))
      snmp.close()
    },
  ))

test('while the repetition of one request is waited for, the other columns go on', () => {
  const many = upTo(25).map(at => `1.3.6.1.2.1.2.2.1.${at}`)
  const seen: string[] = []
  let lost = 0
  return withAgent(
    {
      varbinds: many.flatMap(oid => column(oid, 3)),
      access: { timeoutMs: 8000, retries: 2 },
      behave: ({ varbinds }, reply) => {
        seen.push(varbinds[0]!.oid)
        return varbinds[0]!.oid === many[0]! && ++lost <= 2 ? null : reply
      },
    },
    async ({ snmp }) => {
      const { columns, missing } = await snmp.columns(many)
      assert.equal([columns.map(({ size }) => size), missing], [many.map(() => 3), []])
      const repeated = seen.lastIndexOf(many[0]!)
      const others = seen.slice(0, repeated).filter(oid => oid !== many[0]!)
      assert.ok(others.length > 0, seen.join(' '))
    },
  )
})

test('with the usual time-out of 4 s a fifth of all datagrams is lost, and tables arrive whole', () => {
  let state = 19
  const random = () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32
  return withAgent(
    {
      varbinds: rows,
      access: { timeoutMs: 4000, retries: 2 },
      wire: bytes =>
        random() < 0.2 ? [] : random() < 0.2 ? [bytes, { bytes, afterMs: 5 }] : [{ bytes, afterMs: 5 }],
      behave: (_, reply) => (random() < 0.05 ? null : reply),
    },
    async ({ snmp }) => {
      for (let round = 0; round < 5; round++) {
        const { columns, missing } = await snmp.columns([a, b])
        assert.equal([values(columns[0]!), values(columns[1]!), missing], [upTo(40), upTo(40), []])
      }
      assert.ok(snmp.stats.retries > 0)
      assert.is(snmp.learnt.noBulk, false)
    },
  )
})

test('two seconds of round trip, answers out of order: they are measured and not repeated for long', () => {
  let at = 0
  return withAgent(
    {
      varbinds: few,
      access: { timeoutMs: 5000, retries: 2 },
      wire: bytes => [{ bytes, afterMs: at++ % 2 === 0 ? 2000 : 1900 }],
    },
    async ({ snmp }) => {
      const { columns, missing } = await snmp.columns([a, b])
      assert.equal([values(columns[0]!), values(columns[1]!), missing], [upTo(8), upTo(8), []])
      await snmp.get([name]).catch(() => undefined)
      const { retries } = snmp.stats
      await snmp.get([name]).catch(() => undefined)
      assert.is(snmp.stats.retries, retries)
    },
  )
})
