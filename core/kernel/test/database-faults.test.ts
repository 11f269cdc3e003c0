import { assert, suite, until } from '@linecard/test-kit'
import { poolSizes } from '../src/database/pool.ts'
import { makeDatabase, start, stoppedInTime } from './support/world.ts'
import { startProxy } from '@linecard/test-kit/worlds/tcp-proxy'
import { heldLock, heldStatement, things } from './support/things.ts'

const test = suite('kernel database faults')
let db: Awaited<ReturnType<typeof makeDatabase>>
test.before(async () => {
  db = await makeDatabase()
})
test.after(async () => {
  await db.drop()
})

/** While this work goes on, `/sql/held` gets no answer of the database. */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  await db.query(`select pg_advisory_lock(${heldLock})`)
  try {
    await work()
  } finally {
    await db.query(`select pg_advisory_unlock(${heldLock})`)
  }
}
const queriesHeld = (count: number) =>
  until(`${count} queries are held`, async () => {
    const found = await db.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query = '${heldStatement}'`,
    )
    return found.length === count
  })

const unavailable = async (answer: Response) => {
  const body = (await answer.json()) as { error: { type: string; code: string }; data?: unknown }
  assert.is(answer.status, 503)
  assert.is(body.error.type, 'UNAVAILABLE')
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
  assert.not.ok('data' in body)
  return body.error.code
}

test('the database goes away during a request and stays away: 503 with Retry-After; it comes back: 200, without a restart', async () => {
  const proxy = await startProxy(db.url)
  const run = await start(proxy.url, [things])
  const ask = (path: string) => fetch(`${run.url}${path}`)
  try {
    assert.is((await ask('/api/v1/sql/one')).status, 200)
    await whileHeld(async () => {
      const cutOff = ask('/api/v1/sql/held')
      await queriesHeld(1)
      await proxy.cut()
      assert.is(await unavailable(await cutOff), 'DATABASE_DOWN')
    })
    for (let round = 0; round < 3; round++)
      assert.is(await unavailable(await ask('/api/v1/sql/one')), 'DATABASE_DOWN')
    assert.is((await ask('/health/ready')).status, 503)
    assert.is((await ask('/health/live')).status, 200)
    assert.is((await ask('/api/v1/open')).status, 200)
    await proxy.mend()
    await until('the database is back', async () => (await ask('/api/v1/sql/one')).status === 200, {
      everyMs: 100,
    })
    await until('ready again', async () => (await ask('/health/ready')).status === 200, { everyMs: 100 })
  } finally {
    await run.stop()
    await proxy.end()
  }
})

test('stop with the database away still ends within 10 s', async () => {
  const proxy = await startProxy(db.url)
  const steps: string[] = []
  const run = await start(proxy.url, [things], { onStop: what => steps.push(what) })
  await proxy.cut()
  await run.stop()
  stoppedInTime(steps)
  await proxy.end()
})

test('a pool without a free connection is a fast 503, and works again afterwards', async () => {
  const run = await start(db.url, [things])
  const ask = (path: string) => fetch(`${run.url}/api/v1/${path}`)
  try {
    let busy: Promise<Response>[] = []
    await whileHeld(async () => {
      busy = Array.from({ length: 2 * poolSizes.serve }, () => ask('sql/held'))
      await queriesHeld(poolSizes.serve)
      assert.is(await unavailable(await ask('sql/one')), 'DATABASE_BUSY')
      assert.is((await ask('open')).status, 200)
    })
    const statuses = (await Promise.all(busy)).map(answer => answer.status)
    assert.ok(
      statuses.includes(200) && statuses.every(status => status === 200 || status === 503),
      String(statuses),
    )
    assert.is((await ask('sql/one')).status, 200)
  } finally {
    await run.stop()
  }
})
