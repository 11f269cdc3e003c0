import { assert, suite } from '@linecard/test-kit'
import { fuzz } from './run.ts'

const test = suite('fuzz', { timeoutMs: 500_000, level: 'full' })

test('a thousand unusual requests: no 5xx, no answer that the document does not know, no growth', async () => {
  const { faults, grown, kinds } = await fuzz(1_000, 7, () => undefined)
  assert.equal([...faults.values()], [])
  assert.equal(grown, [])
  assert.ok(kinds.size > 10, 'all kinds of requests were made')
})
