import { Type as T } from 'typebox'
import { definePlugin, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { closedType } from '../src/closed-type.ts'
import { Device } from '../src/entities/index.ts'
import { visibleDevices, visibleInterfaces, visibleSightings } from '../src/read.ts'
import { tables } from '../src/tables.ts'
import { deviceScope, profileScope } from '../src/visibility.ts'

const test = suite('inventory: what a caller sees')
let world: World
/** The sightings were stored between these times. */
let [storedFrom, storedTo] = [0, 0]
let em: () => SqlEntityManager
/** Gives its context to the tests. */
const probe = definePlugin({
  id: 'probe',
  api: 1,
  requires: ['inventory'],
  config: T.Object({}),
  setup(ctx) {
    em = () => (ctx as Context).em() as SqlEntityManager
  },
})
const seeing = (groupIds: Caller['groupIds']) => ({ groupIds })
const all = seeing(null)
const north = seeing([1])

test.before(async () => {
  world = await makeWorld({ plugins: [probe] })
  await world.sql(`insert into inventory_group (id, name) values (1, 'north'), (2, 'south')`)
  await world.sql(`
    insert into inventory_device (id, ip, name, group_id, model_id)
    values (11, '10.9.0.1', 'mine', 1, null), (12, '10.9.0.2', 'foreign', 2, null)`)
  await world.sql(`
    insert into inventory_interface (id, device_id, bind_key, name, type)
    values (101, 11, 5000000000, 'p1', 'ETH'), (102, 12, 1, 'p1', 'ETH')`)
  storedFrom = Date.now()
  await world.sql(`
    insert into inventory_sighting (interface_id, mac, vlan_id, first_seen, last_seen)
    values (101, '02:00:00:00:00:0A', 0, now(), now()), (102, '02:00:00:00:00:0A', 0, now(), now())`)
  storedTo = Date.now()
})
test.after(() => world?.stop())

test('a query sees the devices of the groups of its caller, and what belongs to them', async () => {
  const ids = async (rows: Promise<{ id: number }[]>) => (await rows).map(({ id }) => id).toSorted()
  const found = async (caller: Pick<Caller, 'groupIds'>) => ({
    devices: await ids(visibleDevices(em(), caller).execute()),
    interfaces: await ids(visibleInterfaces(em(), caller).execute()),
    sightings: (await visibleSightings(em(), caller).execute()).map(row => row.interface_id).toSorted(),
  })
  assert.equal(await found(all), { devices: [11, 12], interfaces: [101, 102], sightings: [101, 102] })
  assert.equal(await found(north), { devices: [11], interfaces: [101], sightings: [101] })
  assert.equal(await found(seeing([])), { devices: [], interfaces: [], sightings: [] })
})

test('neither a condition nor a join widens what a caller sees', async () => {
  const asked = visibleDevices(em(), north).where(eb => eb.or([eb('d.id', '=', 12), eb.lit(true)]))
  assert.equal(
    (await asked.execute()).map(({ id }) => id),
    [11],
  )
  const joined = await tables(em())
    .selectFrom('inventory_sighting as s')
    .innerJoin(visibleInterfaces(em(), north).as('i'), 'i.id', 's.interface_id')
    .select(['i.id', 's.mac'])
    .execute()
  assert.equal(joined, [{ id: 101, mac: '02:00:00:00:00:0a' }])
})

test('an entity of another group is as absent as one that does not exist', async () => {
  const found = async (caller: Pick<Caller, 'groupIds'>) =>
    (
      await em()
        .fork()
        .find(Device, deviceScope(caller), { orderBy: { id: 1 } })
    ).map(({ id }) => id)
  assert.equal(await found(all), [11, 12])
  assert.equal(await found(north), [11])
  assert.equal(await found(seeing([])), [])
  assert.is(
    await em()
      .fork()
      .findOne(Device, { id: 12, ...deviceScope(north) }),
    null,
  )
})

test('a caller may use the profiles of their groups, each once', async () => {
  await world.sql(`insert into inventory_access (id, name) values (801, 'a'), (802, 'b'), (803, 'c')`)
  await world.sql(
    `insert into inventory_access_group (access_id, group_id) values (801, 1), (801, 2), (802, 2)`,
  )
  assert.equal(await profileScope(em(), all), {})
  const ids = async (caller: Pick<Caller, 'groupIds'>) =>
    (await profileScope(em(), caller)).$and![0].id.$in.toSorted()
  assert.equal(await ids(north), [801])
  assert.equal(await ids(seeing([1, 2])), [801, 802])
  assert.equal(await ids(seeing([])), [])
})

test('ONUs that are closed are no interfaces any more', async () => {
  await world.sql(
    `insert into inventory_interface (device_id, bind_key, name, type) values (11, 77, 'gone', $1)`,
    [closedType],
  )
  assert.equal(
    (await visibleInterfaces(em(), north).execute()).map(({ id }) => id),
    [101],
  )
})

test('the columns have the types that are documented', async () => {
  const [device] = await visibleDevices(em(), north).execute()
  assert.equal([device!.ip, device!.type, device!.enabled], ['10.9.0.1', null, true])
  const [port] = await visibleInterfaces(em(), north).execute()
  assert.equal([port!.bind_key, port!.parent_bind_key, port!.device_ip], ['5000000000', null, '10.9.0.1'])
  const [seen] = await visibleSightings(em(), north).execute()
  assert.instance(seen!.last_seen, Date)
  const at = seen!.last_seen.getTime()
  assert.ok(storedFrom <= at && at <= storedTo, seen!.last_seen.toISOString())
})

test('as a subquery the read model costs what its tables cost', async () => {
  const explained = async (query: ReturnType<typeof sql>) =>
    (await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${query}`.execute(tables(em()))).rows
      .map(row => row['QUERY PLAN'])
      .join('\n')
  const plan = await explained(sql`
    select s.mac, i.name from inventory_sighting s
    join ${visibleInterfaces(em(), north)} i on i.id = s.interface_id where s.mac = '02:00:00:00:00:0a'`)
  assert.not.match(plan, /Subquery Scan/)
  const devices = await explained(sql`select d.id from ${visibleDevices(em(), north)} d where d.id = 11`)
  assert.not.match(devices, /inventory_model|Subquery Scan/)
})
