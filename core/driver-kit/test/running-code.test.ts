import { assert, failureOf, suite } from '@linecard/test-kit'
import { asDriver, beginAs, runAs, runAsDriver, runningCode } from '../src/running-code.ts'

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

test('what begins tells its caller alone, and what it leaves behind is told', async () => {
  const told: string[] = []
  const code = { installation: {}, component: 'weather', threw: (component: string) => told.push(component) }
  assert.throws(() => beginAs(code, () => JSON.parse('{')), SyntaxError)
  assert.equal(told, [])
  const left = beginAs(code, async () =>
    runAsDriver('acme', async () => Promise.reject(new Error('a parser'))),
  )
  await failureOf(left)
  assert.equal(told, ['driver-acme'])
})

test('all functions of a part of a driver run as its code, those of a class too', () => {
  class Part {
    readonly #unit = 'dBm'
    readonly single = /x/
    unit() {
      return [this.#unit, runningCode()!.component]
    }
  }
  const own = new Part()
  const part = asDriver('acme', own)
  assert.is(asDriver('acme', own), part)
  const code = { installation: {}, component: 'weather' }
  assert.equal(
    runAs(code, () => part.unit()),
    ['dBm', 'driver-acme'],
  )
  assert.ok(part.single.test('x'))
})
