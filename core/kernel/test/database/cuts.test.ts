import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { assert, failureOf, suite, until } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { keptLog } from '@linecard/test-kit/worlds/log'
import { isUnavailable, openDatabase, type Database } from '../../src/database/index.ts'

const test = suite('cut connections')
let place: TestDatabase
let database: Database
/** Closes a connection to the server when the service sends this. */
let cutAt = /(?!)/

const server = createServer(near => {
  const far: Socket = connect(Number(new URL(place.url).port), '127.0.0.1')
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.on('error', () => undefined)
    from.on('close', () => to.destroy())
  }
  far.pipe(near)
  near.on('data', data => {
    if (cutAt.test(data.toString('latin1'))) near.destroy()
    else far.write(data)
  })
})

test.before(async () => {
  place = await createDatabase()
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = new URL(place.url)
  url.port = String((server.address() as AddressInfo).port)
  database = await openDatabase({ url: url.href, dataDir: '/nonexistent', entities: [], log: keptLog() })
})
test.after(async () => {
  await database.stop()
  server.close()
  await place.drop()
})

const insideTransaction = (work: () => Promise<unknown>) =>
  failureOf(
    database.em().transactional(async em => {
      await em.execute('select 1')
      await work()
      await em.execute('select 2')
    }),
  )

const cutAll = () =>
  place.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )

async function assertAllFree(): Promise<void> {
  assert.equal([database.pool().used, database.pool().waiting], [0, 0])
  await until('the pool answers', () => database.ping())
  assert.is(database.pool().used, 0)
}

test('connections that are cut inside transactions leave the pool; none of its slots is lost', async () => {
  for (let cut = 0; cut < 20; cut++) {
    const errors = await Promise.all([insideTransaction(cutAll), insideTransaction(cutAll)])
    for (const error of errors) assert.ok(isUnavailable(error), error.message)
  }
  await assertAllFree()
})

for (const [name, pattern] of Object.entries({ begin: /begin/, commit: /commit/, rollback: /rollback/ }))
  test(`a connection that is cut at its ${name} leaves the pool; no slot is lost`, async () => {
    for (let cut = 0; cut < 20; cut++) {
      await until('the pool answers', () => database.ping())
      cutAt = pattern
      await database
        .em()
        .transactional(async em => {
          await em.execute('select 1')
          if (name === 'rollback') throw new Error('roll back')
        })
        .then(
          () => assert.unreachable(),
          () => undefined,
        )
      cutAt = /(?!)/
    }
    await assertAllFree()
  })

test('work that still waits for a connection at the stop is told that the database is away', async () => {
  for (let n = 0; n < 5; n++) {
    const other = await openDatabase({
      url: place.url,
      dataDir: '/nonexistent',
      entities: [],
      log: keptLog(),
    })
    const late = failureOf(other.em().transactional(em => em.execute('select pg_sleep(600)')))
    await until('a connection is asked for', () => other.pool().used === 1, { everyMs: 1 })
    await other.stop()
    const error = await late
    assert.ok(isUnavailable(error), String(error))
  }
})

test('stop ends although a transaction is open and its query does not end', async () => {
  const other = await openDatabase({ url: place.url, dataDir: '/nonexistent', entities: [], log: keptLog() })
  const hanging = failureOf(other.em().transactional(em => em.execute('select pg_sleep(600)')))
  await until('the query runs', async () => {
    const rows = await database
      .em()
      .execute("select 1 from pg_stat_activity where state = 'active' and query = 'select pg_sleep(600)'")
    return rows.length > 0
  })
  await other.stop()
  assert.ok(isUnavailable(await hanging))
})
