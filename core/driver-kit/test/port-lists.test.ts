import { vlansOfLists } from '../src/builders/index.ts'
import { assert, suite } from '@linecard/test-kit'

const test = suite('lists of VLANs as bits')
const list = (hex: string) => Buffer.from(hex, 'hex')

test('the first bit of the first list is VLAN 0, and each list goes on where the one before ends', () => {
  assert.equal(vlansOfLists([list('4080'), list('8001')], 2048), {
    ids: [1, 8, 2048, 2063],
    isWhole: true,
    beyond: 0,
  })
})
test('a list that did not arrive moves no VLAN of the next, and the whole is not known', () => {
  assert.equal(vlansOfLists([null, list('80')], 1024), { ids: [1024], isWhole: false, beyond: 0 })
})
test('bits behind the VLANs of a list are counted, and are no VLANs of the next', () => {
  assert.equal(vlansOfLists([list('80c0'), list('40')], 9), { ids: [0, 8, 10], isWhole: true, beyond: 1 })
})
