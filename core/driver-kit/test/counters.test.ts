import { assert, suite } from '@linecard/test-kit'
import { type CounterSample, counterDelta, rebooted } from '../src/counters.ts'

const test = suite('SNMP counters')
const day = 8_640_000
const top = 2 ** 32
/** A reading `sec` after the first, of a device that ran for ten days before. */
const sample = (sec: number, value: number | bigint, more: Partial<CounterSample> = {}): CounterSample => ({
  at: sec * 1000,
  value,
  uptime: 10 * day + sec * 100,
  ...more,
})

test('growth is the difference', () => {
  assert.is(counterDelta(sample(0, 100), sample(60, 700), { bits: 32 }), 600)
  assert.is(counterDelta(sample(0, 5n), sample(60, 5n), { bits: 64 }), 0)
})

test('a wrap of a 32-bit counter is distinguished from a reset', () => {
  assert.is(counterDelta(sample(0, top - 1000), sample(60, 500), { bits: 32 }), 1500)
  assert.is(counterDelta(sample(0, top - 1000), sample(60, 500), { bits: 32, maxPerSec: 12_500_000 }), 1500)
  // "clear counters": the uptime continues, and the growth is too large for a wrap.
  assert.is(counterDelta(sample(0, 3_000_000), sample(60, 500), { bits: 32 }), null)
  assert.is(counterDelta(sample(0, 2 ** 31), sample(60, 500), { bits: 32, maxPerSec: 1_250_000 }), null)
  // There is no proof that the device did not restart.
  assert.is(
    counterDelta(sample(0, top - 1000, { uptime: null }), sample(60, 500, { uptime: null }), { bits: 32 }),
    null,
  )
})

test('a reset drops one step, and the next counts from the new value', () => {
  const readings = [sample(0, 9_000_000n), sample(60, 9_600_000n), sample(120, 1_000n), sample(180, 61_000n)]
  assert.equal(
    readings.slice(1).map((reading, at) => counterDelta(readings[at]!, reading, { bits: 64 })),
    [600_000, null, 60_000],
  )
})

test('a change of ifCounterDiscontinuityTime drops the step even if the counter has increased', () => {
  assert.is(
    counterDelta(sample(0, 10, { discontinuity: 0 }), sample(60, 5000, { discontinuity: 123 }), { bits: 64 }),
    null,
  )
  assert.is(
    counterDelta(sample(0, 10, { discontinuity: 123 }), sample(60, 5000, { discontinuity: 123 }), {
      bits: 64,
    }),
    4990,
  )
})

test('a reading without ifCounterDiscontinuityTime says nothing about it', () => {
  const told = sample(60, 5000, { discontinuity: 123 })
  assert.is(counterDelta(sample(0, 10), told, { bits: 64 }), 4990)
  assert.is(counterDelta(sample(0, 10, { discontinuity: 123 }), sample(60, 5000), { bits: 64 }), 4990)
})

test('a 32-bit counter that may wrap twice between two readings is unknown', () => {
  const gigabit = { bits: 32, maxPerSec: 125_000_000 } as const
  // 2^32 octets take 34.4 s at 1 Gbit/s.
  assert.is(counterDelta(sample(0, 100), sample(34, 700), gigabit), 600)
  assert.is(counterDelta(sample(0, 100), sample(35, 700), gigabit), null)
  assert.is(counterDelta(sample(0, top - 100), sample(35, 500), gigabit), null)
  assert.is(counterDelta(sample(0, 100), sample(35, 700), { bits: 64, maxPerSec: 125_000_000 }), 600)
})

test('growth above the speed of the port is ignored', () => {
  assert.is(counterDelta(sample(0, 0n), sample(60, 10n ** 15n), { bits: 64, maxPerSec: 125_000_000 }), null)
})

test('differences of large counters are exact', () => {
  assert.is(counterDelta(sample(0, 2n ** 64n - 20n), sample(60, 2n ** 64n - 1n), { bits: 64 }), 19)
})

test('sysUpTime that wraps after 497 days is not a reboot', () => {
  assert.is(rebooted(top - 3000, 3000, 60), false)
  assert.is(rebooted(top - 100, 29_900, 300), false)
  assert.is(
    rebooted(400 * day, (400 * day + 200 * day) % top, 200 * 86_400),
    false,
    'nobody looked for 200 days',
  )
  assert.is(
    counterDelta(sample(0, 10n, { uptime: top - 3000 }), sample(60, 70n, { uptime: 3000 }), { bits: 64 }),
    60,
  )
})

test('a reboot is detected at any uptime', () => {
  assert.is(rebooted(10 * day, 3000, 60), true)
  assert.is(rebooted(400 * day, 3000, 60), true)
  assert.is(rebooted(top - 50 * day, 3000, 60), true)
  assert.is(
    rebooted(60_000, 500_000, 7200),
    true,
    'uptime is greater than before, yet less than the time that passed',
  )
  assert.is(rebooted(10 * day, 10 * day + 6100, 60), false, 'clocks differ a little')
})

test('a device that is up for longer than the time between two readings did not restart, whatever the clock says', () => {
  assert.is(
    rebooted(40 * day, 40 * day + 6_000, 120),
    false,
    'the second answer was late, or the clock was put',
  )
  assert.is(rebooted(40 * day, 40 * day + 6_000, 3_600), false)
  assert.is(rebooted(100_000, 105_900, 1_200), true, 'up for 1,059 s, and 1,200 s have passed')
})

test('two readings whose clocks differ about the time between give no rate, forwards and backwards', () => {
  for (const clock of [3_660, 10])
    assert.is(
      counterDelta(sample(0, 10n), sample(clock, 70n, { uptime: 10 * day + 6_000 }), { bits: 64 }),
      null,
      `${clock} s`,
    )
})

test('an agent that restarted between two readings: the step is dropped, even if the counter has increased', () => {
  assert.is(counterDelta(sample(0, 1_000n), sample(300, 5_000n, { uptime: 2_000 }), { bits: 64 }), null)
  const after = sample(360, 6_000n, { uptime: 8_000 })
  assert.is(counterDelta(sample(300, 5_000n, { uptime: 2_000 }), after, { bits: 64 }), 1_000)
})

test('two readings at the same moment give no result', () => {
  assert.is(counterDelta(sample(60, 1), sample(60, 2), { bits: 32 }), null)
})
