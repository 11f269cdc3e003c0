import type { Reachability } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { acme } from '@linecard/test-kit/worlds/acme'
import { startOlt } from '@linecard/test-kit/worlds/acme-olt'
import { accessFor, add, modelId } from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: reachability', { level: 'full' })
let world: World
let olt: Awaited<ReturnType<typeof startOlt>>
let id = 0
let reachability: Reachability

test.before(async () => {
  world = await makeWorld({ drivers: [acme], settings: { identity: { rate_limiter_enabled: false } } })
  olt = await startOlt('127.9.6.1', [{ index: 1, key: 1, name: 'pon0/1' }])
  const access = await accessFor(world, olt, 'olt')
  const model = await modelId(world, 'acme_olt2')
  id = (await add(world, '/device', { ip: olt.ip, access_id: access.id, model_id: model })).id
  reachability = world.use('reachability')
  await until('the first reading', async () => (await shown()).status === 'Up')
})
test.after(async () => {
  await world?.stop()
  await olt?.stop()
})

const shown = async () =>
  (await world.http('GET', `/device/${id}`)).body.data as { status: string; status_changed: string }
/** Reads the device now; its answer says that it is Up. */
const read = async () => {
  const before = await world.sql<{ at: Date }>(
    'select refreshed_at as at from inventory_device where id = $1',
    [id],
  )
  await world.use('interfaces').refresh(id)
  const after = await world.sql<{ at: Date }>(
    'select refreshed_at as at from inventory_device where id = $1',
    [id],
  )
  assert.ok(after[0]!.at > before[0]!.at, 'the device was read')
}

test('what is told is shown, and answers of the device do not change it while somebody keeps telling', async () => {
  const time = new Date('2026-01-02T03:04:05.678Z')
  await reachability.note([
    { device_id: id, status: 'Up', time: new Date(time.getTime() - 1000) },
    { device_id: id, status: 'Down', time },
    { device_id: 999_999, status: 'Down', time },
  ])
  assert.equal([(await shown()).status, (await shown()).status_changed], ['Down', time.toISOString()])
  await read()
  assert.is((await shown()).status, 'Down')
  await reachability.note([{ device_id: id, status: 'Down', time: new Date() }])
  assert.is((await shown()).status_changed, time.toISOString(), 'the same again changes no time')
})

test('unknown, or silence of the one who told: then the next answer decides', async () => {
  await reachability.note([{ device_id: id, status: null, time: new Date() }])
  assert.is((await shown()).status, 'Unknown')
  await read()
  assert.is((await shown()).status, 'Up')
  await reachability.note([{ device_id: id, status: 'Down', time: new Date() }])
  await read()
  assert.is((await shown()).status, 'Down')
  await world.sql(`update inventory_reached set told_at = told_at - interval '11 minutes'`)
  await read()
  assert.is((await shown()).status, 'Up')
})

test('10,000 findings are three statements, and a telling costs no row until it is two minutes old', async () => {
  await world.sql(
    `insert into inventory_device (ip, name, group_id, enabled)
     select '10.0.0.0'::inet + n, 'many ' || n, (select min(id) from inventory_group), false from generate_series(1, 10000) n`,
  )
  const rows = await world.sql<{ id: number }>(`select id from inventory_device where name like 'many %'`)
  const found = rows.map(row => ({ device_id: row.id, status: 'Up' as const, time: new Date() }))
  await reachability.note(found)
  const written = () =>
    world.sql<{ x: string }>('select max(xmin::text::bigint) as x, count(*)::int as n from inventory_reached')
  const first = await written()
  await reachability.note(found)
  assert.equal(await written(), first)
  assert.is(
    (await world.sql(`select 1 from inventory_device where name like 'many %' and status = 'Up'`)).length,
    10_000,
  )
})
