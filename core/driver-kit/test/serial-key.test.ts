import { serialKey, serialOfKey } from '@linecard/driver-kit/onus'
import { assert, suite } from '@linecard/test-kit'

const test = suite('bind keys that are serial numbers')

test('a serial number is a key below 2^53, and back', () => {
  for (const serial of ['UBNT20A1B2C3', 'HWTC00000000', 'ZZZZFFFFFFFF', 'A00000000001']) {
    const key = serialKey(serial)
    assert.ok(key !== null && Number.isSafeInteger(key), serial)
    assert.is(serialOfKey(key!), serial)
  }
})
test('what is no serial number has no key, and other numbers are no keys', () => {
  for (const other of ['', '0000000000000001', '1ABC20A1B2C3']) assert.is(serialKey(other), null, other)
  for (const other of [0, 1, 10 ** 12, -1, 1.5, Number.MAX_SAFE_INTEGER])
    assert.is(serialOfKey(other), null, String(other))
})
