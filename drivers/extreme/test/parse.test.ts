import { parserFor, type CliArea, type CliRows } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { parsers } from '../src/parse.ts'

/** Invented texts in the format of the console. */
const test = suite('extreme: what the console prints')

function read<A extends CliArea>(area: A, command: string, lines: readonly string[]): CliRows[A][] {
  const parser = parserFor(parsers['xos']!, command)
  assert.is(parser?.area, area, command)
  return parser!.read(lines.join('\n')) as CliRows[A][]
}

test('show fdb', () => {
  const rows = read('fdb', 'show fdb', [
    'MAC                                      VLAN Name( Tag)  Age  Flags          Port / Virtual Port List',
    '02:00:00:00:0a:01                           office(0301) 0041  d m            1:2',
  ])
  assert.equal(
    rows.map(({ mac_address, vlan_id, port, status }) => [mac_address, vlan_id, port, status]),
    [['02:00:00:00:0A:01', 301, '1:2', 'LEARNED']],
  )
})
