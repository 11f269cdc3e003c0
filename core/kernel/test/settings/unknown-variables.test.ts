import { Type as T } from 'typebox'
import { assert, suite } from '@linecard/test-kit'
import { distance, unknownVariables } from '../../src/settings/unknown-variables.ts'

const test = suite('unknown variables LINECARD_… are told')
const subjects = [{ id: 'qr-generator', config: T.Object({ show_data: T.Boolean(), limit: T.Integer() }) }]
const told = (env: NodeJS.ProcessEnv, inConfig: string[] = []) =>
  unknownVariables(env, subjects, new Set(inConfig))

test('a typing error is told with the name that is meant', () => {
  assert.equal(told({ LINECARD_PROT: '1', PATH: '/bin' }), [
    'the variable LINECARD_PROT is set, and nothing reads it: is LINECARD_PORT meant?',
  ])
  assert.match(
    told({ LINECARD_QR_GENERATOR_SHOWDATA: 'true' })[0]!,
    'is LINECARD_QR_GENERATOR_SHOW_DATA meant?',
  )
})
test('a name that is near to none is told alone', () =>
  assert.equal(told({ LINECARD_MAKE_COFFEE_STRONG: '1' }), [
    'the variable LINECARD_MAKE_COFFEE_STRONG is set, and nothing reads it',
  ]))
test('what is read is not told: the config, settings, placeholders, and the rest', () => {
  const env = {
    LINECARD_PORT: '80',
    LINECARD_VAULT_KEY: 'x',
    LINECARD_CONFIG: 'x',
    LINECARD_QR_GENERATOR_LIMIT: '3',
    LINECARD_MY_OWN: 'x',
  }
  assert.equal(told(env, ['LINECARD_MY_OWN']), [])
})
test('a swap is one change', () => {
  for (const [a, b, far] of [
    ['prot', 'port', 1],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['same', 'same', 0],
  ] as const)
    assert.is(distance(a, b), far)
})
