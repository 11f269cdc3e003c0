import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'
import { alarmOf } from '../src/onus.ts'
import { fits, known, type Layout, type Row } from '../src/layouts.ts'
import { parseName } from '../src/places.ts'

const test = suite('nokia ISAM indexes and models')

const [five, four] = known as [Layout, Layout]
const at = (slot: number, port: number) => ({ shelf: 1, slot, port })

test('ifIndex of PON ports of devices', () => {
  assert.equal(five.ponAt(94_380_032), at(1, 1))
  assert.equal(five.ponAt(94_371_840), at(1, 1))
  assert.equal(five.ponAt(127_934_464), at(2, 1))
  assert.equal(five.ponAt(161_488_896), at(3, 1))
  for (const other of [67_379_200, 331_481_088, 1, 0]) assert.is(five.ponAt(other), null, String(other))
})
test('steps of boards: 0x10000 and 0x200 (FWLT-C), 0x20000 and 0x400 (FGLT-B)', () => {
  const [pon, ont] = [94_371_840, 96_468_992]
  assert.equal(five.ponAt(pon + 0x1_00_00), at(1, 2))
  assert.is(four.ponAt(pon + 0x1_00_00), null)
  assert.equal(four.ponAt(pon + 15 * 0x2_00_00), at(1, 16))
  assert.equal(five.ontAt(ont + 0x1_00_00 + 0x2_00), { ...at(1, 2), onu: 2 })
  assert.is(four.ontAt(ont + 0x2_00), null)
  assert.equal(four.ontAt(ont + 0x2_00_00 + 0x4_00), { ...at(1, 2), onu: 2 })
})
test('ifIndex of ONTs goes both ways over the whole range', () => {
  for (const [layout, ports] of [
    [five, 32],
    [four, 16],
  ] as const)
    for (let slot = 1; slot <= 18; slot++)
      for (let port = 1; port <= ports; port++)
        for (const onu of [1, 2, 64, 128]) {
          const place = { ...at(slot, port), onu }
          assert.equal(layout.ontAt(layout.ontIndex(place)), place)
        }
})
test('the rows of a board show its steps; rows that both layouts can have show neither', () => {
  const rows = (...indexes: number[]) => indexes.map(ifIndex => ({ ifIndex, named: null }))
  const pon = (step: number, count: number) =>
    rows(...Array.from({ length: count }, (_, n) => 94_371_840 + n * step))
  const fitting = (...args: [ports: Row[], onts: Row[]]) => known.filter(layout => fits(layout, ...args))
  assert.equal(fitting(pon(0x1_00_00, 2), []), [five])
  assert.equal(fitting(pon(0x2_00_00, 16), []), [four])
  assert.equal(fitting(pon(0x2_00_00, 2), []), [five, four])
  assert.equal(fitting(pon(0x2_00_00, 2), rows(96_468_992 + 0x2_00)), [five])
  assert.equal(fitting([{ ifIndex: 94_371_840 + 0x2_00_00, named: { ...at(1, 2), onu: null } }], []), [four])
})
test('names', () => {
  const place = { shelf: 1, slot: 2, port: 5, onu: null, technology: 'gpon' }
  assert.equal(parseName('1/1/2/5'), place)
  assert.equal(parseName('PON 1/1/2/5'), place)
  assert.equal(parseName('1/1/2/5/17'), { ...place, onu: 17 })
  for (const other of ['nt-a:xfp:1', '1/2', 'dsl 1/1/2/5']) assert.is(parseName(other), null, other)
})
test('alarms of an ONT: why it is lost', () => {
  assert.is(alarmOf(0), null)
  assert.is(alarmOf(2), 'los')
  assert.is(alarmOf(2 ** 18 + 2), 'dyingGasp')
  assert.is(alarmOf(2 ** 12), null)
})

const index = buildIndex([driver])
for (const [key, number, descr] of [
  ['nokia_isam_7360', '637.61.1', 'NFXS-A FX-8 ISAM release R6.2.04'],
  ['nokia_isam_7302', '637.61.1', 'ISAM 7302 R5.8.01'],
  ['nokia_isam_7330', '637.61.1', '7330 ISAM FTTN'],
  ['nokia_isam', '637.61.1', 'ISAM'],
  [null, '637.610', 'ISAM'],
] as const)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))
