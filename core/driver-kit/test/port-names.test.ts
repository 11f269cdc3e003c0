import { assert, suite } from '@linecard/test-kit'
import { portFinder } from '../src/builders/console/names.ts'
import type { Interface } from '../src/modules/index.ts'

const test = suite('names of ports on consoles')
const port = (name: string, ifIndex: number, type = 'ETH'): Interface => ({
  id: ifIndex,
  name,
  type,
  parent: null,
  if_index: ifIndex,
  descr: name,
  if_type: 6,
  mac_address: null,
})

test('an agent that counts from 0: port 14 of the console is swp13, not swp14', () => {
  const find = portFinder([port('swp00', 1), port('swp12', 13), port('swp13', 14), port('swp14', 15)])
  assert.equal([find('1')?.name, find('14')?.name, find('swp14')?.name], ['swp00', 'swp13', 'swp14'])
  assert.is(find('20'), undefined)
})
test('in a stack the console says unit and port', () => {
  const find = portFinder([port('swp00', 101), port('swp13', 114), port('swp64', 201), port('swp77', 214)])
  assert.equal([find('1/14')?.name, find('2/1')?.name, find('2/14')?.name], ['swp13', 'swp64', 'swp77'])
  assert.is(find('14'), undefined)
})
test('an agent that counts as the panel does: port 14 is swp14', () => {
  const find = portFinder([port('swp1', 3), port('swp13', 15), port('swp14', 16)])
  assert.is(find('14')?.name, 'swp14')
})
