import { suite } from '@linecard/test-kit'
import { startKilledHouse, type KilledHouse } from './killed-service.ts'
import { half, killedInTurn, killedOnu, killing } from './killings.ts'

/** kill -9 of the service at each command in the second half of a registration. */
const test = suite('registration: kill -9 in the second half', { timeoutMs: 900_000, level: 'full' })

let house!: KilledHouse
test.before(async () => {
  house = await startKilledHouse()
})
test.after(() => house?.stop())

test('at each command of the second half in turn: the next start shows the registration as it is, and it can be rolled back', async () => {
  const one = await killing(house, 'zte-fw21-bridge', killedOnu)
  await killedInTurn(one, half(one))
})
