import { suite } from '@linecard/test-kit'
import { startKilledHouse, type KilledHouse } from './killed-service.ts'
import { half, killedInTurn, killedOnu, killing } from './killings.ts'

/** kill -9 of the service at each command of a registration in turn: the next start tells the truth. */
const test = suite('registration: kill -9', { timeoutMs: 900_000, level: 'full' })

let house!: KilledHouse
test.before(async () => {
  house = await startKilledHouse()
})
test.after(() => house?.stop())

test('at each command of the first half in turn: the next start shows the registration as it is, and it can be rolled back', async () => {
  const one = await killing(house, 'zte-fw21-bridge', killedOnu)
  await killedInTurn(one, 0, half(one))
})
