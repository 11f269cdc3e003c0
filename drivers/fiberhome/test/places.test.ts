import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'
import { byOnuIndex, byPonAndOnu, parseName, ponAt, ponIndex } from '../src/places.ts'

const test = suite('fiberhome indexes and models')

test('onuIndex of the MIB and of devices', () => {
  const place = { shelf: 0, slot: 1, port: 1, onu: 1 }
  assert.is(byOnuIndex.encode(place), '34078976')
  assert.equal(byOnuIndex.decode('34078976'), place)
  assert.equal(byOnuIndex.decode('67633408'), { ...place, slot: 2 })
  assert.is(byPonAndOnu.encode(place), '34078720.1')
  assert.equal(byPonAndOnu.decode('34078720.1'), place)
  assert.is(ponIndex(place), '34078720')
  assert.equal(ponAt(34078720), { shelf: 0, slot: 1, port: 1 })
})
test('what is no ONU', () => {
  for (const index of ['34078720', '34078977', '34078720.1', '', 'x'])
    assert.is(byOnuIndex.decode(index), null, index)
  for (const index of ['34078976.1', '34078720', '34078720.1.1', 'x.1'])
    assert.is(byPonAndOnu.decode(index), null, index)
  assert.is(ponAt(34078976), null)
  assert.is(ponAt(0), null)
})
test('indexes go both ways over the whole range', () => {
  for (let slot = 1; slot <= 20; slot++)
    for (let port = 1; port <= 16; port++)
      for (const onu of [1, 64, 128]) {
        const place = { shelf: 0, slot, port, onu }
        for (const codec of [byOnuIndex, byPonAndOnu]) assert.equal(codec.decode(codec.encode(place)!), place)
      }
})
test('names', () => {
  const place = { shelf: 0, slot: 12, port: 3, onu: null, technology: null }
  assert.equal(parseName('PON 12/3'), place)
  assert.equal(parseName('PON 12/3/64'), { ...place, onu: 64 })
  for (const other of ['ETH 19/1', 'PON 1', 'PON 1/1/1/1']) assert.is(parseName(other), null, other)
})
const index = buildIndex([driver])
for (const [key, number, descr] of [
  ['fiberhome_an5516_01', '5875.800.1001.11', 'AN5516-01'],
  ['fiberhome_an5516_04b', '5875.800.1001.11', 'AN5516-04B'],
  ['fiberhome_an5516_04', '5875.800.1001.12', 'AN5516-04'],
  ['fiberhome_an5516_06', '5875.800.1001.11', 'AN5516-06'],
  ['fiberhome_an5516', '5875.800.1001.11', 'AN5516-06B'],
  ['fiberhome_an6000', '5875.800.1001.11', 'AN6000-17'],
  ['fiberhome_olt', '5875.800.1001.99', 'other'],
  ['fiberhome_switch', '3807.1.582815', 'FHN USP, S5800'],
] as const)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))
