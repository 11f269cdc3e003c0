import { assert, suite } from '@linecard/test-kit'
import { cutsOf } from './patterns/cuts.ts'
import { writtenPatterns } from './patterns/sources.ts'

/** A value that a parser captures ends where the device ends it: at a separator, or at the end of the line. */
const test = suite('ends of captured values')

test('a value that is cut is found, and one that ends at its separator is not', () => {
  const cut = (pattern: RegExp) => cutsOf(pattern.source).map(({ group }) => group)
  assert.equal(cut(/^Address: (?<address>[\d.]+)/), ['address'], 'nothing stands behind')
  assert.equal(cut(/^cisco (?<model>[\w-]+)\b.* with /), ['model'], 'anything stands behind')
  assert.equal(cut(/ is (?<oper>up|down)/), ['oper'], 'a word that is longer')
  assert.equal(cut(/^(?<a>\d+)(?:,(?<b>\d+))?/), ['a', 'b'], 'what stands behind may be absent')
  assert.equal(cut(/^Address: (?<address>[\d.]+)$/), [])
  assert.equal(cut(/^Address: (?<address>[\d.]+)(?:\s|,|$)/), [])
  assert.equal(cut(/^Address: (?<address>[\d.]+)(?!\S)/), [])
  assert.equal(cut(/^Name: (?<name>\S+), (?<rest>.*)/), [])
  assert.equal(cut(/^cisco (?<model>\S+) .* with /), [])
})
test('no pattern of a parser ends a value before its separator', async () => {
  const patterns = await writtenPatterns()
  const found = patterns.flatMap(({ where, source }) =>
    cutsOf(source).map(({ group, before }) => `${where}: ${group} ends before ${before} in /${source}/`),
  )
  assert.ok(patterns.length >= 300, `${patterns.length} patterns`)
  assert.equal(found, [])
})
