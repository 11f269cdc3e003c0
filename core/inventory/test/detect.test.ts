import { assert, suite } from '@linecard/test-kit'
import { startOlt } from '@linecard/test-kit/worlds/acme-olt'
import {
  accessFor,
  add,
  dataOf,
  keyOf,
  modelId,
  startWorld,
  type World,
} from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: detection')
let world: World
let olt: Awaited<ReturnType<typeof startOlt>>
let access: number
test.before(async () => {
  world = await startWorld()
  olt = await startOlt('127.9.4.1', [{ index: 1, key: 1, name: 'pon0/1' }])
  access = (await accessFor(world, olt, 'lab')).id
})
test.after(async () => {
  await world?.stop()
  await olt?.stop()
})

const detect = (body: object, key?: string) => world.http('POST', '/device-detect', body, key)

test('an address is asked what it is; nothing is stored', async () => {
  const answer = await detect({ ip: olt.ip, access_id: access })
  assert.is(answer.status, 200, answer.text)
  const { model, rejected, ...rest } = dataOf<{ model: { key: string; id: number }; rejected: unknown[] }>(
    answer,
  )
  assert.is(model.key, 'acme_olt2')
  assert.ok(Array.isArray(rejected))
  assert.equal(rest, {
    name: 'olt-1',
    location: 'Shelf 3',
    mac: '02:00:00:00:00:01',
    serial: 'AC-1',
    descr: 'Acme OLT2',
    object_id: '1.3.6.1.4.1.99999.7.2',
    tier: 'object_id',
  } as never)
  assert.equal(await world.sql('select 1 from inventory_device'), [])
})

test('a silent address is 504, a refused or senseless one 400, an unknown profile 400', async () => {
  olt.behaviour = { silent: true }
  const silent = await detect({ ip: olt.ip, access_id: access })
  olt.behaviour = {}
  assert.is(silent.status, 504)
  assert.is(silent.body.error?.code, 'DEVICE_TIMEOUT')
  assert.is((await detect({ ip: '169.254.169.254', access_id: access })).status, 400)
  assert.is((await detect({ ip: '8.8.8.8', access_id: access })).status, 400)
  assert.is((await detect({ ip: 'olt', access_id: access })).body.error?.details[0]?.path, 'ip')
  assert.is((await detect({ ip: olt.ip, access_id: 4711 })).body.error?.details[0]?.path, 'access_id')
  assert.is(
    (await detect({ ip: olt.ip, access_id: access }, await keyOf(world, ['device_show'], []))).status,
    403,
  )
})

test('a device is compared with what it is stored as', async () => {
  const device = await add(world, '/device', {
    ip: olt.ip,
    access_id: access,
    model_id: await modelId(world, 'acme_olt4'),
    enabled: false,
  })
  const compare = async () =>
    dataOf<{ stored: { key: string }; detected: { key: string }; matches: boolean }>(
      await world.http('GET', `/device/${device.id}/compare-model`),
    )
  const differs = await compare()
  assert.equal([differs.stored.key, differs.detected.key, differs.matches], ['acme_olt4', 'acme_olt2', false])
  await world.http('PUT', `/device/${device.id}`, { model: { id: await modelId(world, 'acme_olt2') } })
  assert.is((await compare()).matches, true)
})

test('deleting a device forgets its stored answers and interfaces', async () => {
  const [device] = await world.sql<{ id: number }>('select id from inventory_device')
  assert.is((await world.http('GET', `/switcher-core/device/interfaces_list/${device!.id}`)).status, 200)
  assert.is(
    (await world.sql('select 1 from equipment_answer where device_id = $1', [device!.id])).length > 0,
    true,
  )
  assert.is((await world.http('DELETE', `/device/${device!.id}`)).status, 200)
  assert.equal(await world.sql('select 1 from equipment_answer where device_id = $1', [device!.id]), [])
  assert.equal(await world.sql('select 1 from inventory_interface where device_id = $1', [device!.id]), [])
})
