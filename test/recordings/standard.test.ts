import type { Varbind } from '@linecard/driver-kit'
import { recordingOf } from '@linecard/driver-kit/recording'
import { assert, suite } from '@linecard/test-kit'
import { compare, type Case } from './areas/index.ts'
import { pageWith } from './first-contact.ts'
import { sumsOf } from './standard.ts'
import { emptyCase } from './empty-case.ts'

const test = suite('standard tables of a recording')
const base = '1.3.6.1.2.1.17.1.4.1.2'
const fdbEntry = '1.3.6.1.2.1.17.7.1.2.2.1'
const mac = (last: number) => `0.0.0.0.0.${last}`
const varbinds = (cells: Readonly<Record<string, number | Buffer>>): Varbind[] =>
  Object.entries(cells).map(([oid, value]) => ({ oid, type: Buffer.isBuffer(value) ? 4 : 2, value }))
const station = (last: number, port: number) => ({
  [`${fdbEntry}.2.7.${mac(last)}`]: port,
  [`${fdbEntry}.3.7.${mac(last)}`]: 3,
})
const recording = recordingOf(
  varbinds({
    '1.3.6.1.2.1.2.2.1.3.101': 6,
    '1.3.6.1.2.1.2.2.1.3.102': 6,
    [`${base}.1`]: 101,
    [`${base}.2`]: 102,
    ...station(1, 1),
    ...station(2, 2),
    ...station(3, 1),
  }),
)
const ref = (id: number) => ({ id, name: `p${id}`, type: 'ETH', parent: null, if_index: id })
const row = (last: number, port: number) => ({
  interface: ref(port),
  mac_address: `00:00:00:00:00:0${last}`,
  vlan_id: 7,
  status: 'LEARNED' as const,
  is_dynamic: true,
})
const rowsOf = (of: Case) => sumsOf(compare(of).filter(({ area }) => area === 'stations'))
const answers = { ...emptyCase.answers, fdb: [row(1, 101), row(2, 101)] }

test('a row with its port is answered, with another port wrong, and without a word about it silent', () => {
  assert.equal(rowsOf({ ...emptyCase, recording, answers }), {
    rows: 3,
    answered: 1,
    said: 0,
    noModule: 0,
    excused: 0,
    wrong: 1,
    silent: 1,
  })
})

test('an absent row is said if the answer names its table, not if it names another table', () => {
  const missing = (what: string) => ({ missing: [{ what, reason: 'time_limit' as const }], refused: null })
  const withGap = (what: string) =>
    rowsOf({ ...emptyCase, recording, answers, gaps: { ...emptyCase.gaps, fdb: missing(what) } })
  assert.is(withGap(`${fdbEntry}.2`).said, 1)
  assert.is(withGap('1.3.6.1.2.1.2.2.1.10').silent, 1)
})

test('without the module all rows are said', () => {
  const gaps = { ...emptyCase.gaps, fdb: { missing: [], refused: 'Unsupported' as const } }
  const sums = rowsOf({ ...emptyCase, recording, answers: { ...answers, fdb: null }, gaps })
  assert.equal([sums.said, sums.noModule, sums.silent], [3, 3, 0])
})

test('a new section of the page replaces only the section of its part', () => {
  const first = pageWith(pageWith(null, 'open', 'open 1'), 'closed', 'closed 1')
  const second = pageWith(first, 'open', 'open 2')
  assert.is(second.includes('closed 1') && second.includes('open 2'), true)
  assert.is(second.includes('open 1'), false)
  assert.is(pageWith(second, 'open', 'open 2'), second)
})
