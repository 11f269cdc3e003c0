import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite, until } from '@linecard/test-kit'
import { lacks } from '@linecard/test-kit/worlds/programs'
import { startInstallation, type Installation } from '../support/installation.ts'
import { ask, follow, hostName, startCaddy, startNginx, type Proxy } from './proxies.ts'

/** The reverse proxies of `deploy/` in front of a service. */
const test = suite('reverse proxies with TLS', { level: 'full' })
let house: Installation
let folder: string
const proxies = new Map<string, Proxy>()
const starts = { nginx: startNginx, caddy: startCaddy }
/** Of Debian. */
const packages = 'nginx-light caddy'
const present = new Set(Object.keys(starts).filter(name => lacks(name) === null && lacks('openssl') === null))

test.before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linecard-proxies-'))
  house = await startInstallation({
    features: ['@linecard/plugin-events'],
    http: { trusted_proxies: ['127.0.0.1'], trusted_hosts: [hostName] },
    settings: { identity: { trusted_networks: ['127.66.0.0/16'] } },
  })
  for (const [name, start] of Object.entries(starts)) {
    if (!present.has(name)) continue
    const own = join(folder, name)
    mkdirSync(own)
    proxies.set(name, await start({ folder: own, service: new URL(house.url).host }))
  }
})
test.after(async () => {
  for (const proxy of proxies.values()) await proxy.stop()
  await house?.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Logged {
  action: string
  ip: string | null
}
/** The address of whoever made a group, as the service knows it. */
async function addressOf(
  name: string,
  proxy: Proxy,
  from: string,
  headers: Readonly<Record<string, string>>,
) {
  const key = { 'x-auth-key': house.admin.key!, 'content-type': 'application/json' }
  const body = JSON.stringify({ name })
  const made = await ask(proxy, '/api/v1/device-group', {
    method: 'POST',
    from,
    headers: { ...key, ...headers },
    body,
  })
  assert.is(made.status, 201, made.text)
  const [last] = await house.admin.post<Logged[]>('/logs/actions', { limit: 1 })
  return last!.ip
}

for (const name of Object.keys(starts)) {
  if (!present.has(name)) {
    test.skip(`${name} before a service`, lacks(name, packages) ?? lacks('openssl', 'openssl')!)
    continue
  }
  const proxyOf = () => proxies.get(name)!

  test(`${name}: a request goes through TLS, and is told to stay there`, async () => {
    const { status, headers, text } = await ask(proxyOf(), '/health/live')
    assert.is(status, 200)
    assert.is((JSON.parse(text) as { data: { status: string } }).data.status, 'Up')
    assert.match(String(headers['strict-transport-security']), /max-age=\d{8}/)
  })

  test(`${name}: the service sees the address of the client, not that of the proxy nor a forged one`, async () => {
    const from = '127.0.0.77'
    assert.is(await addressOf(`${name} plain`, proxyOf(), from, {}), from)
    const forged = { 'x-forwarded-for': '10.9.9.9', 'x-real-ip': '10.9.9.9', forwarded: 'for=10.9.9.9' }
    assert.is(await addressOf(`${name} forged`, proxyOf(), from, forged), from)
  })

  test(`${name}: a trusted network is that of the client, and nobody gets into it by a header`, async () => {
    const status = async (from: string, headers: Readonly<Record<string, string>> = {}) =>
      (await ask(proxyOf(), '/api/v1/device', { from, headers })).status
    assert.is(await status('127.66.0.1'), 200)
    assert.is(await status('127.0.0.1'), 401)
    assert.is(await status('127.0.0.1', { 'x-forwarded-for': '127.66.0.1' }), 401)
    assert.is(await status('127.0.0.1', { 'x-forwarded-for': '127.66.0.1, 127.0.0.1' }), 401)
    assert.is(await status('127.66.0.1', { 'x-forwarded-host': 'evil.example.net' }), 200)
  })

  test(`${name}: the live stream arrives while it is open, and is not held back`, async () => {
    const key = { 'x-auth-key': house.admin.key!, 'accept-encoding': 'gzip' }
    const stream = await follow(proxyOf(), '/api/v1/component/events/stream', key)
    assert.is(stream.status, 200)
    assert.is(stream.headers['content-encoding'], undefined)
    await until('the stream begins', () => /event: (ready|reset)/.test(stream.text()))
    stream.close()
  })

  test(`${name}: a change with the tag that was read passes, of a small resource and of a compressed one`, async () => {
    const headers = { 'x-auth-key': house.admin.key!, 'content-type': 'application/json' }
    for (const size of [1, 2000]) {
      const body = JSON.stringify({ name: `${name} ${size}`, description: 'x'.repeat(size) })
      const made = await ask(proxyOf(), '/api/v1/device-group', { method: 'POST', headers, body })
      assert.is(made.status, 201, made.text)
      const path = `/api/v1/device-group/${(JSON.parse(made.text) as { data: { id: number } }).data.id}`
      const read = await ask(proxyOf(), path, { headers: { ...headers, 'accept-encoding': 'gzip' } })
      assert.is(read.headers['content-encoding'], size > 1024 ? 'gzip' : undefined)
      const tag = String(read.headers['etag'])
      const change = { ...headers, 'if-match': tag }
      const changed = await ask(proxyOf(), path, { method: 'PUT', headers: change, body })
      assert.is(changed.status, 200, `${size} ${tag}`)
    }
  })

  test(`${name}: a file above the usual limit of proxies reaches the service`, async () => {
    const headers = { 'x-auth-key': house.admin.key!, 'content-type': 'text/csv' }
    const body = `ip\n${'x'.repeat(8_000_000)}\n`
    const { status, text } = await ask(proxyOf(), '/api/v1/device/import', { method: 'POST', headers, body })
    // The answer of the service, whatever it says of such a line.
    assert.is((JSON.parse(text) as { statusCode: number }).statusCode, status, text)
    assert.is.not(status, 413)
  })

  test(`${name}: a large body that the service refuses before its end gets the answer of the service`, async () => {
    const body = `{"note": "${'x'.repeat(30_000_000)}"}`
    const post = async (headers: Readonly<Record<string, string>>) => {
      const { status, text } = await ask(proxyOf(), '/api/v1/device-group', { method: 'POST', headers, body })
      const { error } = JSON.parse(text) as { error: { code: string } }
      return `${status} ${error.code}`
    }
    const json = { 'content-type': 'application/json' }
    assert.is(await post({ ...json, 'x-auth-key': house.admin.key! }), '413 PAYLOAD_TOO_LARGE')
    assert.is(await post(json), '401 KEY_MISSING')
  })

  test(`${name}: metrics are not for the Internet`, async () => {
    assert.is((await ask(proxyOf(), '/metrics')).status, 403)
    assert.is((await fetch(`${house.url}/metrics`)).status, 200)
  })
}
