import { parserFor, type CliArea, type CliRows } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { parsers } from '../src/parse.ts'

/** Invented texts in the format of the console. */
const test = suite('zyxel: what the console prints')

function read<A extends CliArea>(area: A, command: string, lines: readonly string[]): CliRows[A][] {
  const parser = parserFor(parsers['zynos']!, command)
  assert.is(parser?.area, area, command)
  return parser!.read(lines.join('\n')) as CliRows[A][]
}

test('show mac address-table all', () => {
  const rows = read('fdb', 'show mac address-table all', [
    'Port      VLAN ID        MAC Address         Type',
    '26        301            02:00:00:00:0a:01   Dynamic',
  ])
  assert.equal(
    rows.map(({ mac_address, vlan_id, port }) => [mac_address, vlan_id, port]),
    [['02:00:00:00:0A:01', 301, '26']],
  )
})
test('show vlan 301', () => {
  const rows = read('vlans', 'show vlan 301', [
    '  802.1Q VLAN ID : 301',
    '  Name           :office',
    '  Port Information Mode',
    '  ---------------- ----',
    '     2             Untagged',
    '    26             Tagged',
  ])
  assert.equal(
    rows.map(({ id, name, tagged, untagged }) => [id, name, tagged, untagged]),
    [[301, 'office', ['26'], ['2']]],
  )
})
