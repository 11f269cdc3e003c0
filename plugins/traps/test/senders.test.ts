import { assert, suite } from '@linecard/test-kit'
import { Engines } from '../src/intake/snmp/engines.ts'
import { Senders } from '../src/intake/senders.ts'

const test = suite('traps: senders')
/** The head of a message of SNMPv3. */
const head = (engineId: string, boots: number, time: number) => ({
  ...({ version: '3', user: 'u', level: 3, reportable: false } as const),
  engineId,
  boots,
  time,
})

const options = { rate: 10, burst: 20, keepUnknown: false }

test('a device that floods is held to its rate, and others are not touched', () => {
  const senders = new Senders('snmp', options, 0)
  senders.set('192.0.2.1', 1, 0)
  senders.set('192.0.2.2', 2, 0)
  let taken = 0
  for (let ms = 0; ms < 10_000; ms++) if (senders.admit('192.0.2.1', false, ms)) taken++
  assert.ok(taken >= 118 && taken <= 121, String(taken))
  assert.ok(senders.admit('192.0.2.2', false, 10_000))
  const [flooding] = senders.report()
  assert.equal([flooding!.received, flooding!.dropped], [10_000, { rate: 10_000 - taken }])
})

test('unknown senders: bounded, counted apart while there is room, then together', () => {
  const senders = new Senders('snmp', options, 0)
  for (let n = 0; n < 100_000; n++)
    assert.is(senders.admit(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, false, n), null)
  assert.is(senders.unknown, 1000)
  const reports = [...senders.report(), ...Array.from({ length: 40 }, () => senders.report()).flat()]
  assert.is(
    reports.reduce((sum, { received }) => sum + received, 0),
    100_000,
  )
  assert.is(reports.find(({ address }) => address === '')!.received, 99_000)
})

test('a full queue drops before anything is read, and a device that comes or goes is known at once', () => {
  const senders = new Senders('snmp', options, 0)
  senders.set('192.0.2.1', 1, 0)
  assert.is(senders.admit('192.0.2.1', true, 0), null)
  assert.equal(senders.report()[0]!.dropped, { queue: 1 })
  senders.set('192.0.2.1', null)
  assert.is(senders.admit('192.0.2.1', false, 1), null)
  senders.set('192.0.2.1', 7, 1)
  assert.is(senders.admit('192.0.2.1', false, 2)!.deviceId, 7)
})

test('old messages of an engine are refused, and guesses of engine ids are few', () => {
  const engines = new Engines()
  assert.is(engines.check(1, head('aa', 3, 1000), 0), 'new')
  engines.proved(1, head('aa', 3, 1000), 0)
  assert.is(engines.check(1, head('aa', 3, 900), 1), 'known')
  assert.is(engines.check(1, head('aa', 3, 800), 2), 'replayed')
  assert.is(engines.check(1, head('aa', 2, 5000), 3), 'replayed')
  assert.is(engines.check(1, head('aa', 4, 1), 4), 'known')
  let tries = 0
  for (let n = 0; n < 1000; n++) if (engines.check(1, head(`b${n}`, 1, 1), 10 + n) === 'new') tries++
  assert.ok(tries <= 5, String(tries))
  assert.is(engines.check(1, head('aa', 4, 2), 2000), 'known')
})
