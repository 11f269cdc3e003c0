import { slotKey } from '@linecard/driver-kit/onus'
import { assert, suite } from '@linecard/test-kit'
import { byPort, parseName, places, portOf } from '../src/olt/places.ts'

const test = suite('places of zyxel IES')

test('names of PON ports and ONUs', () => {
  const port = { shelf: 0, slot: 3, port: 12, onu: null, technology: 'gpon' }
  assert.equal(parseName('gpon3-12'), port)
  assert.equal(parseName('gpon3-12-5'), { ...port, onu: 5 })
  for (const other of ['slot1', 'ge1-1', 'msc3-99', 'gpon3']) assert.is(parseName(other), null, other)
})
test('the index is ifIndex and ONU, over the whole range', () => {
  assert.equal(byPort.decode('30012.5'), { shelf: 0, slot: 3, port: 12, onu: 5 })
  for (let slot = 1; slot <= 17; slot++)
    for (let port = 1; port <= 16; port++)
      for (const onu of [1, 64, 128]) {
        const place = { shelf: 0, slot, port, onu }
        assert.equal(byPort.decode(byPort.encode(place)!), place)
        assert.equal(places.placeOf(slotKey(place)!), place)
        assert.is(parseName(places.onuName(place, undefined, 'gpon'))?.onu, onu)
      }
  assert.is(byPort.under?.({ shelf: 0, slot: 3, port: 12 }), '30012')
  for (const other of ['30012', '30012.5.1', '5.1', '']) assert.is(byPort.decode(other), null, other)
  assert.is(portOf(10_000), null)
  assert.is(portOf(Number.NaN), null)
})
