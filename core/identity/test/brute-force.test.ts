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
    rate_limiter_address_attempts: 8,
    rate_limiter_login_attempts: 5,
    rate_limiter_time_sec: 600,
    rate_limiter_login_time_sec: 300,
  }
  world = await makeWorld({ settings: { identity } })
  second = await world.another({ settings: { identity } })
})
test.after(async () => {
  await second?.stop()
  await world?.stop()
})
/** Nothing counts any more, so no test slows down the next. */
const forget = () => world.use('sign-in-blocks').lift(null)

let last = 1
/** An address of this test file that nobody used yet. */
const address = () => `127.0.77.${++last}`
const password = 'Long enough 1'
const statusOf = async (from: string, login = 'admin', tried = 'wrong', on = world) =>
  (await signInFrom(on, from, login, tried)).status
const enters = (from: string, login: string) => statusOf(from, login, password)
/** The seconds to wait before the next guess; 0 if this one was checked. */
async function guess(from: string, login: string): Promise<number> {
  const { status, headers, body } = await signInFrom(world, from, login, 'wrong')
  if (status === 401) return 0
  assert.equal([status, body.error?.code], [429, 'IDENTITY_SIGN_IN_BLOCKED'])
  return Number(headers.get('retry-after'))
}
/** The waits of guesses that come as soon as they may, from addresses or at logins that `next` gives. */
async function waitsOf(checked: number, next: () => Promise<number>, tick: (ms: number) => void) {
  const waits: number[] = []
  for (let done = 0; done < checked;) {
    const seconds = await next()
    if (seconds === 0) done++
    else waits.push(seconds)
    tick(seconds * 1000)
  }
  return waits
}
let people = 0
async function person(): Promise<string> {
  const login = `person${++people}`
  const made = await world.http('POST', '/user', { login, password, role_id: -2 })
  assert.is(made.status, 201, made.text)
  return login
}

test('behind one address, the errors of one person never keep the right password of another out', async () => {
  const from = address()
  const [clumsy, ...others] = await Promise.all(Array.from({ length: 10 }, person))
  await withStoppedClock(async tick => {
    await waitsOf(12, () => guess(from, clumsy!), tick)
    for (const other of others) assert.is(await enters(from, other), 200, other)
    assert.is(await enters(from, clumsy!), 429)
  })
})

test('whoever signed in from an address before enters while somebody there tries many logins', async () => {
  const from = address()
  const [home, guest] = [await person(), await person()]
  assert.is(await enters(from, home), 200)
  await withStoppedClock(async tick => {
    let n = 0
    const waits = await waitsOf(20, () => guess(from, `sprayed${++n}`), tick)
    assert.equal(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600])
    assert.equal([await enters(from, guest), await enters(from, home)], [429, 200])
    assert.is(await enters(address(), guest), 200)
    tick(600_000)
    assert.is(await enters(from, guest), 200)
  })
})

test('guesses at one login from one address wait twice as long each time, known or unknown', async () => {
  const known = await person()
  for (const login of [known, 'nobody-at-all'])
    await withStoppedClock(async tick => {
      const from = address()
      if (login === known) assert.is(await enters(from, login), 200)
      const waits = await waitsOf(14, () => guess(from, login), tick)
      assert.equal(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600])
      assert.is(await statusOf(from, login, password), 429)
      tick(600_000)
      assert.is(await statusOf(from, login, password), login === known ? 200 : 401)
    })
})

test('after a clock was put back nobody waits longer than the failures say', async () => {
  const [from, login] = [address(), await person()]
  await withStoppedClock(async () => {
    for (let n = 0; n < 3; n++) assert.is(await guess(from, login), 0)
    await world.sql(`update identity_failure set at = at + interval '2 hours'`)
    assert.is(await guess(from, login), 1)
  })
})

test('all processes count together', async () => {
  await forget()
  const from = address()
  await withStoppedClock(async () => {
    assert.equal(
      [await statusOf(from), await statusOf(from, 'admin', 'wrong', second), await statusOf(from)],
      [401, 401, 401],
    )
    assert.equal(
      [await statusOf(from, 'admin', adminPassword, second), await statusOf(from, 'admin', adminPassword)],
      [429, 429],
    )
  })
})

test('many attempts at once, on two processes, are no way around the wait', async () => {
  const from = address()
  await withStoppedClock(async () => {
    const statuses = await Promise.all(
      Array.from({ length: 16 }, (_, n) => statusOf(from, 'hammered', 'wrong', n % 2 ? world : second)),
    )
    assert.is(statuses.filter(status => status === 401).length, 3)
    assert.is(statuses.filter(status => status === 429).length, 13)
  })
})

test('an own account that works buys no more guesses at another', async () => {
  await forget()
  const from = address()
  const own = await person()
  await withStoppedClock(async () => {
    const statuses: number[] = []
    for (let round = 0; round < 4; round++)
      statuses.push(await statusOf(from, 'victim'), await enters(from, own))
    assert.equal(statuses, [401, 200, 401, 200, 401, 200, 429, 200])
    for (let n = 0; n < 7; n++) assert.is(await statusOf(from, `victim${n}`), 401)
    assert.equal([await statusOf(from, 'victim7'), await enters(from, own)], [429, 200])
  })
})

test('a right password forgives the own slips before it', async () => {
  await forget()
  const from = address()
  const statuses: number[] = []
  for (let round = 0; round < 3; round++)
    statuses.push(await statusOf(from), await statusOf(from), await statusOf(from, 'admin', adminPassword))
  assert.equal(statuses, [401, 401, 200, 401, 401, 200, 401, 401, 200])
})

test('guesses at one login from many addresses wait, but not its user at the usual addresses', async () => {
  const [home, login] = [address(), await person()]
  assert.is(await enters(home, login), 200)
  for (const guessed of [login, 'nobody-from-anywhere'])
    await withStoppedClock(async tick => {
      const waits = await waitsOf(16, () => guess(address(), guessed), tick)
      assert.equal(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
      assert.is(await statusOf(address(), guessed, password, second), 429)
    })
  assert.is(await enters(home, login), 200)
})

test('the PIN step counts, and asking for the PIN neither counts nor forgives', async () => {
  const from = address()
  const { id } = (await world.http('POST', '/user', { login: 'pinned', password, role_id: -2 })).body
    .data as { id: number }
  const key = ((await signInFrom(world, from, 'pinned', password)).body.data as { key: string }).key
  const { secret } = (await world.http('POST', `/user/${id}/two-factor/qr`, undefined, key)).body.data as {
    secret: string
  }
  const enabled = await world.http(
    'POST',
    `/user/${id}/two-factor`,
    { pin: codeOf(secret), current_password: password },
    key,
  )
  assert.is(enabled.status, 200, enabled.text)
  const answerTo = async (pin?: string) =>
    (await signInFrom(world, from, 'pinned', password, pin)).body.error?.code
  const never = '00000x'
  const codes: unknown[] = []
  await withStoppedClock(async () => {
    for (const pin of [never, undefined, never, undefined, undefined, never, undefined])
      codes.push(await answerTo(pin))
  })
  assert.equal(codes, [
    'IDENTITY_PIN_WRONG',
    'IDENTITY_PIN_MISSING',
    'IDENTITY_PIN_WRONG',
    'IDENTITY_PIN_MISSING',
    'IDENTITY_PIN_MISSING',
    'IDENTITY_PIN_WRONG',
    'IDENTITY_SIGN_IN_BLOCKED',
  ])
})

/** While `work` goes on, whoever needs this table waits. */
async function whileHeld(table: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`lock table ${table} in access exclusive mode`)
    await work()
  } finally {
    await client.end()
  }
}

test('attempts that are still being checked count', async () => {
  await forget()
  const from = address()
  const checked: Promise<number>[] = []
  await withStoppedClock(() =>
    whileHeld('identity_two_factor', async () => {
      for (const pin of ['00000x', '00000y', '00000z'])
        checked.push(signInFrom(world, from, 'pinned', password, pin).then(({ status }) => status))
      await until('three attempts wait for their check', async () => {
        const text = 'select 1 from pg_stat_activity where datname = current_database() and wait_event = $1'
        return (await world.sql(text, ['relation'])).length === 3
      })
      assert.is(await statusOf(from, 'pinned', 'wrong', second), 429)
    }),
  )
  assert.equal(await Promise.all(checked), [401, 401, 401])
})

test('repeating the own password wrongly counts too', async () => {
  await forget()
  const from = address()
  const key = ((await signInFrom(world, from, 'admin', adminPassword)).body.data as { key: string }).key
  const wrong = { expire: '1d', password: 'wrong' }
  await withStoppedClock(async () => {
    const statuses: number[] = []
    for (let n = 0; n < 4; n++)
      statuses.push((await world.http('POST', '/user/1/generate-auth-key', wrong, key)).status)
    assert.equal(statuses, [403, 403, 403, 429])
  })
})

test('an operator ends the waits at one address or all, at once on every process', async () => {
  await forget()
  const [one, other] = [
    { from: address(), login: await person() },
    { from: address(), login: await person() },
  ]
  const enter = ({ from, login }: typeof one, on = second) => statusOf(from, login, password, on)
  // No wait ends, and nothing that the other process remembers becomes old: it has to be told.
  await withStoppedClock(async () => {
    for (const { from, login } of [one, other]) for (let n = 0; n < 3; n++) await guess(from, login)
    assert.equal([await enter(one), await enter(other)], [429, 429])
    assert.is(await world.use('sign-in-blocks').lift(one.from), 3)
    await until('one is free on the other process', async () => (await enter(one)) === 200)
    assert.is(await enter(other), 429)
    assert.is(await world.use('sign-in-blocks').lift(null), 3)
    await until('the other is free too', async () => (await enter(other)) === 200)
    assert.is(await enter(other, world), 200)
  })
})

test('nothing of it holds a login as text, and what is kept is bounded', async () => {
  await forget()
  await statusOf(address(), 'my-password-by-mistake')
  const kept = () => world.sql<{ id: string }>('select * from identity_failure order by id')
  const [mistake, ...more] = await kept()
  assert.equal(more, [])
  assert.not.ok(JSON.stringify(mistake).includes('mistake'))
  const sequence = `pg_get_serial_sequence('identity_failure', 'id')`
  await world.sql(`select setval(${sequence}, $1)`, [Number(mistake!.id) + 99_998])
  await statusOf(address(), 'one')
  assert.is((await kept()).length, 2)
  await statusOf(address(), 'two')
  assert.equal(
    (await kept()).map(({ id }) => Number(id) - Number(mistake!.id)),
    [99_999, 100_000],
  )
})
