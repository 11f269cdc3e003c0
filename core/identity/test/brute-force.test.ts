import pg from 'pg'
import { assert, suite, until } from '@linecard/test-kit'
import { codeOf } from '@linecard/test-kit/worlds/people'
import { adminPassword, makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { signInFrom } from '@linecard/test-kit/worlds/http'
import { withStoppedClock } from '@linecard/test-kit/worlds/stopped-clock'

const test = suite('identity: brute force', { level: 'full' })
let world: World
let second: World
test.before(async () => {
  const identity = {
    rate_limiter_time_sec: 600,
    rate_limiter_login_attempts: 5,
    rate_limiter_login_time_sec: 300,
  }
  world = await makeWorld({ settings: { identity } })
  second = await world.another({ settings: { identity } })
})
test.after(async () => {
  await second?.stop()
  await world?.stop()
})

let last = 1
/** An address of this test file that nobody used yet. */
const address = () => `127.0.77.${++last}`
const statusOf = async (from: string, login = 'admin', password = 'wrong', on = world) =>
  (await signInFrom(on, from, login, password)).status
/** As if the time of all blocks were over. Addresses are remembered for two seconds more. */
const endBlocks = () => world.sql('update identity_block set until = now()')

test('three failures block an address for every login, with Retry-After, and only for a while', async () => {
  const from = address()
  assert.equal(
    [await statusOf(from, 'a'), await statusOf(from, 'b'), await statusOf(from, 'c')],
    [401, 401, 401],
  )
  const blocked = await signInFrom(world, from, 'admin', adminPassword)
  assert.is(blocked.status, 429)
  assert.is(blocked.body.error?.code, 'IDENTITY_SIGN_IN_BLOCKED')
  const wanted = Number(blocked.headers.get('retry-after'))
  assert.ok(wanted >= 1 && wanted <= 600, String(wanted))
  assert.is(await statusOf(address(), 'admin', adminPassword), 200)
  assert.is(await statusOf(from, 'admin', adminPassword), 429)
  await endBlocks()
  await until('the block ends', async () => (await statusOf(from, 'admin', adminPassword)) === 200)
})

test('all processes count together', async () => {
  const from = address()
  assert.equal(
    [await statusOf(from), await statusOf(from, 'admin', 'wrong', second), await statusOf(from)],
    [401, 401, 401],
  )
  assert.equal(
    [await statusOf(from, 'admin', adminPassword, second), await statusOf(from, 'admin', adminPassword)],
    [429, 429],
  )
})

test('many attempts at once, on two processes, are no way around the block', async () => {
  const from = address()
  const statuses = await Promise.all(
    Array.from({ length: 16 }, (_, n) => statusOf(from, 'hammered', 'wrong', n % 2 ? world : second)),
  )
  assert.is(statuses.filter(status => status === 401).length, 3)
  assert.is(statuses.filter(status => status === 429).length, 13)
})

test('an own account that works buys no more guesses at another', async () => {
  const from = address()
  const statuses: number[] = []
  for (let round = 0; round < 3; round++)
    statuses.push(await statusOf(from, 'victim'), await statusOf(from, 'admin', adminPassword))
  assert.equal(statuses, [401, 200, 401, 200, 401, 429])
})

test('a right password forgives the own slips before it', async () => {
  const from = address()
  const statuses: number[] = []
  for (let round = 0; round < 3; round++)
    statuses.push(await statusOf(from), await statusOf(from), await statusOf(from, 'admin', adminPassword))
  assert.equal(statuses, [401, 401, 200, 401, 401, 200, 401, 401, 200])
})

test('guesses at one login from many addresses block it, but not for the addresses of its user', async () => {
  const home = address()
  assert.is(await statusOf(home, 'admin', adminPassword), 200)
  await world.http('POST', '/user', { login: 'lonely', password: 'Long enough 1', role_id: -2 })
  for (const login of ['admin', 'lonely', 'nobody-at-all']) {
    for (let guess = 0; guess < 5; guess++) assert.is(await statusOf(address(), login), 401)
    const blocked = await signInFrom(world, address(), login, adminPassword)
    assert.is(blocked.status, 429, login)
    const wanted = Number(blocked.headers.get('retry-after'))
    assert.ok(wanted >= 1 && wanted <= 300, String(wanted))
  }
  assert.is(await statusOf(home, 'admin', adminPassword), 200)
  assert.is(await statusOf(address(), 'lonely', 'Long enough 1', second), 429)
  await endBlocks()
  assert.is(await statusOf(address(), 'lonely', 'Long enough 1'), 200)
})

test('the PIN step counts, and asking for the PIN neither counts nor forgives', async () => {
  const from = address()
  const { id } = (
    await world.http('POST', '/user', { login: 'pinned', password: 'Long enough 1', role_id: -2 })
  ).body.data as { id: number }
  const key = ((await signInFrom(world, from, 'pinned', 'Long enough 1')).body.data as { key: string }).key
  const { secret } = (await world.http('POST', `/user/${id}/two-factor/qr`, undefined, key)).body.data as {
    secret: string
  }
  const enabled = await world.http(
    'POST',
    `/user/${id}/two-factor`,
    { pin: codeOf(secret), current_password: 'Long enough 1' },
    key,
  )
  assert.is(enabled.status, 200, enabled.text)
  const guess = async (pin?: string) =>
    (await signInFrom(world, from, 'pinned', 'Long enough 1', pin)).body.error?.code
  const never = '00000x'
  assert.equal(
    [
      await guess(never),
      await guess(),
      await guess(never),
      await guess(),
      await guess(),
      await guess(never),
      await guess(),
    ],
    [
      'IDENTITY_PIN_WRONG',
      'IDENTITY_PIN_MISSING',
      'IDENTITY_PIN_WRONG',
      'IDENTITY_PIN_MISSING',
      'IDENTITY_PIN_MISSING',
      'IDENTITY_PIN_WRONG',
      'IDENTITY_SIGN_IN_BLOCKED',
    ],
  )
})

/** While `work` goes on, whoever needs this table waits, until it calls `end` or has ended. */
async function whileHeld(table: string, work: (end: () => Promise<void>) => Promise<void>): Promise<void> {
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  let ended: Promise<void> | undefined
  const end = () => (ended ??= client.end())
  try {
    await client.query('begin')
    await client.query(`lock table ${table} in access exclusive mode`)
    await work(end)
  } finally {
    await end()
  }
}
const waits = (count: number, what: 'relation' | 'advisory') =>
  until(`${count} attempts wait: ${what}`, async () => {
    const text = 'select 1 from pg_stat_activity where datname = current_database() and wait_event = $1'
    return (await world.sql(text, [what])).length === count
  })

test('no block is set, and no failure forgotten, while an attempt that found no block is counted', async () => {
  const from = address()
  assert.equal([await statusOf(from, 'x'), await statusOf(from, 'y')], [401, 401])
  const statuses: Promise<number>[] = []
  await whileHeld('identity_two_factor', async endCheck => {
    const third = signInFrom(world, from, 'pinned', 'Long enough 1', '00000x')
    statuses.push(third.then(({ status }) => status))
    await waits(1, 'relation')
    await whileHeld('identity_failure', async () => {
      statuses.push(statusOf(from, 'z', 'wrong', second))
      await waits(2, 'relation')
      await endCheck()
      // The third is wrong now. Its block has to wait for the fourth, which has looked for one already.
      await waits(1, 'advisory')
      const subjects = await world.sql<{ subject: string }>('select subject from identity_block')
      assert.not.ok(subjects.some(({ subject }) => subject === `address ${from}`))
    })
  })
  assert.equal(await Promise.all(statuses), [401, 429])
  assert.is(await statusOf(from, 'admin', adminPassword), 429)
})

test('repeating the own password wrongly counts too', async () => {
  const from = address()
  const key = ((await signInFrom(world, from, 'admin', adminPassword)).body.data as { key: string }).key
  const statuses: number[] = []
  for (let guess = 0; guess < 4; guess++)
    statuses.push(
      (await world.http('POST', '/user/1/generate-auth-key', { expire: '1d', password: 'wrong' }, key))
        .status,
    )
  assert.equal(statuses, [403, 403, 403, 429])
  await world.use('sign-in-blocks').lift(null)
})

test('an operator lifts a block of one address or all, at once on every process', async () => {
  const [one, other] = [address(), address()]
  for (const from of [one, other]) for (const login of ['x', 'y', 'z']) await statusOf(from, login)
  const enters = (from: string) => statusOf(from, 'admin', adminPassword, second)
  // No block ends, and nothing that the other process remembers becomes old: it has to be told.
  await withStoppedClock(async () => {
    assert.equal([await enters(one), await enters(other)], [429, 429])
    assert.is(await world.use('sign-in-blocks').lift(one), 1)
    await until('one is free on the other process', async () => (await enters(one)) === 200)
    assert.is(await enters(other), 429)
    assert.ok((await world.use('sign-in-blocks').lift(null)) >= 1)
    await until('the other is free too', async () => (await enters(other)) === 200)
    assert.is(await statusOf(other, 'admin', adminPassword), 200)
  })
})

test('nothing of it holds a login as text, and old failures are forgotten', async () => {
  await statusOf(address(), 'my-password-by-mistake')
  assert.not.ok(JSON.stringify(await world.sql('select * from identity_failure')).includes('mistake'))
})
