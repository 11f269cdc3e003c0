import { parserFor, type CliArea, type CliRows } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { parsers } from '../src/parse.ts'

/** Invented texts in the format of the console. */
const test = suite('juniper: what the console prints')

function read<A extends CliArea>(area: A, command: string, lines: readonly string[]): CliRows[A][] {
  const parser = parserFor(parsers['junos']!, command)
  assert.is(parser?.area, area, command)
  return parser!.read(lines.join('\n')) as CliRows[A][]
}

test('show arp no-resolve', () => {
  const rows = read('arp', 'show arp no-resolve', [
    'MAC Address       Address         Interface     Flags',
    '02:00:00:00:0a:01 192.0.2.130     irb.301        none',
    'Total entries: 1',
  ])
  assert.equal(
    rows.map(row => [row.ip, row.mac_address, row.interface]),
    [['192.0.2.130', '02:00:00:00:0A:01', 'irb.301']],
  )
})
test('show diagnostics tdr interface ge-0/0/0', () => {
  const rows = read('cable', 'show diagnostics tdr interface ge-0/0/0', [
    'Interface name                  : ge-0/0/0',
    'Test status                     : Passed',
    'MDI pair                        : 1-2',
    '  Cable status                  : Normal',
    '  Distance fault                : 0 Meters',
    'MDI pair                        : 3-6',
    '  Cable status                  : Open',
    '  Distance fault                : 12 Meters',
  ])
  assert.equal(rows, [
    { port: 'ge-0/0/0', pair: 1, status: 'OK', length: 0 },
    { port: 'ge-0/0/0', pair: 2, status: 'Open', length: 12 },
  ])
})
