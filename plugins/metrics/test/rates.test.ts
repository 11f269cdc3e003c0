import { assert, suite } from '@linecard/test-kit'
import { trafficSlots } from '../src/catalogue/index.ts'
import { ratesOf } from '../src/rates/rates.ts'
import { counterOf, decodeReadings, encodeReadings, type Reading } from '../src/rates/reading.ts'

const test = suite('rates of counters')
const day = 8_640_000
const top32 = 2n ** 32n

/** A reading `sec` after the first, with octets and unicast packets in and out. */
const reading = (sec: number, values: (bigint | null)[], more: Partial<Reading> = {}): Reading => ({
  interface: 1,
  time: sec * 1000,
  uptime: day + sec * 100,
  elapsed: 120_000,
  discontinuity: null,
  bits: 64,
  values: Array.from({ length: 14 }, (_, slot) => values[slot] ?? null),
  ...more,
})
const known = { speed: 125_000_000, rebooted: false }
const first = (rates: number[] | null) => rates?.[0] ?? null

test('a rate is the growth by the time', () => {
  const rates = ratesOf(reading(0, [0n, 0n, 0n]), reading(120, [12_000n, 0n, 240n]), known)
  assert.equal(rates?.slice(0, 3), [100, 0, 2])
  assert.ok(Number.isNaN(rates![3]))
})

test('the first reading has nothing to be compared with', () => {
  assert.is(ratesOf(undefined, reading(120, [12_000n]), known), null)
})

test('fault 12: a negative growth of a 64-bit counter is a gap, and the next rate is right again', () => {
  const before = reading(0, [10n ** 15n, 5n])
  const cleared = reading(120, [1_000n, 0n])
  assert.is(ratesOf(before, cleared, known), null)
  assert.equal(ratesOf(cleared, reading(240, [121_000n, 120n]), known)?.slice(0, 2), [1000, 1])
})

test('fault 12: a 32-bit counter that wraps goes on, one that is cleared is a gap', () => {
  const narrow = (sec: number, values: bigint[]) => reading(sec, values, { bits: 32 })
  const fast = { speed: 12_500_000, rebooted: false }
  const wrapped = ratesOf(narrow(0, [top32 - 60_000n, 7n, 100n]), narrow(120, [60_000n, 7n, 220n]), fast)
  assert.equal(wrapped?.slice(0, 3), [1000, 0, 1])
  // "clear counters" near the top looks like a wrap of the octets, but the packets went back too.
  assert.is(ratesOf(narrow(0, [4_000_000_000n, 7n, 9_000n]), narrow(120, [500n, 7n, 3n]), fast), null)
})

test('fault 12: counters that begin anew without a restart, as the device tells, are a gap and no spike', () => {
  const at = (sec: number, octets: bigint, discontinuity: number | null) =>
    reading(sec, [octets, 5n], { discontinuity })
  // The counter was reset, and has grown beyond its old value since.
  assert.is(ratesOf(at(0, 1_000n, 0), at(120, 900_000n, day + 6_000), known), null)
  assert.is(first(ratesOf(at(120, 900_000n, day + 6_000), at(240, 912_000n, day + 6_000), known)), 100)
})

test('fault 12: octets of 32 bits are unknown where they may wrap twice; errors and slow ports are not', () => {
  const errors = trafficSlots.findIndex(({ counter }) => counter?.field === 'in_errors')
  const narrow = (sec: number, octets: bigint, more: bigint) =>
    reading(sec, Object.assign([octets, null, null], { [errors]: more }), { bits: 32 })
  const [from, to] = [narrow(0, 100n, 7n), narrow(120, 12_100n, 127n)]
  const at = (mbps: number) => ratesOf(from, to, { speed: mbps * 125_000, rebooted: false })!
  assert.equal([at(100)[0], at(100)[errors]], [100, 1])
  assert.equal([at(1000)[0], at(1000)[errors]], [NaN, 1])
  assert.equal([at(400_000)[0], at(400_000)[errors]], [NaN, 1])
})

test('fault 12: a growth beyond the speed of the port is no rate', () => {
  assert.is(first(ratesOf(reading(0, [0n]), reading(120, [10n ** 12n]), known)), null)
  // Of an unknown speed, nothing is faster than 800 Gbit/s.
  const unknown = { speed: null, rebooted: false }
  assert.is(ratesOf(reading(0, [0n]), reading(120, [10n ** 15n]), unknown), null)
  assert.is(first(ratesOf(reading(0, [0n]), reading(120, [12n * 10n ** 10n]), unknown)), 10 ** 9)
})

test('fault 13: counters above 2^53 lose nothing', () => {
  const base = 2n ** 63n
  const from = reading(0, [counterOf(String(base + 1n))])
  const to = reading(120, [counterOf(String(base + 121n))])
  assert.is(first(ratesOf(from, to, known)), 1)
  const [kept] = decodeReadings(encodeReadings([to])).values()
  assert.is(kept!.values[0], base + 121n)
  assert.is(counterOf('18446744073709551615'), 2n ** 64n - 1n)
})

test('fault 14: an uptime that starts again after 497 days is no restart', () => {
  const late = 2 ** 32 - 6_000
  const rates = ratesOf(
    reading(0, [0n], { uptime: late }),
    reading(120, [120n], { uptime: (late + 12_000) % 2 ** 32 }),
    known,
  )
  assert.is(first(rates), 1)
})

test('fault 15: after a restart the counters begin anew', () => {
  assert.is(ratesOf(reading(0, [5n]), reading(120, [50n], { uptime: 300 }), known), null)
  assert.is(ratesOf(reading(0, [5n]), reading(120, [50n]), { speed: null, rebooted: true }), null)
})

test('a gap stays a gap: readings that are too far apart give nothing', () => {
  assert.is(ratesOf(reading(0, [0n]), reading(3600, [3600n]), known), null)
  // A device that is read once an hour has steps of an hour.
  assert.is(first(ratesOf(reading(0, [0n], { elapsed: 3_600_000 }), reading(3600, [3600n]), known)), 1)
  assert.is(ratesOf(reading(120, [0n]), reading(120, [9n]), known), null)
})

test('a port that changes the width of its counters begins anew', () => {
  assert.is(ratesOf(reading(0, [5n], { bits: 32 }), reading(120, [50n]), known), null)
})

test('readings survive the table, with what is missing', () => {
  const kept = [
    reading(1, [1n, null, 3n], { uptime: null, bits: 32, discontinuity: 4711 }),
    reading(2, [null, 2n ** 64n - 1n], { interface: 2_147_483_647 }),
  ]
  assert.equal([...decodeReadings(encodeReadings(kept)).values()], kept)
  assert.is(decodeReadings(Buffer.from('of another version')).size, 0)
  // The first format had 140 octets for each interface: 37 of them are as long as 35 of these.
  assert.is(decodeReadings(Buffer.alloc(140 * 37, 64)).size, 0)
})
