import { assert, suite } from '@linecard/test-kit'
import { startKilledHouse, type KilledHouse } from './killed-service.ts'
import { isCutUndo, killedAt, killedOnu, killing, reached, type Killing } from './killings.ts'

/** kill -9 of the service while a registration is rolled back. */
const test = suite('registration: kill -9 in a roll-back', { timeoutMs: 900_000, level: 'full' })

let house!: KilledHouse
let one!: Killing
test.before(async () => {
  house = await startKilledHouse()
  one = await killing(house, 'zte-fw21-bridge', killedOnu)
})
test.after(() => house?.stop())

test('at each command of a roll-back: what may be left is said, and it can be rolled back', async () => {
  for (const [at, command] of one.undo.entries()) {
    const here = reached(one, 4)
    let cut = false
    let next = 0
    const run = await killedAt(
      one,
      `in the roll-back, at "${command}" (${at + 1} of ${one.undo.length})`,
      line => cut && line === one.undo[next] && next++ === at,
      line => !cut && (cut = here(line)),
    )
    assert.is(run.state, 'left', JSON.stringify(run))
    assert.is(run.left.some(isCutUndo), at > 0, JSON.stringify(run))
  }
})
