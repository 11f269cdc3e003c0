import { assert, suite } from '@linecard/test-kit'
import { familyOf } from '../src/catalogue/index.ts'
import { byFamily, operations, shownAs } from '../src/answers/operations.ts'

const test = suite('names and units of series')

/** The unit that the end of a name says, the longest end first. */
const ends: readonly (readonly [string, string])[] = [
  ['_bits_per_second', 'bit/s'],
  ['_bytes_per_second', 'bytes/s'],
  ['_packets_per_second', 'packets/s'],
  // Packets with errors, and packets that were dropped (IF-MIB).
  ['_errors_per_second', 'packets/s'],
  ['_discards_per_second', 'packets/s'],
  ['_bytes', 'bytes'],
  ['_ratio', 'ratio'],
  ['_celsius', 'celsius'],
  ['_dbm', 'dBm'],
  ['_amperes', 'amperes'],
  ['_volts', 'volts'],
  ['_meters', 'meters'],
  ['_seconds', 'seconds'],
  ['_up', 'state'],
]

test('the name of every series says the unit of its points', () => {
  let seen = 0
  for (const operation of operations)
    for (const [family, slots] of byFamily([...operation.ofInterface, ...operation.ofDevice]))
      for (const slot of slots) {
        const { metric, unit } = shownAs({ family: familyOf(family)!, slot }, operation)
        const end = ends.find(([text]) => metric.endsWith(text))
        assert.is(end?.[1], unit, `${metric} is in ${unit}`)
        seen++
      }
  assert.ok(seen > 30, String(seen))
})
