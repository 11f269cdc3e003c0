import { assert, suite } from '@linecard/test-kit'
import { trafficSlots } from '../src/catalogue/index.ts'
import { ratesOf } from '../src/rates/rates.ts'
import { counterOf, decodeReadings, encodeReadings, type Reading } from '../src/rates/reading.ts'
import { decodeSpeeds, encodeSpeeds } from '../src/rates/speeds.ts'

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

test('a negative growth of a 64-bit counter is a gap, and the next rate is right again', () => {
  const before = reading(0, [10n ** 15n, 5n])
  const cleared = reading(120, [1_000n, 0n])
  assert.is(ratesOf(before, cleared, known), null)
  assert.equal(ratesOf(cleared, reading(240, [121_000n, 120n]), known)?.slice(0, 2), [1000, 1])
})

test('a 32-bit counter that wraps goes on, one that is cleared is a gap', () => {
  const narrow = (sec: number, values: bigint[]) => reading(sec, values, { bits: 32 })
  const fast = { speed: 12_500_000, rebooted: false }
  const wrapped = ratesOf(narrow(0, [top32 - 60_000n, 7n, 100n]), narrow(120, [60_000n, 7n, 220n]), fast)
  assert.equal(wrapped?.slice(0, 3), [1000, 0, 1])
  // "clear counters" near the top looks like a wrap of the octets, but the packets went back too.
  assert.is(ratesOf(narrow(0, [4_000_000_000n, 7n, 9_000n]), narrow(120, [500n, 7n, 3n]), fast), null)
})

test('counters that start again without a restart, as the device tells, are a gap and no spike', () => {
  const at = (sec: number, octets: bigint, discontinuity: number | null) =>
    reading(sec, [octets, 5n], { discontinuity })
  // The counter was reset, and has grown beyond its old value since.
  assert.is(ratesOf(at(0, 1_000n, 0), at(120, 900_000n, day + 6_000), known), null)
  assert.is(first(ratesOf(at(120, 900_000n, day + 6_000), at(240, 912_000n, day + 6_000), known)), 100)
})

test('octets of 32 bits are unknown where they may wrap twice; errors and slow ports are not', () => {
  const errors = trafficSlots.findIndex(({ counter }) => counter?.field === 'in_errors')
  const narrow = (sec: number, octets: bigint, more: bigint) =>
    reading(sec, Object.assign([octets, null, null], { [errors]: more }), { bits: 32 })
  const [from, to] = [narrow(0, 100n, 7n), narrow(120, 12_100n, 127n)]
  const at = (mbps: number) => ratesOf(from, to, { speed: mbps * 125_000, rebooted: false })!
  assert.equal([at(100)[0], at(100)[errors]], [100, 1])
  assert.equal([at(1000)[0], at(1000)[errors]], [NaN, 1])
  assert.equal([at(400_000)[0], at(400_000)[errors]], [NaN, 1])
})

test('a growth beyond the speed of the port is no rate', () => {
  assert.is(first(ratesOf(reading(0, [0n]), reading(120, [10n ** 12n]), known)), null)
  // Of an unknown speed, nothing is faster than 800 Gbit/s.
  const unknown = { speed: null, rebooted: false }
  assert.is(ratesOf(reading(0, [0n]), reading(120, [10n ** 15n]), unknown), null)
  assert.is(first(ratesOf(reading(0, [0n]), reading(120, [12n * 10n ** 10n]), unknown)), 10 ** 9)
})

test('counters above 2^53 lose nothing', () => {
  const base = 2n ** 63n
  const from = reading(0, [counterOf(String(base + 1n))])
  const to = reading(120, [counterOf(String(base + 121n))])
  assert.is(first(ratesOf(from, to, known)), 1)
  const [kept] = decodeReadings(encodeReadings([to])).values()
  assert.is(kept!.values[0], base + 121n)
  assert.is(counterOf('18446744073709551615'), 2n ** 64n - 1n)
})

test('an uptime that starts again after 497 days is no restart', () => {
  const late = 2 ** 32 - 6_000
  const rates = ratesOf(
    reading(0, [0n], { uptime: late }),
    reading(120, [120n], { uptime: (late + 12_000) % 2 ** 32 }),
    known,
  )
  assert.is(first(rates), 1)
})

test('after a restart the counters start again', () => {
  assert.is(ratesOf(reading(0, [5n]), reading(120, [50n], { uptime: 300 }), known), null)
  assert.is(ratesOf(reading(0, [5n]), reading(120, [50n]), { speed: null, rebooted: true }), null)
})

test('a gap stays a gap: readings that are too far apart give nothing', () => {
  assert.is(ratesOf(reading(0, [0n]), reading(3600, [3600n]), known), null)
  // A device that is read once an hour has steps of an hour.
  assert.is(first(ratesOf(reading(0, [0n], { elapsed: 3_600_000 }), reading(3600, [3600n]), known)), 1)
  assert.is(ratesOf(reading(120, [0n]), reading(120, [9n]), known), null)
})

test('a port that changes the width of its counters starts again', () => {
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

const slotOf = (field: string) => trafficSlots.findIndex(({ counter }) => counter?.field === field)
/** A reading in which these counters have this value. */
const counted = (
  sec: number,
  values: Readonly<Record<string, bigint | null>>,
  more: Partial<Reading> = {},
) => {
  const by = new Map(Object.entries(values).map(([field, value]) => [slotOf(field), value]))
  return reading(sec, [], { values: trafficSlots.map((_, slot) => by.get(slot) ?? null), ...more })
}
/** The rate of one counter that grew from nothing to `grown` in `sec` seconds. */
const rateOf = (field: string, grown: bigint, sec: number, speed: number | null, bits: 32 | 64 = 64) =>
  ratesOf(counted(0, { [field]: 0n }, { bits }), counted(sec, { [field]: grown }, { bits }), {
    speed,
    rebooted: false,
  })?.[slotOf(field)] ?? null

test('what a counter of a port can grow by, just below and just above', () => {
  const mbit = 125_000
  const cases: [what: string, field: string, grown: bigint, sec: number, speed: number | null, 32 | 64][] = [
    ['octets of an unknown speed', 'in_octets', 109n * 10n ** 9n, 1, null, 64],
    ['packets are no shorter than 64 octets', 'in_ucast_pkts', 2_140_000n, 1, 1000 * mbit, 64],
    ['errors of a slow port', 'in_errors', 25_000_000n, 120, 100 * mbit, 64],
    ['32 bits of an unknown speed', 'in_octets', 12_000n, 120, null, 32],
    ['errors that may just wrap once', 'in_errors', 6_400n, 64, 2 ** 32, 64],
  ]
  for (const [what, field, grown, sec, speed, bits] of cases)
    assert.is(rateOf(field, grown, sec, speed, bits), Number(grown) / sec, what)
  const impossible: typeof cases = [
    ['octets of an unknown speed', 'in_octets', 111n * 10n ** 9n, 1, null, 64],
    ['packets are no shorter than 64 octets', 'in_ucast_pkts', 2_160_000n, 1, 1000 * mbit, 64],
    ['errors of a slow port', 'in_errors', 26_000_000n, 120, 100 * mbit, 64],
  ]
  for (const [what, field, grown, sec, speed, bits] of impossible)
    assert.is(rateOf(field, grown, sec, speed, bits), null, what)
})

test('errors and discards wrap at 32 bits also beside octets of 64', () => {
  const [before, after] = [top32 - 60n, 60n]
  for (const field of ['in_errors', 'out_discards', 'in_crc_errors']) {
    const rates = ratesOf(counted(0, { [field]: before }), counted(120, { [field]: after }), known)
    assert.is(rates?.[slotOf(field)], 1, field)
  }
  assert.is(
    ratesOf(counted(0, { in_ucast_pkts: before }), counted(120, { in_ucast_pkts: after }), known),
    null,
  )
})

test('three counters that went back were cleared, two have wrapped', () => {
  const packets = ['in_ucast_pkts', 'out_ucast_pkts', 'in_multicast_pkts'] as const
  const step = (back: readonly string[], still: readonly string[] = []) => {
    const all = (value: bigint) => Object.fromEntries([...back, ...still].map(field => [field, value]))
    return ratesOf(
      counted(0, { ...all(top32 - 60n), out_octets: 100n }, { bits: 32 }),
      counted(
        120,
        { ...all(60n), ...Object.fromEntries(still.map(field => [field, top32 - 60n])), out_octets: 220n },
        { bits: 32 },
      ),
      { speed: null, rebooted: false },
    )
  }
  assert.is(step(packets), null)
  assert.is(step(packets.slice(0, 2))?.[slotOf('in_ucast_pkts')], 1)
  assert.is(step(['in_octets'])?.[slotOf('in_octets')], 1)
  assert.is(step(['in_octets', 'in_ucast_pkts']), null, 'octets and packets in one step')
  assert.is(step([], packets)?.[slotOf('in_ucast_pkts')], 0, 'they stand still')
})

test('counters that a device begins or ceases to tell are unknown, and the others go on', () => {
  const some = { in_ucast_pkts: 1n, out_ucast_pkts: 2n, in_multicast_pkts: 3n }
  const [without, all] = [
    (sec: number) => counted(sec, { in_octets: BigInt(sec) }),
    (sec: number) => counted(sec, { in_octets: BigInt(sec), ...some }),
  ]
  for (const [from, to] of [
    [all(0), without(120)],
    [without(0), all(120)],
  ] as const) {
    const rates = ratesOf(from, to, known)!
    assert.equal([rates[slotOf('in_octets')], rates[slotOf('in_ucast_pkts')]], [1, NaN])
  }
  // A reading of before a counter was known here.
  const rates = ratesOf(reading(0, [], { values: [0n] }), all(120), known)!
  assert.equal([rates[slotOf('in_octets')], rates[slotOf('in_ucast_pkts')]], [1, NaN])
})

test('a gap begins above a quarter of an hour, and above three times the step before', () => {
  const after = (ms: number, elapsed: number) =>
    first(ratesOf(reading(0, [0n], { elapsed }), reading(ms / 1000, [BigInt(ms)]), known))
  assert.equal([after(900_000, 0), after(900_001, 0)], [1000, null])
  assert.equal([after(1_200_000, 400_000), after(1_200_001, 400_000)], [1000, null])
})

test('what is kept of a reading: bounded, in the octets that the version before wrote', () => {
  const [long] = decodeReadings(encodeReadings([reading(1, [1n], { elapsed: 2 ** 40 })])).values()
  assert.is(long!.elapsed, 4_294_967_295)
  const written = Buffer.alloc(148)
  written.writeUInt32BE(101, 0)
  written.writeUInt16BE(0x0140, 24)
  written.writeUInt16BE(0b10, 26)
  written.writeBigUInt64BE(7n, 36)
  const [kept] = decodeReadings(written).values()
  assert.equal([kept!.interface, kept!.bits, kept!.values.slice(0, 3)], [101, 64, [null, 7n, null]])
  for (const width of [0x0120 + 1, 0x0040, 0x0240]) {
    written.writeUInt16BE(width, 24)
    assert.is(decodeReadings(written).size, 0, `format ${width}`)
  }
  assert.equal(
    [counterOf(null), counterOf(undefined), counterOf(0), counterOf('-1')],
    [null, null, 0n, 2n ** 64n - 1n],
  )
})

test('speeds survive the table, and what another version wrote is none', () => {
  const speeds = new Map([
    [101, 125_000_000],
    [2_147_483_647, 0.5],
  ])
  assert.equal(decodeSpeeds(encodeSpeeds(speeds)), speeds)
  const written = Buffer.alloc(12)
  written.writeUInt32BE(9, 0)
  written.writeDoubleBE(1.5, 4)
  assert.equal(decodeSpeeds(written), new Map([[9, 1.5]]))
  for (const octets of [Buffer.alloc(11), Buffer.alloc(13), null]) assert.is(decodeSpeeds(octets).size, 0)
})
