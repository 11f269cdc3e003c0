import { assert, suite, until } from '@linecard/test-kit'
import { StartError } from '@linecard/kernel'
import { personWith } from '@linecard/test-kit/worlds/people'
import { adminPassword, makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { send, type Sent } from '@linecard/test-kit/worlds/http'

const test = suite('identity: trusted networks', { level: 'full' })
const trusted_networks = ['127.0.50.0/24', '::1/128']
let world: World
let proxied: World
let both: World
test.before(async () => {
  world = await makeWorld({
    settings: { identity: { trusted_networks } },
    http: { trusted_hosts: ['noc.example.net'] },
  })
  // The proxy stands inside of the trusted networks: the worst place.
  proxied = await world.another({
    settings: { identity: { trusted_networks } },
    http: { trusted_proxies: ['127.0.50.80', '127.0.60.0/30'], metrics_public: false },
  })
  both = await world.another({ settings: { identity: { trusted_networks } }, http: { host: '::' } })
})
test.after(async () => {
  await both?.stop()
  await proxied?.stop()
  await world?.stop()
})

const trusted = '127.0.50.7'
/** Login as whom it ran, else the error's code. */
async function whoAsks(sent: Omit<Sent, 'path'> & { path?: string }, on = world): Promise<string> {
  const { body } = await send(on, { path: '/user/self', ...sent })
  return body.error?.code ?? (body.data as { login: string }).login
}

test('without a key, or with an empty one, a trusted address is sys and another is nobody', async () => {
  assert.is(await whoAsks({ from: trusted }), 'sys')
  assert.is(await whoAsks({ from: trusted, headers: { 'x-auth-key': '' } }), 'sys')
  assert.is(await whoAsks({ from: trusted, path: '/user/self?x-auth-key=' }), 'sys')
  assert.is(await whoAsks({ from: '127.0.51.7' }), 'KEY_MISSING')
  assert.is(
    (
      await send(world, {
        method: 'POST',
        path: '/device-group',
        body: { name: 'made without a key' },
        from: trusted,
      })
    ).status,
    201,
  )
})

test('a key that is sent decides, good or bad', async () => {
  assert.is(await whoAsks({ from: trusted, headers: { 'x-auth-key': world.admin } }), 'admin')
  assert.is(
    await whoAsks({ from: trusted, headers: { 'x-auth-key': '0b5c2c4e-0000-4000-8000-000000000000' } }),
    'KEY_INVALID',
  )
  assert.is(
    await whoAsks({
      from: trusted,
      headers: { 'x-auth-key': world.admin },
      path: '/user/self?x-auth-key=other',
    }),
    'KEYS_DIFFER',
  )
})

test('what a client says of its address counts for nothing', async () => {
  for (const name of [
    'X-Forwarded-For',
    'X-Real-IP',
    'Forwarded',
    'X-Client-IP',
    'True-Client-IP',
    'CF-Connecting-IP',
    'X-Forwarded-Host',
    'X-Original-Forwarded-For',
    'X-Cluster-Client-IP',
  ]) {
    for (const said of [trusted, '127.0.0.1', '::1', `for=${trusted}`, `::ffff:${trusted}`])
      assert.is(
        await whoAsks({ from: '127.0.51.7', headers: { [name]: said } }),
        'KEY_MISSING',
        `${name}: ${said}`,
      )
  }
})

test('a proxy that nobody named does not lend its trusted address to the world', async () => {
  for (const [name, said] of [
    ['X-Forwarded-For', '203.0.113.5'],
    ['Forwarded', 'for=203.0.113.5'],
    ['X-Real-IP', '203.0.113.5'],
    ['Via', '1.1 proxy'],
  ] as const) {
    assert.is(await whoAsks({ from: trusted, headers: { [name]: said } }), 'IDENTITY_NOT_TRUSTED', name)
  }
})

/** As whom it ran that came from a proxy which says for whom it asks. */
const via = (from: string, said: string) => whoAsks({ from, headers: { 'X-Forwarded-For': said } }, proxied)

test("behind a named proxy the client's address decides, as the proxy saw it", async () => {
  assert.is(await via('127.0.60.1', trusted), 'sys')
  assert.is(await via('127.0.60.1', `203.0.113.5, ${trusted}`), 'sys')
  assert.is(await via('127.0.60.1', `${trusted}, 127.0.60.2`), 'sys')
  assert.is(await via('127.0.60.1', `::ffff:${trusted}`), 'sys')
  assert.is(await via('127.0.60.1', `${trusted}, 203.0.113.5`), 'KEY_MISSING')
  assert.is(await via('127.0.60.1', `127.0.0.1, ${trusted}, 203.0.113.5, 127.0.60.1`), 'KEY_MISSING')
  for (const nonsense of ['unknown', '', 'localhost', '127.0.50.7:80', `"${trusted}"`])
    assert.is.not(await via('127.0.60.1', nonsense), 'sys', nonsense)
  assert.is(await via('127.0.61.1', trusted), 'KEY_MISSING')
  assert.is(await via(trusted, '203.0.113.5'), 'IDENTITY_NOT_TRUSTED')
})

test('a named proxy inside of a trusted network is not itself trusted, says it nothing or only itself', async () => {
  const silent: Record<string, string>[] = [
    {},
    { 'X-Forwarded-For': '127.0.50.80' },
    { 'X-Forwarded-For': '127.0.50.80, 127.0.60.1' },
    { 'X-Real-IP': trusted },
  ]
  for (const headers of silent) {
    assert.is(
      await whoAsks({ from: '127.0.50.80', headers }, proxied),
      'IDENTITY_NOT_TRUSTED',
      JSON.stringify(headers),
    )
  }
  assert.is(await whoAsks({ from: '127.0.50.80', headers: { 'X-Forwarded-For': trusted } }, proxied), 'sys')
  assert.is(
    await whoAsks({ from: '127.0.50.80', headers: { 'X-Forwarded-For': '203.0.113.5' } }, proxied),
    'KEY_MISSING',
  )
})

test('pages of other sites cannot make a browser inside of the network act as sys', async () => {
  const foreign: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'http://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1:1' },
    { Origin: 'file://' },
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' },
    { Host: 'evil.example' },
    { Host: 'evil.example:8088', Origin: 'http://evil.example:8088' },
    { Host: 'noc.example.net.evil.example' },
    { Host: 'localhost.evil.example', 'Sec-Fetch-Site': 'same-origin' },
  ]
  for (const headers of foreign) {
    assert.is(
      await whoAsks({ from: trusted, headers }),
      String(headers['Host']).includes('evil') ? 'HOST_UNKNOWN' : 'IDENTITY_NOT_TRUSTED',
      JSON.stringify(headers),
    )
    // Also where the kernel serves any host name.
    assert.is(
      await whoAsks({ from: trusted, headers }, {
        url: `http://127.0.0.1:${new URL(both.url!).port}`,
      } as World),
      'IDENTITY_NOT_TRUSTED',
      JSON.stringify(headers),
    )
    const { status } = await send(world, { method: 'DELETE', path: '/user/1', from: trusted, headers })
    assert.ok(status === 401 || status === 400, `${status} ${JSON.stringify(headers)}`)
  }
})

test('own pages, addresses, localhost and named hosts do', async () => {
  const host = new URL(world.url!).host
  const own: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'same-origin', Origin: `http://${host}` },
    { 'Sec-Fetch-Site': 'none' },
    { Host: 'localhost:8088', Origin: 'http://localhost:8088' },
    { Host: 'noc.example.net' },
    { Host: 'noc.example.net', Origin: 'https://noc.example.net' },
    { Host: '[::1]:8088' },
  ]
  for (const headers of own)
    assert.is(await whoAsks({ from: trusted, headers }), 'sys', JSON.stringify(headers))
})

test('IPv6 and IPv4-mapped addresses of a socket for both', async () => {
  const port = new URL(both.url!).port
  const ask = (host: string, from?: string) =>
    whoAsks(from ? { from } : {}, { url: `http://${host}:${port}` } as World)
  assert.is(await ask('[::1]'), 'sys')
  assert.is(await ask('127.0.0.1', trusted), 'sys')
  assert.is(await ask('127.0.0.1', '127.0.51.7'), 'KEY_MISSING')
})

test('a list that takes in the world does not start, nor a proxy list with nonsense', async () => {
  for (const network of ['0.0.0.0/0', '::/0', '128.0.0.0/1', 'everybody']) {
    const error = await world.another({ settings: { identity: { trusted_networks: [network] } } }).then(
      async other => other.stop(),
      (refused: unknown) => refused,
    )
    assert.instance(error, StartError, network)
    assert.match((error as Error).message, /trusted_networks/)
  }
  const error = await world.another({ http: { trusted_proxies: ['loopback'] } }).then(
    async other => other.stop(),
    (refused: unknown) => refused,
  )
  assert.instance(error, StartError)
  assert.match((error as Error).message, /trusted_proxies.*loopback/)
})

const status = async (from: string, headers: Record<string, string>) =>
  (await send(proxied, { path: '/metrics', from, headers })).status

test('the metrics page follows the same rules', async () => {
  assert.is(await status(trusted, {}), 200)
  assert.is(await status(trusted, { 'Sec-Fetch-Site': 'cross-site' }), 401)
  assert.is(await status('127.0.51.7', { 'X-Forwarded-For': trusted }), 401)
})

test('the list is changed while running, on every process, and only by who holds every permission', async () => {
  const change = (networks: readonly string[], key?: string) =>
    world.http(
      'PUT',
      '/system/configuration',
      { identity: { trusted_networks: networks }, current_password: adminPassword },
      key,
    )
  const configurer = await personWith(world, ['system_configuration', 'system_info'])
  const refused = await change(['127.0.0.0/8'], configurer.key)
  assert.equal([refused.status, refused.body.error?.code], [403, 'SETTING_GRAVE'])
  assert.is(await whoAsks({ from: '127.0.90.1' }), 'KEY_MISSING')
  const wide = await change(['0.0.0.0/0'])
  assert.equal([wide.status, wide.body.error?.code], [400, 'SETTINGS_INVALID'])

  const done = await change([...trusted_networks, '127.0.90.0/24'])
  assert.is(done.status, 200, done.text)
  assert.is(await whoAsks({ from: '127.0.90.1' }), 'sys')
  await until(
    'the other process follows',
    async () => (await whoAsks({ from: '127.0.90.1' }, proxied)) === 'sys',
  )
  assert.is((await change(trusted_networks)).status, 200)
  assert.is(await whoAsks({ from: '127.0.90.1' }), 'KEY_MISSING')
})
