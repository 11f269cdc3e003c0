import { parserFor, type CliArea, type CliRows } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { parsers } from '../src/parse.ts'

/** Invented texts in the format of the console. */
const test = suite('hpe: what the console prints')

function read<A extends CliArea>(area: A, command: string, lines: readonly string[]): CliRows[A][] {
  const parser = parserFor(parsers['comware']!, command)
  assert.is(parser?.area, area, command)
  return parser!.read(lines.join('\n')) as CliRows[A][]
}

test('display vlan all', () => {
  const rows = read('vlans', 'display vlan all', [
    ' VLAN ID: 301',
    ' VLAN Type: static',
    ' Name: office',
    ' Tagged   Ports: ',
    '  Ten-GigabitEthernet1/1/1',
    ' Untagged Ports: ',
    '  GigabitEthernet1/0/1     GigabitEthernet1/0/2',
    '',
    ' VLAN ID: 302',
    ' Name: none here',
    ' Tagged   Ports: none',
    ' Untagged Ports: none',
  ])
  assert.equal(
    rows.map(({ id, name, tagged, untagged }) => [id, name, tagged, untagged]),
    [
      [301, 'office', ['Ten-GigabitEthernet1/1/1'], ['GigabitEthernet1/0/1', 'GigabitEthernet1/0/2']],
      [302, 'none here', [], []],
    ],
  )
})
test('display interface brief', () => {
  const rows = read('ports', 'display interface brief', [
    'Interface            Link Speed   Duplex Type PVID Description',
    'GE1/0/1              UP   1G(a)   F(a)   A    301  the roof',
    'GE1/0/2              ADM  auto    A      A    1',
  ])
  assert.equal(
    rows.map(({ port, admin_state, oper_status, speed_mbps, description }) => [
      port,
      admin_state,
      oper_status,
      speed_mbps,
      description,
    ]),
    [
      ['GE1/0/1', 'Enabled', 'Up', 1000, 'the roof'],
      ['GE1/0/2', 'Disabled', 'Down', null, null],
    ],
  )
})
