import { assert, suite } from '@linecard/test-kit'
import { startKilledHouse, type KilledHouse } from './killed-service.ts'
import { killedAndSilent, killedAt, killedOnu, killing, reached, type Killing } from './killings.ts'

/** kill -9 of the service while a registration is verified, and at an OLT that cannot be asked afterwards. */
const test = suite('registration: kill -9 while it verifies', { timeoutMs: 900_000, level: 'full' })

let house!: KilledHouse
let one!: Killing
test.before(async () => {
  house = await startKilledHouse()
  one = await killing(house, 'zte-fw21-bridge', killedOnu)
})
test.after(() => house?.stop())

test('while it verifies: it is done, or can be rolled back', async () => {
  for (const start of ['show gpon onu detail-info', 'show onu running config']) {
    const sent = reached(one, one.commands.length - 1)
    let over = false
    const run = await killedAt(one, `at the check "${start}"`, line => {
      over ||= sent(line)
      return over && line.startsWith(start)
    })
    assert.is(run.state, 'done', JSON.stringify(run))
  }
})

test('an OLT that is silent at the next start: nobody knows what it has, until it answers again', async () => {
  await killedAndSilent(one, 4)
})
