import { DeviceError } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import { parseAutofind } from '../src/parse/autofind.ts'
import { parseFdb } from '../src/parse/fdb.ts'
import { parseBindings, parseBlacklist, parseServicePorts } from '../src/parse/tables.ts'
import { parseUniAttribute, parseUniState } from '../src/parse/uni.ts'

const test = suite('driver cdata: what the console prints')
const line = '-'.repeat(78)
const isParseFailed = (error: unknown) => error instanceof DeviceError && error.kind === 'ParseFailed'

test('show mac-address of FD16xx: the Ethernet port of the ONU, the ONU and the GEM port', () => {
  const output = `${line}
 MAC               VLAN  VXLAN  Uni   Port          Ont   Gem   MAC-Type
${line}
 02:aa:00:00:00:01 301   -      2     gpon0/0/1     12    1     dynamic
 02:AA:00:00:00:02 301   -      -     xe0/0/1       -     -     dynamic
  --More ( Press 'Q' to quit )-- 02:AA:00:00:00:03 7     -      -     gpon 0/0/8    128   2     static
${line}
 Total: 3`
  const rows = parseFdb(output.replace('  --More', '\n --More'))
  assert.equal(
    rows.map(({ mac, vlan, port, onu, uni, gem, dynamic }) => [mac, vlan, port, onu, uni, gem, dynamic]),
    [
      ['02:AA:00:00:00:01', 301, 'gpon0/0/1', 12, 2, 1, true],
      ['02:AA:00:00:00:02', 301, 'xe0/0/1', null, null, null, true],
      ['02:AA:00:00:00:03', 7, 'gpon0/0/8', 128, null, 2, false],
    ],
  )
})
test('show mac-address of FD12xx: with ONUs, and without', () => {
  assert.equal(parseFdb('02:BB:00:00:00:01  100  pon0/0/2  64  dynamic'), [
    { mac: '02:BB:00:00:00:01', vlan: 100, port: 'pon0/0/2', onu: 64, uni: null, gem: null, dynamic: true },
  ])
  const [row] = parseFdb('02:BB:00:00:00:01  100  xge0/0/1  dynamic')
  assert.equal([row?.port, row?.onu], ['xge0/0/1', null])
})
test('silence is no empty table of addresses', () => {
  assert.equal(parseFdb(' MAC   VLAN  Port\n Total: 0'), [])
  assert.equal(parseFdb('There is no mac-address.'), [])
  for (const output of ['', '\n\n', 'busy']) assert.throws(() => parseFdb(output), isParseFailed)
})

const found = ` Frame/Slot            : 0/0
 Port                  : 2
 Ont SN                : 43445443DEADBEEF (CDTC-DEADBEEF)
 Password              : 0x00
 Loid                  :
 Ont version           : V1.0
 Equipment-ID          : FD511G-X
 Ont software version  : V2.8.0
 Last autofind time    : 2026-03-05 11:58:02
 Aging time            : 300`
test('show ont autofind all: blocks of FD16xx and FD17xx', () => {
  const second = found
    .replace('0/0', '0/2')
    .replace('43445443DEADBEEF (CDTC-DEADBEEF)', 'CDTCDEADBE00 (CDTC-DEADBE00)')
    .replace('2026-03-05 11:58:02', '--')
  const rows = parseAutofind(`${line}\n${found}\n${line}\n${second}\n${line}\n Total: 2`)
  assert.equal(rows, [
    {
      ident: 'CDTCDEADBEEF',
      slot: 0,
      port: 2,
      password: '0x00',
      version: 'V1.0',
      firmware: 'V2.8.0',
      equipment: 'FD511G-X',
      loid: null,
      checkCode: null,
      since: '2026-03-05 11:58:02',
    },
    { ...rows[0]!, ident: 'CDTCDEADBE00', slot: 2, since: null },
  ])
})
test('show ont autofind all: F/S/P in one, no ONU, and no answer', () => {
  assert.equal(
    parseAutofind('F/S/P : 0/0/7\nOnt SN : HWTC11223344').map(({ ident, port }) => [ident, port]),
    [['HWTC11223344', 7]],
  )
  assert.equal(parseAutofind(' Total: 0'), [])
  assert.equal(parseAutofind('Error: There is no ONT avaliable.'), [])
  assert.throws(() => parseAutofind(''), isParseFailed)
})

test('show ont port state and attribute of one ONU', () => {
  const state = `${line}
 F/S  P  ONT-ID  Port  Type  Speed(Mbps)  Duplex  Link-State  Ring-Status
${line}
 0/0  1  1       1     GE    1000         full    up          -
 0/0  1  1       2     FE    -            -       down        -
${line}`
  assert.equal(parseUniState(state), [
    { num: 1, type: 'GE', speed: '1000', duplex: 'Full', link: 'Up' },
    { num: 2, type: 'FE', speed: null, duplex: null, link: 'Down' },
  ])
  const attribute = `${line}
 F/S P  ONT Port Operational Speed Duplex Auto Flow   Native
            ID   state                    neg  ctrl   VLAN
${line}
 0/0 1  1   1    enable   auto   auto   on     off     100
 0/0 1  1   2    disable  100    full   off    on      -
${line}`
  assert.equal(parseUniAttribute(attribute), [
    { num: 1, admin: 'Enabled', speed: 'auto', flowControl: 'Disabled', vlan: 100 },
    { num: 2, admin: 'Disabled', speed: '100', flowControl: 'Enabled', vlan: null },
  ])
  assert.throws(() => parseUniState('busy'), isParseFailed)
  assert.throws(() => parseUniAttribute(''), isParseFailed)
})

test('show dhcp security-table: with a column for the ONU, and without', () => {
  const rows = parseBindings(` MAC  IP  VLAN  Port  ONU  Lease  Type  State
 02:AA:00:00:00:01  192.0.2.55  301  gpon 0/0/1  12  1781  dynamic  valid
 02:AA:00:00:00:02  192.0.2.56  301  gpon 0/0/1  3600  dynamic  valid
 02:AA:00:00:00:03  192.0.2.57  301  gpon 0/0/1  3600  dynamic  invalid
 02:AA:00:00:00:04  192.0.2.1   301  xge 0/0/1   0  static  valid`)
  assert.equal(
    rows.map(({ ip, port, onu, remaining }) => [ip, port, onu, remaining]),
    [
      ['192.0.2.55', 'gpon0/0/1', 12, 1781],
      ['192.0.2.56', 'gpon0/0/1', null, 3600],
      ['192.0.2.1', 'xge0/0/1', null, null],
    ],
  )
  assert.throws(() => parseBindings(''), isParseFailed)
})

test('show service-port', () => {
  const [row] = parseServicePorts(` INDEX VLAN PORT  ONT GEM FLOW FLOW  TAG ...
 17 301 0/2/1 5 1 vlan 100 translate - - - - up manual normal
 Total: 1`)
  assert.equal(row, {
    id: 17,
    vlan: 301,
    slot: 2,
    port: 1,
    onu: 5,
    gem: 1,
    flowType: 'vlan',
    flowParam: '100',
    action: 'translate',
    innerVlan: null,
    innerPri: null,
    up: true,
    method: 'manual',
    config: 'normal',
  })
  assert.throws(() => parseServicePorts('?'), isParseFailed)
})
test('show ont blacklist', () => {
  assert.equal(
    parseBlacklist(' Blacklist function switch : enable\n 1  CDTC0BADF00D/12  17\n 2  4344544300000001/16 0'),
    ['CDTC0BADF00D', 'CDTC00000001'],
  )
  assert.equal(parseBlacklist(' Blacklist function switch : disable'), [])
  assert.throws(() => parseBlacklist(''), isParseFailed)
})
