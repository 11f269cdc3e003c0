import { parserFor, type CliArea, type CliRows } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { parsers } from '../src/parse.ts'

/** Invented texts in the format of the console. */
const test = suite('edgecore: what the console prints')

function read<A extends CliArea>(area: A, command: string, lines: readonly string[]): CliRows[A][] {
  const parser = parserFor(parsers['switch']!, command)
  assert.is(parser?.area, area, command)
  return parser!.read(lines.join('\n')) as CliRows[A][]
}

test('show mac-address-table', () => {
  const rows = read('fdb', 'show mac-address-table', [
    ' Interface MAC Address       VLAN Type',
    ' --------- ----------------- ---- -----------------',
    '  Eth 1/ 2 02-00-00-00-0A-01  301 Learned',
  ])
  assert.equal(
    rows.map(({ mac_address, vlan_id, port, status }) => [mac_address, vlan_id, port, status]),
    [['02:00:00:00:0A:01', 301, 'Eth 1/ 2', 'LEARNED']],
  )
})
test('show interface status', () => {
  const rows = read('ports', 'show interface status', [
    'Information of Eth 1/1',
    ' Basic Information:',
    '  MAC Address:            02-00-00-00-0A-01',
    ' Configuration:',
    '  Name:                   the roof',
    '  Port Admin:             Up',
    '  Speed-duplex:           Auto',
    ' Current Status:',
    '  Link Status:            Down',
  ])
  assert.equal(
    rows.map(({ port, description, admin_state, oper_status }) => [
      port,
      description,
      admin_state,
      oper_status,
    ]),
    [['Eth 1/1', 'the roof', 'Enabled', 'Down']],
  )
})
