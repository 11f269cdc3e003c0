import { assert, failureOf, suite } from '@linecard/test-kit'
import { runAs, runAsDriver, runningCode } from '../src/running-code.ts'

const test = suite('running code')

test('what a component or a driver throws is told with its key, at once or later, and goes on to the caller', async () => {
  const told: [string, string][] = []
  const code = {
    installation: {},
    component: 'weather',
    threw: (component: string, error: unknown) => told.push([component, (error as Error).message]),
  }
  assert.throws(() => runAs(code, () => JSON.parse('{')), SyntaxError)
  const failed = await failureOf(runAs(code, async () => Promise.reject(new Error('later'))))
  assert.is(failed.message, 'later')
  const driver = await failureOf(
    runAs(code, () => runAsDriver('acme', async () => Promise.reject(new Error('a parser')))),
  )
  assert.is(driver.message, 'a parser')
  assert.equal(told.slice(1), [
    ['weather', 'later'],
    ['driver-acme', 'a parser'],
    ['weather', 'a parser'],
  ])
  assert.is(
    runAs(code, () => runAsDriver('acme', () => runningCode()!.component)),
    'driver-acme',
  )
  assert.is(
    runAsDriver('acme', () => 7),
    7,
  )
})
