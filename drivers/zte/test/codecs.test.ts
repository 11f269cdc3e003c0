import { SnmpType, type Column } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import { cardId } from '../src/cards/read.ts'
import { localTime, oltPower, onuPower } from '../src/columns.ts'
import {
  byC300,
  byC320,
  gponOnu,
  gponOnuOptics,
  gponPort,
  largeBoard,
  largeBoardOnu,
  physicalOnu,
  physicalPort,
  smallBoard,
  smallBoardOnu,
  transceiverPort,
  type PlaceIndex,
} from '../src/indexes.ts'
import { gpon1012 } from '../src/onus/gpon-1012.ts'
import { gpon1082 } from '../src/onus/gpon-1082.ts'
import { blockOf, placeAt as placeOf, statusOf, wordOf } from '@linecard/driver-kit/onus'
import { bindKey, groupKey, onuName, parseName, placeOfKey, type Place } from '../src/place.ts'
import { ifIndexOfBridgePort } from '../src/ports/vlans.ts'

const test = suite('driver zte codecs')

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
const places = (
  shelves: readonly number[],
  slots: readonly number[],
  ports: readonly number[],
  onus: readonly number[],
): Place[] =>
  shelves.flatMap(shelf =>
    slots.flatMap(slot => ports.flatMap(port => onus.map(onu => ({ shelf, slot, port, onu })))),
  )
const read = (value: Buffer) => localTime('1.1').decode({ oid: '1.1', type: SnmpType.OctetString, value })
const row = (
  phase: string | null,
  reason: string | null = null,
  admin: 'Enabled' | 'Disabled' = 'Enabled',
) => ({ phase, reason, admin })
const number = (oid: Column<number>, value: number) =>
  oid.decode({ oid: oid.oid, type: SnmpType.Integer, value })

test('indexes of the vendor are packed as its own examples are', () => {
  assert.is(gponPort.encode({ shelf: 1, slot: 2, port: 1 }), 268_566_784)
  assert.is(gponOnu.encode({ shelf: 1, slot: 2, port: 1, onu: 5 }), '268566784.5')
  assert.is(gponOnuOptics.encode({ shelf: 1, slot: 2, port: 1, onu: 5 }), '268566784.5.1')
  assert.is(physicalPort.encode({ shelf: 1, slot: 2, port: 1 }), 285_278_721)
  assert.equal(physicalPort.decode(285_278_465), { shelf: 1, slot: 1, port: 1 })
  assert.is(smallBoardOnu.encode({ shelf: 1, slot: 1, port: 1, onu: 5 }), '805831936')
  assert.is(largeBoardOnu.encode({ shelf: 1, slot: 3, port: 16, onu: 5 }), '2420049152')
  assert.equal(gponPort.decode(268_501_248), { shelf: 1, slot: 1, port: 1 })
})

const layouts: readonly [string, PlaceIndex, Place[]][] = [
  ['.1012', gponOnu, places([1, 2, 16], range(0, 22), range(1, 16), [1, 64, 128])],
  ['.1012 optics', gponOnuOptics, places([1], [1, 22], [1, 16], [1, 128])],
  ['ifIndex', physicalOnu, places([1, 2, 9], range(0, 22), range(1, 16), [1, 64, 128])],
  [
    'boards of up to 8 ports',
    smallBoardOnu,
    places([1, 2, 16], range(0, 31), range(1, 8), [0, 1, 64, 128, 255]),
  ],
  [
    'boards of more ports',
    largeBoardOnu,
    places([1, 2, 8], range(0, 31), range(1, 16), [0, 1, 64, 128, 255]),
  ],
]
for (const [name, layout, all] of layouts) {
  test(`the index of ${name} comes back as it went, for every slot and shelf`, () => {
    const seen = new Set<string>()
    for (const place of all) {
      const index = layout.encode(place)
      assert.equal(layout.decode(index), place)
      seen.add(index)
    }
    assert.is(seen.size, all.length)
  })
}

test('slots from 16 on and shelves from 2 on are not cut off', () => {
  assert.equal(largeBoard.decode(largeBoard.encode({ shelf: 2, slot: 16, port: 16, onu: 64 })), {
    shelf: 2,
    slot: 16,
    port: 16,
    onu: 64,
  })
  assert.equal(largeBoardOnu.decode(String(largeBoard.encode({ shelf: 8, slot: 31, port: 16, onu: 1 }))), {
    shelf: 8,
    slot: 31,
    port: 16,
    onu: 1,
  })
})

test('each layout refuses the others, and negative numbers are their unsigned twins', () => {
  const place = { shelf: 1, slot: 3, port: 4, onu: 5 }
  assert.is(smallBoard.decode(largeBoard.encode(place)), null)
  assert.is(gponPort.decode(physicalPort.encode(place)), null)
  assert.is(physicalPort.decode(gponPort.encode(place)), null)
  assert.equal(largeBoard.decode(largeBoard.encode(place) - 2 ** 32), place)
  assert.is(gponOnu.decode('268566784'), null)
  assert.is(gponOnu.decode('268566784.5.1'), null)
  assert.is(smallBoardOnu.decode('805831936.1'), null)
  assert.equal(placeOf([smallBoardOnu, largeBoardOnu], '2420049152'), { shelf: 1, slot: 3, port: 16, onu: 5 })
  assert.throws(() => smallBoard.encode({ ...place, port: 9 }), /port is 9/)
})

test('the transceiver table counts line cards', () => {
  assert.is(transceiverPort(byC300).encode({ shelf: 1, slot: 2, port: 1, onu: 0 }), String(0x10000000))
  assert.is(transceiverPort(byC300).encode({ shelf: 1, slot: 12, port: 3, onu: 0 }), String(0x10080200))
  assert.is(transceiverPort(byC320).encode({ shelf: 1, slot: 1, port: 1, onu: 0 }), String(0x10000000))
  for (const slot of [...range(2, 9), ...range(12, 22)]) {
    const place = { shelf: 1, slot, port: 16, onu: 0 }
    assert.equal(transceiverPort(byC300).decode(transceiverPort(byC300).encode(place)), place)
  }
  assert.throws(
    () => transceiverPort(byC300).encode({ shelf: 1, slot: 10, port: 1, onu: 0 }),
    /slot 10 has no line card/,
  )
  assert.is(transceiverPort(byC320).decode(String(0x10200000)), null)
})

test('bind keys are decimal, unique and come back', () => {
  assert.is(bindKey({ shelf: 1, slot: 2, port: 1, onu: 36 }), 10_201_036)
  assert.equal(placeOfKey(10_201_036), { shelf: 1, slot: 2, port: 1, onu: 36 })
  const all = places([1, 2], range(1, 22), range(1, 16), [0, 1, 128])
  assert.is(new Set(all.map(bindKey)).size, all.length)
  for (const place of all) assert.equal(placeOfKey(bindKey(place)), place)
  assert.throws(() => bindKey({ shelf: 1, slot: 1, port: 100, onu: 1 }), /port is 100/)
  assert.is(placeOfKey(-1), null)
  assert.is(groupKey(7), 70_000_007)
})

test('names tell place and technology, and give names of ONUs', () => {
  for (const [name, technology, onu] of [
    ['gpon_1/2/1', 'gpon', 0],
    ['gpon-olt_1/2/1', 'gpon', 0],
    ['gpon_olt-1/2/1', 'gpon', 0],
    ['gpon-onu_1/2/1:36', 'gpon', 36],
    ['gpon_onu-1/2/1:36', 'gpon', 36],
    ['epon-onu_1/2/1:5', 'epon', 5],
    ['xgspon_olt-1/2/1', 'xgspon', 0],
    ['xgs-pon_olt-1/2/1', 'xgspon', 0],
    ['xg-pon_olt-1/2/1', 'xgpon', 0],
    ['10g-epon_olt-1/2/1', 'xepon', 0],
    ['xgei_1/2/1', null, 0],
    ['gei_1/2/1', null, 0],
  ] as const) {
    const named = parseName(name)
    assert.equal(
      named && { ...named, prefix: '' },
      { prefix: '', technology, shelf: 1, slot: 2, port: 1, onu },
      name,
    )
  }
  for (const name of ['Mng1', 'vlan100', 'smartgroup7', '', '1/2/3', 'gpon_1/2'])
    assert.is(parseName(name), null, name)
  assert.is(onuName('gpon_1/2/1', 5), 'gpon-onu_1/2/1:5')
  assert.is(onuName('gpon-olt_1/2/1', 5), 'gpon-onu_1/2/1:5')
  assert.is(onuName('gpon_olt-1/2/1', 5), 'gpon_onu-1/2/1:5')
  assert.is(onuName('epon_1/16/16', 64), 'epon-onu_1/16/16:64')
})

test('a bridge port is 64 times its slot plus its port', () => {
  assert.is(ifIndexOfBridgePort(257), physicalPort.encode({ shelf: 1, slot: 4, port: 1 }))
  assert.is(ifIndexOfBridgePort(259), 285_279_235)
})

test('optical power: what is no value is null, never 0', () => {
  const [rx, olt] = [onuPower('1.1'), oltPower('1.2')]
  assert.is(number(rx, 65_535), null)
  assert.is(number(rx, 10_000), -10)
  assert.is(number(rx, 15_000), 0)
  assert.is(number(rx, 65_530), -30.012)
  assert.is(number(rx, 30_001), null, 'beyond +30 dBm')
  assert.is(number(rx, 40_000), null, 'below -70 dBm')
  assert.is(number(olt, -23_419), -23.419)
  for (const none of [-80_000, -1000, 2_147_483_647, -70_000])
    assert.is(number(olt, none), null, String(none))
})

test('times by the clock of the OLT', () => {
  assert.is(read(Buffer.from('07ea030108000500', 'hex')), '2026-03-01 08:00:05')
  assert.is(read(Buffer.from('07ea0301080005002b0200', 'hex')), '2026-03-01 08:00:05')
  assert.is(read(Buffer.from('2026-03-01 08:00:05')), '2026-03-01 08:00:05')
  assert.is(read(Buffer.from('2026/3/1 08:00:05')), '2026-03-01 08:00:05')
  for (const none of [
    Buffer.alloc(8),
    Buffer.from('0000-00-00 00:00:00'),
    Buffer.from('N/A'),
    Buffer.alloc(0),
  ])
    assert.is(read(none), null)
})

test('phases of the C600 are those of the C300 plus one', () => {
  const phases = ['logging', 'LOS', 'syncMib', 'working', 'DyingGasp', 'authFailed', 'OffLine']
  phases.forEach((word, phase) => {
    assert.is(number(gpon1012.state!.columns.phase as unknown as Column<number>, phase), word)
    assert.is(number(gpon1082.state!.columns.phase as unknown as Column<number>, phase + 1), word)
  })
})

test('the state of an ONU is one of the uniform words', () => {
  const { words } = gpon1012.state!
  assert.is(statusOf(row('working', 'PowerOff'), words), 'Online')
  assert.is(statusOf(row('working', null, 'Disabled'), words), 'Online')
  assert.is(statusOf(row('LOS'), words), 'LOS')
  assert.is(statusOf(row('DyingGasp'), words), 'PowerOff')
  assert.is(statusOf(row('OffLine', 'PowerOff'), words), 'PowerOff')
  assert.is(statusOf(row('OffLine', 'LOSi'), words), 'LOS')
  assert.is(statusOf(row('OffLine', 'reboot'), words), 'Offline')
  assert.is(statusOf(row('logging', 'LOS'), words), 'Offline')
  assert.is(statusOf(row('OffLine', 'LOS', 'Disabled'), words), 'Disabled')
  assert.is(statusOf(row(null), words), 'Unknown')
  assert.is(wordOf(row('OffLine', 'unknown'), words), 'OffLine')
  assert.is(wordOf(row('OffLine', 'reboot'), words), 'reboot')
})

test('descriptions may have parts', () => {
  assert.is(blockOf('plain'), 'plain')
  assert.is(blockOf('house 7$$flat 12'), 'flat 12')
  assert.is(blockOf('house 7$$flat 12', 0), 'house 7')
  assert.is(blockOf('house 7$$flat 12$$'), 'flat 12')
  assert.is(blockOf('house 7$$flat 12', '5'), null)
  assert.is(blockOf(''), '')
})

test('numbers of boards are unique', () => {
  assert.is(cardId(1, 1, 2), 10_112)
  assert.is(cardId(1, 1, 12), 101_112)
  const ids = range(1, 12).flatMap(rack =>
    range(1, 12).flatMap(shelf => range(0, 31).map(slot => cardId(rack, shelf, slot))),
  )
  assert.is(new Set(ids).size, ids.length)
})
