import { Type as T } from 'typebox'
import { definePlugin, type Context } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { openSession } from '../src/sessions/store.ts'
import { User } from '../src/entities/index.ts'
import { createFirstOwner } from '../src/first-start.ts'
import { adminPassword, makeWorld, type World } from '@linecard/test-kit/worlds/core'

const test = suite('identity: first start')
let world: World
let ctx: Context
const probe = definePlugin({
  id: 'probe',
  api: 1,
  requires: ['identity'],
  config: T.Object({}),
  setup(given) {
    ctx = given as Context
  },
})
test.before(async () => {
  world = await makeWorld({ plugins: [probe] })
})
test.after(() => world?.stop())

/** What is written to standard output meanwhile. */
async function printed(work: () => Promise<unknown>): Promise<string> {
  const write = process.stdout.write.bind(process.stdout)
  const chunks: string[] = []
  process.stdout.write = (chunk: string | Uint8Array) => chunks.push(String(chunk)) > 0
  try {
    await work()
  } finally {
    process.stdout.write = write
  }
  return chunks.join('')
}

test('a given password is taken and printed nowhere', async () => {
  await world.sql('delete from identity_user where id > 0')
  assert.is(await printed(() => createFirstOwner(ctx)), '')
  assert.is(
    (await world.http('POST', '/auth', { login: 'admin', password: adminPassword }, null)).status,
    200,
  )
  assert.not.ok(world.log.join('').includes(adminPassword))
})

test('without one a random password is printed once, by one of all processes, and is not logged', async () => {
  await world.sql('delete from identity_user where id > 0')
  delete process.env['LINECARD_ADMIN_PASSWORD']
  const out = await printed(() =>
    Promise.all([createFirstOwner(ctx), createFirstOwner(ctx), createFirstOwner(ctx)]),
  )
  const passwords = [...out.matchAll(/password +(\S+)/g)].map(match => match[1]!)
  assert.is(passwords.length, 1)
  assert.ok(passwords[0]!.length >= 16)
  assert.is((await world.http('POST', '/auth', { login: 'admin', password: passwords[0] }, null)).status, 200)
  assert.not.ok(world.log.join('').includes(passwords[0]!))
  assert.is(await printed(() => createFirstOwner(ctx)), '')
})

test('signing in again and again keeps the number of sessions in bounds', async () => {
  await world.sql('delete from identity_session')
  const [admin] = await world.sql<{ id: number }>(`select id from identity_user where login = 'admin'`)
  await world.sql(
    `insert into identity_session (user_id, key_hash, key_prefix, manual, expires_at) select $1, 'h' || n, 'p', n > 300, now() + interval '1 d' from generate_series(1, 310) n`,
    [admin!.id],
  )
  const em = ctx.em()
  await openSession(em, await em.findOneOrFail(User, { id: admin!.id }), new Date(), {
    ttlSec: 60,
    manual: false,
  })
  const [count] = await world.sql<{ kept: number; keys: number }>(
    'select count(*) filter (where not manual)::int as kept, count(*) filter (where manual)::int as keys from identity_session',
  )
  assert.equal(count, { kept: 200, keys: 10 })
})
