import { Type as T } from 'typebox'
import { definePlugin } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { poolSizes } from '../src/database/pool.ts'
import type { Running } from '../src/index.ts'
import { makeDatabase, start } from './support/world.ts'

/**
 * States of PostgreSQL (Appendix A of its manual) that speak of the server or the connection: the same
 * statement succeeds when the server is well again.
 */
const ofServer =
  '08000 08001 08003 08004 08006 08007 08P01 25006 28000 28P01 3D000 53000 53100 53200 53300 57000 57P01 ' +
  '57P02 57P03 57P04 57P05 58000 58030 58P01 58P02 F0000 F0001'

/** States that speak of the statement, its data or its transaction: it fails again. */
const ofStatement =
  '0A000 22012 23502 25001 25P02 25P03 42501 42601 42P01 53400 54000 54001 55000 55006 57014 58P03 P0001 ' +
  'XX000 XX001 XX002'

const writing = 'insert into states_row values (1)'
const states = definePlugin({
  id: 'states',
  api: 1,
  config: T.Object({}),
  migrations: [
    { name: 'states/0001_row', up: 'create table states_row (id integer)', down: 'drop table states_row' },
  ],
  setup: ctx => ctx,
  routes(routes, ctx) {
    routes.get(
      '/state/:code',
      {
        operationId: 'states.fail',
        tag: 'states',
        summary: 'Fails in the database',
        permission: 'public',
        params: T.Object({ code: T.String() }),
        response: T.Null(),
      },
      async ({ params }) => {
        const raise = `do $$ begin raise exception 'so it is' using errcode = '${params.code}'; end $$`
        await ctx.em().execute(params.code === 'write' ? writing : raise)
        return null
      },
    )
  },
})

const test = suite('states of the database')
let db: Awaited<ReturnType<typeof makeDatabase>>
let run: Running
test.before(async () => {
  db = await makeDatabase()
  run = await start(db.url, [states])
})
test.after(async () => {
  await run.stop()
  await db.drop()
})

interface Told {
  status: number
  retry: number
  code: string | undefined
  details: { path: string; message: string }[]
}
const ask = async (path: string): Promise<Told> => {
  const answer = await fetch(`${run.url}${path}`)
  const { error } = (await answer.json()) as { error?: { code: string; details: Told['details'] } }
  const retry = Number(answer.headers.get('retry-after') ?? 0)
  return { status: answer.status, retry, code: error?.code, details: error?.details ?? [] }
}
const write = () => ask('/api/v1/state/write')
const ready = () => ask('/health/ready')

const setting = (set: string) =>
  db.query(`do $$ begin execute 'alter database ' || quote_ident(current_database()) || ' ${set}'; end $$`)
/** As after a failover: the connections are new ones. */
const cut = () =>
  db.query(
    'select pg_terminate_backend(pid) from pg_stat_activity ' +
      "where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
  )

test('each state of the server is 503 with Retry-After, each state of a statement is not', async () => {
  const wrong: string[] = []
  for (const code of ofServer.split(' ')) {
    const { status, retry } = await ask(`/api/v1/state/${code}`)
    if (status !== 503 || retry < 1) wrong.push(`${code}: ${status}`)
  }
  for (const code of ofStatement.split(' ')) {
    const { status } = await ask(`/api/v1/state/${code}`)
    if (status === 503) wrong.push(`${code}: ${status}`)
  }
  assert.equal(wrong, [])
})

test('a database that became read-only: 503 with Retry-After, readiness is down and says why; both end', async () => {
  assert.is((await write()).status, 200)
  await setting('set default_transaction_read_only = on')
  await cut()
  await until('the connections are new', async () => (await write()).code !== 'DATABASE_DOWN')
  const told = await write()
  assert.equal([told.status, told.code], [503, 'DATABASE_READ_ONLY'])
  assert.ok(told.retry > 0)
  const down = await ready()
  assert.equal([down.status, down.details], [503, [{ path: 'database', message: 'Read-only' }]])

  // Nobody cuts the connections now: a failover that moves an address leaves them as they are.
  await setting('reset default_transaction_read_only')
  const onAll = () => Promise.all(Array.from({ length: poolSizes.serve }, write))
  await onAll()
  assert.equal(new Set((await onAll()).map(({ status }) => status)), new Set([200]))
  await until('ready again', async () => (await ready()).status === 200)
})

test('a full disk: 503 with Retry-After, and readiness is down until there is room again', async () => {
  // PostgreSQL has no room for a new page, neither in a table that exists nor in a new one.
  await db.query(`
    create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create function full_disk_of_new() returns event_trigger language plpgsql as
      $$ begin raise exception 'could not create file: No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on states_row execute function full_disk();
    create event trigger full_disk_of_new on ddl_command_start execute function full_disk_of_new()`)
  assert.is((await ready()).status, 200)
  const told = await write()
  assert.equal([told.status, told.code], [503, 'DATABASE_FULL'])
  assert.ok(told.retry > 0)
  const down = await ready()
  assert.equal([down.status, down.details], [503, [{ path: 'database', message: 'Full' }]])
  assert.is((await ready()).status, 503)
  await db.query('drop event trigger full_disk_of_new; drop trigger full_disk on states_row')
  await until('ready again', async () => (await ready()).status === 200)
  assert.is((await write()).status, 200)
  assert.equal(await db.query("select relname from pg_class where relname like 'linecard_room%'"), [])
})
