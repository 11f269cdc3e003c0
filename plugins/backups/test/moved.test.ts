import pollers from '@linecard/plugin-pollers'
import { assert, suite, until } from '@linecard/test-kit'
import { add } from '@linecard/test-kit/worlds/inventory'
import { planDevices } from '../src/devices/plan.ts'
import { configurationOf, dataOf, says, startWorld, type Archive } from './world.ts'

const test = suite('configurations: other workers', { level: 'full' })
let world!: Archive

test.before(async () => {
  world = await startWorld({ on_by_default: false }, [pollers])
  const model = await add(world, '/device-model', { key: 'test_switch', name: 'Test', type: 'SWITCH' })
  const access = await add(world, '/device-access', { name: 'a', public_community: 'public' })
  await world.sql('update inventory_device set enabled = true, model_id = $1, access_id = $2', [
    model.id,
    access.id,
  ])
  for (const id of [7, 8]) world.devices.set(id, says(configurationOf(20)))
})
test.after(() => world?.stop())

const workers = async (groups: Record<string, number[]>) => {
  const { status, text } = await world.http('PUT', '/system-components/pollers', {
    configuration: { polling: false, workers: groups },
  })
  assert.is(status, 200, text)
}
const ask = async (id: number) => {
  const asked = await world.http('POST', `/component/backups/${id}/run`)
  assert.is(asked.status, 202, asked.text)
}
const workerOf = async (id: number) =>
  (await world.sql<{ worker: string }>('select worker from backups_device where device_id = $1', [id]))[0]
    ?.worker
const units = (queue: string, id: number) =>
  world.sql("select from pgboss.job where name = $1 and singleton_key = $2 and state < 'active'", [
    queue,
    String(id),
  ])

test('an asked device goes to the workers of its site, and to others when these are given up', async () => {
  await workers({ remote: [71] })
  await ask(7)
  assert.is(await workerOf(7), 'remote')
  // No process of this world does the work of the remote site.
  await until('it waits for them', async () => (await units('backups.remote', 7)).length === 1)
  await ask(8)
  await until('the other one is read', () => world.reads.includes(8))
  assert.not.ok(world.reads.includes(7))

  await workers({})
  await planDevices(world.backups)
  assert.equal([await workerOf(7), await units('backups.remote', 7)], ['', []])
  await until('it is read', () => world.reads.includes(7))
  const { status } = dataOf<{ status: string }>(await world.http('GET', '/component/backups/7/status'))
  assert.ok(['running', 'ok'].includes(status), status)
})
