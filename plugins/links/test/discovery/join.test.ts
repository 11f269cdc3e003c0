import { assert, suite } from '@linecard/test-kit'
import type { Shown } from '../../src/discovery/by-tables.ts'
import { collectDoubts } from '../../src/discovery/doubts.ts'
import type { Draft } from '../../src/discovery/draft.ts'
import { joinShown } from '../../src/discovery/find-links.ts'
import type { Network } from '../../src/discovery/network.ts'
import { many } from './by-hand.ts'

const test = suite('links: what neighbours tell, joined with what tables show')

/** Devices sw0 to sw3 with the ids 10 to 40; device `d` has the ports `10 d` to `10 d + 9`; 4 and 5 make 8. */
const network = (kinds: Readonly<Record<number, string>> = {}): Network =>
  ({
    devices: many(0, 4).map(at => ({ id: 10 * at + 10, name: `sw${at}` })),
    ports: many(0, 40).map(at => ({ id: 100 + at, name: `p${at}`, kind: kinds[at] ?? 'port' })),
    trunk: Int32Array.from(many(0, 40), at => (at === 4 || at === 5 ? 8 : at)),
  }) as never

const draft = (a: number, aPort: number, b: number, bPort: number, more: Partial<Draft> = {}): Draft => ({
  a,
  aPort,
  b,
  bPort,
  directed: false,
  within: null,
  proofs: [],
  confidence: 0.5,
  sure: false,
  shared: false,
  supported: false,
  ...more,
})
const link = (
  upper: number,
  upperPort: number,
  lower: number,
  lowerPort: number,
  more: Partial<Shown> = {},
): Shown => ({
  upper,
  upperPort,
  lower,
  lowerPort,
  sure: true,
  shared: false,
  confidence: 0.8,
  maybe: [],
  ...more,
})

interface Given {
  quiet?: readonly number[]
  strangers?: readonly number[]
  byArp?: readonly number[]
  kinds?: Readonly<Record<number, string>>
}
function joined(
  drafts: Draft[],
  shown: Shown[],
  { quiet = [], strangers = [], byArp = [], kinds }: Given = {},
) {
  const doubts = collectDoubts()
  const claims = {
    list: [],
    tell: new Set<number>(),
    strangers: new Map(strangers.map(at => [at, new Set('x')])),
  }
  const ids = { byArp: new Set(byArp) } as never
  joinShown(network(kinds), { ids, claims, quiet: new Set(quiet) }, { drafts, shown, doubts })
  return { drafts, doubts: doubts.list }
}
/** `a:port-b:port`, then what it is, and how surely. */
const text = ({ a, aPort, b, bPort, sure, shared, directed, confidence }: Draft): string =>
  `${a}:${aPort}-${b}:${bPort}${directed ? ' directed' : ''}${sure ? ' sure' : ''}${shared ? ' shared' : ''} ${confidence.toFixed(3)}`
const links = (drafts: Draft[], shown: Shown[], given?: Given): string[] =>
  joined(drafts, shown, given).drafts.map(text)

test('a told link that the tables show gets their proof, and is sure if they are', () => {
  const { drafts } = joined([draft(0, 1, 1, 11)], [link(0, 1, 1, 11)])
  assert.equal(drafts.map(text), ['0:1-1:11 directed sure 0.950'])
  assert.equal(drafts[0]!.proofs, [{ by: 'fdb', text: 'FDB: sw1 is behind p1 of sw0; its way up is p11' }])
  // 1 - 0.5 × 0.4, and not above 0.9.
  const unsure = { sure: false, confidence: 0.6 }
  assert.equal(links([draft(0, 1, 1, 11)], [link(0, 1, 1, 11, unsure)]), ['0:1-1:11 directed 0.800'])
  assert.equal(links([draft(0, 1, 1, 11, { confidence: 0.8 })], [link(0, 1, 1, 11, unsure)]), [
    '0:1-1:11 directed 0.900',
  ])
  // 1 - 0.02 × 0.2
  assert.equal(links([draft(0, 1, 1, 11, { sure: true, confidence: 0.98 })], [link(0, 1, 1, 11)]), [
    '0:1-1:11 directed sure 0.996',
  ])
})

test('the upper end comes first, with its port and its aggregate', () => {
  const { drafts } = joined([draft(1, 11, 0, 4, { within: { a: -1, b: 8 } })], [link(0, 8, 1, 11)])
  assert.equal(drafts.map(text), ['0:4-1:11 directed sure 0.950'])
  assert.equal(drafts[0]!.within, { a: 8, b: -1 })
  const { drafts: upright } = joined([draft(0, 4, 1, 11, { within: { a: 8, b: -1 } })], [link(0, 8, 1, 11)])
  assert.equal(upright[0]!.within, { a: 8, b: -1 })
})

test('ports that neighbours do not tell are filled in, except of a member or of one of two links', () => {
  const shown = [link(0, 1, 1, 11)]
  assert.equal(links([draft(0, -1, 1, -1)], shown), ['0:1-1:11 directed sure 0.950'])
  assert.equal(links([draft(0, 1, 1, -1)], shown), ['0:1-1:11 directed sure 0.950'])
  assert.equal(links([draft(1, -1, 0, 1)], shown), ['0:1-1:11 directed sure 0.950'])
  assert.equal(links([draft(0, -1, 1, -1, { within: { a: 8, b: -1 } })], shown), ['0:-1-1:-1 directed 0.900'])
  assert.equal(links([draft(0, -1, 1, 11), draft(0, 1, 1, -1)], shown), [
    '0:-1-1:11 directed 0.900',
    '0:1-1:-1 directed 0.900',
  ])
})

test('a told port stays where the tables do not know it, also the port 0', () => {
  assert.equal(links([draft(0, 0, 1, 11)], [link(0, -1, 1, 11)]), ['0:0-1:11 directed sure 0.950'])
  assert.equal(links([draft(1, 11, 0, 0)], [link(1, 11, 0, -1)]), ['1:11-0:0 directed sure 0.950'])
  assert.equal(links([draft(0, -1, 1, 11)], [link(0, -1, 1, 11)]), ['0:-1-1:11 directed 0.900'])
  assert.equal(links([draft(0, 1, 1, -1)], [link(0, 1, 1, -1)]), ['0:1-1:-1 directed 0.900'])
})

test('other ports of the same two devices are another link', () => {
  const other = (one: Draft, shown: Shown) => links([one], [shown])
  assert.equal(other(draft(0, 0, 1, 11), link(0, 3, 1, 12)), [
    '0:0-1:11 0.500',
    '0:3-1:12 directed sure 0.800',
  ])
  assert.equal(other(draft(0, 3, 1, 11), link(0, 0, 1, 12)), [
    '0:3-1:11 0.500',
    '0:0-1:12 directed sure 0.800',
  ])
  assert.equal(other(draft(1, 11, 0, 3), link(0, 2, 1, 12)), [
    '1:11-0:3 0.500',
    '0:2-1:12 directed sure 0.800',
  ])
  // One port in common, which neighbours name: a suggestion.
  assert.equal(other(draft(0, 3, 1, 11), link(0, 3, 1, 12)), ['0:3-1:11 0.500', '0:3-1:12 directed 0.600'])
  assert.equal(other(draft(1, 11, 0, 3), link(0, 2, 1, 11)), ['1:11-0:3 0.500', '0:2-1:11 directed 0.600'])
})

test('one port that differs is enough, at either end and beside the port 0', () => {
  const apart = (one: Draft, shown: Shown) => links([one], [shown])
  assert.equal(apart(draft(0, 3, 1, 11), link(0, 2, 1, 11)), ['0:3-1:11 0.500', '0:2-1:11 directed 0.600'])
  assert.equal(apart(draft(1, 11, 0, 3), link(0, 3, 1, 12)), ['1:11-0:3 0.500', '0:3-1:12 directed 0.600'])
  assert.equal(apart(draft(0, 0, 1, 11), link(0, 3, 1, 11)), ['0:0-1:11 0.500', '0:3-1:11 directed 0.600'])
  assert.equal(apart(draft(0, 3, 1, 11), link(0, 0, 1, 11)), ['0:3-1:11 0.500', '0:0-1:11 directed 0.600'])
})

test('what is shared in the tables is shared', () => {
  assert.equal(links([draft(0, 1, 1, 11)], [link(0, 1, 1, 11, { shared: true })]), [
    '0:1-1:11 directed sure shared 0.950',
  ])
  assert.equal(links([draft(0, 1, 1, 11, { shared: true })], [link(0, 1, 1, 11)]), [
    '0:1-1:11 directed sure shared 0.950',
  ])
})

test('a link that a table supports is sure if nobody may be between and both ports are known', () => {
  const supported = { supported: true }
  const isSure = (one: Draft, more: Partial<Shown>) =>
    joined([one], [link(0, -1, 1, -1, { sure: false, ...more })]).drafts[0]!.sure
  assert.is(isSure(draft(0, 1, 1, 11, supported), {}), true)
  assert.is(isSure(draft(0, 0, 1, 11, supported), {}), true)
  const zero = joined([draft(1, 11, 0, 0, supported)], [link(1, -1, 0, -1, { sure: false })])
  assert.is(zero.drafts[0]!.sure, true)
  assert.is(isSure(draft(0, 1, 1, 11), {}), false)
  assert.is(isSure(draft(0, 1, 1, 11, supported), { maybe: [3] }), false)
  assert.is(isSure(draft(0, -1, 1, 11, supported), {}), false)
  assert.is(isSure(draft(0, 1, 1, -1, supported), {}), false)
})

test('a silent device that may be between makes a told link unsure', () => {
  const isSure = (more: Partial<Shown>, ...quiet: number[]) =>
    joined([draft(0, 1, 1, 11, { sure: true })], [link(0, 1, 1, 11, { sure: false, ...more })], { quiet })
      .drafts[0]!.sure
  assert.is(isSure({}), true)
  assert.is(isSure({ shared: true }), true)
  assert.is(isSure({}, 3), true)
  assert.is(isSure({ shared: true }, 3), false)
  assert.is(isSure({ shared: true, sure: true }, 3), true)
  assert.is(isSure({ maybe: [2] }, 3), true)
  assert.is(isSure({ maybe: [2, 3] }, 3), false)
})

test('a link that only the tables show is added as they show it', () => {
  const { drafts } = joined([], [link(0, 1, 2, 21)])
  assert.equal(drafts, [
    draft(0, 1, 2, 21, {
      directed: true,
      confidence: 0.8,
      sure: true,
      proofs: [{ by: 'fdb', text: 'FDB: sw2 is behind p1 of sw0; its way up is p21' }],
    }),
  ])
  assert.equal(links([], [link(0, 1, 2, 21, { sure: false, shared: true })]), [
    '0:1-2:21 directed shared 0.800',
  ])
  assert.equal(links([], [link(0, -1, 2, -1)]), ['0:-1-2:-1 directed sure 0.800'])
})

test('nothing hangs at a way up that is surely told of another', () => {
  const told = (more: Partial<Draft>) => links([draft(1, 11, 2, 21, more)], [link(0, 1, 2, 21)])
  assert.equal(told({ sure: true }), ['1:11-2:21 sure 0.500'])
  // An unsure or shared link takes no port, but neighbours name it.
  assert.equal(told({}), ['1:11-2:21 0.500', '0:1-2:21 directed 0.600'])
  assert.equal(told({ sure: true, shared: true }), ['1:11-2:21 sure shared 0.500', '0:1-2:21 directed 0.600'])
  assert.equal(links([draft(2, 21, 1, 11, { sure: true })], [link(0, 1, 2, 21)]), ['2:21-1:11 sure 0.500'])
})

test('at a port that is surely told of another device, what hangs there is suggested behind that device', () => {
  const { drafts, doubts } = joined([draft(0, 0, 1, 11, { sure: true })], [link(0, 0, 2, 21)])
  assert.equal(drafts.map(text), ['0:0-1:11 sure 0.500', '1:-1-2:21 directed 0.500'])
  assert.equal(drafts[1]!.proofs, [{ by: 'fdb', text: 'FDB: behind sw1, whose port is not known' }])
  assert.equal(doubts, [
    {
      kind: 'contradiction',
      devices: [10, 30],
      text: 'the FDB shows sw2 at p0 of sw0, where neighbours tell another device',
    },
  ])
  const unsure = joined([draft(0, 4, 1, 11, { sure: true })], [link(0, 8, 2, 21, { sure: false })])
  assert.equal(unsure.drafts.map(text), ['0:4-1:11 sure 0.500', '1:-1-2:21 directed 0.500'])
  assert.equal(unsure.doubts, [])
})

test('nothing is suggested behind itself', () => {
  const { drafts, doubts } = joined([draft(0, 1, 2, 22, { sure: true })], [link(0, 1, 2, 21)])
  assert.equal(drafts.map(text), ['0:1-2:22 sure 0.500'])
  assert.is(doubts.length, 1)
})

test('a port that is not known is nobody else’s', () => {
  const drafts = [draft(0, -1, 1, -1, { sure: true })]
  assert.equal(links(drafts, [link(2, -1, 3, -1)]), ['0:-1-1:-1 sure 0.500', '2:-1-3:-1 directed sure 0.800'])
})

test('a named port makes what the tables show there a suggestion, and no surer than it was', () => {
  const shown = (confidence: number) => [link(0, 0, 2, 21, { confidence })]
  assert.equal(links([draft(0, 0, 1, 11)], shown(0.8))[1], '0:0-2:21 directed 0.600')
  assert.equal(links([draft(0, 0, 1, 11)], shown(0.4))[1], '0:0-2:21 directed 0.400')
  assert.equal(links([draft(0, 5, 1, 11)], [link(0, 8, 2, 21)])[1], '0:8-2:21 directed 0.600')
  assert.equal(links([draft(0, 1, 1, 11)], shown(0.8))[1], '0:0-2:21 directed sure 0.800')
})

test('a PON port, and a port with a stranger, is shared', () => {
  assert.equal(links([], [link(0, 0, 2, 21)], { kinds: { 0: 'pon' } }), [
    '0:0-2:21 directed sure shared 0.800',
  ])
  assert.equal(links([], [link(0, 0, 2, 21)], { kinds: { 0: 'onu' } }), ['0:0-2:21 directed sure 0.800'])
  assert.equal(links([], [link(0, 8, 2, 21)], { strangers: [4] }), ['0:8-2:21 directed sure shared 0.800'])
  assert.equal(links([], [link(0, 1, 2, 21)], { strangers: [4] }), ['0:1-2:21 directed sure 0.800'])
})

test('proofs name the way up, three of those between, the ONU and the ARP tables', () => {
  const proofs = (one: Shown, given?: Given) =>
    joined([], [one], given).drafts[0]!.proofs.map(proof => proof.text)
  const fdb = 'FDB: sw2 is behind p0 of sw0'
  assert.equal(proofs(link(0, -1, 2, -1)), ['FDB: sw2 is behind an unknown port of sw0'])
  assert.equal(proofs(link(2, 21, 0, 0)), ['FDB: sw0 is behind p21 of sw2; its way up is p0'])
  assert.equal(proofs(link(0, 0, 2, -1, { maybe: [3] })), [`${fdb}; between may be sw3`])
  assert.equal(proofs(link(0, 0, 2, -1, { maybe: [1, 3, 1] })), [`${fdb}; between may be sw1, sw3, sw1`])
  assert.equal(proofs(link(0, 0, 2, -1, { maybe: [1, 3, 1, 3] })), [
    `${fdb}; between may be sw1, sw3, sw1 and others`,
  ])
  const all = joined([], [link(0, 0, 2, -1)], { kinds: { 0: 'onu' }, byArp: [0, 2] }).drafts[0]!.proofs
  assert.equal(all, [
    { by: 'fdb', text: fdb },
    { by: 'pon', text: 'PON: p0 is an ONU of sw0' },
    { by: 'arp', text: 'ARP: the address of sw0 is told by its gateway' },
    { by: 'arp', text: 'ARP: the address of sw2 is told by its gateway' },
  ])
  assert.equal(proofs(link(0, 0, 2, -1), { byArp: [1] }), [fdb])
})
