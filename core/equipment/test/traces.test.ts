import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineDriver, defineFamily, implement } from '@linecard/driver-kit'
import type { CliProfile } from '@linecard/driver-kit/cli'
import { interfaceDescriptions } from '@linecard/driver-kit/modules'
import { ApiError, definePlugin, type Action, type Caller, type Target } from '@linecard/plugin-kit'
import { boot, type Running } from '@linecard/kernel'
import { assert, suite } from '@linecard/test-kit'
import { Type as T } from 'typebox'
import equipmentPlugin from '@linecard/equipment'
import { HOST_KEY_REFUSED } from '../src/host-keys.ts'
import { actionLogStand } from './action-log.ts'
import { keys, serve, type Served } from './fake-ssh.ts'
import { createDatabase } from '@linecard/test-kit/worlds/database'

/**
 * The traces of a change: a transcript, outdated stored answers, and the host key of the device.
 */
const test = suite('traces of changes')

const host = '127.43.2.1'
const cli: CliProfile = {
  modes: { main: { prompt: /sw1#/, enter: null } },
  main: 'main',
  pager: [],
  errors: [/^% /],
  secrets: [/community (?<secret>\S+)/],
}
let asked = 0
const family = defineFamily({
  id: 'x',
  cli,
  modules: [
    implement(interfaceDescriptions, async () => {
      asked++
      return []
    }),
  ],
})

const driver = defineDriver({
  id: 'acme',
  vendor: 'Acme',
  api: 1,
  models: [
    { key: 'acme_x', name: 'Acme X', type: 'SWITCH', family, detect: { objectId: '1.3.6.1.4.1.99999.1' } },
  ],
})

let server: Served
let kernel: Running
let database: Awaited<ReturnType<typeof createDatabase>>
const actions: Action[] = []
const refused: unknown[] = []
const permissions = [
  'device_show',
  'console_execute',
  'log_switcher_core_actions',
  'device_access_management',
]
const callers: Readonly<Record<string, Caller>> = {
  all: { userId: 1, login: 'noc', permissions: new Set(permissions), groupIds: null, sessionId: null },
  other: { userId: 2, login: 'other', permissions: new Set(permissions), groupIds: [6], sessionId: null },
}
const targetOf = (): Target => ({
  deviceId: 1,
  ip: host,
  modelKey: 'acme_x',
  snmp: {
    version: '2c',
    port: 9,
    timeoutMs: 100,
    retries: 0,
    community: 'public',
    writeCommunity: 'private',
  },
  console: {
    protocol: 'ssh',
    port: server.port,
    login: 'noc',
    password: 'pass-word',
    enable: '',
    commandMs: 10_000,
    idleMs: 5_000,
    allowLegacy: false,
  },
})
const stand = definePlugin({
  id: 'stand',
  api: 1,
  config: T.Object({}),
  permissions: Object.fromEntries(
    ['device_show', 'device_access_management'].map(key => [
      key,
      { label: key, description: key, group: 'Devices' },
    ]),
  ),
  setup(ctx) {
    ctx.events.on('kernel.action', action => {
      actions.push(action as Action)
    })
    ctx.events.on(HOST_KEY_REFUSED, event => {
      refused.push(event)
    })
    const seen = ({ groupIds }: Caller) => groupIds === null || groupIds.includes(5)
    ctx.provide('auth', {
      authenticate: async ({ key }) => callers[key ?? ''] ?? null,
      confirm: async () => {},
      system: () => callers['all']!,
      issueKey: () => {
        throw new ApiError('NOT_SUPPORTED', 'NO_KEYS', 'fixed keys only')
      },
    })
    ctx.provide('action-log', actionLogStand().log)
    ctx.provide('devices', {
      async target(wanted, caller) {
        if (!seen(caller) || ('id' in wanted && wanted.id !== 1))
          throw new ApiError('RESOURCE_NOT_FOUND', 'LIST_DEVICE_UNKNOWN', 'There is no such device')
        return targetOf()
      },
      several: async () => [],
      atAddresses: async ips => ips.map(ip => ({ id: 1, ip, name: 'sw1', enabled: true })),
      shown: async () => new Map(),
      named: async id => ({ id, ip: host, name: 'sw1' }),
      visible: async caller => (caller.groupIds === null ? null : seen(caller) ? [1] : []),
      targets: async () => targetOf,
      pollable: async () => [],
      groups: async () => [],
    })
  },
})

test.before(async () => {
  server = await serve({ host })
  database = await createDatabase()
  kernel = await boot({
    core: [],
    env: {},
    plugins: [stand, equipmentPlugin],
    drivers: [driver],
    config: {
      data_dir: join(tmpdir(), `linecard-traces-${process.pid}`),
      http: { port: 0 },
      database: { url: database.url },
      log: { level: 'silent' },
      settings: { equipment: { allow_loopback: true, session_idle_sec: 0 } },
    },
  })
})
test.after(async () => {
  await kernel?.stop()
  await server?.close()
  await database?.drop()
})

async function request(method: string, path: string, body?: unknown, key = 'all') {
  const response = await fetch(`${kernel.url}/api/v1${path}`, {
    method,
    headers: { 'x-auth-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    ...((await response.json()) as {
      data: never
      meta: Record<string, { source: string }>
      error: { code: string; description: string }
    }),
  }
}
const type = (command: string) => request('POST', '/switcher-core/device/console_command/1', { command })
const describe = async () =>
  (await request('GET', '/switcher-core/cache/interface_descriptions/1')).meta['interface_descriptions']!
    .source

test('the call log shows the transcript with masked secrets to users who may see the device', async () => {
  assert.is((await type('show version')).status, 200)
  assert.is((await type('community s3cret-word')).status, 200)
  const [latest, first] = (
    await request('POST', '/system-switcher-core/filter', { module: 'console_command' })
  ).data as { id: number }[]
  const said = async (id: number) =>
    (
      (await request('GET', `/system-switcher-core/calls/${id}`)).data as {
        transcript: { sent: string; received: string }[]
      }
    ).transcript
  const words = (await said(first!.id)).at(-1)!
  assert.equal([words.sent, words.received], ['show version', 'Version 1.2\nвулиця'])
  assert.equal((await said(latest!.id)).at(-1)!.sent, 'community ***')
  assert.not.match(
    JSON.stringify(await request('GET', `/system-switcher-core/calls/${latest!.id}`)),
    'pass-word',
  )
  assert.equal(
    [
      (await request('GET', `/system-switcher-core/calls/${first!.id}`, undefined, 'other')).status,
      (await request('GET', '/system-switcher-core/calls/999999')).error.code,
    ],
    [404, 'EQUIPMENT_CALL_UNKNOWN'],
  )
})

test('after a change the stored answers are outdated: from=cache asks the device again, from=store still has them', async () => {
  asked = 0
  assert.equal([await describe(), await describe()], ['device', 'cache'])
  await type('show version')
  assert.is((await request('GET', '/switcher-core/store/interface_descriptions/1')).status, 200)
  assert.equal([await describe(), await describe(), asked], ['device', 'cache', 2])
})

test('a changed host key is reported once, shown, and can be removed with the permission', async () => {
  const list = async () =>
    (await request('GET', '/switcher-core/1/host-keys')).data as {
      port: number
      fingerprint: string
      refused: { fingerprint: string } | null
    }[]
  const [known] = await list()
  assert.equal([known!.port, known!.refused], [server.port, null])
  const { port } = server
  const showing = async (key: 0 | 1) => {
    await server.close()
    server = await serve({ host, port, hostKeys: [keys[key]] })
  }
  const holding = async (deviceIds: number[] | null = null) => {
    const sources = kernel.use('installation').conditions()
    const found = await sources
      .find(({ name }) => name === 'host_key_changed')!
      .holding({ deviceIds, signal: AbortSignal.timeout(5000) })
    return found.map(({ device_id: id, part, title }) => `${id} ${part} ${title}`)
  }
  assert.equal(await holding(), [])
  await showing(1)
  for (let time = 0; time < 2; time++)
    assert.is((await type('show version')).error.code, 'DEVICE_HOST_KEY_CHANGED')
  const [now] = await list()
  assert.is(now!.fingerprint, known!.fingerprint)
  const told = { ip: host, port, known: known!.fingerprint, shown: now!.refused!.fingerprint }
  assert.equal(refused, [told])
  assert.equal(await holding(), [`1 ${port} sw1 shows another key at port ${port} than before`])
  assert.equal(await holding([2]), [])

  // The old key is there again: what was refused is over, and told again if it comes again.
  await showing(0)
  assert.is((await type('show version')).status, 200)
  assert.equal(await holding(), [])
  await showing(1)
  assert.is((await type('show version')).error.code, 'DEVICE_HOST_KEY_CHANGED')
  assert.equal(refused, [told, told])
  assert.is((await holding()).length, 1)

  assert.equal(
    [
      (await request('GET', '/switcher-core/1/host-keys', undefined, 'other')).status,
      (await request('DELETE', '/switcher-core/1/host-keys', undefined, 'other')).status,
    ],
    [404, 404],
  )
  const forgotten = (await request('DELETE', '/switcher-core/1/host-keys')).data as (typeof now)[]
  assert.equal(
    forgotten.map(one => one!.fingerprint),
    [known!.fingerprint],
  )
  assert.equal(await holding(), [])
  assert.ok(actions.some(({ note }) => note.action === 'swcore:forget_host_keys' && note.device_id === 1))
  assert.is((await type('show version')).status, 200)
  assert.is((await list())[0]!.fingerprint, now!.refused!.fingerprint)
})
