import { assert, suite } from '@linecard/test-kit'
import { createContents } from '../src/contents/contents.ts'
import { listVersions, textOf, versionOf } from '../src/versions/read.ts'
import { shownText } from '../src/versions/shown.ts'
import { storeVersion } from '../src/versions/store.ts'
import { at, configurationOf, startWorld, type Archive } from './world.ts'

const test = suite('versions of configurations')
let world!: Archive
test.before(async () => {
  world = await startWorld()
})
test.after(() => world.stop())
const empty = async (): Promise<void> => {
  await world.sql('delete from backups_device')
  await world.sql('delete from backups_version')
  await world.sql('delete from backups_content')
}
/** A case that begins without versions. */
const fresh = (name: string, run: () => Promise<void>) =>
  test(name, async () => {
    await empty()
    await run()
  })

const page = { limit: 10, offset: 0 }
const store = (device_id: number, text: string, minute: number, more: object = {}) =>
  storeVersion(world.backups, { device_id, model_key: null, text, time: at(minute), attempt: null, ...more })
const count = async (table: string): Promise<number> =>
  (await world.sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n

fresh('a changed configuration is a new version, and the one before ends', async () => {
  const first = await store(7, configurationOf(20), 0)
  const second = await store(7, configurationOf(21), 5)
  assert.equal([first!.result, second!.result], ['ok', 'ok'])
  const { rows, total } = await listVersions(world.backups, 7, page)
  assert.is(total, 2)
  assert.equal(
    rows.map(row => [row.first_seen, row.last_seen, row.valid_until]),
    [
      [at(5), at(5), null],
      [at(0), at(0), at(5)],
    ],
  )
  assert.equal([rows[0]!.lines_added, rows[0]!.lines_removed], [2, 0])
  assert.equal([rows[1]!.lines_added, rows[1]!.lines_removed], [null, null])
  assert.is(await textOf(world.backups, rows[1]!.content_id), configurationOf(20))
})

fresh('fault 40: lines that do not count make no new version, only its last sighting moves', async () => {
  await store(7, configurationOf(20), 0)
  const again = await store(7, configurationOf(20).replace('5 days', '6 days'), 60)
  assert.is(again!.result, 'unchanged')
  assert.equal([await count('backups_version'), await count('backups_content')], [1, 1])
  const version = await versionOf(world.backups, 7, null)
  assert.equal([version!.first_seen, version!.last_seen], [at(0), at(60)])
})

fresh('one text of many devices and of an older version is stored once', async () => {
  await store(7, configurationOf(20), 0)
  await store(8, configurationOf(20), 1)
  await store(7, configurationOf(22), 2)
  await store(7, configurationOf(20), 3)
  assert.equal([await count('backups_version'), await count('backups_content')], [4, 2])
})

fresh(
  'fault 28: a much shorter configuration is held, and stored when a second reading says the same',
  async () => {
    await store(7, configurationOf(40), 0)
    const held = await store(7, configurationOf(20), 1)
    assert.equal(held, { result: 'held', lines: 43, before: 83 })
    assert.is(await count('backups_version'), 1)
    const other = await store(7, configurationOf(19), 2)
    assert.is(other!.result, 'held')
    const same = await store(7, configurationOf(19), 3)
    assert.is(same!.result, 'ok')
    assert.is(await count('backups_version'), 2)
    const [row] = await world.sql('select held_id, held_at from backups_device')
    assert.equal(row, { held_id: null, held_at: null })
  },
)

fresh('fault 28: what is held goes when the device tells its whole configuration again', async () => {
  await store(7, configurationOf(40), 0)
  await store(7, configurationOf(20), 1)
  assert.is((await store(7, configurationOf(40), 2))!.result, 'unchanged')
  assert.is((await store(7, configurationOf(20), 3))!.result, 'held')
  assert.is(await count('backups_version'), 1)
})

fresh('a reading of another attempt is not stored', async () => {
  await store(7, configurationOf(20), 0)
  const [mine, other] = ['7b1f2c1e-0000-4000-8000-000000000001', '7b1f2c1e-0000-4000-8000-000000000002']
  await world.sql(`update backups_device set attempt = '${other}' where device_id = 7`)
  assert.is(await store(7, configurationOf(25), 1, { attempt: mine }), null)
  assert.is(await count('backups_version'), 1)
  assert.is((await store(7, configurationOf(25), 1, { attempt: other }))!.result, 'ok')
})

fresh('two processes that store at once make one version after the other', async () => {
  const done = await Promise.all([
    store(7, configurationOf(20), 0),
    store(7, configurationOf(20), 0),
    store(7, configurationOf(20), 0),
  ])
  assert.equal(done.map(one => one!.result).toSorted(), ['ok', 'unchanged', 'unchanged'])
  assert.equal([await count('backups_version'), await count('backups_content')], [1, 1])
})

fresh('fault 39: nothing of a configuration is in the database, and its secrets are masked', async () => {
  await store(7, configurationOf(20), 0)
  const [row] = await world.sql<{ body: Buffer; hash: Buffer; octets: string }>(
    'select * from backups_content',
  )
  assert.is(row!.body.includes('hidden'), false)
  assert.is(Number(row!.octets), Buffer.byteLength(configurationOf(20)))
  const version = await versionOf(world.backups, 7, null)
  const text = await shownText(world.backups, null, version!, false)
  assert.match(text, 'user admin secret ***')
  assert.is(text.includes('Xy77-hidden'), false)
})

fresh('hostile texts come back as they were', async () => {
  const hostile = '\u001b[2J<script>alert(1)</script>\u0000\u0007\n\ufffd\u202e' + 'x'.repeat(1_000_000)
  await store(7, hostile, 0)
  const version = await versionOf(world.backups, 7, null)
  assert.is(await textOf(world.backups, version!.content_id), hostile)
})

fresh('fault 43: if the transaction fails, nothing of the version is stored', async () => {
  await store(7, configurationOf(20), 0)
  const failing = storeVersion(
    world.backups,
    { device_id: 7, model_key: null, text: configurationOf(30), time: at(1), attempt: null },
    undefined,
    async em => {
      await em.execute('select 1 / 0')
    },
  )
  await failing.then(
    () => assert.unreachable('it was stored'),
    (error: unknown) => assert.match(String(error), 'division by zero'),
  )
  assert.equal([await count('backups_version'), await count('backups_content')], [1, 1])
  assert.is((await versionOf(world.backups, 7, null))!.valid_until, null)
})

fresh('the second process finds the key of the first', async () => {
  const other = { ...world.backups, contents: createContents(world.backups.ctx) }
  await store(7, configurationOf(20), 0)
  const done = await storeVersion(other, {
    device_id: 7,
    model_key: null,
    text: configurationOf(20),
    time: at(1),
    attempt: null,
  })
  assert.is(done!.result, 'unchanged')
})
