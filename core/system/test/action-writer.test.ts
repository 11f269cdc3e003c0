import { assert, suite, until } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { createLog, openDatabase } from '@linecard/test-kit/worlds/kernel'
import { startProxy } from '@linecard/test-kit/worlds/tcp-proxy'
import { createActionWriter } from '../src/logs/writer.ts'
import { migrations } from '../src/migrations/index.ts'
import type { ActionRow } from '../src/logs/row.ts'

const test = suite('action writer')
const log = createLog({ level: 'silent', to: 'stderr' })
let db!: TestDatabase
let proxy!: Awaited<ReturnType<typeof startProxy>>
let database!: Awaited<ReturnType<typeof openDatabase>>
test.before(async () => {
  db = await createDatabase()
  proxy = await startProxy(db.url)
  database = await openDatabase({ url: proxy.url, dataDir: '/nowhere', entities: [], log })
  await database.migrate('system', migrations)
})
test.after(async () => {
  await database?.stop()
  await proxy?.end()
  await db?.drop()
})

const row = (action: string, more: Partial<ActionRow> = {}): ActionRow => ({
  time: new Date(),
  action,
  status: 'SUCCESS',
  user_id: 1,
  login: 'admin',
  device_id: null,
  message: '',
  meta: {},
  error_code: null,
  ip: null,
  session_id: null,
  request_id: null,
  operation_id: null,
  duration_ms: null,
  run_id: null,
  process_id: null,
  changes: null,
  ...more,
})
const stored = async (action: string) =>
  (
    await db.admin.query<{ message: string }>(
      `select message from system_action where action = '${action}' order by id`,
    )
  ).rows.map(({ message }) => message)
const storeOf = (options: { everyMs?: number; limit?: number } = {}) =>
  createActionWriter(() => database.em(), log, options)
const lostOf = (store: ReturnType<typeof storeOf>) =>
  [...store.metrics[1]!.collect()].map(sample => ('value' in sample ? sample.value : null))[0]

test('rows come in their order, in batches, without being waited for', async () => {
  const store = storeOf({ everyMs: 20 })
  for (let n = 0; n < 250; n++) store.add({ id: null, row: row('a:many', { message: String(n) }) })
  await until('they are there', async () => (await stored('a:many')).length === 250)
  assert.equal(
    await stored('a:many'),
    Array.from({ length: 250 }, (_, n) => String(n)),
  )
})

test('while the database is away rows wait, and are written when it is back; what did not fit is counted and noted in the log', async () => {
  const store = storeOf({ everyMs: 20, limit: 10 })
  proxy.cut()
  for (let n = 0; n < 15; n++) store.add({ id: null, row: row('a:away', { message: String(n) }) })
  await store.flush()
  assert.is(lostOf(store), 5)
  await proxy.mend()
  await until('they are written by themselves', async () => (await stored('system-logs:lost')).length === 1)
  assert.equal(
    await stored('a:away'),
    Array.from({ length: 10 }, (_, n) => String(n)),
  )
  assert.equal(await stored('system-logs:lost'), ['5 actions could not be recorded'])
  await store.stop()
  assert.equal((await stored('system-logs:lost')).length, 1)
})

test('a row that PostgreSQL refuses does not hold up the others', async () => {
  const store = storeOf()
  store.add({ id: null, row: row('a:poison', { message: 'before' }) })
  store.add({ id: null, row: row('a:poison', { message: 'half \ud800 of a pair' }) })
  store.add({ id: null, row: row('a:poison', { message: 'too large', user_id: 99_999_999_999 }) })
  store.add({ id: null, row: row('a:poison', { message: 'after' }) })
  await store.stop()
  const kept = await stored('a:poison')
  assert.equal([kept[0], kept.at(-1)], ['before', 'after'])
  assert.not.ok(kept.includes('too large'))
  assert.ok(lostOf(store)! >= 1)
})
