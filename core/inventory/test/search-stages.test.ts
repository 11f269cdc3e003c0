import { assert, suite } from '@linecard/test-kit'
import { stagesOf } from '../src/search/stages.ts'

const test = suite('inventory: stages of a search')

test('what LIKE would read as a pattern is sought as it stands', () => {
  assert.equal(stagesOf(['100%_\\'], [], true, 1).at(-1), [['%100\\%\\_\\\\%']])
})
