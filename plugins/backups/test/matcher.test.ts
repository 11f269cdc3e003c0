import { assert, cpuMs, suite } from '@linecard/test-kit'
import { isCut, linesOf, mostCharacters, mostLines, parentsOf } from '../src/lines/lines.ts'
import { literalOf, matcherOf, type Wanted } from '../src/search/matcher.ts'

const test = suite('backups: lines and what fits them')

const fits = (q: string, line: string, more: Partial<Wanted> = {}) =>
  matcherOf({ q, as: 'text', case: false, ...more }).fits(line)

test('text, word and pattern, with great and small letters or without', () => {
  assert.ok(fits('VLAN 10', ' switchport access vlan 100'))
  assert.not.ok(fits('VLAN 10', ' switchport access vlan 100', { case: true }))
  assert.not.ok(fits('vlan 10', ' switchport access vlan 100', { as: 'word' }))
  assert.ok(fits('10', ' allowed vlan 5,10,20', { as: 'word' }))
  assert.ok(fits('10', ' allowed vlan 100,10', { as: 'word' }), 'the second place counts too')
  assert.not.ok(fits('10', 'x10_', { as: 'word' }))
  assert.ok(fits('.10', '10.0.0.10', { as: 'word' }), 'a sign is no word, so it may follow anything')
  assert.ok(fits('Київ', 'description ВУЛ київ'))
  assert.ok(fits('^ mtu \\d{4}$', ' MTU 9000', { as: 'regex' }))
  assert.not.ok(fits('mtu', ' MTU 9000', { as: 'regex', case: true }))
  for (const wrong of ['(', 'a(?=b)', '\\1(a)', '[z-a]', `${'a'.repeat(1100)}`])
    assert.throws(
      () => fits(wrong, 'x', { as: 'regex' }),
      (error: { code?: string }) => error.code === 'BACKUPS_SEARCH_PATTERN',
    )
})

test('a pattern that backtracks elsewhere takes linear time', () => {
  const began = cpuMs()
  assert.not.ok(fits('^(a+)+$', `${'a'.repeat(2000)}!`, { as: 'regex' }))
  assert.ok(cpuMs() - began < 2000)
})

test('the text that each match of a pattern contains', () => {
  const cases: [string, string][] = [
    ['switchport access vlan 10', 'switchport access vlan 10'],
    ['^ntp server 10\\.0', 'ntp server 10.0'],
    ['vlan (10|20)', 'vlan '],
    ['a|b', ''],
    ['(?i)logging host', 'logging host'],
    ['colou?r', 'colo'],
    ['ab*cdef', 'cdef'],
    ['abc+d', 'abc'],
    ['xa{0,3}bcd', 'bcd'],
    ['[abc]def[^]x]', 'def'],
    ['[[:digit:]x]yz', 'yz'],
    ['\\d+ packets', ' packets'],
    ['\\Qa.b\\E', ''],
    ['a\\x41b', ''],
    ['((nested) (groups))x(y', 'x'],
    ['a\\(b', 'a(b'],
    ['', ''],
  ]
  for (const [source, literal] of cases) assert.is(literalOf(source), literal, source)
})

test('the text that is sought is in every line that fits, for any pattern', () => {
  const parts = [
    'vlan',
    ' ',
    '10',
    '\\d+',
    '(a|b)',
    '[0-9]',
    '.',
    '?',
    '*',
    '+',
    '{2}',
    '|',
    '\\.',
    'x',
    '^',
    '$',
    '(?:',
    ')',
    '\\b',
  ]
  const lines = ['vlan 10', ' vlan 10.5 xx', 'vla 100', 'a', 'b10', 'x.x', '', 'vlann 1010', 'VLAN 1x']
  let [seed, tried] = [7, 0]
  const next = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below
  for (let n = 0; n < 20_000; n++) {
    const q = Array.from({ length: 1 + next(6) }, () => parts[next(parts.length)]!).join('')
    let matcher: ReturnType<typeof matcherOf>
    try {
      matcher = matcherOf({ q, as: 'regex', case: false })
    } catch {
      continue
    }
    tried++
    for (const line of lines)
      if (matcher.fits(line))
        assert.ok(line.toLowerCase().includes(matcher.literal.toLowerCase()), `${q} in "${line}"`)
  }
  assert.ok(tried > 5000, String(tried))
})

test('the lines of a text are bounded, and each can be stored', () => {
  assert.equal(linesOf('a\nb\n'), ['a', 'b'])
  assert.equal(linesOf(''), [])
  assert.equal(linesOf('a\n\nb'), ['a', '', 'b'])
  assert.equal(linesOf('a\0b\ud800'), ['a\ufffdb\ufffd'])
  assert.is(linesOf('x'.repeat(5000))[0]!.length, mostCharacters)
  const long = 'x\n'.repeat(mostLines + 5)
  assert.is(linesOf(long).length, mostLines)
  assert.equal([isCut(long), isCut(long.slice(0, 100)), isCut('x\n'.repeat(mostLines))], [true, false, false])
})

test('the sections that a line is in', () => {
  const lines = [
    'router bgp 1',
    ' address-family ipv4',
    '',
    '  neighbor 192.0.2.1',
    ' exit',
    'line',
    '/ip address',
    'add a=1',
    'add a=2',
  ]
  assert.equal(parentsOf(lines, 3), [0, 1])
  assert.equal(parentsOf(lines, 4), [0])
  assert.equal(parentsOf(lines, 5), [])
  assert.equal(parentsOf(lines, 8), [6])
  assert.equal(parentsOf(lines, 2), [])
})
