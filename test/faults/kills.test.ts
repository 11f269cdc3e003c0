import { assert, suite } from '@linecard/test-kit'
import { faultsOf, runKills } from '../bench/kills/run.ts'

const test = suite('kills', { level: 'full', timeoutMs: 900_000 })

test('five times kill -9 during changes: none that was acknowledged is missing, none without record, none twice', async () => {
  const run = await runKills(5, { switches: 3 })
  assert.equal(faultsOf(run), [])
  const { changes, groups } = run.findings
  assert.ok(changes!.done > 10 && groups!.done > 5, JSON.stringify(run))
})
