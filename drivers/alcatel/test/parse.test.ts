import { parserFor, type CliArea, type CliRows } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { parsers } from '../src/parse.ts'

/** Invented texts in the format of the console. */
const test = suite('alcatel: what the console prints')

function read<A extends CliArea>(area: A, command: string, lines: readonly string[]): CliRows[A][] {
  const parser = parserFor(parsers['aos']!, command)
  assert.is(parser?.area, area, command)
  return parser!.read(lines.join('\n')) as CliRows[A][]
}

test('show mac-address-table', () => {
  const rows = read('fdb', 'show mac-address-table', [
    '   Vlan      Mac Address          Type       Protocol    Operation    Interface',
    '  ------+-------------------+--------------+-----------+------------+-----------',
    '     301  02:00:00:00:0a:01        learned         ---      bridging      1/1',
  ])
  assert.equal(
    rows.map(({ mac_address, vlan_id, port }) => [mac_address, vlan_id, port]),
    [['02:00:00:00:0A:01', 301, '1/1']],
  )
})
test('show vlan port', () => {
  const rows = read('vlans', 'show vlan port', [
    '  vlan       port         type         status',
    '--------+------------+------------+--------------',
    '  301       1/1/23       default    inactive',
    '  301       1/1/25       qtagged    forwarding',
  ])
  assert.equal(
    rows.map(({ id, tagged, untagged }) => [id, tagged, untagged]),
    [[301, ['1/1/25'], ['1/1/23']]],
  )
})
