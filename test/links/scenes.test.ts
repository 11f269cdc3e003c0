import { assert, suite } from '@linecard/test-kit'
import { findLinks } from '../../plugins/links/src/discovery/find-links.ts'
import { drawScene } from './scene.ts'
import { scoreOf } from './score.ts'

const test = suite('links: drawn networks')

/** Shares of LLDP and FDB that are lost, and the least shares of drawn links that are found surely, or at all. */
const cases = [
  { neighbours: 0, learnt: 0, sure: 0.7, found: 0.95 },
  { neighbours: 0.2, learnt: 0, sure: 0.65, found: 0.95 },
  { neighbours: 1, learnt: 0, sure: 0.4, found: 0.82 },
  { neighbours: 0, learnt: 0.1, sure: 0.6, found: 0.92 },
  { neighbours: 0.2, learnt: 0.1, sure: 0.55, found: 0.9 },
  { neighbours: 1, learnt: 0.1, sure: 0.18, found: 0.65 },
]

for (const { neighbours, learnt, sure, found } of cases)
  test(`LLDP without ${neighbours * 100} %, FDB without ${learnt * 100} %: nothing false is sure`, async () => {
    const sum = { drawn: 0, foundSure: 0, found: 0 }
    for (let seed = 1; seed <= 25; seed++) {
      const drawn = drawScene(seed, 60, { neighbours, learnt })
      const score = scoreOf(drawn, (await findLinks(drawn.scene)).links)
      assert.equal(score.falseSure, [], `seed ${seed}`)
      for (const key of ['drawn', 'foundSure', 'found'] as const) sum[key] += score[key]
    }
    assert.ok(sum.foundSure >= sum.drawn * sure, `${sum.foundSure} of ${sum.drawn} surely`)
    assert.ok(sum.found >= sum.drawn * found, `${sum.found} of ${sum.drawn}`)
  })
