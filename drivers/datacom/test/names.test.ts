import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'
import { packedOnu, parseName } from '../src/places.ts'

const test = suite('datacom names, indexes and models')

test('names of PON ports and ONUs, and of what is neither', () => {
  const place = { shelf: 1, slot: 1, port: 3, onu: null, technology: 'gpon' }
  assert.equal(parseName('gpon-1/1/3'), place)
  assert.equal(parseName('gpon-1/1/3-onu-0'), { ...place, onu: 0 })
  assert.equal(parseName('gpon 1/1/3'), place)
  for (const other of [
    'gigabit-ethernet-1/1/1',
    'gpon-1/1/3-onu-7-gem-1',
    'gpon-1/1/3-onu-7-ethernet-uni-1',
    'mgmt-1/1/1',
  ])
    assert.is(parseName(other), null, other)
})
test('the packed index: ONU, then the port from 0', () => {
  assert.is(packedOnu.encode({ shelf: 1, slot: 1, port: 1, onu: 0 }), '16777216')
  assert.is(packedOnu.encode({ shelf: 1, slot: 1, port: 4, onu: 5 }), '16778499')
  assert.equal(packedOnu.decode('16778499'), { shelf: 1, slot: 1, port: 4, onu: 5 })
  assert.equal(packedOnu.decode('16777248'), { shelf: 1, slot: 2, port: 1, onu: 0 })
  for (const other of ['33554432', '16777215', '101744641', 'x']) assert.is(packedOnu.decode(other), null)
})
test('the packed index goes both ways over the whole range', () => {
  for (let slot = 1; slot <= 8; slot++)
    for (let port = 1; port <= 32; port++)
      for (const onu of [0, 1, 127, 255]) {
        const place = { shelf: 1, slot, port, onu }
        assert.equal(packedOnu.decode(packedOnu.encode(place)!), place)
      }
  for (const bad of [{ shelf: 2 }, { slot: 0 }, { slot: 9 }, { port: 33 }, { onu: 70_000 }])
    assert.is(packedOnu.encode({ shelf: 1, slot: 1, port: 1, onu: 0, ...bad }), null)
})

const index = buildIndex([driver])
for (const [key, number, descr] of [
  ['datacom_dm4611', '3709.1.2.137', 'DM4611 4GPON+2GT+2XS (DmOS version 9.0.0-345-1-g479ba56c8a)'],
  ['datacom_dm4610', '3709.1.2.112', 'DM4610 8GPON+8GX+4GT+2XS (DmOS version 5.2.0)'],
  ['datacom_dm4615', '3709.1.2.125', 'DM4615 16GPON+8GX+4XS (DmOS version 9.4.0)'],
  ['datacom_dmos_olt', '3709.1.2.200', 'DM4619 32XGSPON (DmOS version 10.0.0)'],
  ['datacom_dmos_switch', '3709.1.2.100', 'DM4370 4GX+4XS (DmOS version 9.0.0)'],
  ['datacom_dmswitch', '3709', 'ETH24GX+4XS+MPLS'],
  [null, '37090.1', 'DM4611'],
] as const)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))
