import type { Migration } from '@linecard/plugin-kit'
import { assert, failureOf, suite } from '@linecard/test-kit'
import { openDatabase, type Database } from '../../src/database/index.ts'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { keptLog } from '@linecard/test-kit/worlds/log'

const test = suite('migrations')
const log = keptLog()
let place: TestDatabase
let database: Database

const step = (name: Migration['name'], up: string, down = 'select 1'): Migration => ({ name, up, down })
const tables = async () =>
  (
    await place.admin.query(
      `select table_name from information_schema.tables
         where table_schema = 'public' and table_name <> 'mikro_orm_migrations' order by 1`,
    )
  ).rows.map(row => row['table_name'])
const applied = async () =>
  (await place.admin.query('select name from mikro_orm_migrations order by id')).rows.map(row => row['name'])
const messageOf = async (work: Promise<unknown>) => (await failureOf(work)).message

test.before(async () => {
  place = await createDatabase()
  database = await openDatabase({ url: place.url, dataDir: '/nonexistent', entities: [], log })
})
test.after(async () => {
  await database.stop()
  await place.drop()
})

const kept = [
  step(
    'kept/0001_init',
    "create table kept_a (id int, note text default 'one; two?');\ncreate table kept_b (id int);",
    'drop table kept_a; drop table kept_b',
  ),
  step('kept/0002_more', 'create table kept_c (id int)', 'drop table kept_c'),
]

test('applies in list order and only once', async () => {
  assert.equal(await database.migrate('kept', kept), ['kept/0001_init', 'kept/0002_more'])
  assert.equal(await database.migrate('kept', kept), [])
  assert.equal(await tables(), ['kept_a', 'kept_b', 'kept_c'])
  assert.equal(await applied(), ['kept/0001_init', 'kept/0002_more'])
})

test('a failing batch leaves nothing and does not touch another plugin', async () => {
  const bad = [
    step('bad/0001_init', 'create table bad_a (id int)'),
    step('bad/0002_wrong', 'create table bad_b (id int);\n\ncreate tabel bad_c (id int);'),
  ]
  const message = await messageOf(database.migrate('bad', bad))
  assert.match(message, 'bad/0002_wrong, line 3')
  assert.match(message, /syntax error/)
  assert.equal(await tables(), ['kept_a', 'kept_b', 'kept_c'])
  assert.equal(
    await database.migrate('good', [
      step('good/0001_init', 'create table good_a (id int)', 'drop table good_a'),
    ]),
    ['good/0001_init'],
  )
})

test('refuses a list if its applied part was changed', async () => {
  const edited = [step('kept/0001_init', 'create table kept_a (id bigint)'), kept[1]!]
  assert.match(
    await messageOf(database.migrate('kept', edited)),
    /kept\/0001_init was changed after it had been applied/,
  )
  const crlf = [step('kept/0001_init', kept[0]!.up.replaceAll('\n', '\r\n')), kept[1]!]
  assert.equal(await database.migrate('kept', crlf), [], 'line ends are no change')
})

test('a migration added before applied ones still runs; migrations of a disabled plugin do not matter', async () => {
  const inserted = [
    kept[0]!,
    step('kept/0003_between', 'create table kept_between (id int)', 'drop table kept_between'),
    kept[1]!,
  ]
  assert.equal(await database.migrate('kept', inserted), ['kept/0003_between'])
  assert.equal(await database.revert('kept', [inserted[1]!]), ['kept/0003_between'])
  assert.ok((await applied()).includes('good/0001_init'))
})

test('an older version is refused on tables of a newer one, and changes nothing', async () => {
  const older = [kept[0]!, step('kept/0009_own', 'create table kept_own (id int)')]
  const before = [await applied(), await tables()]
  const refused = /newer version of kept, with kept\/0002_more\. Install that version, or restore the backup/
  assert.match(await messageOf(database.migrate('kept', older)), refused)
  assert.match(await messageOf(database.checkNotNewer([['kept', older]])), refused)
  await database.checkNotNewer([
    ['kept', kept],
    ['never', []],
  ])
  assert.equal([await applied(), await tables()], before)
})

test('wrong names and duplicates are refused before anything runs', async () => {
  assert.match(
    await messageOf(database.migrate('kept', [step('other/0001_init', 'select 1')])),
    /named kept\/NNNN_what/,
  )
  assert.match(
    await messageOf(database.migrate('kept', [step('kept/1_init', 'select 1')])),
    /named kept\/NNNN_what/,
  )
  assert.match(await messageOf(database.migrate('kept', [kept[0]!, kept[0]!])), /listed twice/)
})

test('goes down in reverse order, all or nothing', async () => {
  const stuck = [...kept, step('kept/0004_stuck', 'create table kept_d (id int)', 'drop table no_such_table')]
  await database.migrate('kept', stuck)
  assert.match(await messageOf(database.revert('kept', stuck)), /kept\/0004_stuck.*could not be reverted/)
  assert.ok((await tables()).includes('kept_c'))
  await database.revert('kept', [step('kept/0004_stuck', '', 'drop table kept_d')])
  assert.equal(await database.revert('kept', kept), ['kept/0002_more', 'kept/0001_init'])
  assert.equal(await database.revert('kept', kept), [])
  assert.equal(await tables(), ['good_a'])
})

test('if two processes start at the same time, one of them migrates', async () => {
  const other = await openDatabase({ url: place.url, dataDir: '/nonexistent', entities: [], log })
  const slow = [step('race/0001_init', 'create table race_a (id int); select pg_sleep(0.3)')]
  const results = await Promise.all([
    database.migrate('race', slow),
    other.migrate('race', slow),
    database.migrate('race', slow),
  ])
  assert.equal(results.flat(), ['race/0001_init'])
  await other.stop()
})
