import { SnmpType, type Column } from '@linecard/driver-kit'
import { placeAt, statusOf } from '@linecard/driver-kit/onus'
import { assert, suite } from '@linecard/test-kit'
import { technologyOf } from '../src/smartax/cards.ts'
import { description, eponPower, hundredths, localTime, metres, oltPower } from '../src/smartax/columns.ts'
import {
  eponOnu,
  eponOnuCounters,
  eponPort,
  ethernetPort,
  gponOnu,
  gponPort,
} from '../src/smartax/indexes.ts'
import { stateWords } from '../src/smartax/onus/words.ts'
import { ethernetKey, otherKey, parseName, placeOfKey, ponKey } from '../src/smartax/place.ts'
import { portShape } from '../src/smartax/places.ts'
import { profileName } from '../src/smartax/profiles.ts'

const test = suite('driver huawei: places and columns of SmartAX')

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
const number = (column: Column<number>, value: number) =>
  column.decode({ oid: column.oid, type: SnmpType.Integer, value })
const bytes = <T>(column: Column<T>, hex: string) =>
  column.decode({ oid: column.oid, type: SnmpType.OctetString, value: Buffer.from(hex, 'hex') })

test('ifIndexes are packed as devices pack them', () => {
  assert.is(gponPort.encode({ shelf: 0, slot: 0, port: 0 }), 0xfa000000)
  assert.is(gponPort.encode({ shelf: 0, slot: 1, port: 0 }), 4_194_312_192)
  assert.is(gponPort.encode({ shelf: 0, slot: 1, port: 3 }), 4_194_312_960)
  assert.equal(gponPort.decode(4_194_345_216), { shelf: 0, slot: 5, port: 1 })
  assert.is(eponPort.encode({ shelf: 0, slot: 1, port: 0 }), 0xfc002000)
  assert.is(ethernetPort.encode({ shelf: 0, slot: 8, port: 0 }), 234_946_560)
  assert.is(ethernetPort.encode({ shelf: 0, slot: 7, port: 3 }), 234_938_560)
  // An MDU counts Ethernet ports from 1 in ifIndex, and from 0 in ifName, which decides.
  assert.equal(ethernetPort.decode(234_890_752), { shelf: 0, slot: 1, port: 24 })
  assert.is(gponOnu.encode({ shelf: 0, slot: 1, port: 0, onu: 0 }), '4194312192.0')
  assert.is(eponOnuCounters.encode({ shelf: 0, slot: 5, port: 0, onu: 3 }), '4227899392.3.0')
})

test('an Ethernet port without its name gets the number of no port: an MDU counts them otherwise in ifIndex', () => {
  const row = { ifIndex: 234_890_752, name: null, descr: 'Huawei-MA562X', ifType: 62, mac: null }
  const shape = (name: string | null, lost: boolean) => {
    const standard = { id: 1, name: name ?? row.descr, type: 'FE', parent: null, if_index: row.ifIndex }
    return portShape({ ...row, name } as never, standard as never, lost)
  }
  const { id, _port } = shape('ethernet0/1/23', false)!
  assert.equal([id, _port], [100_123, 23])
  assert.equal(shape(null, false), { id: otherKey(row.ifIndex), mac_address: null })
  // Of names that did not arrive the answer tells: another id would make another port of it.
  assert.is(shape(null, true), null)
  assert.is(shape('ethernet0/1/23', true)?.id, 100_123)
})

test('ifIndexes above 31 bits are unsigned, and a negative number is its unsigned twin', () => {
  assert.equal(gponPort.decode(4_194_312_192 - 2 ** 32), { shelf: 0, slot: 1, port: 0 })
  assert.is(gponPort.decode(4_194_312_193), null)
  assert.is(gponPort.decode(eponPort.encode({ shelf: 0, slot: 1, port: 0 })), null)
  assert.is(eponPort.decode(4_194_312_192), null)
  assert.is(ethernetPort.decode(4_194_312_192), null)
  assert.is(gponPort.decode(264), null)
  assert.is(gponOnu.decode('4194312192'), null)
  assert.is(gponOnu.decode('4194312192.1.0'), null)
  assert.is(placeAt([eponOnuCounters], '4227899392.3'), null)
  assert.throws(() => gponPort.encode({ shelf: 0, slot: 1, port: 32 }), /port is 32/)
})

test('every ONU of every slot has one index and one key, and both come back', () => {
  const [indexes, keys] = [new Set<string>(), new Set<number>()]
  let count = 0
  for (const layout of [gponOnu, eponOnu])
    for (const shelf of [0, 1, 9])
      for (const slot of range(0, 22))
        for (const port of [0, 1, 7, 15, 31])
          for (const onu of [0, 1, 63, 127, 255]) {
            const place = { shelf, slot, port, onu }
            const index = layout.encode(place)!
            assert.equal(layout.decode(index), place)
            indexes.add(index)
            const key = ponKey(place)!
            assert.equal(placeOfKey(key), place)
            if (layout === gponOnu) keys.add(key)
            count++
          }
  assert.is(indexes.size, count)
  assert.is(keys.size, count / 2)
})

test('bind keys of ports, ONUs and other interfaces are apart', () => {
  const port = { shelf: 0, slot: 1, port: 7, onu: null }
  assert.is(ponKey(port), 200_107)
  assert.is(ponKey({ ...port, onu: 0 }), 200_107_000)
  assert.is(ponKey({ ...port, shelf: 2, onu: 127 }), 220_107_127)
  assert.is(ethernetKey({ ...port, slot: 19, port: 1 }), 101_901)
  assert.equal(placeOfKey(200_107), port)
  assert.is(placeOfKey(101_901), null)
  assert.is(placeOfKey(264), null)
  assert.is(placeOfKey(1.5), null)
  assert.is(ponKey({ ...port, shelf: 10 }), null)
  assert.is(ponKey({ ...port, onu: 1000 }), null)
  // An ifIndex that is the key of an ONU (ADSL ports have kind 6) gets a key of its own.
  assert.is(otherKey(264), 264)
  assert.is(otherKey(201_342_976), 201_342_976 + 2 ** 32)
  assert.is(placeOfKey(otherKey(201_342_976)), null)
})

test('names of the agent and of the console', () => {
  const at = (name: string) => {
    const { shelf, slot, port, onu, technology, ethernet } = parseName(name)!
    return [shelf, slot, port, onu, technology, ethernet]
  }
  assert.equal(at('GPON 0/1/7'), [0, 1, 7, null, 'gpon', false])
  assert.equal(at('EPON 0/1/7'), [0, 1, 7, null, 'epon', false])
  assert.equal(at('gpon 0/ 2/6'), [0, 2, 6, null, 'gpon', false])
  assert.equal(at('ethernet0/6/1'), [0, 6, 1, null, null, true])
  assert.equal(at('GPON 0/1/7:0'), [0, 1, 7, 0, 'gpon', false])
  assert.equal(at('XG-PON 0/3/1'), [0, 3, 1, null, 'xgpon', false])
  for (const name of ['vlanif2320', 'meth0', 'null0', 'InLoopBack0', 'adsl0/2/0', 'PON 0/1/1', ''])
    assert.is(parseName(name), null, name)
})

test('light: what is not measured is null, and never a number', () => {
  assert.is(number(hundredths('1.1'), -1896), -18.96)
  assert.is(number(hundredths('1.1'), 2_147_483_647), null)
  assert.is(number(hundredths('1.1'), -5000), null)
  assert.is(number(oltPower('1.1'), 8775), -12.25)
  assert.is(number(oltPower('1.1'), 0), null)
  assert.is(number(oltPower('1.1'), 2_147_483_647), null)
  assert.is(number(oltPower('1.1'), -2265), null)
  assert.is(number(metres('1.1'), -1), null)
  assert.is(number(metres('1.1'), 0), null)
  assert.is(number(metres('1.1'), 88), 88)
})

test('both forms of the power of an EPON ONU, which no number has at once', () => {
  const power = eponPower('1.1')
  assert.is(number(power, -2103), -21.03)
  assert.is(number(power, 187), 1.87)
  assert.is(number(power, 7734), -22.66)
  assert.is(number(power, 10_201), 2.01)
  assert.is(number(power, 2_147_483_647), null)
  for (let raw = -20_000; raw <= 20_000; raw++)
    assert.ok(number(hundredths('1.1'), raw) === null || number(oltPower('1.1'), raw) === null)
})

test('times by the clock of the device', () => {
  assert.is(bytes(localTime('1.1'), '07ea020b081e0500'), '2026-02-11 08:30:05')
  assert.is(bytes(localTime('1.1'), '07ea020b081e05002b0800'), '2026-02-11 08:30:05')
  assert.is(bytes(localTime('1.1'), '0000000000000000'), null)
  assert.is(bytes(description('1.1'), Buffer.from('ONT_NO_DESCRIPTION').toString('hex')), '')
})

test('a fibre cut and a power loss have two words, and an ONU that is switched off a third', () => {
  const row = (reason: string, admin: 'Enabled' | 'Disabled' = 'Enabled', phase = 'Offline') =>
    statusOf({ phase, admin, reason }, stateWords)
  assert.is(row('LOS'), 'LOS')
  assert.is(row('LOSi'), 'LOS')
  assert.is(row('PowerOff'), 'PowerOff')
  assert.is(row('Reset'), 'Offline')
  assert.is(row('unknown'), 'Offline')
  assert.is(row('Deactivated', 'Disabled'), 'Disabled')
  assert.is(row('LOS', 'Enabled', 'Online'), 'Online')
  assert.is(row('LOS', 'Enabled', 'Invalid'), 'Unknown')
})

test('names of profiles are in the row index', () => {
  const index = (name: string) => [name.length, ...Buffer.from(name)].join('.')
  assert.is(profileName(index('line-100M')), 'line-100M')
  assert.is(profileName(index('')), '')
  assert.is(profileName('9.65.66'), null)
  assert.is(profileName('1.65.66'), null)
})

test('the technology of a board is in its type', () => {
  assert.is(technologyOf('H805GPFD'), 'gpon')
  assert.is(technologyOf('H808EPSD'), 'epon')
  assert.is(technologyOf('H901XGHD'), 'xgpon')
  assert.is(technologyOf('H802SCUN'), null)
  assert.is(technologyOf(null), null)
})
