import { parserFor, type CliArea, type CliRows } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { parsers } from '../src/parse.ts'

/** Invented texts in the format of the console. */
const test = suite('ubiquiti: what the console prints')

function read<A extends CliArea>(area: A, command: string, lines: readonly string[]): CliRows[A][] {
  const parser = parserFor(parsers['edge-switch']!, command)
  assert.is(parser?.area, area, command)
  return parser!.read(lines.join('\n')) as CliRows[A][]
}

test('show arp', () => {
  const rows = read('arp', 'show arp', [
    '  IP Address        MAC Address      Interface        Type        Age',
    '---------------  -----------------  --------------  --------  -----------',
    '192.0.2.1        02:00:00:00:0A:01  4/1             Gateway    0h  0m 10s',
  ])
  assert.equal(
    rows.map(row => [row.ip, row.mac_address, row.interface]),
    [['192.0.2.1', '02:00:00:00:0A:01', '4/1']],
  )
})
