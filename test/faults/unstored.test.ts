import { assert, suite } from '@linecard/test-kit'
import { Client } from 'pg'
import { poll } from '../e2e/polled/world.ts'
import { sceneOf, startInstallation, type Installation } from '../support/installation.ts'

/**
 * A poll is `ok` only for what is stored: while the database takes no row of a feature, and after a clock that
 * ran ahead was put back, so that all that is stored seems to be from the future.
 */
const test = suite('faults: what is not stored', { level: 'full' })

/**
 * Tables into which nothing but readings of devices is written, and whose they are. Values of series are not
 * among them: they wait for the store, and what is lost is counted.
 */
const owners: Readonly<Record<string, string>> = {
  equipment_answer: 'equipment',
  inventory_sighting: 'inventory',
  inventory_onu: 'inventory',
  inventory_onu_reading: 'inventory',
  inventory_newest: 'inventory',
  fdb_history_reading: 'fdb-history',
  onu_history_light: 'onu-history',
}

let house!: Installation
let db!: Client
const ids: number[] = []
test.before(async () => {
  house = await startInstallation({
    scene: sceneOf([
      { kind: 'olt', name: 'olt', vendor: 'zte', model: 'C320' },
      { kind: 'switch', name: 'sw', vendor: 'dlink', model: 'DES-3200-10/C1' },
    ]),
    settings: { pollers: { polling: false } },
  })
  db = new Client({ connectionString: house.databaseUrl! })
  await db.connect()
  for (const name of ['olt', 'sw']) ids.push((await house.add(house.simulated(name))).id)
  for (const id of ids) {
    await poll(house.admin, id, ['interfaces_list'])
    // A poll takes along what is due: nothing is until the end of this test.
    const pollers = Object.keys((await poll(house.admin, id)).details)
    await house.admin.put(`/device/${id}`, { pollers: Object.fromEntries(pollers.map(key => [key, 86_400])) })
  }
  await db.query('create table told (name text)')
  await onEachRow('insert into told values (tg_table_name); return null;')
  for (const table of Object.keys(owners))
    await db.query(
      `create trigger told after insert or update or delete on ${table} for each row execute function told()`,
    )
})
test.after(async () => {
  await db?.end()
  await house?.stop()
})

const onEachRow = (body: string) =>
  db.query(`create or replace function told() returns trigger language plpgsql as $$ begin ${body} end $$`)

/** The pollers of all devices, each alone, and the tables that got rows from them. */
async function writing() {
  const found: { id: number; poller: string; wrote: string[] }[] = []
  for (const id of ids)
    for (const poller of Object.keys((await poll(house.admin, id)).details)) {
      await db.query('delete from told')
      const { result, details } = await poll(house.admin, id, [poller])
      assert.equal([result, Object.keys(details)], ['ok', [poller]])
      const { rows } = await db.query<{ name: string }>('select distinct name from told')
      found.push({ id, poller, wrote: rows.map(({ name }) => name).toSorted() })
    }
  return found
}

let found: Awaited<ReturnType<typeof writing>> = []

test('a clock that is put back holds no reading back', async () => {
  found = await writing()
  assert.equal(new Set(found.flatMap(({ wrote }) => wrote)), new Set(Object.keys(owners)))
  const { rows } = await db.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(format('%1$I = %1$I + interval ''1 hour''', column_name), ', ') as columns
     from information_schema.columns
     where table_name = any ($1) and udt_name = 'timestamptz' and is_generated = 'NEVER' group by 1`,
    [Object.keys(owners)],
  )
  for (const { name, columns } of rows) await db.query(`update ${name} set ${columns}`)
  await db.query(`update correlation_device set read_at = read_at + interval '1 hour'`)
  assert.equal(await writing(), found)
  const { rows: ahead } = await db.query(
    `select 'states' from correlation_device where read_at > now() union all
     select 'light' from onu_history_light where at > now() union all
     select 'addresses' from inventory_sighting where active and last_seen > now()`,
  )
  assert.equal(ahead, [])
})

test('each poller that stores readings says whose rows could not be stored', async () => {
  await db.query('drop trigger told on equipment_answer')
  await onEachRow(`raise exception 'no row is taken';`)
  for (const { id, poller, wrote } of found) {
    const { details } = await poll(house.admin, id, [poller])
    const told = new Set(details[poller]!.unstored.map(({ component }) => component))
    for (const owner of new Set(wrote.map(table => owners[table]!)))
      assert.ok(
        owner === 'equipment' || told.has(owner),
        `${poller} of device ${id} says nothing of ${owner}`,
      )
  }
})
