import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { dataOf } from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: kept counts of interfaces')
let world: World
test.before(async () => {
  world = await makeWorld({ settings: { identity: { rate_limiter_enabled: false } } })
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled)
     select n, '192.0.2.0'::inet + n, 'device ' || n, case when n = 3 then 71 else -1 end, false from generate_series(1, 3) n`,
  )
})
test.after(() => world?.stop())

interface Counts {
  type: string
  up: number
  down: number
  unknown: number
  all: number
}
const told = async (query = '') =>
  dataOf<Counts[]>(await world.http('GET', `/device-interface/statistics${query}`))
/** The same, counted again. */
const counted = (where = 'true') =>
  world.sql<Counts>(
    `select i.type, (count(*) filter (where i.status in ('Up', 'Online')))::int as up,
      (count(*) filter (where i.status not in ('Up', 'Online', 'Unknown')))::int as down,
      (count(*) filter (where i.status is null or i.status = 'Unknown'))::int as unknown, count(*)::int as all
    from inventory_interface i join inventory_device d on d.id = i.device_id
     where i.type <> 'CLOSED' and ${where} group by i.type order by i.type`,
  )
async function agree(what: string): Promise<void> {
  assert.equal(await told(), await counted(), what)
  for (const device of [1, 2, 3])
    assert.equal(await told(`?device_id=${device}`), await counted(`d.id = ${device}`), what)
  assert.equal(await told('?group_id=71'), await counted('d.group_id = 71'), what)
}

test('they equal what is there, whatever is done to interfaces', async () => {
  const steps: [what: string, statement: string][] = [
    [
      'added',
      `insert into inventory_interface (device_id, bind_key, name, type, status)
       select 1 + n % 3, n, 'p' || n, (array['ETH', 'ONU', 'PON'])[1 + n % 3], (array['Up', 'Down', 'Online', 'LOS', 'Unknown', null])[1 + n % 6] from generate_series(1, 600) n`,
    ],
    ['other states', `update inventory_interface set status = 'Down' where bind_key % 7 = 0`],
    ['nothing changed', `update inventory_interface set status = status`],
    ['another type', `update inventory_interface set type = 'SFP', status = null where bind_key % 11 = 0`],
    [
      'moved to another device',
      `update inventory_interface set device_id = 3, bind_key = bind_key + 10000 where device_id = 1 and bind_key % 13 = 0`,
    ],
    [
      'closed',
      `update inventory_interface set type = 'CLOSED', bind_key = -id where type = 'ONU' and bind_key % 5 = 0`,
    ],
    [
      'open again',
      `update inventory_interface set type = 'ONU', bind_key = 20000 + id where type = 'CLOSED' and id % 2 = 0`,
    ],
    [
      'several states in one statement',
      `update inventory_interface set status = case status when 'Up' then 'Down' when 'Down' then 'Up' else status end`,
    ],
    ['removed', `delete from inventory_interface where bind_key % 17 = 0`],
    ['a whole type removed', `delete from inventory_interface where type = 'PON' and device_id = 2`],
    ['a device removed', `delete from inventory_device where id = 2`],
    ['nothing removed', `delete from inventory_interface where false`],
  ]
  for (const [what, statement] of steps) {
    await world.sql(statement)
    await agree(what)
  }
  assert.ok((await told()).length >= 3)
})
