import { assert, suite } from '@linecard/test-kit'
import { decidePowers, type Reading } from '../src/optical-units.ts'

const test = suite('huawei: units of optical power')
const decide = (...readings: Reading[]) =>
  [...decidePowers(new Map(readings.entries())).values()].map(({ whole, lanes, unknown }) => ({
    whole: whole === null ? null : Math.round(whole * 100) / 100,
    lanes: lanes.map(one => (one === null ? null : Math.round(one * 100) / 100)),
    unknown,
  }))

test('600 µW with its lane in 0.01 dBm is −2.22 dBm, never +6', () =>
  assert.equal(decide({ raw: 600, lanes: '-221.85' }), [{ whole: -2.22, lanes: [-2.22], unknown: false }]))
test('600 µW with its lane in dBm', () =>
  assert.equal(decide({ raw: 600, lanes: '-2.22' }), [{ whole: -2.22, lanes: [-2.22], unknown: false }]))
test('0.01 dBm with lanes in dBm, and in 0.01 dBm', () => {
  assert.equal(decide({ raw: -121, lanes: '-1.21,-1.51' }), [
    { whole: -1.21, lanes: [-1.21, -1.51], unknown: false },
  ])
  assert.equal(decide({ raw: 133, lanes: '133.83,98.54' }), [
    { whole: 1.33, lanes: [1.34, 0.99], unknown: false },
  ])
})
test('a number above zero without lanes has no unit', () =>
  assert.equal(decide({ raw: 600, lanes: null }), [{ whole: null, lanes: [], unknown: true }]))
test('a number below zero cannot be µW, and proves nothing for other rows', () =>
  assert.equal(decide({ raw: -849, lanes: null }, { raw: 600, lanes: null }), [
    { whole: -8.49, lanes: [], unknown: false },
    { whole: null, lanes: [], unknown: true },
  ]))
test('a module without lanes has the unit that the others have shown', () =>
  assert.equal(decide({ raw: -135, lanes: '-1.35,-1.39' }, { raw: 112, lanes: null })[1], {
    whole: 1.12,
    lanes: [],
    unknown: false,
  }))
test('number and lane that are not the same power in any unit are unknown', () =>
  assert.equal(decide({ raw: 600, lanes: '-9.10' }), [{ whole: null, lanes: [], unknown: true }]))
test('rows that contradict each other are each on their own', () =>
  assert.equal(decide({ raw: 600, lanes: '-2.22' }, { raw: 100, lanes: '1.00' }, { raw: 250, lanes: null }), [
    { whole: -2.22, lanes: [-2.22], unknown: false },
    { whole: 1, lanes: [1], unknown: false },
    { whole: null, lanes: [], unknown: true },
  ]))
test('nothing measured is not unknown', () =>
  assert.equal(decide({ raw: null, lanes: null }), [{ whole: null, lanes: [], unknown: false }]))
