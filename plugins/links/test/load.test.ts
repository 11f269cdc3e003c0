import { assert, suite } from '@linecard/test-kit'
import { loadsOf, speedText, type Ends } from '../src/load/load.ts'

const test = suite('links: loads')
const mega = 125_000
const rate = (toOut: number | null, toIn: number | null, speed: number | null) => ({
  in: toIn === null ? null : toIn * mega,
  out: toOut === null ? null : toOut * mega,
  speed: speed === null ? null : speed * mega,
})
const ends = (src: number | null, dest: number | null, within: [number, number] | null = null): Ends => ({
  src_interface_id: src,
  dest_interface_id: dest,
  src_aggregate_id: within?.[0] ?? null,
  dest_aggregate_id: within?.[1] ?? null,
})
const shown = (rows: Ends[], rates: [number, ReturnType<typeof rate>][]) =>
  loadsOf(rows, new Map(rates)).map(one =>
    [one.percent, one.to_dest_mbps, one.to_src_mbps, one.speed_mbps, one.measured_at].join(' '),
  )

test('the larger direction by the upstream interface, in powers of ten; else by the other one', () => {
  const both: [number, ReturnType<typeof rate>][] = [
    [1, rate(850, 100, 1000)],
    [2, rate(90, 800, 1000)],
  ]
  assert.equal(shown([ends(1, 2)], both), ['85 850 100 1000 1'])
  assert.equal(shown([ends(1, 2)], [both[1]!]), ['80 800 90 1000 2'])
  assert.equal(shown([ends(null, 2)], both), ['80 800 90 1000 2'])
})

test('what is not known is null: no series, no speed, one direction', () => {
  assert.equal(shown([ends(1, 2)], []), ['    '])
  assert.equal(shown([ends(1, 2)], [[1, rate(50, 20, null)]]), [' 50 20  1'])
  assert.equal(shown([ends(1, 2)], [[1, rate(50, null, 100)]]), ['50 50  100 1'])
  assert.equal(shown([ends(1, 2)], [[1, rate(0, 0, 100)]]), ['0 0 0 100 1'], 'nothing is carried')
  // The other end tells the speed.
  const half: [number, ReturnType<typeof rate>][] = [
    [1, rate(50, 20, null)],
    [2, rate(null, null, 100)],
  ]
  assert.equal(shown([ends(1, 2)], half), ['50 50 20 100 1'])
})

test('an aggregate: each member by itself, the whole by its own counters, else by all of its members', () => {
  const rows = [ends(90, 95), ends(1, 11, [90, 95]), ends(12, 2, [95, 90])]
  const members: [number, ReturnType<typeof rate>][] = [
    [1, rate(900, 10, 1000)],
    [12, rate(20, 100, 1000)],
  ]
  assert.equal(shown(rows, members), ['50 1000 30 2000 ', '90 900 10 1000 1', '10 20 100 1000 12'])
  assert.is(shown(rows, [[90, rate(1200, 0, 2000)], ...members])[0], '60 1200 0 2000 90')
  assert.is(shown(rows, members.slice(1))[0], '    ', 'of one member nothing is known')
})

test('speeds in words', () => {
  assert.equal([null, 10, 100, 1000, 2500, 10_000, 100_000].map(speedText), [
    null,
    '10M',
    '100M',
    '1G',
    '2.5G',
    '10G',
    '100G',
  ])
})
