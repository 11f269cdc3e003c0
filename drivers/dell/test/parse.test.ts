import { parserFor, type CliArea, type CliRows } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { parsers } from '../src/parse.ts'

/** Invented texts in the format of the console. */
const test = suite('dell: what the console prints')

function read<A extends CliArea>(area: A, command: string, lines: readonly string[]): CliRows[A][] {
  const parser = parserFor(parsers['networking-os']!, command)
  assert.is(parser?.area, area, command)
  return parser!.read(lines.join('\n')) as CliRows[A][]
}

test('show vlan', () => {
  const rows = read('vlans', 'show vlan', [
    '    NUM    Status    Description                     Q Ports',
    '*   1      Inactive                                  U Te 0/42-43',
    '    301    Active    office                          U Te 0/1',
    '                                                     T Te 0/2',
  ])
  assert.equal(
    rows.map(({ id, name, tagged, untagged }) => [id, name, tagged, untagged]),
    [
      [1, null, null, ['Te0/42-43']],
      [301, 'office', ['Te0/2'], ['Te0/1']],
    ],
  )
})
