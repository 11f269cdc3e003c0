import { vlanOfInterface } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import { assert, suite } from '@linecard/test-kit'

const test = suite('VLAN ids in names')
const of = (name: string, type = 'VLAN') =>
  vlanOfInterface({ id: 1, name, type, parent: null, if_index: 1 } as Interface)

test('what devices call their VLAN interfaces', () => {
  for (const name of [
    'Vlan301',
    'vlan.301',
    'VLAN 301',
    'Vlanif301',
    'Vlan-interface301',
    'Vl301',
    'irb.301',
    've301',
    'BVI301',
    'bridge:301',
    'eth0.301',
    'vlan0301',
    '301',
    '802.1Q Encapsulation Tag 0301',
  ])
    assert.is(of(name), 301, name)
})

test('a number in a name that people gave is no id', () => {
  for (const name of ['floor2', 'office-301', 'DMZ 3', 'vlan', 'mgmt1', 'vlan4095', 'Vlan0', 'voip301'])
    assert.is(of(name), null, name)
})

test('only VLAN interfaces have one', () => {
  assert.is(of('Gi0.301', 'ETH'), null)
  assert.is(of('irb.301', 'VIRTUAL'), 301)
  assert.is(vlanOfInterface(null), null)
})
