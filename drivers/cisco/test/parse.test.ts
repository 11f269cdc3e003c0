import { parserFor, type CliArea, type CliRows } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { parsers } from '../src/parse.ts'

/** Invented texts in the format of the console. */
const test = suite('cisco: what the console prints')

function read<A extends CliArea>(area: A, command: string, lines: readonly string[]): CliRows[A][] {
  const parser = parserFor(parsers['ios']!, command)
  assert.is(parser?.area, area, command)
  return parser!.read(lines.join('\n')) as CliRows[A][]
}

test('show mac address-table', () => {
  const rows = read('fdb', 'show mac address-table', [
    '          Mac Address Table',
    '-------------------------------------------',
    'Vlan    Mac Address       Type        Ports',
    '----    -----------       --------    -----',
    ' All    0100.0ccc.cccc    STATIC      CPU',
    ' 301    0200.0000.0a01    DYNAMIC     Gi1/0/3',
  ])
  assert.equal(
    rows.map(({ vlan_id, mac_address, port, status }) => [vlan_id, mac_address, port, status]),
    [
      [null, '01:00:0C:CC:CC:CC', 'CPU', 'STATIC'],
      [301, '02:00:00:00:0A:01', 'Gi1/0/3', 'LEARNED'],
    ],
  )
})
test('show interfaces status', () => {
  const rows = read('ports', 'show interfaces status', [
    'Port      Name               Status       Vlan       Duplex  Speed Type',
    'Gi1/0/1   is connected to up notconnect   301          auto   auto 10/100/1000BaseTX',
    'Gi1/0/2                      connected    trunk      a-full a-1000 10/100/1000BaseTX',
    'Gi1/0/3   shut               disabled     1            auto   auto Not Present',
  ])
  assert.equal(
    rows.map(({ port, description, admin_state, oper_status, speed_mbps }) => [
      port,
      description,
      admin_state,
      oper_status,
      speed_mbps,
    ]),
    [
      ['Gi1/0/1', 'is connected to up', 'Enabled', 'Down', null],
      ['Gi1/0/2', null, 'Enabled', 'Up', 1000],
      ['Gi1/0/3', 'shut', 'Disabled', 'Down', null],
    ],
  )
})
test('show vlan brief', () => {
  const rows = read('vlans', 'show vlan brief', [
    'VLAN Name                             Status    Ports',
    '---- -------------------------------- --------- -------------------------------',
    '301  two words                        active    Gi1/0/1, Gi1/0/2',
    '                                                Gi1/0/3',
  ])
  assert.equal(
    rows.map(({ id, name, ports }) => [id, name, ports]),
    [[301, 'two words', ['Gi1/0/1', 'Gi1/0/2', 'Gi1/0/3']]],
  )
})
test('show lldp neighbors detail', () => {
  const rows = read('lldp', 'show lldp neighbors detail', [
    'Local Intf: Gi1/0/2',
    'Chassis id: 0200.0000.0001',
    'Port id: Gi0/24',
    'Port Description: uplink',
    'System Name: sw-18',
    '',
    'System Description: ',
    'Acme A24, Version 1',
    '',
    'Management Addresses:',
    '    IP: 192.0.2.18',
  ])
  assert.equal(rows, [
    {
      port: 'Gi1/0/2',
      chassis_id: '02:00:00:00:00:01',
      port_id: 'Gi0/24',
      port_descr: 'uplink',
      sys_name: 'sw-18',
      sys_descr: 'Acme A24, Version 1',
      mgmt_address: '192.0.2.18',
    },
  ])
})
