import { assert, suite } from '@linecard/test-kit'
import { codeOf } from '@linecard/test-kit/worlds/people'
import { adminPassword, makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { withStoppedClock } from '@linecard/test-kit/worlds/stopped-clock'

const test = suite('identity: two-factor', { level: 'full' })
let world: World
test.before(async () => {
  world = await makeWorld({ settings: { identity: { rate_limiter_enabled: false } } })
})
test.after(() => world?.stop())

const password = 'Long enough 1'
let count = 0
interface Person {
  id: number
  login: string
  key: string
}

async function person(role = -2): Promise<Person> {
  const login = `person-${++count}`
  const { id } = (await world.http('POST', '/user', { login, password, role_id: role })).body.data as {
    id: number
  }
  return { id, login, key: (await enter(login)).key! }
}

async function enter(
  login: string,
  pin?: string,
): Promise<{ status: number; code: string | undefined; type: string | undefined; key: string | undefined }> {
  const { status, body } = await world.http(
    'POST',
    '/auth',
    { login, password, ...(pin === undefined ? {} : { pin }) },
    null,
  )
  return {
    status,
    code: body.error?.code,
    type: body.error?.type,
    key: (body.data as { key: string } | undefined)?.key,
  }
}

/**
 * Somebody with two-factor on. The step of the enrolment is forgotten, so that tests can use present codes.
 */
async function enrolled(): Promise<Person & { secret: string; codes: string[] }> {
  const one = await person()
  const { secret } = (await world.http('POST', `/user/${one.id}/two-factor/qr`, undefined, one.key)).body
    .data as { secret: string }
  const answer = await world.http(
    'POST',
    `/user/${one.id}/two-factor`,
    { pin: codeOf(secret), current_password: password },
    one.key,
  )
  assert.is(answer.status, 200, answer.text)
  await world.sql('update identity_two_factor set last_step = null where user_id = $1', [one.id])
  return { ...one, secret, codes: (answer.body.data as { recovery_codes: string[] }).recovery_codes }
}

test('a secret comes as text, URI and PNG, is sealed, and counts for nothing before its first code', async () => {
  const one = await person()
  const answer = await world.http('POST', `/user/${one.id}/two-factor/qr`, undefined, one.key)
  assert.is(answer.status, 200, answer.text)
  assert.is(answer.headers.get('cache-control'), 'no-store')
  const { secret, uri, qr } = answer.body.data as { secret: string; uri: string; qr: string }
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.match(
    uri,
    new RegExp(`^otpauth://totp/Linecard:${one.login}\\?.*secret=${secret}.*digits=6.*period=30`),
  )
  assert.is(Buffer.from(qr, 'base64').subarray(1, 4).toString(), 'PNG')
  const [row] = await world.sql<{ secret: string }>(
    'select secret from identity_two_factor where user_id = $1',
    [one.id],
  )
  assert.match(row!.secret, /^v1\./)
  assert.not.ok(world.log.join('').includes(secret))
  assert.is((await enter(one.login)).status, 200)
  assert.equal((await world.http('GET', `/user/${one.id}/two-factor`, undefined, one.key)).body.data, {
    enabled: false,
    enabled_at: null,
    recovery_codes_left: 0,
  })
})

test('a wrong code does not turn it on, nor a secret that was shown long ago', async () => {
  const one = await person()
  const { secret } = (await world.http('POST', `/user/${one.id}/two-factor/qr`, undefined, one.key)).body
    .data as { secret: string }
  const wrong = await world.http(
    'POST',
    `/user/${one.id}/two-factor`,
    { pin: String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0'), current_password: password },
    one.key,
  )
  assert.is(wrong.status, 400)
  assert.is(wrong.body.error?.details[0]?.path, 'pin')
  await world.sql(
    `update identity_two_factor set created_at = now() - interval '16 min' where user_id = $1`,
    [one.id],
  )
  assert.is(
    (
      await world.http(
        'POST',
        `/user/${one.id}/two-factor`,
        { pin: codeOf(secret), current_password: password },
        one.key,
      )
    ).body.error?.code,
    'IDENTITY_TWO_FACTOR_NOT_BEGUN',
  )
  assert.is((await enter(one.login)).status, 200)
})

test('once on, signing in asks for the code; other sign-ins have ended, keys of programs have not', async () => {
  const one = await person()
  const other = (await enter(one.login)).key!
  const { key: program } = await world.use('auth').issueKey(one.login, '1h')
  const { secret } = (await world.http('POST', `/user/${one.id}/two-factor/qr`, undefined, one.key)).body
    .data as { secret: string }
  assert.is(
    (
      await world.http(
        'POST',
        `/user/${one.id}/two-factor`,
        { pin: codeOf(secret), current_password: password },
        one.key,
      )
    ).status,
    200,
  )
  assert.equal(
    await Promise.all(
      [one.key, other, program].map(
        async key => (await world.http('GET', '/user/self', undefined, key)).status,
      ),
    ),
    [200, 401, 200],
  )
  const asked = await enter(one.login)
  assert.equal([asked.status, asked.type, asked.code], [401, 'TWO_FACTOR_REQUIRED', 'IDENTITY_PIN_MISSING'])
  assert.is((await enter(one.login, '000000')).code, 'IDENTITY_PIN_WRONG')
  assert.is((await enter(one.login, codeOf(secret, 1))).status, 200)
  assert.is(
    (await world.http('POST', `/user/${one.id}/two-factor/qr`, undefined, one.key)).body.error?.code,
    'IDENTITY_TWO_FACTOR_ON',
  )
})

test('who has the password alone learns nothing from a missing code of somebody without the password', async () => {
  const one = await enrolled()
  const { body } = await world.http('POST', '/auth', { login: one.login, password: 'wrong' }, null)
  assert.is(body.error?.code, 'IDENTITY_SIGN_IN_FAILED')
  assert.is(
    (
      await world.http(
        'POST',
        '/auth',
        { login: one.login, password: 'wrong', pin: codeOf(one.secret) },
        null,
      )
    ).body.error?.code,
    'IDENTITY_SIGN_IN_FAILED',
  )
  assert.is((await enter(one.login, codeOf(one.secret))).status, 200)
})

test('a code is good once, also for many at the same time, and an older one not after it', async () => {
  const one = await enrolled()
  const pin = codeOf(one.secret)
  const answers = await Promise.all(Array.from({ length: 8 }, () => enter(one.login, pin)))
  assert.equal(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, ...Array<number>(7).fill(401)],
  )
  assert.is((await enter(one.login, pin)).code, 'IDENTITY_PIN_WRONG')
  assert.is((await enter(one.login, codeOf(one.secret, -1))).status, 401)
  assert.is((await enter(one.login, codeOf(one.secret, 1))).status, 200)
})

test('one step of 30 s to either side is taken, two are not', async () => {
  const one = await enrolled()
  const statuses: number[] = []
  // The next step could begin between making the code and checking it: then -1 and 2 would mean other codes.
  await withStoppedClock(async () => {
    for (const steps of [-2, 2, -1, 1])
      statuses.push((await enter(one.login, codeOf(one.secret, steps))).status)
  })
  assert.equal(statuses, [401, 401, 200, 200])
})

test('a recovery code lets in once, whatever its case, and is stored as a hash', async () => {
  const one = await enrolled()
  assert.is(new Set(one.codes).size, 10)
  const answers = await Promise.all([
    enter(one.login, one.codes[0]),
    enter(one.login, one.codes[0]!.toLowerCase()),
    enter(one.login, one.codes[0]!.replaceAll('-', '')),
  ])
  assert.equal(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 401, 401],
  )
  assert.equal((await world.http('GET', `/user/${one.id}/two-factor`)).body.data, {
    enabled: true,
    recovery_codes_left: 9,
    enabled_at: ((await world.http('GET', `/user/${one.id}/two-factor`)).body.data as { enabled_at: string })
      .enabled_at,
  })
  const dump = JSON.stringify(await world.sql('select * from identity_recovery_code')) + world.log.join('')
  assert.not.ok(one.codes.some(code => dump.includes(code)))
  const other = await enrolled()
  assert.is((await enter(other.login, one.codes[1])).status, 401)
})

test('turning it off needs a code of oneself, or a manager who holds as much; sign-ins end', async () => {
  const one = await enrolled()
  assert.is(
    (await world.http('DELETE', `/user/${one.id}/two-factor`, { current_password: password }, one.key))
      .status,
    400,
  )
  assert.is(
    (
      await world.http(
        'DELETE',
        `/user/${one.id}/two-factor`,
        { pin: '000000', current_password: password },
        one.key,
      )
    ).status,
    400,
  )
  assert.is(
    (
      await world.http(
        'DELETE',
        `/user/${one.id}/two-factor`,
        { pin: codeOf(one.secret), current_password: password },
        one.key,
      )
    ).status,
    200,
  )
  assert.is((await enter(one.login)).status, 200)

  const two = await enrolled()
  const role = (
    await world.http('POST', '/user-role', {
      name: 'helpdesk',
      permissions: ['user_management', 'user_display'],
    })
  ).body.data as { id: number }
  const weak = await person(role.id)
  assert.is((await world.http('DELETE', `/user/${two.id}/two-factor`, {}, weak.key)).status, 403)
  assert.is((await world.http('DELETE', `/user/${two.id}/two-factor`)).status, 200)
  assert.is((await world.http('GET', '/user/self', undefined, two.key)).status, 401)
  assert.is((await enter(two.login)).status, 200)
  assert.is(
    (await world.http('DELETE', `/user/${two.id}/two-factor`)).body.error?.code,
    'IDENTITY_TWO_FACTOR_OFF',
  )
})

test("nobody sets it up for others, and a program's key does not for its user", async () => {
  const one = await person()
  assert.is((await world.http('POST', `/user/${one.id}/two-factor/qr`)).status, 403)
  assert.is((await world.http('POST', `/user/${one.id}/two-factor`, { pin: '123456' })).status, 403)
  const { key } = await world.use('auth').issueKey(one.login, '1h')
  assert.is(
    (await world.http('POST', `/user/${one.id}/two-factor/qr`, undefined, key)).body.error?.code,
    'IDENTITY_NEEDS_SIGN_IN',
  )
  assert.is((await world.http('GET', '/user/4711/two-factor')).status, 404)
  assert.is(
    (await world.http('POST', '/auth', { login: 'admin', password: adminPassword }, null)).status,
    200,
  )
})
