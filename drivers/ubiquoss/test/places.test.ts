import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'
import { byPort, indexOf, parseName, places, portOf } from '../src/places.ts'

const test = suite('ubiquoss places and models')

test('a port index is a place, and back', () => {
  assert.equal(portOf(10_203), { shelf: 1, slot: 2, port: 3 })
  for (const index of [1, 7, 101, 1016, 20_304, 999_999]) {
    const at = portOf(index)!
    assert.is(indexOf(at), index)
    const onu = { ...at, onu: 12 }
    assert.equal(byPort.decode(byPort.encode(onu)!), onu)
    assert.equal(places.placeOf(places.keyOf(onu)!), onu)
  }
  for (const other of [0, -1, 1_000_000, 1.5, Number.NaN]) assert.is(portOf(other), null)
  for (const other of ['7', '7.1.1', 'x.1', '0.1']) assert.is(byPort.decode(other), null)
})
test('names', () => {
  const place = { shelf: 0, slot: 1, port: 1, onu: null, technology: 'epon' }
  assert.equal(parseName('PON 101'), place)
  assert.equal(parseName('PON 101/7'), { ...place, onu: 7 })
  for (const other of ['epon1/1', 'PON', 'PON 0', 'PON 1/1/1']) assert.is(parseName(other), null)
})
test('models', async () => {
  const index = buildIndex([driver])
  const key = async (number: string) =>
    (await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr: 'OLT' })).modelKey
  assert.is(await key('7800.1.99'), 'ubiquoss_device')
  assert.is(await key('78000.1'), null)
})
