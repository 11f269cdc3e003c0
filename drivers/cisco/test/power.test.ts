import { assert, suite } from '@linecard/test-kit'
import { panelPort } from '../src/changes/power.ts'

const test = suite('cisco power over Ethernet')
const ports = (...names: string[]) =>
  names.map((name, at) => ({ id: at + 1, name, type: 'ETH', parent: null, if_index: at + 1 }))
const found = (group: number, port: number, names: readonly string[]) =>
  panelPort(group, port, ports(...names))?.name

test('the group is the switch of a stack or the slot of a chassis; ifIndexes do not count', () => {
  const stack = ['Gi0/0', 'Gi1/0/2', 'Gi1/0/1', 'Te1/1/1', 'Gi2/0/1']
  assert.equal(
    [found(1, 1, stack), found(1, 2, stack), found(2, 1, stack), found(3, 1, stack)],
    ['Gi1/0/1', 'Gi1/0/2', 'Gi2/0/1', undefined],
  )
  assert.is(found(3, 5, ['Gi2/5', 'Gi3/5']), 'Gi3/5')
  assert.equal(
    [found(1, 5, ['Fa0/4', 'Fa0/5']), found(2, 5, ['Fa0/5']), found(1, 1, ['Vlan1', 'Te1/1/1', 'Gi1/1/1'])],
    ['Fa0/5', undefined, undefined],
  )
})
