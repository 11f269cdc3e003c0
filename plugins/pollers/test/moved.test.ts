import dlink from '@linecard/driver-dlink'
import { definePlugin, type Polled } from '@linecard/plugin-kit'
import switches from '@linecard/plugin-switches'
import { assert, suite, until } from '@linecard/test-kit'
import { add, addedSwitch, startWorld, stopDevices, type World } from '@linecard/test-kit/worlds/switches'
import pollers from '../src/index.ts'

const test = suite('pollers: other workers', { level: 'full' })
let world: World

/** Holds the storing of this device, and counts. */
const held = { id: 0, began: 0, go: Promise.withResolvers<void>() }
const holding = definePlugin({
  id: 'holding',
  api: 1,
  requires: ['inventory'],
  pollStores: {
    system: {
      async store(_ctx: unknown, { device }: Polled) {
        if (device.id !== held.id) return
        held.began++
        await held.go.promise
      },
    },
  },
})

test.before(async () => {
  world = await startWorld([dlink], { plugins: [switches, pollers, holding] })
})
test.after(async () => {
  held.go.resolve()
  await world?.stop()
  await stopDevices()
})

const workerOf = async (id: number) =>
  (await world.sql<{ worker: string }>('select worker from pollers_device where device_id = $1', [id]))[0]
    ?.worker
const units = async (queue: string, id: number) =>
  world.sql("select from pgboss.job where name = $1 and singleton_key = $2 and state <= 'active'", [
    queue,
    String(id),
  ])

test('a device that gets other workers while it is polled moves when the poll has ended; an idle one at once', async () => {
  const group = await add(world, '/device-group', { name: 'remote site' })
  const [busy, idle] = [await addedSwitch(world), await addedSwitch(world)]
  await until('both are planned', async () => {
    const workers = await Promise.all([busy, idle].map(({ id }) => workerOf(id)))
    return workers.every(worker => worker === '')
  })
  held.id = busy.id
  const asked = await world.http('POST', `/device/${busy.id}/poll`, { pollers: ['system'] })
  assert.is(asked.status, 202, asked.text)
  await until('its poll is under way', () => held.began === 1)
  await world.sql('update inventory_device set group_id = $1', [group.id])
  const configured = await world.http('PUT', '/system-components/pollers', {
    configuration: { workers: { remote: [group.id] } },
  })
  assert.is(configured.status, 200, configured.text)
  await until('the idle one has moved', async () => (await workerOf(idle.id)) === 'remote')
  assert.is(await workerOf(busy.id), '')
  assert.equal(await units('pollers.remote', busy.id), [])
  held.go.resolve()
  await until('the other one has moved', async () => (await workerOf(busy.id)) === 'remote')
  assert.is(held.began, 1)
})
