import { DeviceError } from '@linecard/driver-kit'
import type { CliProfile } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { openConsoleSession } from '../src/console/session.ts'
import { createReader } from '../src/console/reader.ts'
import type { HostKeys } from '../src/host-keys.ts'
import { openSsh } from '../src/console/ssh-apart.ts'
import { failure } from './fake-console.ts'
import { keys, serve } from './fake-ssh.ts'

const test = suite('console over SSH')
const { signal } = new AbortController()

/** Stored host keys, as of another process or an earlier start. */
function memory(): HostKeys & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    known: async (ip, port) => kept.get(`${ip}:${port}`) ?? null,
    async keep(ip, port, fingerprint) {
      const place = `${ip}:${port}`
      if (!kept.has(place)) kept.set(place, fingerprint)
      return kept.get(place)!
    },
    refuse: async () => {},
    match: async () => {},
  }
}
const profile: CliProfile = {
  modes: { main: { prompt: /[\w.-]+#/, enter: null } },
  main: 'main',
  pager: [],
  errors: [/^%/],
}
const at = (port: number, more: Partial<Parameters<typeof openSsh>[0]> = {}) =>
  openSsh({
    ip: '127.0.0.1',
    port,
    connectMs: 8_000,
    signal,
    login: 'noc',
    password: 'pass-word',
    allowLegacy: false,
    profile,
    hostKeys: memory(),
    ...more,
  })

for (const interactive of [false, true]) {
  test(`signs in by ${interactive ? 'keyboard-interactive' : 'password'} and runs commands`, async () => {
    const server = await serve({ interactive })
    const transport = await at(server.port)
    const console = await openConsoleSession(
      {
        profile,
        transport,
        reader: createReader(transport),
        credentials: { login: 'noc', password: 'pass-word', enable: '' },
        limits: { loginMs: 8_000, commandMs: 8_000, idleMs: 4_000 },
        onTranscript() {},
      },
      signal,
    )
    assert.is(await console.run('show version', {}, signal), 'Version 1.2\nвулиця')
    assert.is((await failure(console.run('drop', {}, signal))).code, 'DEVICE_SESSION_LOST')
    transport.close()
    await server.close()
  })
}

for (const { prompt, echo } of [
  { prompt: 'Verification code: ', echo: false },
  { prompt: 'New password: ', echo: false },
  { prompt: 'Your name: ', echo: true },
])
  test(`keyboard-interactive: "${prompt.trim()}" gets no password, and the error names the question`, async () => {
    const server = await serve({ interactive: true, questions: [{ prompt, echo }] })
    const error = await failure(at(server.port))
    assert.equal([error.code, server.answers], ['DEVICE_AUTH_FAILED', []])
    assert.match(error.message, prompt.trim())
    await server.close()
  })

test('the first key is stored; another key later stops the login before any password is sent', async () => {
  const hostKeys = memory()
  const first = await serve()
  ;(await at(first.port, { hostKeys })).close()
  assert.match([...hostKeys.kept.values()].join(), /^SHA256:[\w+/]{43}$/)
  ;(await at(first.port, { hostKeys })).close()
  await first.close()
  const second = await serve({ hostKeys: [keys[1]], port: first.port })
  const error = await failure(at(first.port, { hostKeys }))
  assert.equal([error.code, error.retry], ['DEVICE_HOST_KEY_CHANGED', false])
  assert.match(error.message, hostKeys.kept.values().next().value!)
  assert.equal(second.tried, [])
  await second.close()
})

test('without access to the stored keys, no login is possible', async () => {
  const server = await serve()
  const broken: HostKeys = {
    known: () => Promise.reject(new DeviceError('DeviceTimeout', 'the database is away')),
    keep: async () => '',
    refuse: async () => {},
    match: async () => {},
  }
  assert.match((await failure(at(server.port, { hostKeys: broken }))).message, 'database is away')
  assert.equal(server.tried, [])
  await server.close()
})

test('legacy algorithms only if the access profile allows them', async () => {
  const server = await serve({
    algorithms: { kex: ['diffie-hellman-group14-sha1'], cipher: ['aes128-cbc'], hmac: ['hmac-sha1'] },
  })
  const error = await failure(at(server.port))
  assert.is(error.code, 'DEVICE_SESSION_LOST')
  assert.match(error.message, 'legacy SSH allowed in the access profile')
  ;(await at(server.port, { allowLegacy: true })).close()
  await server.close()
})

test('a wrong password, no server, and a server that sends nothing', async () => {
  const server = await serve()
  const wrong = await failure(at(server.port, { password: 'other-word' }))
  assert.equal([wrong.code, wrong.message.includes('other-word')], ['DEVICE_AUTH_FAILED', false])
  await server.close()
  assert.is((await failure(at(server.port))).code, 'DEVICE_UNREACHABLE')
  const { createServer } = await import('node:net')
  const silent = createServer(() => undefined)
  await new Promise<void>(resolve => {
    silent.listen(0, '127.0.0.1', resolve)
  })
  assert.is(
    (await failure(at((silent.address() as { port: number }).port, { connectMs: 500 }))).code,
    'DEVICE_UNREACHABLE',
  )
  silent.close()
})
