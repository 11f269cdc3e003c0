import { assert, suite } from '@linecard/test-kit'
import {
  counterOf,
  flagOf,
  integerOf,
  localTimeOf,
  millisecondsOf,
  namesOf,
  secondsOf,
  timeOf,
  vlanIdsIn,
} from '../src/api/values.ts'

const test = suite('values of the RouterOS API')

test('durations of both spellings, and what is none', () => {
  const known: readonly (readonly [string | undefined, number | null])[] = [
    ['2w1d3h4m5s', 1_307_045],
    ['0s', 0],
    ['2s70ms', 2],
    ['120ms', 0],
    ['00:10:00', 600],
    ['1d00:00:12', 86_412],
    ['2d03:04:05', 183_845],
    ['23h12m4s', 83_524],
    ['1d', 86_400],
    ['never', null],
    ['none', null],
    ['infinity', null],
    ['', null],
    [undefined, null],
    ['5', null],
    ['-1s', null],
    ['1x', null],
    ['s', null],
  ]
  assert.equal(
    known.map(([text]) => [text, secondsOf(text)]),
    known,
  )
})
test('times of a ping', () =>
  assert.equal(['1ms300us', '12ms', '1s20ms', '350us', '0ms', '', 'timeout', undefined].map(millisecondsOf), [
    1.3,
    12,
    1020,
    0.35,
    0,
    null,
    null,
    null,
  ]))
test('dates of version 6 and of 7.10 and later; with the zone of the clock, RFC 3339', () => {
  assert.is(localTimeOf('jan/23/2021 23:28:01'), '2021-01-23 23:28:01')
  assert.is(localTimeOf('2024-04-16 08:00:59'), '2024-04-16 08:00:59')
  for (const bad of [undefined, '', 'jan/23', 'foo/23/2021 23:28:01', '2024-04-16', '<script>'])
    assert.is(localTimeOf(bad), null)
  assert.is(timeOf('jan/01/2026 01:30:00', 120), '2025-12-31T23:30:00.000Z')
  assert.is(timeOf('2026-01-01 01:30:00', -210), '2026-01-01T05:00:00.000Z')
  assert.is(timeOf('2026-13-01 01:30:00', 0), null)
  assert.is(timeOf('2026-01-01 01:30:00', null), null)
})
test('numbers, counters above 2^53, flags, lists', () => {
  assert.equal(
    [integerOf({ a: '1 234' }, 'a'), integerOf({ a: 'auto' }, 'a'), integerOf({}, 'a')],
    [1234, null, null],
  )
  assert.equal(
    [
      counterOf({ a: '18446744073709551615' }, 'a'),
      counterOf({ a: '9007199254740991' }, 'a'),
      counterOf({ a: '-1' }, 'a'),
    ],
    ['18446744073709551615', 9007199254740991, null],
  )
  assert.equal(
    [flagOf({ a: 'true' }, 'a'), flagOf({ a: 'no' }, 'a'), flagOf({ a: '' }, 'a'), flagOf({}, 'a')],
    [true, false, null, null],
  )
  assert.equal(namesOf(' ether1,,bridge1 '), ['ether1', 'bridge1'])
  assert.equal(vlanIdsIn('1,20-22,x,30-28,4094-9999').length, 1 + 3 + 2)
})
