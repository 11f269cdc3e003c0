import { parserFor, type CliArea, type CliRows } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { parsers } from '../src/parse.ts'

/** Values that devices print rarely. Invented texts in the format of the console. */
const test = suite('cisco: odd values that the console prints')

function read<A extends CliArea>(family: string, area: A, command: string, lines: readonly string[]) {
  const parser = parserFor(parsers[family]!, command)
  assert.is(parser?.area, area, command)
  return parser!.read(lines.join('\n')) as CliRows[A][]
}
const ports = (rows: readonly CliRows['fdb'][]) =>
  rows.map(({ vlan_id, mac_address, port }) => [vlan_id, mac_address, port])

test('IOS: a model with a plus', () => {
  const [row] = read('ios', 'system', 'show version', [
    'Cisco IOS Software, Catalyst 4500 L3 Switch Software (cat4500e-UNIVERSALK9-M), Version 15.2(4)E2, RELEASE',
    'cisco WS-C4507R+E (MPC8572) processor (revision 11) with 2097152K/20480K bytes of memory.',
  ])
  assert.is(row!.model, 'WS-C4507R+E')
})
test('IOS: entries of ARP with another encapsulation, on a port of a private VLAN and without a port', () => {
  const rows = read('ios', 'arp', 'show ip arp', [
    'Protocol  Address          Age (min)  Hardware Addr   Type   Interface',
    'Internet  192.0.2.1               -   0200.0000.0001  ARPA   Vlan301',
    'Internet  192.0.2.2              12   0200.0000.0002  802.1Q Vlan301',
    'Internet  192.0.2.3              NA   0200.0000.0003  ARPA   Vlan201 pv 202',
    'Internet  192.0.2.4               0   Incomplete      ARPA',
  ])
  assert.equal(
    rows.map(({ ip, mac_address, interface: port }) => [ip, mac_address, port]),
    [
      ['192.0.2.1', '02:00:00:00:00:01', 'Vlan301'],
      ['192.0.2.2', '02:00:00:00:00:02', 'Vlan301'],
      ['192.0.2.3', '02:00:00:00:00:03', 'Vlan201'],
      ['192.0.2.4', null, null],
    ],
  )
})
test('IOS: ports of an address over several lines, and an address without a port', () => {
  const rows = read('ios', 'fdb', 'show mac address-table', [
    'Vlan    Mac Address       Type    Ports',
    '-----+---------------+--------+----------------------',
    '  10    ffff.ffff.ffff   system Gi1/2,Gi1/3',
    '                                Gi1/13,Te5/1',
    '                                Switch,Po100',
    '* 226  0100.5e40.988f    static  Yes',
    '*  91  0200.0000.0002   dynamic  Yes        NA     Te2/5/4',
  ])
  assert.equal(ports(rows), [
    ...['Gi1/2', 'Gi1/3', 'Gi1/13', 'Te5/1', 'Switch', 'Po100'].map(port => [10, 'FF:FF:FF:FF:FF:FF', port]),
    [226, '01:00:5E:40:98:8F', null],
    [91, '02:00:00:00:00:02', 'Te2/5/4'],
  ])
})
test('IOS: a CDP neighbour that names no port', () => {
  const [row] = read('ios', 'lldp', 'show cdp neighbors detail', [
    'Device ID: phone-1',
    'Entry address(es):',
    '  IP address: 192.0.2.9',
    'Interface: GigabitEthernet1/0/7,  Port ID (outgoing port):',
  ])
  assert.equal([row!.port, row!.port_id, row!.mgmt_address], ['GigabitEthernet1/0/7', null, '192.0.2.9'])
})
test('a state word of a port that is not up says that it is down', () => {
  const rows = read('nx-os', 'ports', 'show interface status', [
    'Port          Name               Status    Vlan      Duplex  Speed   Type',
    ...['linkFlapE', 'sfpInvali', 'xcvrInval', 'faulty', 'err-vlans', 'suspndPM'].map(
      (state, at) => `Eth1/${at + 1}        rack-${at}             ${state} trunk     full    10G     SFP`,
    ),
  ])
  assert.equal(
    rows.map(({ oper_status }) => oper_status),
    Array.from({ length: 6 }, () => 'Down'),
  )
})
test('NX-OS: a neighbour whose management address is a MAC', () => {
  const [row] = read('nx-os', 'lldp', 'show lldp neighbors detail', [
    'Chassis id: 7070.8b00.0001',
    'Port id: Gi0/24',
    'Local Port id: Eth1/1',
    'Port Description: uplink',
    'System Name: sw-18',
    'Management Address: 7070.8b00.0002',
  ])
  assert.is(row!.mgmt_address, '70:70:8B:00:00:02')
})
test('NX-OS: entries of ARP without a flag, and addresses without an age', () => {
  const arps = read('nx-os', 'arp', 'show ip arp', [
    'Address         Age       MAC Address     Interface       Flags',
    '192.0.2.1       00:02:55  0200.0000.0001  Vlan301',
    '192.0.2.2       -         0200.0000.0002  Vlan301         +',
  ])
  assert.equal(
    arps.map(({ ip, interface: port }) => [ip, port]),
    [
      ['192.0.2.1', 'Vlan301'],
      ['192.0.2.2', 'Vlan301'],
    ],
  )
  const addresses = read('nx-os', 'fdb', 'show mac address-table', [
    '   VLAN     MAC Address      Type      age     Secure NTFY Ports',
    '*  301      0200.0000.0003   dynamic  NA         F      F    Eth1/3',
  ])
  assert.equal(ports(addresses), [[301, '02:00:00:00:00:03', 'Eth1/3']])
})
