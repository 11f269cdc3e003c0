import bdcom from '@linecard/driver-bdcom'
import dlink from '@linecard/driver-dlink'
import { pollNow, type PollNow } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { add, modelId } from '@linecard/test-kit/worlds/inventory'
import { known, logOf, send, startWorld, type TrapWorld } from './world.ts'

/** What devices tell of themselves: fans, power, refused sign-ins, restarts. */
const test = suite('traps: what devices tell of themselves', { level: 'full' })
const ip = '127.77.8.1'
const nms = '1.3.6.1.4.1.3320.9'
const [fan, power] = [`${nms}.187.2.1`, `${nms}.189.4.1`]
let world: TrapWorld
let id = 0

test.before(async () => {
  world = await startWorld({}, { drivers: [dlink, bdcom] })
  const access = await add(world, '/device-access', {
    name: 'none',
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: 1, snmp_timeout_sec: 1, snmp_repeats: 0 } },
  })
  const model = await modelId(world, 'bdcom_gp3600_08')
  id = (await add(world, '/device', { ip, name: 'olt', access_id: access.id, model_id: model })).id
  await known(world)
})
test.after(() => world?.stop())

const trap = (...what: string[]) =>
  send(world, 'snmptrap', ip, ['-v', '2c', '-c', 'public'], ['4711', ...what])
const holding = async (name: string) => {
  const source = world
    .use('installation')
    .conditions()
    .find(one => one.name === name)!
  return source.holding({ deviceIds: [id], signal: new AbortController().signal })
}
const holds = (name: string, count: number) =>
  until(`${name} holds ${count} times`, async () => {
    const found = await holding(name)
    return found.length === count ? found : null
  })
const stored = (name: string) =>
  until(`${name} is stored`, async () => (await logOf(world, `?name=${name}`)).length > 0)

test('a fan: an event with what the device told, which ends after a while', async () => {
  assert.equal(await holding('device_fan_changed'), [])
  await trap(fan, `${nms}.187.4.1.2.1`, 'i', '2')
  const [event] = await holds('device_fan_changed', 1)
  assert.equal([event!.device_id, event!.labels], [id, { notification: 'bdcomFanNotification' }])
  assert.match(event!.description, /^1 times in 60 minutes\. It told: .* = 2\./)
  await trap(fan, `${nms}.187.4.1.2.1`, 'i', '1')
  await until('it counts', async () =>
    (await holding('device_fan_changed'))[0]!.description.startsWith('2 times'),
  )
  await world.sql(`update traps_trap set time = time - interval '61 minutes' where kind = 'fan'`)
  await holds('device_fan_changed', 0)
})

test('power: the device is asked; one that does not answer is believed, one that says all is well is not', async () => {
  await trap(power, `${nms}.189.3.0`, 'i', '1')
  await stored('bdcomPowerNotification')
  const asked = async () => (await logOf(world, '?name=bdcomPowerNotification'))[0]!.modules['power_status']
  await until('the device was asked', async () => (await asked()) === 'silent').catch(
    async (error: unknown) => {
      throw new Error(`${String(error)}: ${await asked()}`)
    },
  )
  await holds('device_power_changed', 1)
  await world.sql(`update traps_trap set modules = '{"power_status": "contradicted"}' where kind = 'power'`)
  await holds('device_power_changed', 0)
})

test('a refused sign-in is told', async () => {
  await trap('1.3.6.1.6.3.1.1.5.5')
  const [event] = await holds('device_sign_in_refused', 1)
  assert.is(event!.title, 'The device refuses somebody: authenticationFailure')
})

test('a restart makes all polls of the device due, and not again and again', async () => {
  const asked: PollNow[] = []
  const forget = world.traps.ctx.events.on(pollNow, payload => void asked.push(payload as PollNow))
  try {
    for (const one of [1, 2]) await trap(`1.3.6.1.6.3.1.1.5.${one}`)
    await stored('warmStart')
    assert.equal(asked, [{ device_ids: [id] }])
  } finally {
    forget()
  }
})
