import { assert, suite } from '@linecard/test-kit'
import { binaryCopy, textCopy } from '../src/embedded/write.ts'
import { piecesOf } from '../src/embedded/read.ts'
import { overSize } from '../src/embedded/retain.ts'
import { dayMs, dayOfPartition, rolledTiers, sampleTier, tiers, type Tier } from '../src/embedded/tiers.ts'

const test = suite('partitions and tiers')
const now = 20_000 * dayMs
const partition = (tier: Tier, firstDay: number, bytes = 100) => ({
  tier,
  name: `${tier.table}_${firstDay}`,
  firstDay,
  bytes,
})
const [fives] = rolledTiers

test('what is too much goes: values as read first, the oldest first, never the present', () => {
  const all = [
    ...[19_990, 19_995, 19_999, 20_000].map(day => partition(sampleTier, day)),
    partition(fives!, 19_900),
  ]
  assert.equal(
    overSize(all, 320, now).map(({ name }) => name),
    ['metrics_sample_19990', 'metrics_sample_19995'],
  )
  assert.equal(
    overSize(all, 0, now).map(({ name }) => name),
    ['metrics_sample_19990', 'metrics_sample_19995', 'metrics_5m_19900'],
  )
  assert.equal(overSize(all, 500, now), [])
})

test('the name of a partition tells its first day; the rest has none', () => {
  assert.is(dayOfPartition(sampleTier, 'metrics_sample_20000'), 20_000)
  assert.is(dayOfPartition(sampleTier, 'metrics_sample_rest'), null)
  assert.is(dayOfPartition(fives!, 'metrics_sample_20000'), null)
})

test('a period is answered by the coarsest tiers that fit, and the rest by the values', () => {
  const done = new Map([
    ['5m', 90_000],
    ['1h', 86_400],
    ['1d', 86_400],
  ])
  const pieces = (from: number, to: number, step: number) =>
    piecesOf({ from, to, step }, done).map(({ tier, after, to: end }) => [tier.key, after, end])
  assert.equal(pieces(3600, 93_600, 3600), [
    ['1h', 0, 86_400],
    ['5m', 86_400, 90_000],
    ['sample', 90_000, 93_600],
  ])
  assert.equal(pieces(60, 600, 60), [['sample', 0, 600]])
  assert.equal(pieces(300, 600, 300), [['5m', 0, 600]])
  assert.equal(
    tiers.map(({ period }) => period),
    [0, 300, 3600, 86_400],
  )
})

test('both formats of COPY say the same', () => {
  const samples = [{ series: 5, time: Date.UTC(2000, 0, 1) + 1, values: [1.5, NaN] }]
  const binary = binaryCopy(samples)
  assert.is(binary.subarray(0, 6).toString(), 'PGCOPY')
  assert.is(binary.length, 19 + 2 + 8 + 12 + 8 + 13 * 4 + 2)
  assert.is(binary.readBigInt64BE(19 + 2 + 8 + 4), 1000n)
  assert.ok(textCopy(samples).toString().startsWith('5\t2000-01-01T00:00:00.001Z\t1.5\t\\N\t'))
})
