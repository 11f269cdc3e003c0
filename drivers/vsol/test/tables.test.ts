import { SnmpType, type Column } from '@linecard/driver-kit'
import { buildIndex } from '@linecard/driver-kit/detection'
import { isOnu } from '@linecard/driver-kit/onus'
import { assert, suite } from '@linecard/test-kit'
import { dbm, duration, localTime, measured, onuDescription, reasonText } from '../src/columns.ts'
import { parsePieces } from '../src/fdb.ts'
import { joined, portKey, type Learned } from '../src/fdb-rows.ts'
import driver from '../src/index.ts'
import { parseAutoFind, parseMacTable, parseProfiles } from '../src/parse/tables.ts'
import { keyOf, nameOf, parseName, placeOf, ponOnu, uplinkKey } from '../src/place.ts'

const test = suite('driver vsol tables')

const read = <T>(column: Column<T>, value: string, index = '') =>
  column.decode({ oid: `${column.oid}${index}`, type: SnmpType.OctetString, value: Buffer.from(value) })
const place = (slot: number, port: number, onu: number | null) => ({ shelf: 0, slot, port, onu })

test('bind keys are those that clients already hold', () => {
  assert.is(keyOf(place(0, 6, null)), 10_006_000)
  assert.is(keyOf(place(0, 6, 4)), 10_006_004)
  assert.is(keyOf(place(1, 2, 3)), 10_102_003)
  assert.is(uplinkKey(0, 1), 10_001)
  assert.is(uplinkKey(1, 4), 10_104)
})

test('every place has its own key, and the key gives it back', () => {
  const seen = new Set<number>()
  for (const slot of [0, 1, 9, 99])
    for (let port = 0; port <= 99; port++)
      for (const onu of [null, 1, 34, 64, 128, 999]) {
        const key = keyOf(place(slot, port, onu))!
        assert.not(seen.has(key), `${slot}/${port}:${onu}`)
        seen.add(key)
        assert.equal(placeOf(key), place(slot, port, onu))
      }
  for (const one of [place(100, 1, 1), place(0, 100, 1), place(0, 1, 1000), place(0, 1, 0)])
    assert.is(keyOf(one), null)
  for (const key of [1, 10_001, 9_999_999, 20_000_000, 10_006_004.5]) assert.is(placeOf(key), null)
})

test('names of the agent and of the command line give the same place', () => {
  for (const [name, at] of [
    ['EPON0/6', place(0, 6, null)],
    ['EPON0/6:4', place(0, 6, 4)],
    ['EPON0/6:4 the yard', place(0, 6, 4)],
    ['EPON06ONU4', place(0, 6, 4)],
    ['EPON01ONU34', place(0, 1, 34)],
    ['GPON0/2:128', place(0, 2, 128)],
    ['GPON16ONU128', place(0, 16, 128)],
    ['gpon 0/7', place(0, 7, null)],
    ['GPON1/2:3', place(1, 2, 3)],
  ] as const) {
    const found = parseName(name)!
    assert.equal({ shelf: found.shelf, slot: found.slot, port: found.port, onu: found.onu }, at, name)
    assert.is(found.technology, /^g/i.test(name) ? 'gpon' : 'epon')
    const { technology: _, ...back } = parseName(nameOf(at, 'gpon'))!
    assert.equal(back, at)
  }
  for (const name of ['GE0/1', 'vlan100', 'EPON', 'XPON0/1', 'EPON0/6:4x']) assert.is(parseName(name), null)
})

test('an index is .pon.onu, in both directions', () => {
  for (let port = 1; port <= 16; port++)
    for (let onu = 1; onu <= 128; onu++) {
      const index = ponOnu.encode({ shelf: 0, slot: 0, port, onu })!
      assert.is(index, `${port}.${onu}`)
      const back = ponOnu.decode(index)!
      assert.ok(isOnu(back))
      assert.equal(back, { shelf: 0, slot: 0, port, onu })
    }
  assert.is(ponOnu.encode({ shelf: 0, slot: 1, port: 1, onu: 1 }), null, 'the tables have no slot')
  for (const index of ['1', '1.2.3', '1.0', 'x.1']) assert.is(ponOnu.decode(index), null)
})

test('light is dBm and never the milliwatts before it; zero and N/A are no light', () => {
  assert.is(read(dbm('1.1'), '0.03 mW (-14.61 dBm)'), -14.61)
  assert.is(read(dbm('1.1'), '2.38 mW (3.77 dBm)'), 3.77)
  assert.is(read(dbm('1.1'), '-10.47'), -10.47)
  assert.is(read(dbm('1.1'), '6.56 dbm'), 6.56)
  for (const none of ['0.00', '0.000', 'N/A', '', '0.00 mW (0.00 dBm)', '-80.00', '0.03 mW'])
    assert.is(read(dbm('1.1'), none), null, none)
  assert.is(read(measured('1.1', 150), '27.84 .C'), 27.84)
  assert.is(read(measured('1.1', 20), '3.27 V'), 3.27)
  assert.is(read(measured('1.1', 150), '0.00 C'), null)
})

test('times of both kinds, durations, reasons', () => {
  assert.is(read(localTime('1.1'), '2000/01/23 13:13:01'), '2000-01-23 13:13:01')
  assert.is(read(localTime('1.1'), '2026:04:30 18:11:40'), '2026-04-30 18:11:40')
  for (const none of ['N/A', '0000/00/00 00:00:00', '']) assert.is(read(localTime('1.1'), none), null)
  assert.is(read(duration('1.1'), '05:05:30'), 18_330)
  assert.is(read(duration('1.1'), '2 05:05:30'), 191_130)
  assert.is(read(duration('1.1'), '2 Days 05:05:30'), 191_130)
  assert.is(read(duration('1.1'), 'N/A'), null)
  assert.is(read(reasonText('1.1'), 'Power Off'), 'PowerOff')
  assert.is(read(reasonText('1.1'), 'LOS'), 'LOS')
  assert.is(read(reasonText('1.1'), 'Deactive'), 'Deactive')
  assert.is(read(reasonText('1.1'), 'N/A'), null)
})

test('the name of the ONU itself is no description', () => {
  const column = onuDescription('1.24')
  assert.is(read(column, 'GPON0/1:2', '.1.2'), '')
  assert.is(read(column, 'GPON0/1:2', '.1.3'), 'GPON0/1:2', 'it is that of another ONU')
  assert.is(read(column, 'NULL', '.1.2'), '')
  assert.is(read(column, 'house 7', '.1.2'), 'house 7')
})

test('MAC addresses in one text, cut anywhere: entries that cannot be read are counted', () => {
  const { learned, lost } = parsePieces(
    '100,02:00:65:00:10:01,dynamic,GE0/1;101,02:00:65:00:20:02,static,EPON0/1:34;x,y;7,02:00:65:00:20:03,dynamic,CPU;',
  )
  assert.is(lost, 1)
  assert.equal(
    learned.map(({ mac, vlan, port, status }) => [mac, vlan, port, status]),
    [
      ['02:00:65:00:10:01', 100, 10_001, 'LEARNED'],
      ['02:00:65:00:20:02', 101, 10_001_034, 'STATIC'],
      ['02:00:65:00:20:03', 7, null, 'LEARNED'],
    ],
  )
  for (const [shown, key] of [
    ['GE1', 10_001],
    ['PON4', 10_004_000],
    ['PON4:ONU73', 10_004_073],
    ['4:73', 10_004_073],
    ['GPON0/4:73', 10_004_073],
    ['GPON0/4: 73', 10_004_073],
    ['CPU', null],
  ] as const)
    assert.is(portKey(shown), key, shown)
})

test('case 1: an address whose ONU did not arrive is not told as behind the whole PON port', () => {
  const [mac, status] = ['02:00:64:00:20:01', 'LEARNED' as const]
  const pon: Learned = { mac, vlan: 100, port: 10_003_000, status }
  const onu: Learned = { mac, vlan: 100, port: 10_003_007, status }
  assert.equal(joined([pon], [onu], true), [onu])
  assert.equal(joined([pon], [], false), [{ ...pon, port: null }])
  assert.equal(joined([pon], [], true), [pon], 'firmware without the table of ONUs names the PON port')
  assert.equal(joined([{ ...pon, vlan: null }], [onu], true), [onu], 'one row, not two')
  assert.equal(joined([pon], [{ ...onu, vlan: null }], false), [onu], 'the VLAN of the other table')
})

test('show mac address-table in the layouts of two firmwares; unreadable lines are counted', () => {
  const pon = 'MAC             VLAN Type    Port        Gem\n0200.6400.2001 670 Dynamic GPON0/2:18 1138\n'
  assert.equal(parseMacTable(pon).learned, [
    { mac: '02:00:64:00:20:01', vlan: 670, port: 10_002_018, status: 'LEARNED', gem: 1138 },
  ])
  const all =
    'VLAN MAC              Type     Port\n100  0200:6400:1001   Dynamic  GE0/1\n' +
    '4000 0200:6400:2001   Static   GPON0/1: 5\n     0200:6400:2002   Dynamic  GPON0/1:6\n'
  const { learned, lost } = parseMacTable(all)
  assert.equal(
    learned.map(({ vlan, port, status }) => [vlan, port, status]),
    [
      [100, 10_001, 'LEARNED'],
      [4000, 10_001_005, 'STATIC'],
    ],
  )
  assert.is(lost, 1)
})

test('show onu auto-find in both layouts', () => {
  assert.equal(parseAutoFind('OnuIndex Sn State\n-----\nGPON0/1:1   GPON002E64F8   unknow\n'), [
    { ident: 'GPON002E64F8', model: null },
  ])
  assert.equal(
    parseAutoFind('Index  Sn  Equipment ID\n1\tsn:GPON005c9160\t\tVSOLV422\n2\tsn:VSOL00000001\t\tNULL\n'),
    [
      { ident: 'GPON005C9160', model: 'VSOLV422' },
      { ident: 'VSOL00000001', model: null },
    ],
  )
  assert.equal(parseAutoFind('No related information to show.'), [])
})

const { detect } = buildIndex([driver])
const objectId = '1.3.6.1.4.1.37950.1.1.5.10.14.1'
const name = '1.3.6.1.4.1.37950.1.1.5.10.14.1.0'
const newName = '1.3.6.1.4.1.37950.1.1.5.10.14.5.0'
const kind = '1.3.6.1.4.1.37950.1.1.5.10.12.5.15.0'
const identities: readonly [string, Record<string, string>, string | null][] = [
  ['V1600G', {}, 'v_solution_v1600g'],
  ['V1600GS', { [newName]: 'V1600GS' }, 'v_solution_v1600g'],
  ['V1600G1', { [name]: 'V1600G1' }, 'v_solution_v1600g'],
  ['V1600G1B', { [name]: 'V1600G1B' }, 'v_solution_v1600g1b'],
  ['V1600D', {}, 'v_solution_v1600d'],
  ['V1600D', { [newName]: 'V1600D2' }, 'v_solution_v1600d'],
  ['V1600D', { [name]: 'V1600D8' }, 'v_solution_v1600d8'],
  ['V1600D', { [newName]: 'V1600D16' }, 'v_solution_v1600d16'],
  ['the yard', { [kind]: 'GPON-OLT' }, 'v_solution_v1600g'],
  ['the yard', { [kind]: 'EPON-OLT' }, 'v_solution_v1600d'],
  ['the yard', {}, null],
]
for (const [descr, answers, key] of identities)
  test(`"${descr}" ${Object.values(answers).join('')} is ${key ?? 'none of ours'}`, async () =>
    assert.is((await detect({ objectId, descr }, async oid => answers[oid] ?? null)).modelKey, key))

test('show onu auto-find of EPON, and the profiles of a running configuration', () => {
  const found =
    'OnuIndex   Mac   State\n-----\nEPON0/1:1   4c:d7:c8:f9:91:00   unknow\n2 4c:d7:c8:f9:91:01 V2801'
  assert.equal(parseAutoFind(found, 'epon'), [
    { ident: '4C:D7:C8:F9:91:00', model: null },
    { ident: '4C:D7:C8:F9:91:01', model: 'V2801' },
  ])
  const text =
    '!\nprofile dba id 511 name default1\n  type 3 assured 1024\nprofile line id 3 name vlan_100\r\n'
  assert.equal(parseProfiles(text), [
    { kind: 'dba', id: 511, name: 'default1' },
    { kind: 'line', id: 3, name: 'vlan_100' },
  ])
  assert.equal(parseProfiles('onu 1 profile line name vlan_100'), [])
})

test('every model has an identity here', () => {
  const named = new Set(identities.map(([, , key]) => key))
  assert.equal(
    driver.models.filter(one => !named.has(one.key)).map(one => one.key),
    [],
  )
})
