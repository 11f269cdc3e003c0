import { assert, suite } from '@linecard/test-kit'
import { createScreen } from '../src/console/screen.ts'

const test = suite('what a console shows')

/** The same text in one piece, and cut at every position. */
function shown(text: string): string[] {
  const whole = createScreen()
  whole.write(text)
  const expected = whole.take()
  const single = createScreen()
  for (const character of text) single.write(character)
  assert.equal(single.take(), expected, 'by single characters')
  for (let cut = 1; cut < Math.min(text.length, 80); cut++) {
    const two = createScreen()
    two.write(text.slice(0, cut))
    two.write(text.slice(cut))
    assert.equal(two.take(), expected, `cut at ${cut}`)
  }
  return expected
}

test('all line ends of devices are accepted', () => {
  assert.equal(shown('one\r\ntwo\nthree\r\r\nfour'), ['one', 'two', 'three', 'four'])
})
test('pagers leave nothing, with any way to erase them', () => {
  const pagers: Record<string, string> = {
    backspaces: `--More--${'\b'.repeat(8)}${' '.repeat(8)}${'\b'.repeat(8)}`,
    'carriage return': `--More--\r${' '.repeat(8)}\r`,
    'erase line': '--More--\r\u001b[K',
    'erase the whole line': '--More--\u001b[2K\r',
    'cursor left, as Huawei does': `  ---- More ----\u001b[42D${' '.repeat(42)}\u001b[42D`,
    'colour, as D-Link does': `\u001b[7mCTRL+C \u001b[0mESC q Quit\r\u001b[0K`,
  }
  for (const [name, pager] of Object.entries(pagers))
    assert.equal(shown(`first\r\n${pager}second\r\nsw#`), ['first', 'second', 'sw#'], name)
})
test('colours, titles and other sequences are not text', () => {
  assert.equal(shown('\u001b]0;title\u0007\u001b[1;32msw\u001b[0m\u001b[?25h>\u001b=\u001b(B'), ['sw>'])
})
test('lines that are written in the last row of the terminal, as ProCurve does', () => {
  const at = (column: number) => `\u001b[24;${column}H`
  assert.equal(
    shown(
      `${at(1)}\u001b[2K${at(1)}sw-1# ${at(7)}\u001b[?25hs${at(8)}h${at(9)}\u001bE first\r\nsecond\r\n${at(1)}\u001b[2Ksw-1# ${at(7)}`,
    ),
    ['sw-1# sh', ' first', 'second', 'sw-1#'],
  )
  assert.equal(
    shown(`\u001b[1;1Htop\u001b[2;1Hnext\u001b[2;1HN\u001b[3;5Hin`),
    ['top', 'Next', '    in'],
    'another row is another line',
  )
  assert.equal(shown('old text\r\u001b[Jnew\u001b[1Eline\u001bDend'), ['new', 'line', 'end'])
  assert.equal(shown('a\u001b(Eb'), ['ab'], 'a character set is no line')
})
test('text after a cursor movement within the line replaces the old text', () => {
  assert.equal(shown('sw# shw\b\bhow\u001b[1G\u001b[4C'), ['sw# show'])
  assert.equal(shown('a\u001b[5Cb'), ['a     b'])
  assert.equal(shown('x\ty'), ['x       y'])
})
test('control characters are dropped, letters of any script stay', () => {
  assert.equal(shown('вул. Ш\u0000\u0007евченка\u0001'), ['вул. Шевченка'])
})
test('the last line can be read and erased; reading starts again', () => {
  const one = createScreen()
  one.write('a\nPassword:   ')
  assert.equal([one.lines, one.last], [['a'], 'Password:'])
  one.wipe('question')
  one.write('b')
  assert.equal(one.take(), ['a', 'b'])
  assert.equal([one.take(), one.size], [[''], 0])
})
test('a prompt that was there is noted, also if something else was drawn over it', () => {
  const one = createScreen()
  one.prompt = 'sw1#'
  one.write('page 1\n--More--')
  one.wipe('pager')
  one.write('\b\b\b\r\n%LOG: up\r\nsw1#\b\b\b\b\b        \b\b\b\b\b\b\b\bpage 2\nsw1#')
  assert.ok(one.disturbed)
  assert.equal(one.take(), ['page 1', '', '%LOG: up', 'page 2', 'sw1#'])
  one.write('sw\r\n%LOG: up\r\nsw1#')
  assert.not.ok(one.disturbed, 'it is the end')
  one.write('1#')
  assert.ok(one.disturbed)
  one.take()
  one.write('a sw1#\n sw1#\nsw1\nsw1#')
  assert.not.ok(one.disturbed)
  one.take()
  for (const [text, disturbed] of [
    ['\rnext', false],
    ['\b\b  \b\bnext', false],
    ['   \u001b[1Gnext', false],
    [' is the name of this port', true],
  ] as const) {
    one.write('--More--')
    one.wipe('pager')
    one.write(text)
    assert.is(one.disturbed, disturbed, text)
    one.take()
  }
})
test('the cost of an endless line or sequence is limited', () => {
  const one = createScreen()
  for (let piece = 0; piece < 100; piece++) one.write('a'.repeat(10_000))
  assert.ok(one.size <= 65_536)
  const two = createScreen()
  two.write(`\u001b[${'1;'.repeat(100_000)}`)
  two.write('mtext\n')
  assert.ok(two.take()[0]!.endsWith('text'))
})
