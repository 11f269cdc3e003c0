import { Client } from 'pg'
import { assert, suite } from '@linecard/test-kit'
import { fill } from '../bench/api/dataset.ts'
import type { Ask } from '../bench/api/measure.ts'
import { devicePages, loads, type Body, type Load } from '../bench/api/operations.ts'
import type { Client as Api } from '../support/client.ts'
import { startInstallation, type Installation } from '../support/installation.ts'
import { person } from '../support/people.ts'
import { plansOf, walks, type Planned } from '../support/plans.ts'

/**
 * The plans of PostgreSQL for the operations that `npm run bench -- api` measures. The tables are so large that
 * a sequential scan is a choice of the planner.
 */
const test = suite('plans of the most frequent operations', { level: 'full' })

const grown = new Set([
  'inventory_device',
  'inventory_interface',
  'inventory_interface_status_history',
  'inventory_onu',
  'inventory_sighting',
  'inventory_sighting_port',
  'interface_marks_tag',
  'interface_marks_favorite',
])
const size = { devices: 5_000, interfaces: 60_000, onus: 15_000, sightings: 15_000 }
/** Requests of each operation: their kinds repeat after eight. */
const each = 8

let house!: Installation
let client!: Client
let operations: Load[] = []

test.before(async () => {
  house = await startInstallation({
    settings: { equipment: { networks: ['192.0.2.0/24'] }, identity: { rate_limiter_enabled: false } },
  })
  client = new Client({ connectionString: house.databaseUrl! })
  await client.connect()
  await fill(client, size)
  operations = await loads(client)
})
test.after(async () => {
  await client?.end()
  await house?.stop()
})

const ask = (api: Api, { method = 'GET', path, body }: Ask) =>
  api.ask<never>(method, path, body ? { body } : {})

async function plansAs(api: Api, asks: readonly Ask[]): Promise<Planned[]> {
  // A remembered key, so that the queries of the sign-in are not recorded.
  await api.get('/user/self')
  return plansOf(async () => {
    for (const one of asks) assert.is((await ask(api, one)).status, 200, one.path)
  })
}

test('for a user who sees all devices: no operation scans a growing table, and the answers are right', async () => {
  for (const { name, asks, fault } of operations) {
    const some = asks.slice(0, each)
    const plans = await plansAs(house.admin, some)
    assert.ok(
      plans.filter(({ sql }) => /\b(inventory|interface_marks)_/.test(sql)).length >= some.length,
      name,
    )
    assert.equal(walks(plans, grown), [], name)
    for (const [nth, one] of some.entries())
      assert.is(fault((await ask(house.admin, one)) as unknown as Body, nth), null, name)
  }
})

test('for a user who sees two groups: the same', async () => {
  const limited = await person(house, ['device_show', 'global_search'], [3, 4])
  for (const { name, asks } of operations.filter(operation => operation.name !== 'device by IP'))
    assert.equal(walks(await plansAs(limited, asks.slice(0, each)), grown), [], name)
  assert.equal(walks(await plansAs(limited, devicePages(size.devices).slice(0, 3)), grown), [])
})

test('the device list: one statement reads any page and the total by indexes; the same for a device by its address', async () => {
  for (const asks of [
    devicePages(size.devices).slice(0, 5),
    operations.find(({ name }) => name === 'device by IP')!.asks.slice(0, 5),
  ]) {
    const plans = (await plansAs(house.admin, asks)).filter(({ sql }) => sql.includes('inventory_'))
    assert.is(plans.length, asks.length)
    assert.equal(walks(plans, grown), [])
    for (const { nodes } of plans)
      assert.ok(
        nodes.some(
          node =>
            node['Index Name'] === 'inventory_device_pkey' ||
            node['Index Name'] === 'inventory_device_ip_key',
        ),
      )
  }
})

test('a sequential scan is detected: a list sorted without an index', async () => {
  const [walk] = walks(
    await plansAs(house.admin, [{ path: '/device-interface?sort=-updated_at&limit=5' }]),
    grown,
  )
  assert.match(walk ?? 'none', /^inventory_interface: select/)
})
