import { assert, suite } from '@linecard/test-kit'
import { Client } from 'pg'
import { poll } from '../e2e/polled/world.ts'
import { sceneOf, startInstallation, type Installation } from '../support/installation.ts'

/** A poll is `ok` only for what is stored: the database takes no row of a feature while devices are polled. */
const test = suite('faults: what is not stored', { level: 'full' })

/**
 * Tables into which nothing but readings of devices is written, and whose they are. Values of series are not
 * among them: they wait for the store, and what is lost is counted.
 */
const owners: Readonly<Record<string, string>> = {
  inventory_sighting: 'inventory',
  inventory_onu: 'inventory',
  inventory_onu_reading: 'inventory',
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
  for (const id of ids) await poll(house.admin, id, ['interfaces_list'])
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

/** The pollers of all devices, each alone, and whose tables got rows from them. */
async function writing() {
  const found: { id: number; poller: string; wrote: string[] }[] = []
  for (const id of ids)
    for (const poller of Object.keys((await poll(house.admin, id)).details)) {
      await db.query('delete from told')
      assert.is((await poll(house.admin, id, [poller])).result, 'ok', poller)
      const { rows } = await db.query<{ name: string }>('select distinct name from told')
      found.push({ id, poller, wrote: [...new Set(rows.map(({ name }) => owners[name]!))].toSorted() })
    }
  return found.filter(({ wrote }) => wrote.length > 0)
}

test('each poller that stores readings says whose rows could not be stored', async () => {
  const found = await writing()
  assert.equal(new Set(found.flatMap(({ wrote }) => wrote)), new Set(Object.values(owners)))
  await onEachRow(`raise exception 'no row is taken';`)
  const told = []
  for (const { id, poller } of found) {
    const { details } = await poll(house.admin, id, [poller])
    const wrote = details[poller]!.unstored.map(({ component }) => component).filter(one =>
      Object.values(owners).includes(one),
    )
    told.push({ id, poller, wrote: wrote.toSorted() })
  }
  assert.equal(told, found)
})
