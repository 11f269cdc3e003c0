import { fork } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import type { CallOptions, Caller, DeviceHold, Target } from '@linecard/plugin-kit'
import { startDevice, type Device } from '@linecard/simulator'
import { assert, failureOf, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { acmeMib, targetOf } from '../acme.ts'
import { driver, gate, named, rename } from './driver.ts'

const test = suite('holds of devices', { level: 'full' })

let device: Device
let one: World
let two: World
test.before(async () => {
  device = await startDevice({ ip: '127.41.9.1', port: 0, recording: acmeMib(2) })
  one = await makeWorld({
    drivers: [driver],
    settings: { equipment: { allow_loopback: true, busy_wait_ms: 30_000 } },
  })
  two = await one.another({ drivers: [driver] })
})
test.after(async () => {
  await two?.stop()
  await one?.stop()
  await device?.stop()
})

type Failure = Error & { code: string; status: number; details: Record<string, unknown>[] }
const equipmentOf = (world: World) => world.use('equipment')
const target = (): Target => {
  const given = targetOf(device)
  return { ...given, snmp: { ...given.snmp, timeoutMs: 10_000 }, modelKey: 'acme_h8' }
}
const ann: Caller = { userId: 7, login: 'ann', permissions: new Set(), groupIds: null, sessionId: null }
const change = (world: World, options: CallOptions = {}) =>
  equipmentOf(world).call(target(), rename, { name: 'sw-2' }, options)
const hold = <T>(world: World, work: (given: DeviceHold) => Promise<T>, more: object = {}) =>
  equipmentOf(world).hold(target(), { what: 'registration of an ONU', caller: ann, ...more }, work)
const intents = async () => (await one.sql('select 1 from system_action')).length

test('a change of others is refused in every process, with who, what and since, before anything is written or sent', async () => {
  const begun = Date.now()
  await hold(one, async given => {
    const held = Date.now()
    for (const world of [one, two]) {
      const before = [device.requests, await intents()]
      const error = (await failureOf(change(world))) as Failure
      assert.equal([error.code, error.status], ['EQUIPMENT_DEVICE_HELD', 409])
      const { holder } = error.details[0] as { holder: { login: string; what: string; since: string } }
      assert.equal([holder.login, holder.what], ['ann', 'registration of an ONU'])
      const since = Date.parse(holder.since)
      assert.ok(begun <= since && since <= held, `${holder.since}: ${begun} to ${held}`)
      assert.match(error.message, 'ann holds the device for "registration of an ONU"')
      assert.equal([device.requests, await intents()], before)
      assert.equal(await equipmentOf(world).holder(1), holder)
      // Reads go on.
      assert.ok((await equipmentOf(world).call(target(), named, {}, { from: 'device' })).data.name)
    }
    assert.is((await change(one, { hold: given })).data.name, 'sw-2')
    // Another device is not concerned.
    await equipmentOf(two).call({ ...target(), deviceId: 2 }, rename, { name: 'sw-3' })
  })
  assert.equal(await equipmentOf(two).holder(1), null)
  assert.is((await change(two)).data.name, 'sw-2')
})

test('a hold ends also when its work throws', async () => {
  const error = await failureOf(hold(one, () => Promise.reject(new Error('the plan is wrong'))))
  assert.is(error.message, 'the plan is wrong')
  await change(two)
})

test('a change that waits for its turn is refused when a hold has begun meanwhile', async () => {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  gate.opened = promise
  // Whichever has its turn first is not concerned.
  const before = gate.reached
  const both = Promise.allSettled([change(one), change(one)])
  await until('one has its turn', () => gate.reached > before)
  await hold(one, async () => {
    open()
    const results = await both
    const [done] = results.flatMap(result => (result.status === 'fulfilled' ? [result.value.data.name] : []))
    const [refused] = results.flatMap(result =>
      result.status === 'rejected' ? [result.reason.code as string] : [],
    )
    assert.equal([done, refused], ['sw-2', 'EQUIPMENT_DEVICE_HELD'])
  })
})

test('of two holds the second is refused, or waits as long as it said', async () => {
  const order: string[] = []
  const opened = Promise.withResolvers<void>()
  const first = hold(one, async () => {
    order.push('first')
    await opened.promise
    order.push('first ends')
  })
  await until('the first holds', () => order.length > 0)
  assert.is(((await failureOf(hold(two, async () => {}))) as Failure).code, 'EQUIPMENT_DEVICE_HELD')
  const started = performance.now()
  const short = (await failureOf(hold(two, async () => {}, { waitMs: 500 }))) as Failure
  assert.equal([short.code, performance.now() - started >= 500], ['EQUIPMENT_DEVICE_HELD', true])
  const gone = AbortSignal.timeout(300)
  assert.is(
    (await failureOf(hold(two, async () => {}, { waitMs: 60_000, signal: gone }))).name,
    'TimeoutError',
  )
  const second = hold(two, async () => void order.push('second'), { waitMs: 20_000 })
  opened.resolve()
  await Promise.all([first, second])
  assert.equal(order, ['first', 'first ends', 'second'])
})

test('eight holds at once: one at a time', async () => {
  let [now, most] = [0, 0]
  await Promise.all(
    [one, two, one, two, one, two, one, two].map(world =>
      hold(
        world,
        async () => {
          most = Math.max(most, ++now)
          await new Promise(resolve => setTimeout(resolve, 20))
          now--
        },
        { waitMs: 30_000 },
      ),
    ),
  )
  assert.equal([most, now], [1, 0])
})

test('who has lost its hold sends nothing any more', async () => {
  await hold(one, async given => {
    await one.sql('delete from equipment_hold')
    const before = device.requests
    assert.is(((await failureOf(change(one, { hold: given }))) as Failure).code, 'EQUIPMENT_HOLD_LOST')
    // Another has taken it over.
    await hold(two, async () => {
      assert.is(((await failureOf(change(one, { hold: given }))) as Failure).code, 'EQUIPMENT_DEVICE_HELD')
    })
    assert.is(device.requests, before)
  })
})

test('the hold of a process that was killed is taken over', async () => {
  const child = fork(join(import.meta.dirname, 'holder.ts'), [dirname(one.configFile), one.databaseUrl], {
    execArgv: ['--conditions=source', '--disable-warning=ExperimentalWarning'],
  })
  await once(child, 'message')
  assert.is(((await failureOf(change(one))) as Failure).code, 'EQUIPMENT_DEVICE_HELD')
  assert.equal((await equipmentOf(two).holder(1))?.login, null)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await change(one)
  await hold(two, async () => {})
})
