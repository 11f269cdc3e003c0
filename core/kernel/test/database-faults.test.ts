import { assert, suite, until } from '@linecard/test-kit'
import { makeDatabase, start } from './support/world.ts'
import { startProxy } from '@linecard/test-kit/worlds/tcp-proxy'
import { things } from './support/things.ts'

const test = suite('kernel database faults', { timeoutMs: 60_000 })
let db: Awaited<ReturnType<typeof makeDatabase>>
test.before(async () => {
  db = await makeDatabase()
})
test.after(async () => {
  await db.drop()
})

const unavailable = async (answer: Response) => {
  const body = (await answer.json()) as { error: { type: string; code: string }; data?: unknown }
  assert.is(answer.status, 503)
  assert.is(body.error.type, 'UNAVAILABLE')
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
  assert.not.ok('data' in body)
  return body.error.code
}

test('fault 41: the database goes away during a request and stays away: 503 with Retry-After; it comes back: 200, without a restart', async () => {
  const proxy = await startProxy(db.url)
  const run = await start(proxy.url, [things])
  const ask = (path: string) => fetch(`${run.url}${path}`)
  try {
    assert.is((await ask('/api/v1/sql/one')).status, 200)
    const cutOff = ask('/api/v1/sql/sleep')
    await new Promise(resolve => {
      setTimeout(resolve, 300)
    })
    await proxy.cut()
    assert.is(await unavailable(await cutOff), 'DATABASE_DOWN')
    for (let round = 0; round < 3; round++)
      assert.is(await unavailable(await ask('/api/v1/sql/one')), 'DATABASE_DOWN')
    assert.is((await ask('/health/ready')).status, 503)
    assert.is((await ask('/health/live')).status, 200)
    assert.is((await ask('/api/v1/open')).status, 200)
    await proxy.mend()
    await until('the database is back', async () => (await ask('/api/v1/sql/one')).status === 200, {
      timeoutMs: 15_000,
      everyMs: 100,
    })
    await until('ready again', async () => (await ask('/health/ready')).status === 200, {
      timeoutMs: 15_000,
      everyMs: 100,
    })
  } finally {
    await run.stop()
    await proxy.end()
  }
})

test('fault 41: stop with the database away still ends within 10 s', async () => {
  const proxy = await startProxy(db.url)
  const run = await start(proxy.url, [things])
  await proxy.cut()
  const begin = Date.now()
  await run.stop()
  assert.ok(Date.now() - begin < 10_000, `${Date.now() - begin} ms`)
  await proxy.end()
})

test('fault 42: a pool without a free connection is a fast 503, and works again afterwards', async () => {
  const run = await start(db.url, [things])
  const ask = (path: string) => fetch(`${run.url}/api/v1/${path}`)
  try {
    const busy = Array.from({ length: 30 }, () => ask('sql/sleep'))
    await new Promise(resolve => {
      setTimeout(resolve, 300)
    })
    const begin = Date.now()
    assert.is(await unavailable(await ask('sql/one')), 'DATABASE_BUSY')
    assert.ok(Date.now() - begin < 4_000, `${Date.now() - begin} ms`)
    assert.is((await ask('open')).status, 200)
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
