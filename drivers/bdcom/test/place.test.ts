import { assert, suite } from '@linecard/test-kit'
import { bindIndex } from '../src/onus/epon.ts'
import { eponKeys, gponKeys, keyOf, onuName, parsePon, placeOfKey, portOf } from '../src/place.ts'

const test = suite('driver bdcom places')
const at = (port: number, onu: number | null) => ({ shelf: 0, slot: 0, port, onu })

const vectors = [
  ['EPON0/2', 2, null, 10_200_000],
  ['EPON0/2:3', 2, 3, 10_200_300],
  ['epon0/16:64', 16, 64, 11_606_400],
  ['ePON 0/10:20', 10, 20, 11_002_000],
  ['GPON0/1:128', 1, 128, 10_112_800],
  ['gpoN 0/20', 20, null, 12_000_000],
  ['gpon0/1:5-1', 1, 5, 10_100_500],
] as const
for (const [name, port, onu, key] of vectors)
  test(`${name} is ${key}`, () => {
    const { technology, ...place } = parsePon(name)!
    assert.equal(place, at(port, onu))
    assert.is(technology, /^e/i.test(name) ? 'epon' : 'gpon')
    assert.is(keyOf(place), key)
    assert.equal(placeOfKey(key), at(port, onu))
  })

test('each place has its own key, over the whole range', () => {
  const seen = new Set<number>()
  for (let port = 1; port <= 599; port++)
    for (const onu of [null, 1, 9, 10, 64, 100, 128, 999]) {
      const key = keyOf(at(port, onu))!
      assert.not(seen.has(key))
      seen.add(key)
      assert.equal(placeOfKey(key), at(port, onu))
    }
})

test('what no key can hold has none', () => {
  for (const place of [at(0, null), at(600, null), at(1, 0), at(1, 1000), { ...at(1, 1), slot: 1 }])
    assert.is(keyOf(place), null)
  for (const key of [0, 97, 10_000_000, 10_100_050, 70_000_001, 80_000_101, 1.5])
    assert.is(placeOfKey(key), null)
  for (const name of ['GigaEthernet0/1', 'EPON', 'EPON0/1:', 'EPON0/1:1;reload', 'VLAN1', ''])
    assert.is(parsePon(name), null)
})

const ports = [
  ['GigaEthernet0/1', 10_001, 11],
  ['GigaEthernet0/10', 10_010, 20],
  ['g0/20', 10_020, 30],
  ['TGigaEthernet0/10', 100_010, 110],
  ['tg0/1', 100_001, 101],
  ['FastEthernet0/20', 1020, 1020],
  ['Port-aggregator10', 70_000_010, 70_000_010],
  ['p1', 70_000_001, 70_000_001],
  ['VLAN101', 80_000_101, 80_000_101],
  ['v2', 80_000_002, 80_000_002],
  ['Null0', 90_000_042, 90_000_042],
] as const
for (const [name, epon, gpon] of ports)
  test(`${name} keeps the zero in its number`, () => {
    assert.is(portOf(name, 42, eponKeys).id, epon)
    assert.is(portOf(name, 42, gponKeys).id, gpon)
  })

test('the binding table has the PON port and six numbers', () =>
  assert.is(bindIndex(8, '84:79:73:23:7E:0C'), '8.132.121.115.35.126.12'))

test('names are those of ifDescr', () => {
  assert.is(onuName({ ...at(2, 3), onu: 3 }, 'epon'), 'EPON0/2:3')
  assert.is(onuName({ ...at(10, 20), onu: 20 }, 'gpon'), 'GPON0/10:20')
})
