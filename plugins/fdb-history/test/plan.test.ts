import { assert, suite } from '@linecard/test-kit'
import { within } from '../src/stays/store.ts'
import { planStays, type Found, type Known } from '../src/stays/plan.ts'

const test = suite('fdb-history: what a reading changes')

const minute = (at: number) => new Date(Date.UTC(2026, 2, 1, 12, at))
/** MAC address `a` at port 1 is `a1`. */
const row = (key: string): Found => ({ key, subject: key[0]!, place: key.slice(1) })
const rows = (...keys: string[]) => new Map(keys.map(key => [key, row(key)]))
/** Stays that ended in these minutes; null: it is open. */
const stay = (key: string, closed: number | null, flaps = 0): Known => ({
  ...row(key),
  id: `${key}-${closed}`,
  first_seen: minute(0),
  last_seen: minute(0),
  closed_at: closed === null ? null : minute(closed),
  flaps,
})
const openOf = (...keys: string[]) => new Map(keys.map(key => [key, `${key}-null`]))
const planned = (
  found: Map<string, Found>,
  recent: Known[],
  { open = [] as string[], complete = true, room = 10 } = {},
) => planStays(found, openOf(...open), recent, { complete, room })
const told = ({ begin, goOn, close, left }: ReturnType<typeof planned>) => ({
  begin: begin.map(({ key }) => key),
  goOn: goOn.map(({ id, flapped }) => [id, flapped]),
  close,
  left,
})
const begins = (...keys: string[]) => ({ begin: keys, goOn: [], close: [], left: 0 })
const goesOn = (id: string, flapped: boolean) => ({ begin: [], goOn: [[id, flapped]], close: [], left: 0 })

test('a stay goes on unless its address was elsewhere after it had ended', () => {
  const cases: [what: string, recent: Known[], object][] = [
    ['it was nowhere', [stay('a1', 5)], goesOn('a1-5', false)],
    ['it was elsewhere before', [stay('a1', 5), stay('a2', 4)], goesOn('a1-5', false)],
    ['it left both in one reading', [stay('a1', 5), stay('a2', 5)], goesOn('a1-5', false)],
    ['it was elsewhere afterwards', [stay('a1', 5), stay('a2', 6)], begins('a1')],
    ['it is elsewhere', [stay('a1', 5), stay('a2', null)], begins('a1')],
    [
      'it was there in another VLAN',
      [
        { ...stay('a1', 5), key: 'a1' },
        { ...stay('a1', 6), key: 'a1/2' },
      ],
      goesOn('a1-5', false),
    ],
    ['another address is elsewhere', [stay('a1', 5), stay('b2', null)], goesOn('a1-5', false)],
    [
      'the later one of two at the place counts',
      [stay('a1', 3), stay('a1', 7), stay('a2', 5)],
      goesOn('a1-7', false),
    ],
    ['it was never there', [stay('a2', 5)], begins('a1')],
  ]
  for (const [what, recent, expected] of cases)
    assert.equal(told(planned(rows('a1'), recent)), expected, what)
})

test('a subject that moves without end: restless from the third stay, no more rows from the fourth', () => {
  const elsewhere = stay('a2', 9)
  const of = (...recent: Known[]) => {
    const plan = planned(rows('a1'), recent)
    return [
      plan.begin.length,
      plan.goOn.map(({ flapped }) => flapped),
      [...plan.flapping],
      [...plan.restless].map(([subject, places]) => [subject, [...places].toSorted()]),
    ]
  }
  const restless = [['a', ['1', '2']]]
  assert.equal(of(stay('a1', 5), elsewhere), [1, [], [], []])
  assert.equal(of(stay('a1', 4), stay('a1', 5), elsewhere), [1, [], [], restless])
  assert.equal(of(stay('a1', 3), stay('a1', 4), stay('a1', 5), elsewhere), [0, [true], ['a'], restless])
  assert.equal(of(stay('a1', 5, 1), elsewhere), [0, [true], ['a'], restless], 'its flaps are counted already')
  const still = [0, [false], [], []]
  assert.equal(of(stay('a1', 3), stay('a1', 4), stay('a1', 5)), still, 'it comes and goes at one place')
  assert.equal(of(stay('a1', 5, 1)), still)
  // The place itself is among the places, also without a stay of another key there.
  assert.equal(of(stay('a1', 4), stay('a1', 5), stay('a2', 9), stay('a3', 2))[3], [['a', ['1', '2', '3']]])
})

test('an open stay changes nothing, only a complete reading closes, and without room nothing begins', () => {
  const both = { open: ['a1', 'b2'] }
  assert.equal(told(planned(rows('a1'), [], both)), { begin: [], goOn: [], close: ['b2-null'], left: 0 })
  assert.equal(told(planned(rows('a1'), [], { ...both, complete: false })).close, [])
  assert.equal(told(planned(rows('a1'), [stay('a1', 5)], both)).goOn, [], 'an open one')
  assert.equal(told(planned(rows('a1', 'b1', 'c1'), [], { room: 2 })), { ...begins('a1', 'b1'), left: 1 })
  assert.equal(told(planned(rows('a1', 'b1'), [stay('b1', 5)], { room: 1 })), {
    ...begins('a1'),
    goOn: [['b1-5', false]],
  })
})

const keys = (found: ReadonlyMap<string, Found>) => [...found.keys()]
const limited = (found: Map<string, Found>, perPort: number, perDevice: number, ...open: string[]) =>
  keys(within(found, ({ place }) => place, new Set(open), { perPort, perDevice }))

test('limits: all that just fits is kept as it was read', () => {
  const found = rows('a1', 'b1', 'c2')
  assert.equal(limited(found, 2, 3), ['a1', 'b1', 'c2'])
  assert.equal(limited(found, 1, 3), ['c2', 'a1'])
  assert.equal(limited(found, 2, 2), ['c2', 'a1'])
})

test('limits: known stays first, then the first of the others, of the emptiest ports first', () => {
  const found = rows('a1', 'b1', 'c1', 'd2', 'e2', 'f3')
  assert.equal(limited(found, 2, 9, 'c1'), ['f3', 'd2', 'e2', 'c1', 'a1'])
  assert.equal(limited(found, 2, 9, 'a1'), ['f3', 'd2', 'e2', 'a1', 'b1'])
  assert.equal(limited(found, 9, 4, 'b1', 'e2'), ['f3', 'd2', 'e2', 'b1'])
  assert.equal(limited(found, 9, 2), ['f3', 'd2'])
  assert.equal(limited(found, 9, 1), ['f3'])
  assert.equal(limited(found, 3, 6), keys(found))
  assert.equal(limited(found, 2, 6, 'a1', 'b1', 'c1').slice(3), ['a1', 'b1'], 'known ones above the limit')
})
