import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { assert, suite, until } from '@linecard/test-kit'
import { codeOf, password, personWith, signedIn } from '@linecard/test-kit/worlds/people'
import { adminPassword, makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { signInFrom } from '@linecard/test-kit/worlds/http'
import { withStoppedClock } from '@linecard/test-kit/worlds/stopped-clock'
import { program } from '@linecard/test-kit/worlds/linecard'
import { commands } from '../src/program.ts'
import { ownTerminal } from '../src/terminal.ts'
import { createTools } from '../src/tools.ts'

const test = suite('commands: users and security', { level: 'full' })
let world: World
let tools: ReturnType<typeof createTools>
let told: { printed: unknown; said: string } = { printed: null, said: '' }
test.before(async () => {
  world = await makeWorld()
  tools = {
    ...createTools({ format: 'json', configFile: world.configFile, terminal: ownTerminal() }),
    print: printed => {
      told.printed = printed
    },
    remark: said => {
      told.said = said
    },
  }
})
test.after(async () => {
  await tools?.close()
  await world?.stop()
})

/** One command in this process; the running service is another one. */
async function run(name: string, ...args: string[]): Promise<typeof told> {
  told = { printed: null, said: '' }
  await commands.find(command => command.name === name)!.run(tools, args, {})
  return told
}
const failure = (name: string, ...args: string[]): Promise<string> =>
  run(name, ...args).then(
    () => 'no failure',
    (error: Error) => error.message,
  )

/** One command as a process, with its standard input. */
async function child(input: string, ...args: string[]): Promise<{ code: number | null; text: string }> {
  const process_ = spawn(program[0], [program[1], ...args], {
    env: { ...process.env, LINECARD_CONFIG: world.configFile },
  })
  let text = ''
  for (const stream of [process_.stdout, process_.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += String(chunk)
    })
  process_.stdin.end(input)
  const [code] = (await once(process_, 'close')) as [number | null]
  return { code, text }
}

test('a user is added with a password from standard input, which appears nowhere', async () => {
  const added = await child(
    'A piped secret 1\nnot this line\n',
    'user:add',
    'piped',
    'Owner',
    '--name',
    'By pipe',
    '-o',
    'json',
  )
  assert.is(added.code, 0, added.text)
  assert.not.ok(added.text.includes('secret'))
  assert.is(
    (await world.http('POST', '/auth', { login: 'piped', password: 'A piped secret 1' }, null)).status,
    200,
  )
  const weak = await child('weak\n', 'user:add', 'weak', 'Owner')
  assert.equal([weak.code, weak.text.includes('IDENTITY_PASSWORD_SHORT')], [1, true])
  const none = await child('', 'user:reset-password', 'piped')
  assert.equal([none.code, none.text.includes('nothing was given')], [1, true])
})

test('resetting a password closes sessions and keys of the running service', async () => {
  const person = await personWith(world, ['device_show'])
  const { key } = await world.use('auth').issueKey(person.login, '1h')
  const reset = await child('An0ther password\r\n', 'user:reset-password', person.login)
  assert.is(reset.code, 0, reset.text)
  assert.equal(
    await Promise.all(
      [person.key, key].map(async one => (await world.http('GET', '/user/self', undefined, one)).status),
    ),
    [401, 401],
  )
  assert.is(
    (await world.http('POST', '/auth', { login: person.login, password: 'An0ther password' }, null)).status,
    200,
  )
})

test('no command takes a secret as argument or option', () => {
  for (const { name, args = {}, options = {} } of commands) {
    assert.not.match(
      JSON.stringify([Object.keys(args), Object.keys(options)]),
      /password|secret|pin\b|--key/i,
      name,
    )
  }
})

test('users and roles are listed, a role is given, a user is deleted', async () => {
  const person = await personWith(world, ['device_show'])
  const users = (await run('user:list')).printed as { login: string; role: { name: string } }[]
  assert.ok(users.some(user => user.login === 'admin' && user.role.name === 'Owner'))
  assert.ok(((await run('user-role:list')).printed as { name: string }[]).some(role => role.name === 'Owner'))
  assert.match(await failure('user:change-role', person.login), /name a role; the roles are: -2 Owner/)
  assert.match(await failure('user:change-role', person.login, 'nonsense'), /no role "nonsense"/)
  await run('user:change-role', person.login, 'owner')
  assert.is((await world.http('GET', '/user', undefined, person.key)).status, 200)
  assert.match((await run('user:delete', String(person.id))).said, `removed ${person.id} ${person.login}`)
  assert.match(await failure('user:delete', person.login), `there is no user "${person.login}"`)
  assert.match(await failure('user:delete', 'sys'), /IDENTITY_USER_BUILT_IN/)
})

test('strict access and the second factor are taken back', async () => {
  const person = await personWith(world, ['device_show'])
  const { secret } = (await world.http('POST', `/user/${person.id}/two-factor/qr`, undefined, person.key))
    .body.data as { secret: string }
  await world.http(
    'POST',
    `/user/${person.id}/two-factor`,
    { pin: codeOf(secret), current_password: password },
    person.key,
  )
  await world.http('PUT', `/user/${person.id}`, {
    settings: { theme: 'dark', strict_access_by_ip: { enabled: true, networks: ['192.0.2.1'] } },
  })
  await run('user:reset-ip-strict', person.login)
  assert.is(
    (await world.http('POST', '/auth', { login: person.login, password }, null)).body.error?.type,
    'TWO_FACTOR_REQUIRED',
  )
  await run('user:reset-user', person.login)
  await signedIn(world, person.login)
  assert.match(await failure('user:reset-user', person.login), /IDENTITY_TWO_FACTOR_OFF/)
  const { settings } = (await world.http('GET', `/user/${person.id}`)).body.data as {
    settings: Record<string, unknown>
  }
  assert.is(settings['theme'], 'dark')
})

const statusAt = async (from: string) => (await signInFrom(world, from, 'admin', adminPassword)).status

test('waits after failed sign-ins end in the running service, at one address and at all', async () => {
  const [one, other] = ['127.0.88.1', '127.0.88.2'] as const
  assert.match(await failure('security:reset:ipblock', 'here'), /"here" is not an address/)
  // No wait ends, and nothing that the service remembers becomes old: it has to be told.
  await withStoppedClock(async () => {
    for (const from of [one, other])
      for (let guess = 0; guess < 3; guess++) await signInFrom(world, from, 'admin', 'wrong')
    assert.equal([await statusAt(one), await statusAt(other)], [429, 429])
    assert.is((await run('security:reset:ipblock', one)).said, '3 failed sign-ins forgotten')
    assert.is((await run('security:reset:ipblock', one)).said, '0 failed sign-ins forgotten')
    await until('one is free', async () => (await statusAt(one)) === 200)
    assert.is(await statusAt(other), 429)
    assert.is((await run('security:reset:ipblock')).said, '3 failed sign-ins forgotten')
    await until('the other is free too', async () => (await statusAt(other)) === 200)
    assert.is(await statusAt(one), 200)
  })
})

test('open sign-ins and keys are listed, of one user and of all', async () => {
  const person = await personWith(world, ['device_show'])
  await world.use('auth').issueKey(person.login, '1h', 'for billing')
  const one = (await run('security:sessions', person.login)).printed as {
    login: string
    kind: string
    description: string
  }[]
  assert.equal(
    one.map(({ login, kind, description }) => [login, kind, description]),
    [
      [person.login, 'key', 'for billing'],
      [person.login, 'sign-in', ''],
    ],
  )
  const all = (await run('security:sessions')).printed as { login: string }[]
  assert.ok(new Set(all.map(({ login }) => login)).size >= 2)
  assert.not.ok(JSON.stringify(all).includes(person.key))
})
