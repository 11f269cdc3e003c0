import { createServer } from 'node:net'
import { defineEntity, IsolationLevel, p } from '@mikro-orm/core'
import { DeviceError } from '@linecard/driver-kit'
import { ApiError } from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import { assert, failureOf, suite, until } from '@linecard/test-kit'
import { isUnavailable, openDatabase, type Database } from '../../src/database/index.ts'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { keptLog } from '@linecard/test-kit/worlds/log'

const test = suite('database')
const log = keptLog()
let place: TestDatabase
let database: Database

const Port = defineEntity({
  name: 'Port',
  tableName: 'demo_port',
  properties: { id: p.integer().primary(), name: p.string(), seenAt: p.datetime().nullable() },
})
const open = (url: string) => openDatabase({ url, dataDir: '/nonexistent', entities: [Port], log })

/** While this work goes on, `hold` waits for an answer of the database. */
const hold = 'select pg_advisory_xact_lock_shared(1)'
async function whileHeld(work: () => Promise<void>): Promise<void> {
  await place.admin.query('select pg_advisory_lock(1)')
  try {
    await work()
  } finally {
    await place.admin.query('select pg_advisory_unlock(1)')
  }
}

/** A place where each waits until so many have come. */
function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  return () => {
    if (++come === size) resolve()
    return promise
  }
}

/** Two transactions that count at the same time write the same name: PostgreSQL cancels one of them. */
const insertNext = (prefix: string, meet: () => Promise<void>) =>
  retryable(() =>
    database.em().transactional(
      async em => {
        const [row] = await em.execute<{ n: string }[]>(
          'select count(*) as n from demo_port where name like ?',
          [`${prefix}%`],
        )
        await meet()
        await em.execute('insert into demo_port (name) values (?)', [`${prefix}${row!.n}`])
      },
      { isolationLevel: IsolationLevel.SERIALIZABLE },
    ),
  )

test.before(async () => {
  place = await createDatabase()
  database = await open(place.url)
  await database.migrate('demo', [
    {
      name: 'demo/0001_init',
      up: 'create table demo_port (id serial primary key, name text not null, seen_at timestamptz)',
      down: 'drop table demo_port',
    },
  ])
})
test.after(async () => {
  await database.stop()
  await place.drop()
})

test('entities without decorators are stored and read by separate entity managers', async () => {
  const em = database.em()
  em.create(Port, { name: 'ge-0/0/1', seenAt: new Date('2026-01-02T03:04:05.678Z') })
  await em.flush()
  const port = await database.em().findOneOrFail(Port, { name: 'ge-0/0/1' })
  assert.is(port.seenAt?.toISOString(), '2026-01-02T03:04:05.678Z')
  assert.is.not(database.em(), database.em())
})

test('an unreachable database is one line with host and port, without the password', async () => {
  const closed = await new Promise<number>(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
  const error = await failureOf(open(`postgres://someone:Secret-77@127.0.0.1:${closed}/linecard`))
  assert.match(
    error.message,
    new RegExp(`^cannot use PostgreSQL at 127.0.0.1:${closed}/linecard: nothing listens there: .*$`),
  )
  assert.not.match(error.message, 'Secret-77')
  assert.match(
    (await failureOf(open(place.url.replace(/[^/]+$/, 'no_such_database')))).message,
    /the database does not exist/,
  )
  const odd = await failureOf(open('mysql://u:Secret-77@h/x'))
  assert.match(odd.message, /DATABASE_URL is not of the form/)
  assert.not.match(odd.message, 'Secret-77')
})

test('every connection is cut; the pool and LISTEN recover by themselves', async () => {
  const heard: string[] = []
  let reconnects = 0
  const silence = await database.listen(
    'demo_channel',
    payload => heard.push(payload),
    () => {
      reconnects++
    },
  )
  await database.notify('demo_channel', 'before')
  await until('the first notification', () => heard.includes('before'))

  const asking = failureOf(database.em().execute('select pg_sleep(600)'))
  await until(
    'the query runs',
    async () =>
      (
        await place.admin.query(
          "select 1 from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'",
        )
      ).rows.length,
  )
  await place.admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  assert.ok(isUnavailable(await asking))

  // The pool may return a dead connection once.
  await until('the pool answers', () => database.ping())
  assert.equal(await database.em().execute('select 1 as one'), [{ one: 1 }])
  await until('LISTEN is back', () => reconnects === 1)
  await database.notify('demo_channel', 'after')
  await until('the second notification', () => heard.includes('after'))
  await silence()
  const later: string[] = []
  const silenceLater = await database.listen('demo_later', payload => later.push(payload))
  await database.notify('demo_channel', 'unheard')
  await database.notify('demo_later', 'after it')
  await until('the next notification', () => later.includes('after it'))
  assert.equal(heard, ['before', 'after'])
  await silenceLater()
})

test('an exhausted pool fails fast as unavailable and recovers', async () => {
  let held: Promise<unknown>[] = []
  await whileHeld(async () => {
    held = Array.from({ length: 15 }, () => database.em().execute(hold))
    // Before any connection is free.
    const error = await failureOf(database.em().execute('select 1'))
    assert.ok(isUnavailable(error), error.message)
    assert.is(await database.ping(200), false)
  })
  await Promise.all(held)
  assert.is(await database.ping(), true)
})

test('deadlocks are retried until both sides are done', async () => {
  await place.admin.query("insert into demo_port (id, name) values (101, '0'), (102, '0')")
  let runs = 0
  const meet = meeting(2)
  const both = (first: number, second: number) =>
    retryable(() =>
      database.em().transactional(async em => {
        runs++
        await em.execute('update demo_port set name = (name::int + 1)::text where id = ?', [first])
        // Each has one row when it asks for the other.
        await meet()
        await em.execute('update demo_port set name = (name::int + 1)::text where id = ?', [second])
      }),
    )
  await Promise.all([both(101, 102), both(102, 101)])
  const { rows } = await place.admin.query('select name from demo_port where id in (101, 102)')
  assert.equal(rows, [{ name: '2' }, { name: '2' }])
  assert.ok(runs > 2, 'one of them had to be run again')
})

test('serialization failures are retried, other failures are not, and the number of attempts is limited', async () => {
  const meet = meeting(3)
  await Promise.all(['serial', 'serial', 'serial'].map(prefix => insertNext(prefix, meet)))
  const { rows } = await place.admin.query("select name from demo_port where name like 'serial%' order by 1")
  assert.equal(
    rows.map(row => row['name']),
    ['serial0', 'serial1', 'serial2'],
  )

  let runs = 0
  await failureOf(
    retryable(async () => {
      runs++
      await database.em().execute('select 1/0')
    }),
  )
  assert.is(runs, 1)
  await failureOf(
    retryable(
      async () => {
        runs++
        throw Object.assign(new Error('deadlock'), { code: '40P01' })
      },
      { attempts: 3 },
    ),
  )
  assert.is(runs, 4)
})

test('only failures of the database count as unavailable', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  assert.ok(isUnavailable(refused))
  assert.ok(isUnavailable(new AggregateError([refused])))
  for (const code of ['57P01', '53300', '08006'])
    assert.ok(isUnavailable(Object.assign(new Error(code), { code })))
  assert.not(isUnavailable(Object.assign(new Error('duplicate'), { code: '23505' })))
  assert.not(isUnavailable(new DeviceError('DeviceUnreachable', 'refused', { cause: refused })))
  assert.not(isUnavailable(new ApiError('CONFLICT', 'X_Y', 'no', { cause: refused })))
  assert.not(isUnavailable('timeout'))
})
