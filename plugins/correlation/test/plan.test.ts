import { assert, suite } from '@linecard/test-kit'
import type { Kind, OnuFact, Picture, Verdict } from '../src/judge/index.ts'
import { belowOf } from '../src/outages/look.ts'
import { matched, plan, type PlanOptions, type Step } from '../src/outages/plan.ts'
import type { Member, OpenOutage } from '../src/outages/outage.ts'
import { reviewed } from '../src/outages/review.ts'
import { textsOf } from '../src/outages/texts.ts'

const test = suite('correlation: what becomes of an outage')

const now = Date.UTC(2026, 2, 1, 12)
const minute = 60_000
const options: PlanOptions = { settleMs: 10 * minute, restartMs: 20 * minute }
const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

const onu = (id: number, more: Partial<OnuFact> = {}): OnuFact => ({
  id,
  port: 'a/1',
  model: 'F660',
  member: true,
  lostAt: now - minute,
  backAt: null,
  reason: 'los',
  unseenMs: null,
  deregAt: null,
  regAt: null,
  dimmed: null,
  ...more,
})
const picture = (onus: readonly OnuFact[] = [], more: Partial<Picture> = {}): Picture => ({
  now,
  olt: { id: 7, name: 'olt', up: true, since: null, restartedAt: null, restartSeenAt: null, upstream: null },
  cards: [],
  ports: [],
  uplinks: [],
  onus,
  gasps: new Map(),
  groups: new Map(),
  ...more,
})
const oltIs = (up: boolean | null, since: number | null = null): Partial<Picture> => ({
  olt: { ...picture().olt, up, since },
})
const verdictOf = (kind: Kind, members: readonly number[], more: Partial<Verdict> = {}): Verdict => ({
  kind,
  scope: kind === 'olt' || kind === 'uplink' ? kind : 'pon',
  ports: ['a/1'],
  card: null,
  members,
  interfaces: [],
  began: now - 5 * minute,
  confidence: 0.95,
  evidence: [{ what: 'no light', weight: 1, at: now }],
  ...more,
})
const memberOf = ({ id, port, model, reason, deregAt, backAt }: OnuFact): Member => ({
  id,
  port,
  model,
  reason,
  deregAt,
  backAt,
  lostAt: now - 30 * minute,
})
/** The reading that has shown the outage last. */
const seenAt = now - 2 * minute
const outageOf = (
  verdict: Verdict,
  onus: readonly OnuFact[],
  more: Partial<OpenOutage> = {},
): OpenOutage => ({
  id: 1,
  verdict,
  members: new Map(onus.map(one => [one.id, memberOf(one)])),
  looks: 1,
  seenAt,
  openedAt: now - 4 * minute,
  ...more,
})
const done = (steps: readonly Step[]) => steps.map(step => step.do)
/** What becomes of an outage that no verdict continues. */
const alone = (
  kind: Kind,
  onus: readonly OnuFact[],
  {
    read = now,
    outage = {},
    ...more
  }: Partial<Picture> & { read?: number | null; outage?: Partial<OpenOutage> } = {},
) => {
  const open = outageOf(
    verdictOf(
      kind,
      onus.map(({ id }) => id),
    ),
    onus,
    outage,
  )
  return plan([open], [], picture(onus, more), read, options)
}
/** So many ONUs of an outage, of which these came back so long ago. */
const back = (count: number, ...agoMs: number[]) =>
  range(1, count).map(id => onu(id, { backAt: agoMs[id - 1] === undefined ? null : now - agoMs[id - 1]! }))
const times = (count: number, ago: number) => Array.from({ length: count }, () => ago)

test('an outage is over when all are back, or all but a fifth have been for longer than they settle', () => {
  const settled = options.settleMs + 1
  const cases: [what: string, OnuFact[], Step['do']][] = [
    ['all are back just now', back(10, ...times(10, 0)), 'end'],
    ['a fifth is left', back(10, ...times(8, settled)), 'end'],
    ['more than a fifth is left', back(10, ...times(7, settled)), 'keep'],
    ['half is left', back(10, ...times(5, settled)), 'keep'],
    ['a fifth is left, not for long enough', back(10, ...times(8, options.settleMs)), 'keep'],
    ['the last one came back just now', back(10, ...times(7, settled), 0), 'keep'],
    ['one of two is left', back(2, settled), 'end'],
    ['two of four are left', back(4, settled, settled), 'keep'],
    ['the only one is lost', back(1), 'keep'],
  ]
  for (const [what, onus, step] of cases) assert.equal(done(alone('fibre_cut', onus)), [step], what)
})

test('of an outage that nobody was told of, the next reading without it drops it', () => {
  const [onus, outage] = [back(4), { openedAt: null, looks: 3 }]
  const read = (at: number | null) => alone('fibre_cut', onus, { read: at, outage })
  assert.equal(done(read(seenAt + 1)), ['drop'])
  for (const at of [seenAt, null]) {
    const [step] = read(at)
    assert.equal(
      [step!.do, 'opens' in step! && step.opens, 'looks' in step! && step.looks],
      ['keep', false, 3],
    )
  }
  assert.equal(done(alone('fibre_cut', onus, { read: now })), ['keep'], 'one that was told')
  assert.equal(done(alone('fibre_cut', back(4, 0, 0, 0, 0), { outage })), ['end'], 'all are back')
})

test('while the OLT is silent nothing of it ends; when it may be up, it does', () => {
  const all = back(4, 0, 0, 0, 0)
  for (const kind of ['fibre_cut', 'uplink', 'olt'] as const)
    assert.equal(alone(kind, all, oltIs(false)), [], kind)
  for (const up of [true, null])
    for (const kind of ['fibre_cut', 'uplink', 'olt'] as const)
      assert.equal(done(alone(kind, all, oltIs(up))), ['end'], `${kind} ${up}`)
  assert.equal(done(alone('uplink', back(4))), ['end'], 'an uplink, whatever its ONUs do')
})

test('an OLT that is back: its next reading counts, or the time in which it restarts', () => {
  const began = now - 5 * minute
  const at = (read: number | null, since: number | null) =>
    done(alone('olt', back(2), { read, ...oltIs(true, since) }))
  const restarting = now - options.restartMs
  assert.equal(at(began + 1, now), ['end'])
  assert.equal(at(began, now), [])
  assert.equal(at(null, restarting), [])
  assert.equal(at(null, restarting - 1), ['end'])
  assert.equal(at(null, null), ['end'])
})

const lostNow = (count: number, kind: Kind = 'fibre_cut', more: Partial<Verdict> = {}) =>
  verdictOf(kind, range(1, count), more)
const fresh = (verdict: Verdict) =>
  plan([], [verdict], picture(range(1, 9).map(id => onu(id))), now, options)[0] as Step & { do: 'keep' }

test('an outage is told at once only if it is plain', () => {
  const cases: [what: string, Verdict, boolean][] = [
    ['five ONUs, nine parts in ten', lostNow(5, 'fibre_cut', { confidence: 0.9 }), true],
    ['four ONUs', lostNow(4), false],
    ['less than nine parts in ten', lostNow(5, 'fibre_cut', { confidence: 0.89 }), false],
    ['undetermined', lostNow(9, 'undetermined'), false],
    ['an OLT', lostNow(0, 'olt', { confidence: 0.1 }), true],
    ['an uplink', lostNow(0, 'uplink', { confidence: 0.1 }), true],
  ]
  for (const [what, verdict, opens] of cases) {
    const step = fresh(verdict)
    assert.equal([step.do, step.outage, step.opens, step.looks], ['keep', null, opens, 1], what)
    assert.equal(
      step.members.map(({ id, lostAt }) => [id, lostAt]),
      verdict.members.map(id => [id, now - minute]),
      what,
    )
  }
})

test('another one is told with the second reading that shows it, and once', () => {
  const onus = range(1, 3).map(id => onu(id))
  const look = (read: number | null, outage: Partial<OpenOutage>, found = lostNow(3)) =>
    plan([outageOf(lostNow(3), onus, outage)], [found], picture(onus), read, options)[0] as Step & {
      do: 'keep'
    }
  const of = ({ opens, looks }: { opens: boolean; looks: number }) => [opens, looks]
  const quiet = { openedAt: null, looks: 1 }
  assert.equal(of(look(seenAt + 1, quiet)), [true, 2])
  assert.equal(of(look(seenAt, quiet)), [false, 1], 'the same reading')
  assert.equal(of(look(null, quiet)), [false, 1], 'no reading')
  assert.equal(of(look(seenAt + 1, { openedAt: now, looks: 5 })), [false, 6], 'it was told')
  const many = range(1, 5).map(id => onu(id))
  const grown = plan(
    [outageOf(lostNow(3), many.slice(0, 3), quiet)],
    [lostNow(5)],
    picture(many),
    seenAt,
    options,
  )
  assert.equal(of(grown[0] as Step & { do: 'keep' }), [true, 1], 'it has grown plain')
})

test('an outage that a verdict continues keeps who came back, when each was lost, and ends when it is over', () => {
  const onus = [onu(1), onu(2), onu(3), onu(4, { backAt: now - minute }), onu(5, { lostAt: null })]
  // The sixth is lost, and belongs to another cause by now.
  const open = outageOf(lostNow(4), [...onus.slice(0, 4), onu(6)])
  const given = picture(onus)
  const [step] = plan([open], [verdictOf('fibre_cut', [1, 2, 3, 5, 99])], given, now, options)
  assert.equal(
    (step as Step & { do: 'keep' }).members.map(({ id, lostAt }) => [id, lostAt]),
    [
      [1, now - 30 * minute],
      [2, now - 30 * minute],
      [3, now - 30 * minute],
      [5, now],
      [4, now - 30 * minute],
    ],
  )
  // One whose interface nobody reads any more stays as it was.
  const [without] = plan([open], [verdictOf('fibre_cut', [1, 2, 3])], picture(onus.slice(1)), now, options)
  assert.equal(
    (without as Step & { do: 'keep' }).members.map(({ id }) => id),
    [1, 2, 3, 4],
  )
  const settled = onus.map(one => (one.id === 1 ? one : { ...one, backAt: now - options.settleMs - 1 }))
  const all = outageOf(lostNow(5), settled)
  assert.equal(done(plan([all], [verdictOf('fibre_cut', [1])], picture(settled), now, options)), ['end'])
  const olt = outageOf(verdictOf('olt', []), settled)
  assert.equal(done(plan([olt], [verdictOf('olt', [1])], picture(settled), now, options)), ['keep'])
  const port = { interfaces: [3] }
  const uplink = outageOf(verdictOf('uplink', [], port), [])
  assert.equal(done(plan([uplink], [verdictOf('uplink', [], port)], given, now, options)), ['keep'])
})

test('what other ONUs do does not hold a verdict: only those that belong to the outage do', () => {
  const onus = [...range(1, 5).map(id => onu(id)), onu(9, { backAt: now })]
  const open = outageOf(lostNow(5), onus.slice(0, 5))
  const kindNow = (given: readonly OnuFact[], members: readonly number[]) => {
    const [step] = plan([open], [verdictOf('pon_port', members)], picture(given), now, options)
    return (step as Step & { do: 'keep' }).verdict.kind
  }
  assert.is(kindNow(onus, range(1, 5)), 'pon_port')
  assert.is(kindNow(onus, [...range(1, 5), 9]), 'fibre_cut')
})

test('a verdict continues the outage with which it has the most in common, and each only one', () => {
  const open = (id: number, verdict: Verdict) =>
    outageOf(
      verdict,
      verdict.members.map(one => onu(one)),
      { id },
    )
  const pairs = (outages: readonly OpenOutage[], verdicts: readonly Verdict[]) =>
    [...matched(outages, verdicts)].map(([{ id }, verdict]) => [id, verdicts.indexOf(verdict)]).toSorted()
  const cut = (members: readonly number[]) => verdictOf('fibre_cut', members)
  const [small, large] = [open(1, cut([1, 2, 3])), open(2, cut([4, 5, 6, 7]))]
  assert.equal(pairs([small, large], [cut([3, 4, 5, 6])]), [[2, 0]])
  assert.equal(pairs([small, large], [cut([6, 7]), cut([1, 4, 5])]), [
    [1, 1],
    [2, 0],
  ])
  assert.equal(pairs([large, small], [cut([1, 4])]), [[1, 0]], 'of two alike the older one')
  assert.equal(pairs([small], [cut([4])]), [])
  const uplinks = (...interfaces: number[]) => verdictOf('uplink', [1, 2, 3], { interfaces })
  assert.equal(pairs([open(1, uplinks(30, 31))], [uplinks(31)]), [[1, 0]])
  assert.equal(pairs([open(1, uplinks(30))], [uplinks(31)]), [], 'another uplink')
  const olt = verdictOf('olt', [1, 2, 3])
  assert.equal(pairs([open(1, olt)], [cut([1, 2, 3]), verdictOf('olt', [])]), [[1, 1]])
  for (const kind of ['olt', 'uplink'] as const) {
    const whole = verdictOf(kind, [1, 2, 3], { interfaces: [30] })
    assert.equal(pairs([open(1, whole)], [cut([1, 2, 3])]), [], `${kind} is no cut`)
    assert.equal(
      pairs([open(1, { ...cut([1, 2, 3]), interfaces: [30] })], [whole]),
      [],
      `a cut is no ${kind}`,
    )
  }
  assert.equal(pairs([open(1, uplinks(30))], [verdictOf('olt', [1], { interfaces: [30] })]), [])
})

test('what is below an outage: the OLT with all its ONUs, or nothing while another uplink is left', () => {
  const there = [2, 4].map(id => onu(id, { lostAt: null, member: false }))
  const onus = [onu(1), ...there, onu(3, { member: false })]
  const uplink = (id: number, up: boolean | null) => ({ id, name: `${id}`, up, downAt: null, member: false })
  const below = (kind: Kind, more: Partial<Picture>, verdict: Partial<Verdict> = {}) => {
    const { deviceIds, customers } = belowOf(verdictOf(kind, [1, 3], verdict), picture(onus, more))
    return [deviceIds, customers]
  }
  assert.equal(below('fibre_cut', {}), [[], 2])
  assert.equal(below('olt', oltIs(false)), [[7], 3], 'one that was lost before belongs to no outage of it')
  assert.equal(below('olt', oltIs(true)), [[7], 2])
  assert.equal(below('olt', oltIs(null), { members: [1] }), [[7], 1])
  assert.equal(below('olt', oltIs(false), { members: [1] }), [[7], 3])
  const at = (...uplinks: Picture['uplinks']) => below('uplink', { uplinks }, { interfaces: [30] })
  assert.equal(at(uplink(30, false)), [[7], 3])
  assert.equal(at(uplink(30, false), uplink(31, true)), [[], 0])
  assert.equal(at(uplink(30, false), uplink(31, null)), [[], 0], 'one of which nothing is known')
  assert.equal(at(uplink(30, false), uplink(31, false)), [[7], 3])
  assert.equal(at(uplink(30, true)), [[7], 3], 'no other one')
  assert.equal(at(uplink(31, true)), [[7], 3], 'a port of another device above it')
})

test('how they came back may tell what an outage was, if at least half of it is judged again', () => {
  const judged = { leastOnus: 2, windowMs: 5 * minute, lookbackMs: 60 * minute, ...options }
  const returned = (id: number) =>
    onu(id, { lostAt: now - 30 * minute, backAt: now - minute, regAt: now - minute + id * 20_000 })
  const onus = range(1, 6).map(returned)
  const still = range(50, 20).map(id => onu(id, { lostAt: null, member: false }))
  const was = (members: readonly OnuFact[], given: readonly OnuFact[]) =>
    reviewed(
      outageOf(
        verdictOf(
          'undetermined',
          members.map(({ id }) => id),
        ),
        members,
      ),
      picture(given),
      judged,
    ).kind
  assert.is(was(onus, [...onus, ...still]), 'power_loss')
  const gone = range(101, 12).map(id => onu(id))
  assert.is(was([...onus, ...gone.slice(0, 6)], [...onus, ...still]), 'power_loss', 'half of it')
  assert.is(was([...onus, ...gone.slice(0, 7)], [...onus, ...still]), 'undetermined', 'less than half')
  const early = range(60, 2).map(id => ({ ...returned(id), port: 'a/2', lostAt: now - 50 * minute }))
  assert.is(was([...onus, ...early], [...onus, ...early, ...still]), 'power_loss', 'the larger part of it')
  const foreign = range(201, 12).map(id =>
    onu(id, { port: 'a/2', reason: 'gasp', lostAt: now - 30 * minute }),
  )
  const joint = onus.map(one => ({ ...one, regAt: now - minute }))
  assert.is(was(joint, [...foreign, ...joint, ...still]), 'fibre_cut', 'another outage says nothing of it')
})

test('texts name the place, how many, and what it was taken for at first', () => {
  const ports = range(1, 5).map(at => ({
    key: `k${at}`,
    id: at,
    name: `gpon0/1/${at}`,
    card: null,
    up: true,
    disabled: false,
    sends: null,
  }))
  const uplinks = [30, 31].map(id => ({ id, name: `xge${id}`, up: false, downAt: null, member: false }))
  const given = picture([], { ports, uplinks })
  const title = (verdict: Partial<Verdict>, lost = 3) =>
    textsOf({ ...verdictOf('fibre_cut', []), ...verdict }, given, { lost, first: 'fibre_cut' }).title
  const cases: [Partial<Verdict>, number, string][] = [
    [{ ports: ['k1'] }, 3, 'Fibre cut: olt, gpon0/1/1: 3 ONUs'],
    [{ ports: ['k1'], scope: 'branch' }, 3, 'Fibre cut: olt, a part of gpon0/1/1: 3 ONUs'],
    [{ ports: ['k1', 'k2', 'k3'] }, 1, 'Fibre cut: olt, gpon0/1/1, gpon0/1/2, gpon0/1/3: 1 ONUs'],
    [
      { ports: ['k1', 'k2', 'k3', 'k4', 'k5'] },
      0,
      'Fibre cut: olt, gpon0/1/1, gpon0/1/2, gpon0/1/3 and 2 more',
    ],
    [{ ports: ['other'] }, 0, 'Fibre cut: olt, other'],
    [{ kind: 'olt', scope: 'olt', ports: ['k1'] }, 0, 'OLT down: olt'],
    [{ kind: 'card', scope: 'card', card: '1/2', ports: ['k1'] }, 2, 'Card down: olt, card 1/2: 2 ONUs'],
    [{ kind: 'uplink', scope: 'uplink', interfaces: [31] }, 0, 'Uplink down: olt, xge31'],
    [{ kind: 'uplink', scope: 'uplink', interfaces: [99] }, 0, 'Uplink down: olt, a port above it'],
  ]
  for (const [verdict, lost, expected] of cases) assert.is(title(verdict, lost), expected)
  const evidence = ['no light', 'no gasp', 'no light'].map(what => ({ what, weight: 1, at: now }))
  const said = (first: Kind) =>
    textsOf(verdictOf('power_loss', [], { evidence }), given, { lost: 1, first }).description
  const advice = 'The customers have no power: nothing is wrong with the network.'
  assert.is(said('power_loss'), `no light; no gasp. ${advice}`)
  assert.is(said('fibre_cut'), `no light; no gasp. At first it was taken for: fibre cut. ${advice}`)
  const long = { ...given, olt: { ...given.olt, name: 'x'.repeat(300) } }
  assert.is(textsOf(verdictOf('olt', []), long, { lost: 1, first: 'olt' }).title.length, 200)
})
