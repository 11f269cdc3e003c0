import { assert, suite } from '@linecard/test-kit'
import { placeIn } from '../src/environment.ts'

const test = suite('cisco places in labels')

test('ports that ENTITY-MIB does not call by their names', () => {
  const labels = {
    'subslot 0/0 transceiver 1': '0/0/1',
    'subslot 0/0 transceiver 1 Rx Power Sensor': '0/0/1',
    '0/0-PORT-2': '0/0/0/2',
    '0/0-PORT-2-Tx Lane 0 Power': '0/0/0/2',
    'module mau 0/7/1/5': '0/7/1/5',
  }
  for (const [label, place] of Object.entries(labels)) assert.is(placeIn(label), place, label)
  for (const label of ['slot 0/0', 'subslot 0/0 transceiver container 0', '0/RSP0-PORT', 'Gi1/0/1'])
    assert.is(placeIn(label), null, label)
})
