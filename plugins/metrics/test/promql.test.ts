import { assert, cpuMs, suite } from '@linecard/test-kit'
import { promqlFaultsOf } from '../src/promql/faults.ts'

const test = suite('PromQL of rules')

const good = [
  'up',
  'up == 0 # that is all\n',
  'sum by (device_id) (rate(linecard_interface_receive_bytes_total{type="ETH"}[5m])) / 125000 > 0.8',
  'histogram_quantile(0.9, sum by (le) (rate(a_bucket[5m] offset 1h)))',
  'min_over_time(rate(x[1m])[5m:]) unless on (device_id) linecard_interface_favorite',
  `x{a="}) [",b='it\\'s',c=\`{\\\`} > bool 3`,
  'topk(3, up) and on (instance) (up @ end() > 0 or absent(up))',
  `${'('.repeat(50)}up${')'.repeat(50)}`,
]

test('what Prometheus takes has no fault', () => {
  for (const text of good) assert.equal(promqlFaultsOf(text), [], text)
})

const bad: readonly [text: string, code: string, line: number, column: number][] = [
  ['', 'PROMQL_EMPTY', 1, 1],
  ['  # only a comment', 'PROMQL_EMPTY', 1, 1],
  ['sum(', 'PROMQL_UNCLOSED', 1, 4],
  ['sum(\n  rate(up[5m)\n)', 'PROMQL_UNCLOSED', 2, 10],
  ['up) > 3', 'PROMQL_UNOPENED', 1, 3],
  ['up{a="b} > 3', 'PROMQL_QUOTE', 1, 6],
  ['up >', 'PROMQL_END', 1, 5],
  ['1 +\nnofunc(up)', 'PROMQL_FUNCTION', 2, 1],
  ['rollup_rate(up[5m]) > 1', 'PROMQL_FUNCTION', 1, 1],
  ['up{type=ETH}', 'PROMQL_LABEL', 1, 9],
  ['rate(up[5x])', 'PROMQL_DURATION', 1, 10],
  ['up down', 'PROMQL_SYNTAX', 1, 4],
  ['up > > 3', 'PROMQL_SYNTAX', 1, 6],
  ['4', 'PROMQL_RESULT', 1, 1],
  ['# a window\n(up[5m])', 'PROMQL_RESULT', 2, 2],
  ['"text"', 'PROMQL_RESULT', 1, 1],
  ['up; drop table users', 'PROMQL_SYNTAX', 1, 3],
  ['{{ $value }}', 'PROMQL_SYNTAX', 1, 2],
  ['up\u0000', 'PROMQL_SYNTAX', 1, 3],
]

test('a mistake has its place, a code that stays, and a hint', () => {
  for (const [text, code, line, column] of bad) {
    const [fault, ...more] = promqlFaultsOf(text)
    assert.equal([fault?.code, fault?.line, fault?.column, more], [code, line, column, []], text)
    assert.match(fault!.message, new RegExp(`^line ${line}, column ${column}: ..`))
    assert.ok((fault!.hint ?? '').length > 10, text)
  }
})

test('hostile expressions of the longest size are refused in some milliseconds', () => {
  const most = 4000
  const filled = (piece: string) => piece.repeat(Math.ceil(most / piece.length)).slice(0, most)
  const hostile = [
    '(',
    '[',
    '{',
    '((1)',
    'abs(',
    'sum by (a) (',
    '}{',
    'a ',
    '-',
    '"',
    '\\',
    '1+',
    'x{a="',
    '#',
    '[5m:]',
  ]
  for (const piece of hostile) {
    const started = cpuMs()
    const [fault] = promqlFaultsOf(filled(piece))
    const ms = cpuMs() - started
    assert.ok(fault?.code, piece)
    assert.ok(ms < 500, `${piece}: ${ms} ms`)
  }
  const deep = `${'('.repeat(51)}up${')'.repeat(51)}`
  const [fault] = promqlFaultsOf(deep)
  assert.equal([fault!.code, fault!.column], ['PROMQL_DEEP', 51])
})
