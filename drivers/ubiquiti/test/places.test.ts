import { assert, suite } from '@linecard/test-kit'
import { serialKey, serialOfKey, slotKey } from '@linecard/driver-kit/onus'
import { places } from '../src/olt/places.ts'

const test = suite('places of ubiquiti fiber OLTs')

test('a serial number is a key below 2^53, and back', () => {
  for (const serial of ['UBNT20A1B2C3', 'HWTC00000000', 'ZZZZFFFFFFFF', 'A00000000001', 'CXNK00ABCDEF']) {
    const key = serialKey(serial)
    assert.ok(key !== null && Number.isSafeInteger(key), serial)
    assert.is(serialOfKey(key!), serial)
    assert.is(places.onuName(places.placeOf(key!) as never, undefined, 'gpon'), serial)
  }
})
test('every notation of a serial number is the same key', () =>
  assert.is(serialKey('ubnt:20a1b2c3'), serialKey('UBNT20A1B2C3')))
test('a serial number without letters, and a number of a port, are no ONU', () => {
  assert.is(serialKey('0000000000000001'), null)
  assert.is(serialKey('1ABC20A1B2C3'), null)
  assert.is(serialKey(''), null)
  assert.is(serialOfKey(2 ** 53), null)
  assert.is(serialOfKey(slotKey({ shelf: 0, slot: 0, port: 8, onu: null })!), null)
  assert.equal(places.placeOf(1_000_000_800_000), { shelf: 0, slot: 0, port: 8, onu: null })
})
test('names of ports and ONUs', () => {
  assert.equal(places.parse('pon3'), { shelf: 0, slot: 0, port: 3, onu: null, technology: 'gpon' })
  assert.is(places.parse('sfp+1'), null)
  assert.is(places.parse('UBNT20a1b2c3')?.onu, serialKey('UBNT20A1B2C3'))
})
