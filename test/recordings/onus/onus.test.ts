import { readFile } from 'node:fs/promises'
import { assert, suite } from '@linecard/test-kit'
import { compareOnus, rawOnus } from './compare.ts'
import { inText, mac, number, serial, word } from './facts.ts'
import type { OurOnu } from './ours.ts'
import { onuTables } from './tables.ts'
import { cellsOf, columnOf } from './text.ts'

const test = suite('recordings of ONUs')

const file = [
  '1.3.6.1.4.1.2011.6.128.1.1.2.43.1.3.4194312192.0|4x|5a5445470000000a',
  '1.3.6.1.4.1.2011.6.128.1.1.2.43.1.3.4194312192.1|4e|ZTEG\\x00\\x00\\x00\\x0b',
  '1.3.6.1.4.1.2011.6.128.1.1.2.46.1.15.4194312192.0|2|1',
  '1.3.6.1.4.1.2011.6.128.1.1.2.46.1.15.4194312192.1|2|2',
  '1.3.6.1.4.1.2011.6.128.1.1.2.51.1.4.4194312192.0|2|-1900',
  '1.3.6.1.4.1.2011.6.128.1.1.2.51.1.4.4194312192.1|2|2147483647',
  'not a line of a recording',
].join('\n')

const onu = (place: string, values: OurOnu['values']): OurOnu => ({
  name: place,
  place,
  values: { there: 'yes', ...values },
})
const good = [
  onu('0/1:0', { ident: 'ZTEG0000000A', status: 'Online', rx: -19 }),
  onu('0/1:1', { ident: 'ZTEG0000000B', status: 'LOS', rx: null }),
]
const compared = (ours: OurOnu[], text = file) => compareOnus(cellsOf(text), {}, ours)
const different = (ours: OurOnu[], text = file) =>
  compared(ours, text)
    .filter(one => one.result === 'different')
    .map(({ field, theirs, ours: own }) => [field, theirs, own])

test('the text of a recording is read with its tags, and other lines are left out', () => {
  const cells = cellsOf(file)
  assert.is(cells.size, 6)
  assert.equal([...columnOf(cells, '1.3.6.1.4.1.2011.6.128.1.1.2.43.1.3').values()].map(serial), [
    'ZTEG0000000A',
    'ZTEG0000000B',
  ])
})

test('values are decoded as their MIBs say, and "no value" is null', () => {
  const of = (text: string) => ({ text })
  assert.is(number({ by: 0.01, plus: -100 })(of('8064')), -19.36)
  assert.is(number({ none: [65_535] })(of('65535')), null)
  assert.is(number()(of('')), null)
  assert.is(inText(/\((-?[\d.]+) dBm\)/)(of('0.03 mW (-14.61 dBm)')), -14.61)
  assert.is(word({ 1: 'Online' })(of('9')), 'Unknown')
  assert.is(mac({ text: '', octets: Buffer.from('020000000a01', 'hex') }), '02:00:00:00:0A:01')
})

test('equal answers are equal: the state may be more exact than the table', () => {
  assert.equal(different(good), [])
  assert.is(compared(good).filter(one => one.result === 'equal').length, 8)
})

test('an ONU that is missing, another light and a number for "no value" are different', () => {
  assert.equal(
    different([good[0]!]).map(([field]) => field),
    ['there', 'ident', 'status'],
  )
  const [first, second] = good
  assert.equal(different([{ ...first!, values: { ...first!.values, rx: -20 } }, second!]), [['rx', -19, -20]])
  assert.equal(different([first!, { ...second!, values: { ...second!.values, rx: 0 } }]), [['rx', 'none', 0]])
})

test('the light of an ONU that is offline may be left out, that of one online may not', () => {
  const stale = file.replace('|2147483647', '|-2000')
  assert.equal(different(good, stale), [])
  assert.is(compared(good, stale).find(one => one.reason === 'offline')?.field, 'rx')
  assert.equal(different([{ ...good[0]!, values: { ...good[0]!.values, rx: null } }, good[1]!]), [
    ['rx', -19, null],
  ])
})

test('every table has a name of its own and a column with a row for each ONU', () => {
  assert.is(new Set(onuTables.map(({ name }) => name)).size, onuTables.length)
  assert.is(
    rawOnus(
      cellsOf(file),
      onuTables.find(({ name }) => name.startsWith('HUAWEI'))!,
    ).length,
    2,
  )
})

test('the reader uses nothing of the product', async () => {
  for (const name of ['text', 'facts', 'tables']) {
    const source = await readFile(new URL(`${name}.ts`, import.meta.url), 'utf8')
    assert.not.match(source, /from '(?!\.\/(?:text|facts)\.ts')/, name)
  }
})
