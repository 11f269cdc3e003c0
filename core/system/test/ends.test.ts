import pg from 'pg'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'

const test = suite('ends of actions')
let world!: World
test.before(async () => {
  world = await makeWorld()
})
test.after(() => world?.stop())

const own = (action: string) => ({
  action,
  status: 'SUCCESS' as const,
  user: null,
  device_id: null,
  message: '',
  meta: {},
  ip: null,
  session_id: null,
  request_id: null,
})
const log = () => world.use('action-log')
const insert = (status: string, action: string) =>
  `insert into system_action (time, action, status, message, meta) values (now(), '${action}', '${status}', '', '{}') returning id`

test('an action is told once, when it ends', async () => {
  const before = await log().lastEnd()
  const [{ id }] = (await world.sql<{ id: string }>(insert('STARTED', 'x:started'))) as [{ id: string }]
  assert.equal(await log().endedAfter(before, 10), [])
  await world.sql(`update system_action set message = 'meanwhile' where id = ${id}`)
  assert.equal(await log().endedAfter(before, 10), [])
  await world.sql(`update system_action set status = 'UNKNOWN' where id = ${id}`)
  await world.sql(`update system_action set status = 'DONE' where id = ${id}`)
  const ended = await log().endedAfter(before, 10)
  assert.equal(
    ended.map(one => [one.id, one.action, one.status]),
    [[Number(id), 'x:started', 'DONE']],
  )
  assert.is(await log().lastEnd(), ended[0]!.seq)
})

test('44: a reader that keeps the last number misses none of those that were written at once', async () => {
  const before = await log().lastEnd()
  const other = new pg.Client(world.databaseUrl)
  await other.connect()
  try {
    // The first one gets its number and is committed last: the second one must wait for it.
    await other.query('begin')
    await other.query(insert('SUCCESS', 'x:slow'))
    const second = log().record(own('x:fast'))
    await until('the second one waits', async () => {
      const found = await world.sql(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return found.length > 0
    })
    assert.equal(await log().endedAfter(before, 10), [])
    await other.query('commit')
    await second
    const ended = await log().endedAfter(before, 10)
    assert.equal(
      ended.map(({ action }) => action),
      ['x:slow', 'x:fast'],
    )
    assert.equal(
      (await log().endedAfter(ended[0]!.seq, 10)).map(({ action }) => action),
      ['x:fast'],
    )
  } finally {
    await other.end()
  }
})

test('a removed action is not told any more', async () => {
  const before = await log().lastEnd()
  const id = await log().record(own('x:removed'))
  await world.sql(`delete from system_action where id = ${id}`)
  assert.equal(await log().endedAfter(before, 10), [])
})

test('the last change of a device: what failed or changed no device is none', async () => {
  const add = (login: string, status: string, changes: string | null, at: string) =>
    world.sql(
      `insert into system_action (time, action, status, login, device_id, message, meta, changes)
       values ($1, 'x:change', $2, $3, 424242, '', '{}', $4)`,
      [at, status, login, changes],
    )
  const after = new Date('2026-03-01T00:00:00Z')
  assert.is(await log().lastChange(424_242, after), null)
  await add('early', 'SUCCESS', '[]', '2026-02-01T00:00:00Z')
  await add('anna', 'SUCCESS', '[]', '2026-03-02T00:00:00Z')
  await add('ben', 'UNKNOWN', '[]', '2026-03-03T00:00:00Z')
  await add('carl', 'FAILED', '[]', '2026-03-04T00:00:00Z')
  await add('dora', 'SUCCESS', null, '2026-03-05T00:00:00Z')
  const last = await log().lastChange(424_242, after)
  assert.equal([last!.user!.login, last!.status], ['ben', 'UNKNOWN'])
  assert.is(await log().lastChange(424_243, after), null)
})
