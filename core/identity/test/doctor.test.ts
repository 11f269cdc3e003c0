import { Create } from 'typebox/value'
import { assert, suite } from '@linecard/test-kit'
import { Config } from '../src/config.ts'
import { doctor } from '../src/doctor.ts'

const test = suite('who gets in without a key')
const look = (settings: Partial<Config>) => doctor({ ...Create(Config), ...settings })

test('trusted networks and sign-ins without a limit are warnings, and the defaults are none', async () => {
  assert.equal(
    (await look({})).map(({ state }) => state),
    ['ok'],
  )
  const found = await look({ trusted_networks: ['10.0.0.0/8'], rate_limiter_enabled: false })
  assert.equal(
    found.map(({ check, state }) => [check, state]),
    [
      ['trusted networks', 'warn'],
      ['sign-ins', 'warn'],
    ],
  )
  assert.match(found[0]!.found, '10.0.0.0/8')
})
