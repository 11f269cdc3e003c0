import { assert, suite } from '@linecard/test-kit'
import { createContents } from '../src/contents/contents.ts'
import { acceptHeld, refuseHeld } from '../src/versions/decide.ts'
import { changerOf } from '../src/versions/changer.ts'
import { listVersions, textOf, versionBefore, versionOf } from '../src/versions/read.ts'
import { trimContents, trimRuns, trimVersions } from '../src/versions/retention.ts'
import { needVersion, shownText, withSecrets } from '../src/versions/shown.ts'
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

fresh('lines that do not count make no new version, only its last sighting moves', async () => {
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

fresh('a much shorter configuration is held, and stored when a second reading says the same', async () => {
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
})

fresh('what is held goes when the device tells its whole configuration again', async () => {
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

fresh('nothing of a configuration is in the database, and its secrets are masked', async () => {
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

fresh('if the transaction fails, nothing of the version is stored', async () => {
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

/** A configuration of so many lines that count. */
const filled = (lines: number, mark = 'line') =>
  `${Array.from({ length: lines }, (_, nth) => `${mark} ${nth}`).join('\n')}\n`
const result = async (text: string, minute: number) => (await store(7, text, minute))!.result

test('what counts as much shorter: of ten lines, blank ones apart, more than three in ten', async () => {
  const cases: [what: string, before: string, after: string, result: string][] = [
    ['ten lines lose four', filled(10), filled(6), 'held'],
    ['ten lines lose three', filled(10), filled(7), 'ok'],
    ['nine lines lose all but one', filled(9), filled(1), 'ok'],
    ['nine lines and blank ones', `${filled(9)}\n \n\n`, filled(1), 'ok'],
    ['blank lines in place of others', filled(20), `${filled(13)}${'\n'.repeat(20)}`, 'held'],
    ['a hundred lose thirty', filled(100), filled(70), 'ok'],
    ['a hundred lose thirty-one', filled(100), filled(69), 'held'],
  ]
  for (const [what, before, after, expected] of cases) {
    await empty()
    await store(7, before, 0)
    assert.is(await result(after, 1), expected, what)
  }
})

fresh('a reading from before the last sighting does not move it back', async () => {
  await store(7, configurationOf(20), 60)
  assert.is(await result(configurationOf(20), 30), 'unchanged')
  assert.equal((await versionOf(world.backups, 7, null))!.last_seen, at(60))
})

fresh('patterns of lines that count have changed: the same lines are no new version', async () => {
  await store(7, configurationOf(20), 0)
  const hash = () => world.sql<{ significant: Buffer }>('select significant from backups_version')
  const [before] = await hash()
  await world.sql(`update backups_version set significant = '\\x00'`)
  assert.is(await result(configurationOf(20), 5), 'unchanged')
  assert.equal(await hash(), [before!])
})

fresh('a version says who made it, as asked after the last sighting of the one before', async () => {
  const asked: Date[] = []
  const read = (ports: number, minute: number) =>
    storeVersion(
      world.backups,
      { device_id: 7, model_key: null, text: configurationOf(ports), time: at(minute), attempt: null },
      async since => {
        asked.push(since)
        return { by: 'anna', how: 'action', at: at(8) }
      },
    )
  await read(20, 0)
  await read(20, 7)
  await read(21, 9)
  assert.equal(asked, [at(7)])
  const rows = await world.sql(
    'select changed_by, changed_how, changed_at, told from backups_version order by id',
  )
  const nobody = { changed_by: null, changed_how: null, changed_at: null }
  // Nobody has to be told of the first one.
  assert.equal(rows, [
    { ...nobody, told: true },
    { changed_by: 'anna', changed_how: 'action', changed_at: at(8), told: false },
  ])
})

test('who changed a device: who did it here, else what the device says', async () => {
  const actionOf = (login: string | null | undefined) => ({
    use: (() => ({
      lastChange: async () => (login === undefined ? null : { time: at(3), user: login && { login } }),
    })) as never,
    find: (() => ({
      after: async () => [{ device_id: 7, said: 'rule added by noc', time: at(4) }],
    })) as never,
  })
  assert.equal(await changerOf(actionOf('anna'), 7, at(0)), { by: 'anna', how: 'action', at: at(3) })
  for (const login of [null, undefined])
    assert.equal(await changerOf(actionOf(login), 7, at(0)), { by: 'noc', how: 'syslog', at: at(4) })
})

const device = async () =>
  (
    await world.sql<{
      held_id: string | null
      held_lines: number | null
      held_at: Date | null
      refused: Buffer | null
      status: string
    }>('select held_id, held_lines, held_at, refused, status from backups_device where device_id = 7')
  )[0]!
const seven = { id: 7, model_key: null }
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string }) => error.code,
  )

fresh(
  'what is held: its lines and time; accepting and refusing need it, and touch no other status',
  async () => {
    assert.is(await codeOf(acceptHeld(world.backups, seven)), 'BACKUPS_NOTHING_HELD')
    await store(7, configurationOf(40), 0)
    assert.is(await codeOf(refuseHeld(world.backups, 7)), 'BACKUPS_NOTHING_HELD')
    await store(7, configurationOf(20), 1)
    const held = await device()
    assert.equal([held.held_lines, held.held_at, typeof held.held_id], [43, at(1), 'string'])
    await world.sql(`update backups_device set status = 'failed', error = 'other'`)
    await acceptHeld(world.backups, seven)
    assert.is((await device()).status, 'failed')
    assert.equal((await versionOf(world.backups, 7, null))!.first_seen, at(1))
    await store(7, configurationOf(5), 2)
    await world.sql(`update backups_device set status = 'held', error_code = 'x'`)
    await store(8, configurationOf(40), 0)
    await store(8, configurationOf(10), 1)
    await acceptHeld(world.backups, seven)
    assert.equal([(await device()).status, (await device()).held_id], ['ok', null])
    const [other] = await world.sql<{ held_lines: number }>(
      'select held_lines from backups_device where device_id = 8',
    )
    assert.is(other!.held_lines, 23)
  },
)

fresh('a refused text stays refused until another version is stored', async () => {
  await store(7, configurationOf(40), 0)
  await store(7, configurationOf(20), 1)
  await refuseHeld(world.backups, 7)
  const refused = await device()
  assert.equal([refused.held_id, refused.held_lines, refused.held_at], [null, null, null])
  assert.ok(refused.refused)
  assert.equal([await result(configurationOf(20), 2), await result(configurationOf(20), 3)], ['held', 'held'])
  assert.ok((await device()).refused)
  assert.is(await result(configurationOf(40), 4), 'unchanged')
  assert.is((await device()).refused, null)
  assert.equal([await result(configurationOf(20), 5), await result(configurationOf(20), 6)], ['held', 'ok'])
})

fresh('a page of versions: the newest first, of this device, with the number of all', async () => {
  for (const [minute, ports] of [20, 21, 22, 23].entries()) await store(7, configurationOf(ports), minute)
  await store(8, configurationOf(30), 9)
  await store(7, configurationOf(24), 10)
  const { rows, total } = await listVersions(world.backups, 7, { limit: 2, offset: 1 })
  assert.equal([total, rows.map(row => row.first_seen)], [5, [at(3), at(2)]])
  const { rows: all } = await listVersions(world.backups, 7, page)
  const before = await versionBefore(world.backups, 7, all[0]!.id)
  assert.is(before!.id, all[1]!.id)
  assert.is(await versionBefore(world.backups, 7, all[4]!.id), undefined)
  assert.is(await versionOf(world.backups, 8, all[0]!.id), undefined, 'of another device')
  assert.is((await needVersion(world.backups, 7, Number(all[3]!.id))).id, all[3]!.id)
  assert.is((await needVersion(world.backups, 7, undefined)).id, all[0]!.id)
  assert.is(await codeOf(needVersion(world.backups, 9, undefined)), 'BACKUPS_NONE')
  assert.is(await codeOf(needVersion(world.backups, 7, 0)), 'BACKUPS_VERSION_UNKNOWN')
})

test('secrets are shown to who may see them, and that is noted', () => {
  const look = (asked: boolean | undefined, permissions: string[]) => {
    const notes: unknown[] = []
    const caller = { permissions: new Set(permissions) } as never
    try {
      return [withSecrets({ caller, note: note => void notes.push(note) }, asked, 7), ...notes]
    } catch (error) {
      return [(error as { code: string }).code, ...notes]
    }
  }
  const noted = (changed: boolean) => ({ changed, device_id: 7 })
  assert.equal(look(true, ['backups_secrets']), [true, noted(true)])
  assert.equal(look(true, []), ['PERMISSION_MISSING', noted(true)])
  for (const asked of [false, undefined]) assert.equal(look(asked, []), [false, noted(false)])
})

const em = () => world.backups.ctx.em()
const { signal } = new AbortController()

fresh('retention: what just reaches the day and the number stays, also of another device', async () => {
  for (const [minute, ports] of [20, 21, 22, 23].entries()) await store(7, configurationOf(ports), minute)
  await store(8, configurationOf(20), 0)
  const times = async () => (await listVersions(world.backups, 7, page)).rows.map(row => row.first_seen)
  assert.is(await trimVersions(em, { before: at(1), most: 4 }, signal), 0, 'the first was replaced then')
  assert.is(await trimVersions(em, { before: new Date(at(1).getTime() + 1), most: 4 }, signal), 1)
  assert.is(await trimVersions(em, { before: at(0), most: 2 }, signal), 1)
  assert.equal(await times(), [at(3), at(2)])
  assert.is(await trimVersions(em, { before: at(999), most: 0 }, signal), 1)
  assert.equal([await times(), await count('backups_version')], [[at(3)], 2])
})

fresh('retention: more than one batch goes at a time, and a stop ends it', async () => {
  await store(7, configurationOf(20), 0)
  await world.sql(
    `insert into backups_version (device_id, content_id, significant, first_seen, last_seen, valid_until, told)
     select 7, content_id, significant, first_seen, last_seen, $1, true from backups_version, generate_series(1, 2001)`,
    [at(1)],
  )
  const stopped = trimVersions(em, { before: at(2), most: 9 }, AbortSignal.abort())
  assert.is(
    await stopped.then(
      () => '',
      (error: Error) => error.name,
    ),
    'AbortError',
  )
  assert.is(await trimVersions(em, { before: at(2), most: 9 }, signal), 2001)
})

fresh(
  'retention: texts go an hour after they were last used, not while a version or a held one has them',
  async () => {
    await store(7, configurationOf(40), 0)
    await store(7, configurationOf(41), 1)
    await store(7, configurationOf(20), 2)
    await store(8, configurationOf(40), 30)
    await world.sql('delete from backups_version where device_id = 8 or valid_until is not null')
    const hour = 60
    assert.is(await trimContents(em, at(30 + hour), signal), 0, 'it was used at minute 30')
    assert.is(await trimContents(em, new Date(at(30 + hour).getTime() + 1), signal), 1)
    assert.equal([await trimContents(em, at(9_000), signal), await count('backups_content')], [0, 2])
    await refuseHeld(world.backups, 7)
    assert.equal([await trimContents(em, at(9_000), signal), await count('backups_content')], [1, 1])
  },
)

fresh('retention: runs that began before the time go', async () => {
  await world.sql(`insert into backups_run (asked_by, created_at) values ('a', $1), ('b', $2)`, [
    at(0),
    at(1),
  ])
  await trimRuns(em(), at(1))
  assert.equal(await world.sql('select asked_by from backups_run'), [{ asked_by: 'b' }])
  await world.sql('delete from backups_run')
})
