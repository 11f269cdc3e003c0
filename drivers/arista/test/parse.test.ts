import { parserFor, type CliArea, type CliRows } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { parsers } from '../src/parse.ts'

/** Invented texts in the format of the console. */
const test = suite('arista: what the console prints')

function read<A extends CliArea>(area: A, command: string, lines: readonly string[]): CliRows[A][] {
  const parser = parserFor(parsers['eos']!, command)
  assert.is(parser?.area, area, command)
  return parser!.read(lines.join('\n')) as CliRows[A][]
}

test('show mac address-table', () => {
  const rows = read('fdb', 'show mac address-table', [
    'Vlan    Mac Address       Type        Ports      Moves   Last Move',
    '----    -----------       ----        -----      -----   ---------',
    '301    0200.0000.0a01    DYNAMIC     Po1        1       0:05:05 ago',
    '   4    0200.0000.0a02    STATIC      Et1 Et2',
  ])
  assert.equal(
    rows.map(({ vlan_id, port }) => [vlan_id, port]),
    [
      [301, 'Po1'],
      [4, 'Et1'],
      [4, 'Et2'],
    ],
  )
})
