import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { definePlugin, devicesSaid, type DeviceMessage } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { add } from '@linecard/test-kit/worlds/inventory'
import { here, known, startWorld, type TrapWorld } from './world.ts'

/** What devices say by themselves, for other plugins. */
const test = suite('traps: lines of syslog for others')
const ip = '127.77.12.1'
const heard: DeviceMessage[] = []
const listener = definePlugin({
  id: 'listener',
  api: 1,
  setup(ctx) {
    ctx.events.on(devicesSaid, messages => void heard.push(...(messages as DeviceMessage[])))
    return ctx
  },
})
let world: TrapWorld
let deviceId = 0

test.before(async () => {
  world = await startWorld({}, { plugins: [listener] })
  const access = await add(world, '/device-access', { name: 'said', public_community: 'public' })
  const device = { ip, name: 'said', access_id: access.id }
  deviceId = (await add(world, '/device', device)).id
  await known(world)
})
test.after(() => world?.stop())

test('a line is told when it is stored, and can be asked for', async () => {
  const socket = createSocket('udp4').bind(0, ip)
  await once(socket, 'listening')
  const before = new Date(Date.now() - 60_000)
  const line = '<189>45: %SYS-5-CONFIG_I: Configured from console by carla on vty0 (192.0.2.1)'
  socket.send(line, world.ports.syslog, here)
  await until('it is told', () => heard.length > 0)
  socket.close()
  assert.equal([heard.length, heard[0]!.device_id], [1, deviceId])
  assert.match(heard[0]!.said, 'Configured from console by carla on vty0')
  const messages = world.use('device-messages')
  const stored = await messages.after(deviceId, before, 10)
  assert.equal(
    stored.map(({ said }) => said),
    heard.map(({ said }) => said),
  )
  assert.match(stored[0]!.said, 'CONFIG_I')
  assert.equal(await messages.after(deviceId, new Date(Date.now() + 60_000), 10), [])
  assert.equal(await messages.after(deviceId + 1, before, 10), [])
})
