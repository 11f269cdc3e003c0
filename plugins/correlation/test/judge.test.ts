import { assert, suite } from '@linecard/test-kit'
import {
  judge,
  revise,
  type JudgeOptions,
  type OnuFact,
  type Picture,
  type PortFact,
  type Reason,
} from '../src/judge/index.ts'

const test = suite('correlation: judge')

const now = Date.UTC(2026, 2, 1, 12)
const options: JudgeOptions = { leastOnus: 2, windowMs: 300_000, lookbackMs: 3_600_000, restartMs: 600_000 }
const port = (key: string, more: Partial<PortFact> = {}): PortFact => ({
  key,
  id: Number(key.split('/').at(-1)),
  name: key,
  card: key.slice(0, key.lastIndexOf('/')),
  up: true,
  disabled: false,
  sends: null,
  ...more,
})
let id = 0
const onu = (key: string, lost: Reason | null, more: Partial<OnuFact> = {}): OnuFact => ({
  id: ++id,
  port: key,
  model: 'F660',
  member: false,
  lostAt: lost === null ? null : now,
  unseenMs: null,
  backAt: null,
  reason: lost ?? 'none',
  deregAt: null,
  regAt: null,
  dimmed: null,
  ...more,
})
const many = (count: number, key: string, lost: Reason | null, more: Partial<OnuFact> = {}): OnuFact[] =>
  Array.from({ length: count }, () => onu(key, lost, more))
const picture = (onus: readonly OnuFact[], more: Partial<Picture> = {}): Picture => ({
  now,
  olt: { id: 1, name: 'olt', up: true, since: null, restartedAt: null, restartSeenAt: null, upstream: null },
  cards: [],
  ports: [...new Set(onus.map(one => one.port!))].map(key => port(key)),
  uplinks: [],
  onus,
  gasps: new Map([['F660', { gasped: 95, silent: 5 }]]),
  groups: new Map(),
  ...more,
})
const kinds = (given: Picture) => judge(given, options).map(({ kind }) => kind)

test('a port that is dead without a gasp is a cut; with gasps a power loss', () => {
  const [rest, dead] = [many(10, 'a/1', null), port('a/2', { up: false })]
  const ports = [port('a/1'), dead]
  const [cut] = judge(picture([...rest, ...many(10, 'a/2', 'los')], { ports }), options)
  assert.equal([cut!.kind, cut!.scope, cut!.members.length, cut!.interfaces], ['fibre_cut', 'pon', 10, [2]])
  const [power] = judge(picture([...rest, ...many(10, 'a/2', 'gasp')], { ports }), options)
  assert.equal([power!.kind, power!.interfaces], ['power_loss', []])
})

test('a lone ONU with a dying gasp stays its own where others have lost their light', () => {
  const [cut, own] = [many(12, 'a/1', 'los'), onu('a/1', 'gasp')]
  const [verdict, ...more] = judge(picture([...cut, own, ...many(5, 'a/2', null)]), options)
  assert.equal([verdict!.kind, more.length], ['fibre_cut', 0])
  assert.equal(
    verdict!.members,
    cut.map(one => one.id),
  )
})

test('the longer nobody has looked, the more ONUs may each be lost by itself', () => {
  const after = (count: number, unseenMs: number | null) => {
    const lost = many(count, 'a/1', 'los', { unseenMs })
    const [verdict] = judge(picture([...lost, ...many(30, 'a/1', null)]), options)
    return [verdict?.kind ?? null, verdict?.confidence ?? 0] as const
  }
  const [minute, usual, hours] = [60_000, 120_000, 3 * 3_600_000].map(ms => after(3, ms))
  assert.equal(after(3, null), usual)
  assert.equal([minute![0], usual![0], hours![0]], ['fibre_cut', 'fibre_cut', 'fibre_cut'])
  assert.ok(minute![1] > usual![1] && usual![1] > 0.95 && hours![1] < 0.95, JSON.stringify([usual, hours]))
  assert.equal(after(2, 1_000), after(2, 30_000))
})

test('models that never gasp belong to the power loss of their street', () => {
  const silent = many(4, 'a/1', 'los', { model: 'mute' })
  const all = [...many(6, 'a/1', 'gasp'), ...silent, ...many(20, 'a/1', null)]
  const gasps = new Map([
    ['F660', { gasped: 95, silent: 5 }],
    ['mute', { gasped: 0, silent: 40 }],
  ])
  const [verdict, ...more] = judge(picture(all, { gasps }), options)
  assert.equal([verdict!.kind, verdict!.members.length, more.length], ['power_loss', 10, 0])
})

test('only models that never gasp: undetermined, until they come back', () => {
  const mute = { model: 'mute', member: true }
  const gasps = new Map([['mute', { gasped: 0, silent: 40 }]])
  const rest = many(20, 'a/1', null)
  assert.equal(kinds(picture([...many(10, 'a/1', 'los', mute), ...rest], { gasps })), ['undetermined'])
  const back = (spreadMs: number) =>
    Array.from({ length: 10 }, (_, at) =>
      onu('a/1', 'los', { ...mute, deregAt: 0, backAt: now, regAt: 60_000 + at * spreadMs }),
    )
  assert.equal(kinds(picture([...back(8_000), ...rest], { gasps })), ['power_loss'])
  assert.equal(kinds(picture([...back(300), ...rest], { gasps })), ['fibre_cut'])
})

test('ONUs that were off long before, and one alone, are no outage', () => {
  const old = many(5, 'a/1', 'los', { lostAt: now - 7_200_000 })
  assert.equal(kinds(picture([...old, onu('a/1', 'los'), ...many(5, 'a/1', null)])), [])
})

test('what the OLT lost at another moment by its clock has a cause of its own', () => {
  const [at, later] = [1_000_000, 1_040_000]
  const cut = many(8, 'a/1', 'los', { deregAt: at })
  const other = onu('a/1', 'los', { deregAt: later })
  const [verdict] = judge(picture([...cut, other, ...many(9, 'a/1', null)]), options)
  assert.equal([verdict!.kind, verdict!.members.includes(other.id)], ['fibre_cut', false])
})

test('a card is told by its ports, unless it says that it works', () => {
  const onus = [1, 2, 3].flatMap(n => many(8, `c/1/${n}`, 'los'))
  const rest = many(8, 'c/2/1', null)
  const [card] = judge(picture([...onus, ...rest]), options)
  assert.equal([card!.kind, card!.card, card!.members.length], ['card', 'c/1', 24])
  const cards = [{ card: 'c/1', works: true }]
  assert.equal(kinds(picture([...onus, ...rest], { cards })), ['fibre_cut'])
})

test('a PON port that is switched off, or sends no light, is the port', () => {
  const [lost, rest] = [many(8, 'a/1', 'los'), many(3, 'a/2', null)]
  for (const more of [
    { disabled: true, up: false },
    { sends: false, up: false },
  ])
    assert.equal(kinds(picture([...lost, ...rest], { ports: [port('a/1', more), port('a/2')] })), [
      'pon_port',
    ])
})

test('of an unreachable OLT only the OLT is told; of one whose port above is down the uplink', () => {
  const lost = many(8, 'a/1', 'los')
  const olt = {
    id: 1,
    name: 'olt',
    up: false,
    since: now,
    restartedAt: null,
    restartSeenAt: null,
    upstream: null,
  }
  assert.equal(kinds(picture(lost, { olt })), ['olt'])
  const upstream = { deviceUp: true, interfaceId: 9, up: false }
  assert.equal(kinds(picture(lost, { olt: { ...olt, upstream } })), ['uplink'])
})

test('ONUs that an OLT lost by its restart are told as the OLT for some minutes', () => {
  const olt = {
    id: 1,
    name: 'olt',
    up: true,
    since: now,
    restartedAt: now - 60_000,
    restartSeenAt: now,
    upstream: null,
  }
  const given = picture([...many(8, 'a/1', 'los'), ...many(8, 'a/2', 'none')], { olt })
  assert.equal(kinds(given), ['olt'])
  assert.equal(kinds({ ...given, now: now + 900_000 }).includes('olt'), false)
})

test('two ONUs of a port are no outage by chance; two that the OLT lost in the same second are', () => {
  const pair = (times: readonly [number, number] | null) => [
    ...(['gasp', 'gasp'] as const).map((reason, at) =>
      onu('a/1', reason, { deregAt: times === null ? null : times[at]! }),
    ),
    ...many(20, 'a/1', null),
  ]
  assert.equal(kinds(picture(pair(null))), [])
  assert.equal(kinds(picture(pair([0, 7_000]))), [])
  assert.equal(kinds(picture(pair([0, 1_000]))), ['power_loss'])
})

test('a cut and a power loss on one port are two, where the models gasp', () => {
  const all = [...many(8, 'a/1', 'los'), ...many(8, 'a/1', 'gasp'), ...many(10, 'a/1', null)]
  const found = judge(picture(all), options).map(({ kind, members }) => [kind, members.length])
  assert.equal(found.toSorted(), [
    ['fibre_cut', 8],
    ['power_loss', 8],
  ])
})

test('a verdict is not lost because less is known later; the way ONUs come back may change it', () => {
  const verdict = { ...judge(picture([...many(8, 'a/1', 'los'), ...many(9, 'a/1', null)]), options)[0]! }
  assert.is(verdict.kind, 'fibre_cut')
  const undetermined = { ...verdict, kind: 'undetermined' as const, confidence: 0.6 }
  const back = (spreadMs: number) =>
    Array.from({ length: 8 }, (_, at) =>
      onu('a/1', 'los', { member: true, deregAt: 0, backAt: now, regAt: 60_000 + at * spreadMs }),
    )
  assert.is(revise(verdict, undetermined, back(100)).kind, 'fibre_cut')
  assert.is(revise(verdict, undetermined, many(8, 'a/1', 'los')).kind, 'fibre_cut')
  assert.is(revise(verdict, undetermined, back(9_000)).kind, 'undetermined')
})
