import { assert, suite } from '@linecard/test-kit'
import { parseMacTable } from '../src/parse/fdb.ts'
import { parseOnuLines } from '../src/parse/onus.ts'
import { parseRejected } from '../src/parse/rejected.ts'
import { parseBindings } from '../src/parse/snooping.ts'

const test = suite('driver bdcom parsers')

test('MAC addresses: tabs or blanks, virtual ports of ONUs, uplinks', () => {
  const output = [
    '        Mac Address Table (Total 4)',
    'Vlan\tMac Address   \tType   \tPorts',
    '----\t-----------   \t----   \t-----',
    '1   \t0200.000a.0101\tDYNAMIC\tepon0/1:1',
    '301\t0200.00ff.0001\tDYNAMIC\tepon0/10:20',
    ' 4094    0200.00FF.0002    STATIC     tg0/1',
    '301     0200.00ff.0003    DYNAMIC    gpon0/1:5-vport1',
  ].join('\n')
  assert.equal(
    parseMacTable(output).map(({ vlan, mac, dynamic, port }) => [vlan, mac, dynamic, port]),
    [
      [1, '02:00:00:0A:01:01', true, 'epon0/1:1'],
      [301, '02:00:00:FF:00:01', true, 'epon0/10:20'],
      [4094, '02:00:00:FF:00:02', false, 'tg0/1'],
      [301, '02:00:00:FF:00:03', true, 'gpon0/1:5-vport1'],
    ],
  )
})

test('an empty table has a heading; silence is no empty table', () => {
  assert.equal(parseMacTable('        Mac Address Table (Total 0)\n'), [])
  for (const text of ['', '\n', 'EPON0/1 is down'])
    assert.throws(() => parseMacTable(text), /no table of MAC addresses/)
})

const row = 'EPON0/1:2     0200.000a.0102 lost             2026-02-10 15:40:24 2026-02-16 10:11:12 power-off'
const whole = {
  name: 'EPON0/1:2',
  status: 'lost',
  registered: '2026-02-10 15:40:24',
  deregistered: '2026-02-16 10:11:12',
  reason: 'PowerOff',
}

test('ONUs that are not online', () =>
  assert.equal(
    parseOnuLines(
      `IntfName      MAC Address    Status           LastRegTime\n------------- -----\n${row}   17.18:17:56`,
    ),
    [{ ...whole, seconds: 17 * 86_400 + 18 * 3600 + 17 * 60 + 56 }],
  ))

test('a row that the console broke at 80 columns', () =>
  assert.equal(
    parseOnuLines(
      'EPON0/1:2     0200.000a.0102 lost             2026-02-10 15:40:24 2026-02-16 10:11:\n12 power-off 0.00:00:09\n'.replace(
        '10:11:\n12',
        '\n10:11:12',
      ),
    ),
    [{ ...whole, seconds: 9 }],
  ))

test('dates of older firmware, a clock that was not set, an ONU that never came', () => {
  const output = [
    'EPON0/15:54 0200.000a.0f36 lost 1972.01.06.04:58:03 1972.01.06.17:46:36 wire-down 19401.16:22:48',
    'EPON0/2:9 0200.000a.0209 deregistered 2026.03.01.08:11:12 2026.03.02.9:01:02 oam-down 0.01:00:00',
    'EPON0/2:10 0200.000a.020a deregistered N/A N/A N/A N/A',
  ].join('\n')
  assert.equal(
    parseOnuLines(output).map(line => [
      line.name,
      line.registered,
      line.deregistered,
      line.reason,
      line.seconds,
    ]),
    [
      ['EPON0/15:54', null, null, 'LOS', 1_676_305_368],
      ['EPON0/2:9', '2026-03-01 08:11:12', '2026-03-02 09:01:02', 'oam-down', 3600],
      ['EPON0/2:10', null, null, null, null],
    ],
  )
})

test('ONUs that are online have more columns before their times', () =>
  assert.equal(
    parseOnuLines(
      'Interface EPON0/1 has bound 1 active ONUs:\nEPON0/1:1 0200.000a.0101 auto-configured ctc-oam-oper 1021 702 2026-03-01 08:11:12 2026-02-16 10:11:12 wire-down 4.03:48:48',
    ),
    [
      {
        name: 'EPON0/1:1',
        status: 'auto-configured',
        registered: '2026-03-01 08:11:12',
        deregistered: '2026-02-16 10:11:12',
        reason: 'LOS',
        seconds: 4 * 86_400 + 3 * 3600 + 48 * 60 + 48,
      },
    ],
  ))

test('DHCP leases: with and without an inner VLAN, made by hand', () => {
  const output = [
    'Hardware Address   IP Address    remainder time  Type     VLAN  interface',
    '02:00:00:ff:00:01  192.0.2.55    1781            DHCP_SN  301   epon0/1:1',
    '02:00:00:ff:00:02  192.0.2.56    42              DHCP_SN  301 12  g0/10',
    '02:00:00:ff:00:03  192.0.2.57    infinite        MANUAL   302   gpon0/1:5',
    'not a row',
  ].join('\n')
  assert.equal(
    parseBindings(output).map(({ mac, ip, remaining, type, vlan, port }) => [
      mac,
      ip,
      remaining,
      type,
      vlan,
      port,
    ]),
    [
      ['02:00:00:FF:00:01', '192.0.2.55', 1781, 'DHCP_SN', 301, 'epon0/1:1'],
      ['02:00:00:FF:00:02', '192.0.2.56', 42, 'DHCP_SN', 301, 'g0/10'],
      ['02:00:00:FF:00:03', '192.0.2.57', null, 'MANUAL', 302, 'gpon0/1:5'],
    ],
  )
})

test('rejected ONUs stand below the heading of their port', () => {
  const output = [
    'ONU rejected to register on interface EPON0/1:',
    '  0200.000a.0101',
    '  0200.000A.0102  no-auth',
    'ONU rejected to register on interface EPON0/10:',
    ' 0200.000a.0a01',
  ].join('\n')
  assert.equal(parseRejected(output), [
    { mac: '02:00:00:0A:01:01', port: 'EPON0/1' },
    { mac: '02:00:00:0A:01:02', port: 'EPON0/1' },
    { mac: '02:00:00:0A:0A:01', port: 'EPON0/10' },
  ])
  assert.equal(parseRejected('0200.000a.0101'), [], 'an address without a port is no row')
  assert.equal(parseRejected(''), [])
})
