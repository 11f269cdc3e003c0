import { SnmpType, unknownValue, type Column } from '@linecard/driver-kit'
import type { OnuPlace, PlaceIndex, Places } from '@linecard/driver-kit/onus'
import { assert, suite } from '@linecard/test-kit'
import {
  asciiMac,
  celsius,
  clockTime,
  described,
  downReason,
  microwatts,
  placeIn,
  power,
  voltage,
} from '../src/columns.ts'
import { onuV3, packedOnu, pairOnu, ponNumber, withPonPort, withTail } from '../src/indexes.ts'
import { parseName } from '../src/names.ts'
import { logsOf } from '../src/onus/history.ts'
import { ponOf } from '../src/onus/states.ts'
import { placesFd11 } from '../src/places/fd11.ts'
import { legacyPlaces, portsOf } from '../src/places/legacy.ts'
import { placesV3 } from '../src/places/v3.ts'
import { boardTemperature } from '../src/system.ts'

const test = suite('driver cdata: indexes, places and scales')
const at = (slot: number, port: number, onu: number): OnuPlace => ({ shelf: 0, slot, port, onu })
const integer = <T>(column: (oid: string) => Column<T>, value: number) =>
  column('1.3').decode({ oid: '1.3.1', type: SnmpType.Integer, value })
const octets = <T>(column: (oid: string) => Column<T>, value: string | Buffer) =>
  column('1.3').decode({
    oid: '1.3.1',
    type: SnmpType.OctetString,
    value: typeof value === 'string' ? Buffer.from(value, 'latin1') : value,
  })

const vectors: readonly (readonly [string, PlaceIndex, OnuPlace, string])[] = [
  ['FD1208S pon0/0/2:1 is number 14', packedOnu(12), at(0, 2, 1), '16780801'],
  ['FD1208S: third octet 0x0F is PON 3', packedOnu(12), at(0, 3, 6), '16781062'],
  ['FD1604 pon0/0/1:1', packedOnu(6), at(0, 1, 1), String(0x01_00_07_01)],
  ['FD1216S pon0/0/16:64', packedOnu(10), at(0, 16, 64), String(0x01_00_1a_40)],
  ['FD1104 pon1/1:1', pairOnu, at(1, 1, 1), '1.1'],
  ['FD1108 pon1/8:64', pairOnu, at(1, 8, 64), '8.64'],
  ['FD16xx V3: the first ONU', onuV3, at(0, 1, 1), '4718593'],
  ['FD16xx V3: port 2', onuV3, at(0, 2, 1), String(0x48_0000 + 4096 + 1)],
  ['FD17xx 0/2/1:1', onuV3, at(2, 1, 1), '38273025'],
  ['light of V3.2', withPonPort(onuV3), at(0, 1, 1), '4718593.0.1310721'],
  ['light of V3.3', withTail(onuV3, '0.0'), at(0, 1, 1), '4718593.0.0'],
  ['light of EPON V1.6', withTail(packedOnu(12), '0.1'), at(0, 3, 6), '16781062.0.1'],
]
for (const [name, index, place, text] of vectors) {
  test(`${name}: ${text}`, () => {
    assert.is(index.encode(place), text)
    assert.equal(index.decode(text), place)
  })
}

test('every ONU of every series has its own index, and the index leads back to it', () => {
  const series: readonly (readonly [PlaceIndex, number[], number, number])[] = [
    [packedOnu(6), [0], 16, 128],
    [packedOnu(12), [0], 8, 64],
    [packedOnu(10), [0], 16, 64],
    [pairOnu, [1], 8, 64],
    [onuV3, [0, 1, 2, 18], 64, 256],
    [withPonPort(onuV3), [0, 2], 16, 128],
  ]
  for (const [index, slots, ports, onus] of series) {
    const seen = new Set<string>()
    for (const slot of slots)
      for (let port = 1; port <= ports; port++)
        for (let onu = 1; onu <= onus; onu++) {
          const text = index.encode(at(slot, port, onu))!
          assert.equal(index.decode(text), at(slot, port, onu))
          seen.add(text)
        }
    assert.is(seen.size, slots.length * ports * onus)
  }
})

test('an index of another table is no ONU', () => {
  for (const text of ['0', '1310721', '16780800', '4718592', '4294967296', '-1', '1.2.3', 'x', ''])
    assert.is(onuV3.decode(text), null, text)
  for (const text of ['16777473', '4718593', '16780800', '0', '1.1'])
    assert.is(packedOnu(12).decode(text), null, text)
  for (const text of ['1', '0.1', '1.0', '1.1.1']) assert.is(pairOnu.decode(text), null, text)
  assert.is(withPonPort(onuV3).decode('4718593.0.1310722'), null, 'the PON port of another ONU')
  assert.is(withTail(onuV3, '0.0').decode('4718593.0.10'), null)
  assert.throws(() => onuV3.encode(at(0, 65, 1)), /port is 65/)
})
const roundTrip = (places: Places, slots: readonly number[], ports: number, onus: number) => {
  const seen = new Set<number>()
  for (const slot of slots)
    for (let port = 1; port <= ports; port++)
      for (const onu of [null, ...Array.from({ length: onus }, (_, n) => n + 1)]) {
        const key = places.keyOf({ shelf: 0, slot, port, onu })!
        assert.equal(places.placeOf(key), { shelf: 0, slot, port, onu })
        assert.not(seen.has(key), `key ${key}`)
        seen.add(key)
      }
}
test('bind keys: known keys, and both ways over the whole range', () => {
  const epon1208 = legacyPlaces({ ge: 8, xge: 4, pon: 8 }, 'epon')
  assert.is(epon1208.keyOf(at(0, 2, 1)), 16_780_801)
  assert.is(epon1208.keyOf({ shelf: 0, slot: 0, port: 2, onu: null }), 16_780_800)
  assert.is(placesFd11.keyOf(at(1, 4, 64)), 4064)
  assert.is(placesFd11.keyOf({ shelf: 0, slot: 1, port: 4, onu: null }), 12)
  assert.is(placesV3.keyOf(at(0, 1, 1)), 10_001_001)
  assert.is(placesV3.keyOf(at(2, 1, 1)), 10_201_001)
  roundTrip(epon1208, [0], 8, 64)
  roundTrip(legacyPlaces({ ge: 4, xge: 2, pon: 16 }, 'gpon'), [0], 16, 255)
  roundTrip(placesFd11, [1], 8, 64)
  roundTrip(placesV3, [0, 1, 18, 99], 99, 128)
})
test('numbers that are no place are no place', () => {
  for (const key of [0, 1001, 9_999_999, 10_000_000, 10_000_001, 20_000_000, 1.5, -1, 16_780_800])
    if (key !== 16_780_800) assert.is(placesV3.placeOf(key), null, String(key))
  assert.is(placesV3.keyOf(at(0, 1, 1000)), null, 'it would be ONU 0 of the next port')
  assert.is(placesV3.keyOf({ shelf: 1, slot: 0, port: 1, onu: 1 }), null)
  const legacy = legacyPlaces({ ge: 4, xge: 2, pon: 4 }, 'gpon')
  assert.is(legacy.placeOf(16_777_472), null, 'an uplink')
  assert.is(legacy.keyOf(at(0, 300, 1)), null)
})

const numbers = (ge: number, xge: number, pon: number) =>
  Object.fromEntries(portsOf({ ge, xge, pon }).map(({ name, xid }) => [name, xid]))
test('the ports of FD12xx and FD16xx have the numbers that the agent gives them', () => {
  assert.is(numbers(8, 4, 8)['pon0/0/1'], 13)
  assert.is(numbers(8, 4, 8)['xge0/0/4'], 12)
  assert.is(numbers(8, 2, 16)['pon0/0/16'], 26)
  assert.is(numbers(4, 2, 4)['pon0/0/1'], 7)
  assert.is(numbers(4, 2, 4)['xge0/0/1'], 5, 'a number of its own, unlike in older lists of this series')
  assert.is(numbers(4, 2, 16)['pon0/0/16'], 22)
})

test('names of the agent and of the command line', () => {
  assert.equal(parseName('gpon 0/0/1'), { kind: 'pon', technology: 'gpon', ...at(0, 1, 0), onu: null })
  assert.equal(parseName('pon0/0/12:64'), { kind: 'pon', technology: null, ...at(0, 12, 64) })
  assert.is(parseName('xe0/0/1')?.kind, 'xge')
  assert.equal(placesFd11.parse('pon1/4:3'), { ...at(1, 4, 3), technology: 'epon' })
  for (const name of ['vlanif100', 'ge3', 'gpon 0/0/x', '', 'pon0/0/1:', 'gpon 0/0/1 onu 1'])
    assert.is(parseName(name), null, name)
  assert.is(placesV3.parse('ge 0/0/1'), null, 'no ONU is behind it')
  assert.is(ponNumber.encode({ slot: 0, port: 1 }), 1_310_721)
})

test('light in hundredths; what means "nothing" is null, and never a number', () => {
  assert.is(integer(power, -1835), -18.35)
  assert.is(integer(power, 213), 2.13)
  for (const raw of [0, -1, -4000, -10_000, -99_999, 2_147_483_647])
    assert.is(integer(power, raw), null, String(raw))
  assert.is(integer(celsius, 4120), 41.2)
  for (const raw of [0, -1, -9900]) assert.is(integer(celsius, raw), null)
  assert.is(integer(microwatts, 100), -20)
  assert.is(integer(microwatts, 10_000), 0)
  assert.is(integer(microwatts, 0), null)
})
test('the supply voltage decides its scale; what fits no scale is null and is reported', () => {
  assert.is(integer(voltage, 331), 3.31)
  assert.is(integer(voltage, 33_100), 3.31)
  assert.is(integer(voltage, 328_000), 3.28)
  for (const raw of [0, -1]) assert.is(integer(voltage, raw), null)
  for (const raw of [33, 7777, 3_300_000]) assert.is(integer(voltage, raw), unknownValue, String(raw))
})
test('the temperature of the board by firmware; undecided is null', () => {
  assert.is(boardTemperature(20, 'V3.2.26'), 20)
  assert.is(boardTemperature(305, 'V4.0.1'), 30.5)
  assert.is(boardTemperature(412, 'V1.6.0'), 41.2)
  assert.is(boardTemperature(4120, 'V1.6.0'), 41.2)
  assert.is(boardTemperature(1250, 'V1.6.0'), 12.5)
  assert.is(boardTemperature(50, 'V1.6.0'), null)
  assert.is(boardTemperature(99_999, null), null)
})
test('times and reasons by the words of the OLT', () => {
  assert.is(octets(clockTime, Buffer.from('07ea03050a1e0a002b0300', 'hex')), '2026-03-05 10:30:10')
  assert.is(octets(clockTime, '2026-03-05 10:29:10'), '2026-03-05 10:29:10')
  for (const words of ['--', '0000-00-00 00:00:00', '1970-01-01 00:00:00', ''])
    assert.is(octets(clockTime, words), null)
  assert.is(octets(clockTime, Buffer.alloc(8)), null)
  assert.is(octets(downReason, 'dying-gasp'), 'PowerOff')
  assert.is(octets(downReason, 'losi'), 'LOSi')
  assert.is(octets(downReason, 'reboot'), 'reboot')
  for (const words of ['--', '', '-']) assert.is(octets(downReason, words), null)
})
const shown = (...args: Parameters<typeof logsOf>) =>
  logsOf(...args).map(({ reg_time, dereg_time, down_reason }) => [reg_time, dereg_time, down_reason])
test('the log of an ONU: it is back, it is lost, it was never lost', () => {
  const [early, late] = ['2026-03-05 10:29:10', '2026-03-05 10:30:10']
  assert.equal(shown(late, early, 'LOSi'), [
    [late, null, null],
    [null, early, 'LOS'],
  ])
  assert.equal(shown(early, late, 'PowerOff'), [[early, late, 'PowerOff']])
  assert.equal(shown(early, null, null), [[early, null, null]])
  assert.equal(shown(null, null, null), [])
})
test('the place before a description is no part of it', () => {
  assert.is(octets(described, 'gpon 0/0/1 onu 1'), '')
  assert.is(octets(described, 'gpon 0/0/1 onu 12 flat 4'), 'flat 4')
  assert.is(octets(described, 'gpon 0/0/1 onu 12flat'), 'gpon 0/0/1 onu 12flat')
  assert.is(octets(described, 'flat_4\0\0'), 'flat_4')
  assert.equal(placeIn('gpon 0/2/1 onu 7 x'), { slot: 2, port: 1, onu: 7 })
  assert.is(placeIn('x'), null)
})
test('ifPhysAddress as hexadecimal text of a text', () => {
  assert.is(octets(asciiMac, '44:30:3a:35:46:3a:41:30:3a:30:30:3a:30:30:3a:30:31'), 'D0:5F:A0:00:00:01')
  for (const words of ['44:30:3a', 'x', '44:30:3a:35:46:3a:41:30:3a:30:30:3a:30:30:3a:30:zz'])
    assert.is(octets(asciiMac, words), null)
})
test('rows of the map of states: by the number among all ports, or among the PON ports', () => {
  assert.equal([13, 20].map(ponOf([13, 20], 13)), [1, 8])
  assert.equal([1, 8].map(ponOf([1, 8], 13)), [1, 8])
  assert.equal([11, 16].map(ponOf([1, 11, 16], 11)), [11, 16])
})
