import { assert, suite } from '@linecard/test-kit'
import type { Kind } from '../src/judge/index.ts'
import { scoreOf, type Score, type When } from './scenes/score.ts'

/** Outages drawn at random, from the first poll to the last. The floors are a little below what is measured. */
const test = suite('correlation: drawn scenes')

const seeds = Array.from({ length: 100 }, (_, at) => `open ${at}`)
const kinds = ['fibre_cut', 'power_loss', 'pon_port', 'card', 'olt', 'uplink'] as const
const shareOf = (part: number, all: number) => (all === 0 ? 1 : part / all)
const scoresOf = (gasps: number, when: When, lostPolls = 0) =>
  scoreOf(seeds, { gasps, lostPolls }, when) as ReadonlyMap<Kind, Score>

for (const [gasps, lostPolls] of [
  [0.9, 0],
  [1, 0],
  [0.9, 0.2],
] as const)
  test(`${gasps * 100} % gasps, ${lostPolls * 100} % of polls lost: each kind is found, little else, in time`, () => {
    const scores = scoresOf(gasps, 'lasting', lostPolls)
    for (const kind of kinds) {
      const { outages, found, told, right, inTime, pieces } = scores.get(kind)!
      assert.ok(shareOf(found, outages) >= 0.85, `${kind}: ${found} of ${outages} found`)
      assert.ok(shareOf(right, told) >= 0.85, `${kind}: ${right} of ${told} right`)
      assert.ok(shareOf(inTime, found) >= 0.95, `${kind}: ${inTime} of ${found} within two polls`)
      assert.ok(pieces <= 2, `${kind}: ${pieces} pieces`)
    }
  })

test('without gasps a power loss is seldom called a cut, and most are known when the ONUs are back', () => {
  const [before, after] = [scoresOf(0, 'lasting'), scoresOf(0, 'last')]
  const cut = before.get('fibre_cut')!
  assert.ok(shareOf(cut.right, cut.told) >= 0.8, `${cut.right} of ${cut.told}`)
  const [known, power] = [before.get('power_loss')!, after.get('power_loss')!]
  assert.ok(
    power.found > known.found + power.outages / 4,
    `${known.found}, then ${power.found} of ${power.outages}`,
  )
  assert.ok(shareOf(power.right, power.told) >= 0.85, `${power.right} of ${power.told}`)
})

test('members are right: hardly an ONU of another cause is taken in; and what is told ends', () => {
  for (const gasps of [0, 0.5, 0.9, 1])
    for (const [kind, { members, told, neverClosed }] of scoresOf(gasps, 'lasting')) {
      const all = members.right + members.wrong
      // Without gasps a cut and a power loss at once cannot be parted.
      assert.ok(
        members.wrong <= all * (gasps === 0 ? 0.08 : 0.04),
        `${kind} ${gasps}: ${members.wrong} of ${all}`,
      )
      // Two customers who unplug their ONUs together, and do not plug them in again.
      assert.ok(neverClosed <= 1 + told * 0.1, `${kind} ${gasps}: ${neverClosed} of ${told} not closed`)
    }
})
