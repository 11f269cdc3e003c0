import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { isNewer } from '../src/info/new-version.ts'

const test = suite('system info', { level: 'full' })
let world: World
let registry: Server
let asked = 0
let answer: (respond: (status: number, body: string) => void) => void = respond =>
  respond(200, '{"version":"99.0.1"}')
let registryUrl = ''

test.before(async () => {
  registry = createServer((_, response) => {
    asked++
    answer((status, body) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body)
    })
  })
  await new Promise<void>(resolve => {
    registry.listen(0, '127.0.0.1', resolve)
  })
  registryUrl = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/latest`
  world = await makeWorld({
    settings: { system: { new_version_check: false, new_version_url: registryUrl } },
  })
})
test.after(async () => {
  await world?.stop()
  registry?.closeAllConnections()
  registry?.close()
})

interface Info {
  version: string
  uptime_sec: number
  components: { total: number }
  database: { version: string; size_bytes: number; embedded: boolean }
  processes: { pid: number; mode: string; current: boolean }[]
  counts: Record<string, Record<string, unknown>>
}
const info = async (key?: string) =>
  (await world.http('GET', '/system/info', undefined, key)).body.data as Info

test('info tells version, uptime, database, every process, and counts by type', async () => {
  const other = await world.another()
  const device = await world.http('POST', '/device', { ip: '10.1.2.3', name: 'one', enabled: false })
  assert.is(device.status, 201, device.text)
  try {
    const told = await info()
    assert.match(told.version, /^\d+\.\d+\.\d+/)
    assert.ok(told.uptime_sec >= 0)
    assert.ok(told.components.total >= 4)
    assert.match(told.database.version, /^\d+/)
    assert.ok(told.database.size_bytes > 1_000_000)
    // Both kernels of this test live in one process, whose connections carry one name.
    assert.equal(
      told.processes.map(({ pid, mode, current }) => ({ pid, mode, current })),
      [{ pid: process.pid, mode: 'serve', current: true }],
    )
    assert.equal([told.counts['inventory']?.['devices'], told.counts['identity']?.['users']], [1, 1])
    assert.equal(told.counts['inventory']?.['devices_by_type'], { Unknown: 1 })
  } finally {
    await other.stop()
  }
})

test('whoever is limited to device groups is told the counts of these', async () => {
  const group = (await world.http('POST', '/device-group', { name: 'far' })).body.data as { id: number }
  const role = (
    await world.http('POST', '/user-role', { name: 'limited', permissions: ['system_info', 'device_show'] })
  ).body.data as { id: number }
  const made = await world.http('POST', '/user', {
    login: 'limited',
    password: 'A long password 1!',
    role_id: role.id,
    device_groups: [group.id],
  })
  assert.is(made.status, 201, made.text)
  const { key } = (
    await world.http('POST', '/auth', { login: 'limited', password: 'A long password 1!' }, null)
  ).body.data as { key: string }
  assert.equal(
    [(await info(key)).counts['inventory']?.['devices'], (await info(key)).counts['inventory']?.['groups']],
    [0, 1],
  )
})

test('usage tells how much room each component takes', async () => {
  const usage = (await world.http('GET', '/system/usage')).body.data as {
    storage: { component: string; tables: number; bytes: number }[]
  }
  const of = (key: string) => usage.storage.find(({ component }) => component === key)
  assert.ok((of('inventory')?.tables ?? 0) >= 5)
  assert.ok((of('kernel')?.bytes ?? 0) > 0)
})

test('the web panel is told what it needs by whoever is signed in, and follows changes', async () => {
  const front = async () => (await world.http('GET', '/system/settings')).body.data as Record<string, unknown>
  assert.equal(
    [(await front())['app_name'], (await front())['default_language'], (await front())['languages']],
    ['Linecard', 'en', ['en', 'uk', 'ru']],
  )
  assert.is(
    (
      await world.http('PUT', '/system/configuration', {
        system: { default_language: 'uk', map_coordinates: '50.45,30.52' },
      })
    ).status,
    200,
  )
  assert.equal(
    [(await front())['default_language'], (await front())['map_coordinates']],
    ['uk', '50.45,30.52'],
  )
  assert.is((await world.http('GET', '/system/settings', undefined, null)).status, 401)
})

test("the same metrics as /metrics, with the kernel's own", async () => {
  const inside = await world.http('GET', '/system/metrics')
  const outside = await (await fetch(`${world.url}/metrics`)).text()
  assert.match(inside.headers.get('content-type') ?? '', 'text/plain')
  for (const name of [
    'process_cpu_seconds_total',
    'linecard_http_requests_total',
    'linecard_database_connections{state="used"}',
    'linecard_database_waiting',
    'linecard_job_runs_total',
    'linecard_snmp_requests_total',
  ]) {
    assert.ok(inside.text.includes(name) && outside.includes(name), name)
  }
  await world.http('POST', '/system-schedule/kernel.idempotency/run')
  await until('the run is counted', async () =>
    (await world.http('GET', '/system/metrics')).text.includes(
      'linecard_job_runs_total{job="kernel.idempotency",status="ok"} 1',
    ),
  )
})

interface NewVersion {
  enabled: boolean
  current: string
  latest: string | null
  newer: boolean | null
  error: string | null
}
const newVersion = async () => (await world.http('GET', '/system/new-version')).body.data as NewVersion
const check = (on: boolean) =>
  world.http('PUT', '/system/configuration', { system: { new_version_check: on } })

test('switched off, nobody is asked for new versions', async () => {
  assert.equal([(await newVersion()).enabled, (await newVersion()).latest, asked], [false, null, 0])
})

test('the registry is asked once, however many look', async () => {
  await check(true)
  const all = await Promise.all(Array.from({ length: 5 }, newVersion))
  assert.equal(
    all.map(({ latest, newer, error }) => [latest, newer, error]),
    Array.from({ length: 5 }, () => ['99.0.1', true, null]),
  )
  await newVersion()
  assert.is(asked, 1)
})

test('its address is no setting that people may change over the API', async () => {
  const refused = await world.http('PUT', '/system/configuration', {
    system: { new_version_url: 'http://169.254.169.254/latest' },
  })
  assert.equal([refused.status, refused.body.error?.code], [409, 'SETTING_FIXED'])
})

test('a registry that is silent, broken, evil or away harms nobody', async () => {
  for (const [bad, words] of [
    [respond => respond(500, 'no'), 'answered 500'],
    [respond => respond(200, '{"version":"<script>"}'), 'without a version'],
    [respond => respond(200, 'not json'), 'cannot be read'],
    [respond => respond(302, ''), 'answered 302'],
    [respond => respond(200, ' '.repeat(1_100_000)), 'too large'],
  ] as [typeof answer, string][]) {
    answer = bad
    const away = await world.another({
      settings: { system: { new_version_check: true, new_version_url: registryUrl } },
    })
    try {
      const told = (await away.http('GET', '/system/new-version')).body.data as NewVersion
      assert.equal([told.latest, told.newer], [null, null])
      assert.match(told.error ?? '', words)
    } finally {
      await away.stop()
    }
  }
})

test('versions are compared by their numbers', () => {
  assert.equal(
    [
      ['0.2.0', '0.1.9'],
      ['0.10.0', '0.9.0'],
      ['1.0.0', '1.0.0-rc.1'],
      ['0.1.0', '0.1.0'],
      ['0.1.0', '0.2.0'],
      ['x', '0.1.0'],
    ].map(([a, b]) => isNewer(a!, b!)),
    [true, true, true, false, false, false],
  )
})
