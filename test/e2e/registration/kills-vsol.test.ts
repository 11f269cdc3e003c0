import { suite } from '@linecard/test-kit'
import { startKilledHouse, type KilledHouse } from './killed-service.ts'
import { killedInTurn, killing } from './killings.ts'

/** kill -9 of the service, at an OLT whose services are lines in the mode of the PON port. */
const test = suite('registration: kill -9, V-SOL', { timeoutMs: 900_000, level: 'full' })

let house!: KilledHouse
test.before(async () => {
  house = await startKilledHouse({ vendor: 'vsol', model: 'V1600D8' })
})
test.after(() => house?.stop())

test('at each command in turn: the next start shows the registration as it is, and it can be rolled back', async () => {
  const one = await killing(house, 'vsol-epon-bridge', {
    port: 'EPON0/1',
    ident: '84:79:73:00:00:F1',
    params: { name: 'contract-7', vlan: '200' },
  })
  await killedInTurn(one)
})
