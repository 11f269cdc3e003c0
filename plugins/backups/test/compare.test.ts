import { assert, suite } from '@linecard/test-kit'
import { filledLines, lineChanges } from '../src/compare/count.ts'
import { difference } from '../src/compare/diff.ts'
import { changeSaid, changerSaid, devicesChanged } from '../src/versions/said.ts'

const test = suite('backups: lines that are counted and compared')

test('blank lines are no lines of a configuration', async () => {
  const cases: [string, number][] = [
    ['', 0],
    ['\n', 0],
    ['\n \n\t\n  ', 0],
    ['a', 1],
    ['a\n', 1],
    ['\na\n\n b', 2],
    ['a\n\nb\n\n\nc\n', 3],
  ]
  for (const [text, lines] of cases) assert.is(await filledLines(text), lines, JSON.stringify(text))
})

test('a line that moved is no change; each further copy of a line is one', async () => {
  const cases: [before: string, after: string, added: number, removed: number][] = [
    ['a\nb\n', 'b\na\n', 0, 0],
    ['a\nb\n', 'a\nb', 0, 0],
    ['a\n', 'a\na\na\n', 2, 0],
    ['a\na\na\nb\n', 'a\n', 0, 3],
    ['a\nb\n', 'a\nc\nd\n', 2, 1],
    ['', 'a\n\n', 2, 0],
  ]
  for (const [before, after, added, removed] of cases)
    assert.equal(await lineChanges(before, after), { added, removed }, `${before} ${after}`)
})

test('texts above 32 MiB are not compared line by line, whichever of the two it is', async () => {
  const longest = 'x'.repeat(32 * 1024 * 1024)
  assert.equal(await lineChanges(longest, longest), { added: 0, removed: 0 })
  assert.equal([await lineChanges(`${longest}x`, ''), await lineChanges('', `${longest}x`)], [null, null])
})

const between = (from: string, to: string, context = 1) =>
  difference({ from: { name: '1', text: from }, to: { name: '2', text: to }, context, timeoutMs: 5_000 })!
const rowsOf = (from: string, to: string, context?: number) =>
  between(from, to, context).rows.map(({ kind, left_line, left, right_line, right }) => [
    kind,
    left_line,
    left,
    right_line,
    right,
  ])
const skipped = ['skipped', null, null, null, null]

test('side by side: numbers of both sides go on, and what was left out is marked', () => {
  assert.equal(rowsOf('a\nb\nc\nd\n', 'a\nB\nd\ne\n'), [
    ['same', 1, 'a', 1, 'a'],
    ['changed', 2, 'b', 2, 'B'],
    ['removed', 3, 'c', null, null],
    ['same', 4, 'd', 3, 'd'],
    ['added', null, null, 4, 'e'],
  ])
  const long = Array.from({ length: 9 }, (_, at) => `${at + 1}\n`).join('')
  assert.equal(rowsOf(long, long.replace('3', 'x').replace('8', 'y')), [
    skipped,
    ['same', 2, '2', 2, '2'],
    ['changed', 3, '3', 3, 'x'],
    ['same', 4, '4', 4, '4'],
    skipped,
    ['same', 7, '7', 7, '7'],
    ['changed', 8, '8', 8, 'y'],
    ['same', 9, '9', 9, '9'],
  ])
  assert.equal(rowsOf('b\nc\n', 'a\nb\nc\n', 0), [['added', null, null, 1, 'a']])
  assert.equal(rowsOf('', 'a\n'), [['added', null, null, 1, 'a']])
  assert.equal(rowsOf('a', 'a\n'), [['changed', 1, 'a', 1, 'a']], 'the end of the last line')
})

test('`diff -u` has no head of its own, and nothing where nothing differs', () => {
  assert.equal(between('a\nb\n', 'a\nb\n'), { unified: '', rows: [], added: 0, removed: 0 })
  const { unified, added, removed } = between('a\nb\nb\n', 'a\nc\n')
  assert.is(unified, '--- 1\n+++ 2\n@@ -1,3 +1,2 @@\n a\n-b\n-b\n+c\n')
  assert.equal([added, removed], [1, 2])
})

test('what of a line of syslog is looked at: its first 500 characters', () => {
  const said = (blanks: number) => changeSaid(`${'.'.repeat(blanks)} SYS-5-CONFIG_I: Configured from console`)
  const tail = ' SYS-5-CONFIG_I: Configured from console'.length
  assert.equal([said(500 - tail), said(500 - 25 + 10)], [{ by: null }, null])
})

const heard = (lines: string[], asked: unknown[] = []) => ({
  find: (() => ({
    after: async (...args: unknown[]) => {
      asked.push(args)
      return lines.map((said, at) => ({ device_id: 7, said, time: new Date(at) }))
    },
  })) as never,
})

test('who changed a device, as it says: the first line that names somebody', async () => {
  const asked: unknown[] = []
  const lines = [
    'link down',
    '%SYS-5-CONFIG_I: Configured from console',
    'rule added by noc',
    'rule added by early',
  ]
  assert.equal(await changerSaid(heard(lines, asked), 7, new Date(5)), {
    by: 'noc',
    how: 'syslog',
    at: new Date(2),
  })
  assert.equal(asked, [[7, new Date(5), 5000]])
  assert.is(await changerSaid(heard(lines.slice(0, 2)), 7, new Date(5)), null)
  assert.is(await changerSaid({ find: () => null }, 7, new Date(5)), null, 'nobody listens')
})

test('devices of which lines tell a change, each once', () => {
  const message = (device_id: number, said: string) => ({ device_id, said, time: new Date(0) })
  const changed = 'rule added by noc'
  assert.equal(
    devicesChanged([message(7, changed), message(8, 'up'), message(9, changed), message(7, changed)]),
    [7, 9],
  )
})
