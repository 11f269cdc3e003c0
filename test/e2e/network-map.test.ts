import links from '@linecard/plugin-links'
import generic from '@linecard/driver-generic'
import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { readNetworkMap } from '../clients/network-map.ts'

/** The map of HackTeam87 reads `GET /component/links` (facts §1.14). */
const test = suite('network map')
let world: World
test.before(async () => {
  world = await makeWorld({ drivers: [generic], plugins: [links] })
  await world.sql(
    `insert into inventory_device (id, ip, name, model_id) select n, ('192.0.2.' || n)::inet, 'sw' || n, (select min(id) from inventory_model) from generate_series(1, 3) n`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type) select d * 100 + n, d, n, '1/' || n, 'ETH' from generate_series(1, 3) d, generate_series(1, 4) n`,
  )
  for (const link of [
    { src_device_id: 1, src_interface_id: 101, dest_device_id: 2, dest_interface_id: 201 },
    { src_device_id: 2, src_interface_id: 202, dest_device_id: 3, dest_interface_id: 301 },
    { src_device_id: 1, src_interface_id: 102, dest_device_id: 3 },
    { src_device_id: 1, dest_device_id: 2 },
  ])
    assert.is((await world.http('POST', '/component/links', link)).status, 201)
})
test.after(() => world?.stop())

test('the map reads all rows, although two links have an interface that is not known', async () => {
  const map = await readNetworkMap(`${world.url}/api/v1/component/links`, world.admin)
  assert.equal(
    map.edges.map(({ from, to, title }) => `${from} ${to} ${title}`),
    ['1 2 1/1 - 1/1', '2 3 1/2 - 1/1'],
  )
  assert.equal([...map.nodes.keys()], [1, 2, 3])
  assert.match(map.nodes.get(2)!, /^sw2 192\.0\.2\.2 sw2 \S/)
})

test('rows without an interface would end it: they are there only for who asks', async () => {
  const ended = await readNetworkMap(
    `${world.url}/api/v1/component/links?unknown_ports=true`,
    world.admin,
  ).catch((error: unknown) => error)
  assert.instance(ended, TypeError)
})
