import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseAllDocuments } from 'yaml'
import { assert, suite } from '@linecard/test-kit'
import { add, keyOf } from '@linecard/test-kit/worlds/inventory'
import { Config } from '../src/config.ts'
import { startShelf, type Shelf } from './search-world.ts'

const test = suite('backups: Oxidized')
const list = '/component/oxidized/internal/devices-list'
let world!: Shelf
let server: Server
/** Requests that Oxidized got. */
const seen: string[] = []
const secret = 'Zq7pWw93'
/** The answer of the next requests in place of the documented ones. */
let odd: { status?: number; body?: string; hang?: boolean } | null = null

const versions = [
  {
    date: '2026-03-02 01:10:00 +0000',
    oid: 'bbbb2222',
    author: { name: 'Oxidized', email: 'o@x' },
    message: 'update',
  },
  {
    date: '2026-03-01 01:10:00 +0000',
    oid: 'aaaa1111',
    author: { name: 'Oxidized', email: 'o@x' },
    message: 'first',
  },
]
const texts: Record<string, string[]> = {
  aaaa1111: ['hostname sw\n', 'vlan 1\n'],
  bbbb2222: ['hostname sw\n', `enable secret ${secret}\n`, 'vlan 2\n'],
}
const known = (name: string | null) => /^sw-1-1$|^sw 1\/é$/.test(decodeURIComponent(name ?? ''))
/** Answers as the web interface of Oxidized does: texts as lists of lines, unknown names with status 200. */
function answerTo(path: string): unknown {
  const url = new URL(path, 'http://x')
  const fetched = /^\/node\/fetch\/(?:(.*)\/)?([^/]+)\.json$/.exec(url.pathname)
  if (fetched) return known(fetched[2]!) ? texts['bbbb2222'] : [`unable to find '${fetched[2]}'`]
  if (url.pathname === '/node/version.json')
    return known(url.searchParams.get('node_full')!.replace(/^ours\//, '')) ? versions : []
  if (url.pathname === '/node/version/view.json')
    return texts[url.searchParams.get('oid')!] ?? ['version not found']
  return null
}

test.before(async () => {
  server = createServer((request, response) => {
    seen.push(request.url!)
    if (odd?.hang) return
    response.writeHead(odd?.status ?? 200, { 'content-type': 'application/json' })
    response.end(odd?.body ?? JSON.stringify(answerTo(request.url!)))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  world = await startShelf({
    oxidized_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    oxidized_private_networks: true,
    oxidized_feed: true,
    oxidized_timeout_sec: 1,
  })
  const access = await add(world, '/device-access', {
    name: 'cisco',
    public_community: 'public',
    login: 'backup',
    password: `pw-${secret}`,
  })
  await world.sql('update inventory_device set enabled = true, access_id = $1 where id in (1, 2, 4)', [
    access.id,
  ])
})
test.after(async () => {
  server?.closeAllConnections()
  server?.close()
  await world?.stop()
})

const configure = (settings: Record<string, unknown>) => Object.assign(world.base.ctx.config, settings)
const trust = (networks: string[]) =>
  world.http('PUT', '/system/configuration', {
    identity: { trusted_networks: networks },
    current_password: 'first-owner-password',
  })
const ask = (path: string, key: string | null = null, headers: Record<string, string> = {}) =>
  fetch(`${world.url}/api/v1${path}`, { headers: { ...headers, ...(key && { 'x-auth-key': key }) } })

test('the list is for trusted networks only, off by default, and never for keys', async () => {
  assert.is((Config.properties.oxidized_feed as { default?: unknown }).default, false)
  assert.is((await ask(list)).status, 401)
  const refused = await ask(list, world.admin)
  assert.equal(
    [refused.status, ((await refused.json()) as { error: { code: string } }).error.code],
    [403, 'BACKUPS_FEED_REFUSED'],
  )
  const trusted = await trust(['127.0.0.1/32', '::1'])
  assert.is(trusted.status, 200, trusted.text)
  assert.is((await ask(list)).status, 200)
  assert.is(
    (await ask(list, null, { 'x-forwarded-for': '198.51.100.9' })).status,
    401,
    'through a proxy that nobody named',
  )
  assert.is((await ask(list, null, { origin: 'https://evil.example' })).status === 200, false)
  assert.is((await ask(list, await keyOf(world, ['backups_view', 'backups_secrets'], [71]))).status, 403)
  configure({ oxidized_feed: false })
  assert.is((await ask(list)).status, 404)
  configure({ oxidized_feed: true })
})

interface Node extends Record<string, unknown> {
  vars?: Record<string, unknown>
}
interface HttpSource {
  map: Record<string, string>
  vars_map: Record<string, string>
  url: string
}
const picked = (row: Record<string, unknown>, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, row[field]]))
/** What Oxidized makes of an answer: each field of `map`, and those of `vars_map` as vars. */
const nodesOf = (rows: Record<string, unknown>[], { map, vars_map: vars }: HttpSource): Node[] => {
  return rows.map(row => ({ ...picked(row, map), vars: picked(row, vars) }))
}

test('the example of Oxidized finds in our answer each field that it maps', async () => {
  const text = readFileSync(new URL('../../../examples/oxidized/config.yaml', import.meta.url), 'utf8')
  const documents = parseAllDocuments(text) as { toJS(): unknown; errors: unknown[] }[]
  const config = documents.at(-1)!.toJS() as {
    source: { default: string; http: HttpSource & { secure: boolean } }
  }
  assert.equal([config.source.default, config.source.http.secure], ['http', true])
  assert.ok(new URL(config.source.http.url).pathname.endsWith(`/api/v1${list}`))
  const answer = await ask(list)
  assert.match(answer.headers.get('content-type')!, 'application/json')
  assert.is(answer.headers.get('cache-control'), 'no-store')
  const rows = (await answer.json()) as Record<string, unknown>[]
  assert.ok(Array.isArray(rows), 'no envelope: the source has no hosts_location')
  const [first, ...others] = nodesOf(rows, config.source.http)
  assert.equal(
    others.map(({ name }) => name),
    ['sw-2-2', 'sw-4-4'],
  )
  assert.equal(first, {
    name: 'sw-1-1',
    ip: '192.0.2.1',
    model: 'ios',
    username: 'backup',
    password: `pw-${secret}`,
    input: 'telnet',
    vars: { enable: first!.vars!['enable'], telnet_port: 23, ssh_port: 22, remove_secret: false },
  })
  for (const value of Object.values({ ...first, ...first!.vars })) assert.not.equal(value, undefined)
  assert.equal(
    Object.keys(rows[0]!).toSorted(),
    'enable full_name input ip login model name password remove_secret ssh_port telnet_port'.split(' '),
  )
  assert.equal(
    ((await (await ask(`${list}/sw-2-2`)).json()) as { name: string }[]).map(({ name }) => name),
    ['sw-2-2'],
  )
  assert.equal(await (await ask(`${list}/nobody`)).json(), [])
})

test('params switch a device off, choose another model of Oxidized, and remove secrets', async () => {
  await world.sql(`update inventory_device set params = '{"oxidized_enabled": false}' where id = 2`)
  await world.sql(
    `update inventory_device set params = '{"oxidized": {"model": "nxos", "remove_secret": true}}' where id = 4`,
  )
  const rows = (await (await ask(list)).json()) as { name: string; model: string; remove_secret: boolean }[]
  assert.equal(
    rows.map(({ name, model, remove_secret }) => [name, model, remove_secret]),
    [
      ['sw-1-1', 'ios', false],
      ['sw-4-4', 'nxos', true],
    ],
  )
})

test('each use is in the action log, and no password is in a log', async () => {
  await world.base.ctx.use('action-log').flush()
  const logged = await world.sql<{ action: string; all: string }>(
    `select action, a::text as all from system_action a where action = 'backups:oxidized_feed' order by time`,
  )
  assert.ok(logged.length >= 4, String(logged.length))
  assert.match(logged.at(-1)!.all, 'logins of')
  for (const { all } of logged) assert.not.match(all, secret)
  assert.not.match(world.log.join(''), secret)
})

const path = (rest: string, device = 1) => `/component/backups/${device}/oxidized/${rest}`
const code = async (rest: string, device = 1) => {
  const answer = await world.http('GET', path(rest, device))
  return `${answer.status} ${answer.body.error?.code ?? ''}`.trim()
}

test('configurations, versions and differences are read from an Oxidized, without secrets', async () => {
  const config = await world.http('GET', path('config'))
  assert.is(config.status, 200, config.text)
  assert.equal(config.body.data, {
    node: 'sw-1-1',
    text: 'hostname sw\nenable secret ***\nvlan 2\n',
  } as never)
  assert.is(seen.at(-1), '/node/fetch/sw-1-1.json')
  const listed = (await world.http('GET', path('versions'))).body.data as { oid: string; author: string }[]
  assert.equal(
    listed.map(({ oid, author }) => [oid, author]),
    [
      ['bbbb2222', 'Oxidized'],
      ['aaaa1111', 'Oxidized'],
    ],
  )
  const old = await world.http('GET', path('config?oid=aaaa1111'))
  assert.equal(old.body.data, { node: 'sw-1-1', text: 'hostname sw\nvlan 1\n' } as never)
  const { unified } = (await world.http('GET', path('diff?from=aaaa1111&to=bbbb2222'))).body.data as {
    unified: string
  }
  assert.match(unified, '-vlan 1\n')
  assert.match(unified, '+vlan 2\n')
  assert.not.match(unified, secret)
  assert.is(
    seen.some(url => url.includes('/next/') || url.includes('reload')),
    false,
    'it is never told to do anything',
  )
})

test('names and ids are escaped, whatever is in them', async () => {
  await world.sql(`update inventory_device set name = 'sw 1/é' where id = 1`)
  configure({ oxidized_node: 'name', oxidized_group: true })
  assert.is(await code('config'), '200')
  assert.is(seen.at(-1), `/node/fetch/ours/${encodeURIComponent('sw 1/é')}.json`)
  assert.is(await code('config?oid=..%2F..%2Freload'), '404 BACKUPS_OXIDIZED_UNKNOWN')
  assert.match(
    seen.at(-1)!,
    /^\/node\/version\/view\.json\?node=sw\+1%2F%C3%A9\.json&group=ours&oid=\.\.%2F\.\.%2Freload/,
  )
  await world.sql(`update inventory_device set name = '../../reload?x=' where id = 1`)
  assert.is(await code('config'), '404 BACKUPS_OXIDIZED_UNKNOWN')
  assert.is(seen.at(-1), '/node/fetch/ours/..%2F..%2Freload%3Fx%3D.json')
  await world.sql(`update inventory_device set name = 'sw-1' where id = 1`)
  configure({ oxidized_node: 'id', oxidized_group: false })
})

test('what Oxidized lacks is 404, and its failures are told as such', async () => {
  assert.is(await code('config', 2), '404 BACKUPS_OXIDIZED_UNKNOWN')
  assert.is(await code('versions', 2), '200')
  assert.is(await code('config?oid=cccc3333'), '404 BACKUPS_OXIDIZED_UNKNOWN')
  assert.is(await code('config', 99), '404 INVENTORY_DEVICE_UNKNOWN')
  const cases: [typeof odd, string][] = [
    [{ status: 500, body: 'Internal Server Error' }, '503 BACKUPS_OXIDIZED_AWAY'],
    [{ status: 404, body: 'not found' }, '404 BACKUPS_OXIDIZED_UNKNOWN'],
    [{ status: 403, body: 'no' }, '503 BACKUPS_OXIDIZED_ANSWER'],
    [{ body: '<html>' }, '503 BACKUPS_OXIDIZED_ANSWER'],
    [{ body: '{"a":1}' }, '503 BACKUPS_OXIDIZED_ANSWER'],
    [{ body: '[1,2]' }, '503 BACKUPS_OXIDIZED_ANSWER'],
    [{ hang: true }, '503 BACKUPS_OXIDIZED_AWAY'],
  ]
  for (const [answer, expected] of cases) {
    odd = answer
    assert.is(await code('config'), expected, JSON.stringify(answer))
  }
  odd = null
})

test('a private address is refused unless a setting allows it, cloud metadata always', async () => {
  const before = seen.length
  configure({ oxidized_private_networks: false })
  assert.is(await code('config'), '503 BACKUPS_OXIDIZED_AWAY')
  assert.is(seen.length, before)
  configure({ oxidized_private_networks: true, oxidized_url: 'http://169.254.169.254/latest' })
  assert.is(await code('config'), '503 BACKUPS_OXIDIZED_AWAY')
  configure({ oxidized_url: '' })
  assert.is(await code('config'), '409 BACKUPS_OXIDIZED_UNSET')
})
