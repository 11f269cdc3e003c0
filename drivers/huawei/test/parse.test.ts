import { parserFor, type CliArea, type CliRows } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { parsers } from '../src/parse.ts'

/** Invented texts in the format of the console. */
const test = suite('huawei: what the console prints')

function read<A extends CliArea>(area: A, command: string, lines: readonly string[]): CliRows[A][] {
  const parser = parserFor(parsers['vrp']!, command)
  assert.is(parser?.area, area, command)
  return parser!.read(lines.join('\n')) as CliRows[A][]
}

test('display mac-address', () => {
  const rows = read('fdb', 'display mac-address', [
    'MAC Address    VLAN/VSI/BD                       Learned-From        Type',
    '0200-0000-0a01 301/-/-                           XGE0/0/1            dynamic',
  ])
  assert.equal(
    rows.map(({ mac_address, vlan_id, port }) => [mac_address, vlan_id, port]),
    [['02:00:00:00:0A:01', 301, 'XGE0/0/1']],
  )
})
test('display arp all', () => {
  const rows = read('arp', 'display arp all', [
    '192.0.2.1       0200-0000-0a01            I -         Vlanif301',
    '192.0.2.2       0200-0000-0a02  17        D-0         XGE0/0/1',
    '                                           301/-',
  ])
  assert.equal(
    rows.map(row => [row.ip, row.interface, row.vlan_id]),
    [
      ['192.0.2.1', 'Vlanif301', null],
      ['192.0.2.2', 'XGE0/0/1', 301],
    ],
  )
})
test('display interface brief', () => {
  const rows = read('ports', 'display interface brief', [
    'GigabitEthernet0/0/1        *down down        0%     0%          0          0',
    'GigabitEthernet0/0/2        up    up          0%  0.38%          0          0',
  ])
  assert.equal(
    rows.map(({ port, admin_state, oper_status }) => [port, admin_state, oper_status]),
    [
      ['GigabitEthernet0/0/1', 'Disabled', 'Down'],
      ['GigabitEthernet0/0/2', 'Enabled', 'Up'],
    ],
  )
})
