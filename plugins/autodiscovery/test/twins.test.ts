import type { DetectedDevice, KnownDevice } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { sameEquipment } from '../src/runs/take-in.ts'

const test = suite('the same equipment at another address')

const known = (more: Partial<KnownDevice> = {}): KnownDevice => ({
  id: 1,
  ip: '10.0.0.1',
  name: 'sw1',
  group_id: -1,
  mac: '02:00:00:00:00:01',
  serial: 'S1',
  model: { key: 'des', name: 'DES' },
  ...more,
})
const detected = (more: Partial<DetectedDevice> = {}): DetectedDevice => ({
  model: { id: 1, key: 'des', name: 'DES', type: 'SWITCH' },
  name: 'sw1',
  location: null,
  mac: '02:00:00:00:00:01',
  serial: 'S1',
  descr: null,
  object_id: null,
  tier: 'descr',
  ...more,
})

test('one MAC address is one device, whatever else is said', () => {
  assert.ok(sameEquipment(known(), detected(), 'sw1', false))
  assert.ok(
    sameEquipment(known({ name: 'renamed here', serial: '' }), detected({ serial: null }), 'sw1', false),
  )
  assert.not(sameEquipment(known(), detected({ mac: '02:00:00:00:00:02' }), 'sw1', true))
})

test('a serial number counts under the same name, as some vendors give all devices one', () => {
  assert.ok(sameEquipment(known({ mac: '' }), detected(), 'sw1', false))
  assert.not(sameEquipment(known({ mac: '' }), detected(), 'sw2', false))
  assert.not(sameEquipment(known({ mac: '' }), detected({ serial: 'S2' }), 'sw1', true))
})

test('an engine counts where nothing contradicts: cheap switches share one, copied images too', () => {
  const [bare, said] = [known({ mac: '', serial: '' }), detected({ mac: null, serial: null })]
  assert.ok(sameEquipment(bare, said, 'sw1', true))
  assert.not(sameEquipment(bare, said, 'sw1', false))
  assert.not(sameEquipment(bare, said, 'sw2', true))
  assert.not(sameEquipment(known({ mac: '', serial: '', name: '' }), said, '', true))
  assert.not(
    sameEquipment(
      bare,
      detected({ mac: null, serial: null, model: { id: 2, key: 'dgs', name: 'DGS', type: 'SWITCH' } }),
      'sw1',
      true,
    ),
  )
})
