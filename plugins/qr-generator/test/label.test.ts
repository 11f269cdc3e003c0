import { assert, suite } from '@linecard/test-kit'
import { stretches, fitted, outlines } from '../src/drawing/letters.ts'
import { labelLine, labelLines } from '../src/routes.ts'

const test = suite('qr-generator: labels')

test('a line of a label is visible, a single line, and of limited length', () => {
  assert.is(labelLine('  olt\tnorth\n\u0000\u001b[31m 12\u202e  '), 'olt north [31m 12')
  assert.is(labelLine('и\u0306'), 'й')
  assert.is(labelLine('x\ud800y'), 'x\ufffdy')
  assert.is([...labelLine('😀'.repeat(500))].length, 120)
  assert.is(labelLine('می\u200cخواهم'), 'می\u200cخواهم')
  assert.equal(labelLines(['olt', '', '\u2066', ' olt ', 'port']), ['olt', 'port'])
})

test('words have the order that readers of their script expect', () => {
  assert.equal(stretches('olt-north 12'), ['olt-north 12'])
  assert.equal(stretches(''), [])
  assert.equal(stretches('שלום 12 עולם'), [' עולם', '12', 'שלום '])
  assert.equal(stretches('olt שלום (3)'), ['olt ', 'שלום', ' (3)'])
  assert.equal(stretches('שלום (olt)'), ['(', 'olt', 'שלום )'])
})

test('a line that is too long becomes smaller, then shorter, and never exceeds its width', () => {
  const short = fitted('olt', 12)
  assert.equal([short.scale, short.stretches.map(({ text }) => text)], [1, ['olt']])
  const smaller = fitted('olt-north-building-12', 10)
  assert.ok(smaller.scale < 1 && smaller.scale >= 0.65)
  assert.is(smaller.stretches[0]!.text, 'olt-north-building-12')
  for (const text of [
    'Ж'.repeat(120),
    '\u{1F3F3}\uFE0F\u200D\u{1F308}'.repeat(30),
    `a${'\u0301'.repeat(119)}`,
    'שלום '.repeat(24),
    '🧑‍🔧'.repeat(40),
  ]) {
    const line = fitted(text, 12)
    assert.ok(line.width * line.scale <= 12.001 && line.scale >= 0.65, `${line.width} ${line.scale}`)
  }
  assert.match(fitted('Ж'.repeat(120), 12).stretches[0]!.text, /^Ж+…$/)
})

test('outlines begin at the given position, and a space has no outline', () => {
  assert.is(outlines(fitted(' ', 12), 0, 0, 10), '')
  const [, x, y] = /^M([\d.]+) ([\d.]+)/.exec(outlines(fitted('I', 12), 100, 50, 10))!.map(Number)
  assert.ok(x! >= 100 && x! < 104 && y! > 40 && y! <= 50, `${x} ${y}`)
})
