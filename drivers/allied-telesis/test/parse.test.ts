import { parserFor, type CliArea, type CliRows } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { parsers } from '../src/parse.ts'

/** Invented texts in the format of the console. */
const test = suite('allied-telesis: what the console prints')

function read<A extends CliArea>(area: A, command: string, lines: readonly string[]): CliRows[A][] {
  const parser = parserFor(parsers['alliedware-plus']!, command)
  assert.is(parser?.area, area, command)
  return parser!.read(lines.join('\n')) as CliRows[A][]
}

test('show vlan all', () => {
  const rows = read('vlans', 'show vlan all', [
    'VLAN ID  Name            Type    State   Member ports',
    '                                         (u)-Untagged, (t)-Tagged',
    '======= ================ ======= ======= ====================================',
    '301     office           STATIC  ACTIVE  sa1(t) port1.0.1(u)',
    '                                         port1.0.2(u)',
  ])
  assert.equal(
    rows.map(({ id, name, tagged, untagged }) => [id, name, tagged, untagged]),
    [[301, 'office', ['sa1'], ['port1.0.1', 'port1.0.2']]],
  )
})
