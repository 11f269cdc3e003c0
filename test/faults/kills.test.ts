import { assert, suite } from '@linecard/test-kit'
import { faultsOf, runKills } from '../bench/kills/run.ts'

const test = suite('kills', { timeoutMs: 300_000 })

test('issue 11 A: three times kill -9 during changes: no acknowledged change is missing, no change is without record, none is made twice', async () => {
  const run = await runKills(3, { switches: 3 })
  assert.equal(faultsOf(run), [])
  const { changes, groups } = run.findings
  assert.ok(changes!.done > 10 && groups!.done > 5, JSON.stringify(run))
})
