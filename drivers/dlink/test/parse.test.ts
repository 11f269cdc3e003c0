import { parserFor, type CliArea, type CliRows } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { parsers } from '../src/parse.ts'

/** Invented texts in the format of the console. */
const test = suite('dlink: what the console prints')

function read<A extends CliArea>(area: A, command: string, lines: readonly string[]): CliRows[A][] {
  const parser = parserFor(parsers['managed']!, command)
  assert.is(parser?.area, area, command)
  return parser!.read(lines.join('\n')) as CliRows[A][]
}

test('show fdb', () => {
  const rows = read('fdb', 'show fdb', [
    'VID  VLAN Name                        MAC Address       Port  Type    Status',
    '---- -------------------------------- ----------------- ----- ------- -------',
    '301  the office                       02-00-00-00-0A-01 1:6   Dynamic Forward',
    '301  the office                       02-00-00-00-0A-02 CPU   Self    Forward',
  ])
  assert.equal(
    rows.map(({ mac_address, port, status }) => [mac_address, port, status]),
    [
      ['02:00:00:00:0A:01', '1:6', 'LEARNED'],
      ['02:00:00:00:0A:02', 'CPU', 'SELF'],
    ],
  )
})
test('cable_diag ports all', () => {
  const rows = read('cable', 'cable_diag ports all', [
    ' Port   Type      Link Status          Test Result          Cable Length (M)',
    ' ----  -------  --------------  -------------------------  -----------------',
    '  1      FE        Link Down     Pair1 Open      at 7   M          -',
    '                                 Pair2 OK        at 9   M',
    '  2      FE        Link Up       OK                                42',
    '  3      FE        Link Down     No Cable                          -',
  ])
  assert.equal(
    rows.map(({ port, pair, status, length }) => [port, pair, status, length]),
    [
      ['1', 1, 'Open', 7],
      ['1', 2, 'OK', 9],
      ['2', 1, 'OK', 42],
      ['3', 1, 'NoCable', null],
    ],
  )
})
test('show vlan', () => {
  const rows = read('vlans', 'show vlan', [
    'VID             : 301          VLAN Name   : office',
    'VLAN Type       : Static       Advertisement : Disabled',
    'Member Ports    : 1-4,26',
    'Current Tagged Ports   : 26',
    'Current Untagged Ports : 1-4',
  ])
  assert.equal(
    rows.map(({ id, name, tagged, untagged }) => [id, name, tagged, untagged]),
    [[301, 'office', ['26'], ['1-4']]],
  )
})
