import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError, definePlugin, type Caller, type Target } from '@linecard/plugin-kit'
import { boot, type Running } from '@linecard/kernel'
import { startDevice, type Device } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { Type as T } from 'typebox'
import equipmentPlugin from '@linecard/equipment'
import { actionLogStand } from './action-log.ts'
import { acme, acmeMib, targetOf } from './acme.ts'
import { createDatabase } from '@linecard/test-kit/worlds/database'

const test = suite('switcher-core over HTTP')

let device: Device
let kernel: Running
let database: Awaited<ReturnType<typeof createDatabase>>

const callerOf = (userId: number, permissions: string[], groupIds: number[] | null = null): Caller => ({
  userId,
  login: `user${userId}`,
  permissions: new Set(permissions),
  groupIds,
  sessionId: null,
})
const keys: Readonly<Record<string, Caller>> = {
  operator: callerOf(1, ['device_show', 'acme_change', 'log_switcher_core_actions']),
  reader: callerOf(2, ['device_show']),
  group: callerOf(3, ['device_show', 'log_switcher_core_actions'], [5]),
  nobody: callerOf(4, []),
}

const access = definePlugin({
  id: 'access',
  api: 1,
  config: T.Object({}),
  setup(ctx) {
    ctx.provide('auth', {
      authenticate: async ({ key }) => (key ? (keys[key] ?? null) : null),
      confirm: async () => {},
      system: () => callerOf(-1, ['device_show', 'acme_change', 'log_switcher_core_actions']),
      issueKey: () => {
        throw new ApiError('NOT_SUPPORTED', 'NO_KEYS', 'fixed keys only')
      },
    })
  },
})

const visible = ({ groupIds }: Caller) =>
  [5, 6].flatMap((group, index) => (groupIds === null || groupIds.includes(group) ? [index + 1] : []))

const actionLog = actionLogStand()
const actions: { path: string; status: number }[] = []

/** Replaces the inventory: device 1 in group 5, device 2 in group 6. */
const list = definePlugin({
  id: 'list',
  api: 1,
  config: T.Object({}),
  requires: ['equipment'],
  permissions: Object.fromEntries(
    ['device_show', 'acme_change', 'device_access_management'].map(key => [
      key,
      { label: key, description: key, group: 'Devices' },
    ]),
  ),
  setup(ctx) {
    ctx.events.on('kernel.action', action => {
      actions.push(action as { path: string; status: number })
    })
    ctx.provide('action-log', actionLog.log)
    ctx.provide('devices', {
      async target(wanted, caller): Promise<Target> {
        const id = 'id' in wanted ? wanted.id : wanted.ip === device.ip ? 1 : 0
        if (!visible(caller).includes(id))
          throw new ApiError('RESOURCE_NOT_FOUND', 'LIST_DEVICE_UNKNOWN', 'There is no such device')
        return targetOf(device, { deviceId: id })
      },
      several: async () => [],
      atAddresses: async () => [],
      shown: async () => new Map(),
      named: async id => ({ id, ip: device.ip, name: 'acme' }),
      visible: async caller => (caller.groupIds === null ? null : visible(caller)),
      targets: async () => id => targetOf(device, { deviceId: id }),
      pollable: async () => [],
      groups: async () => [],
    })
  },
})

test.before(async () => {
  device = await startDevice({ ip: '127.43.0.1', port: 0, recording: acmeMib(8) })
  database = await createDatabase()
  kernel = await boot({
    core: [],
    env: {},
    plugins: [access, equipmentPlugin, list],
    drivers: [acme],
    config: {
      data_dir: join(tmpdir(), `linecard-equipment-${process.pid}`),
      http: { port: 0 },
      database: { url: database.url },
      log: { level: 'silent' },
      settings: { equipment: { allow_loopback: true } },
    },
  })
})
test.after(async () => {
  await kernel.stop()
  await device.stop()
  await database.drop()
})

interface Envelope {
  statusCode: number
  meta: Record<string, Record<string, unknown>>
  data: unknown
  error: { type: string; code: string; description: string; details: { path: string; partial?: unknown }[] }
}

async function request(
  method: string,
  path: string,
  { key = 'operator', body, form }: { key?: string; body?: unknown; form?: Record<string, string> } = {},
) {
  const headers: Record<string, string> = {
    'x-auth-key': key,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const data = new FormData()
  for (const [name, value] of Object.entries(form ?? {})) data.append(name, value)
  const response = await fetch(`${kernel.url}/api/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? (form ? { body: data } : {}) : { body: JSON.stringify(body) }),
  })
  return { status: response.status, ...((await response.json()) as Envelope) }
}

test('the plugin is ready and its operations are in the document', async () => {
  assert.is(kernel.components().find(({ key }) => key === 'equipment')!.state, 'ready')
  const document = (await (await fetch(`${kernel.url}/swagger/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  assert.is(
    document.paths['/api/v1/switcher-core/{from}/{module}/{deviceId}']!['post']!.operationId,
    'equipment.module.call',
  )
  assert.ok(document.paths['/api/v1/switcher-core/{deviceId}/modules'])
})

test('modules of a device: names, or with their schemas', async () => {
  const names = await request('GET', '/switcher-core/1/modules')
  assert.is(names.status, 200)
  assert.ok((names.data as string[]).includes('interfaces_list'))
  const detailed = await request('GET', '/switcher-core/1/modules?detailed=true')
  const probe = (detailed.data as { name: string; args: { properties: object } }[]).find(
    ({ name }) => name === 'acme.probe',
  )!
  assert.equal(Object.keys(probe.args.properties), ['count', 'deep', 'password'])
  assert.is((await request('GET', '/switcher-core/1/modules?colour=red')).status, 400)
})

test('GET, POST JSON and POST multipart return the answer of the module with its source', async () => {
  const posted = await request('POST', '/switcher-core/device/interfaces_list/1', { body: {} })
  assert.is(posted.status, 200)
  assert.is((posted.data as unknown[]).length, 8)
  assert.is(posted.meta['interfaces_list']!['source'], 'device')
  assert.is(
    (await request('POST', '/switcher-core/cache/interfaces_list/1')).meta['interfaces_list']!['from_cache'],
    true,
  )
  assert.equal((await request('GET', `/switcher-core/store/interfaces_list/${device.ip}`)).data, posted.data)

  const got = await request('GET', '/switcher-core/device/acme.probe/1?count=3&deep=true')
  assert.equal(got.data, { name: 'sw-1', args: { count: 3, deep: true } })
  const form = await request('POST', '/switcher-core/device/acme.probe/1', {
    form: { count: '3', deep: 'false' },
  })
  assert.equal(form.data, { name: 'sw-1', args: { count: 3, deep: false } })
  assert.equal(
    (await request('POST', '/switcher-core/cache/parse_interface/1', { form: { interface: 'Gi0/3' } })).data,
    { id: 3, name: 'Gi0/3', type: 'ETH', parent: null, if_index: 3 },
  )
})

test('bad input is a 4xx that names what is wrong, and no packet is sent', async () => {
  const before = device.requests
  for (const [method, path, options, status, code, named] of [
    [
      'GET',
      '/switcher-core/device/acme.probe/1?colour=red',
      {},
      400,
      'EQUIPMENT_ARGUMENTS_INVALID',
      'colour',
    ],
    ['GET', '/switcher-core/device/acme.probe/1?count=many', {}, 400, 'EQUIPMENT_ARGUMENTS_INVALID', 'count'],
    [
      'POST',
      '/switcher-core/device/acme.probe/1',
      { body: { count: '3' } },
      400,
      'EQUIPMENT_ARGUMENTS_INVALID',
      'count',
    ],
    [
      'POST',
      '/switcher-core/device/acme.probe/1',
      { form: { depth: '1' } },
      400,
      'EQUIPMENT_ARGUMENTS_INVALID',
      'depth',
    ],
    ['POST', '/switcher-core/somewhere/acme.probe/1', {}, 400, 'VALIDATION_ERROR', 'from'],
    ['POST', '/switcher-core/device/fdb/1', {}, 422, 'DEVICE_UNSUPPORTED', null],
    ['POST', '/switcher-core/device/no_such/1', {}, 404, 'EQUIPMENT_MODULE_UNKNOWN', null],
    ['POST', '/switcher-core/device/interfaces_list/99', {}, 404, 'LIST_DEVICE_UNKNOWN', null],
    ['POST', '/switcher-core/store/interface_descriptions/1', {}, 404, 'EQUIPMENT_ANSWER_ABSENT', null],
    ['POST', '/switcher-core/device/parse_interface/1', {}, 400, 'EQUIPMENT_ARGUMENTS_INVALID', 'interface'],
    ['GET', '/switcher-core/device/acme.slow_change/1', {}, 405, 'EQUIPMENT_CHANGE_BY_GET', null],
    ['POST', '/switcher-core/store/acme.slow_change/1', {}, 400, 'EQUIPMENT_CHANGE_SOURCE', 'from'],
  ] as const) {
    const answer = await request(method, path, options)
    assert.is(`${answer.status} ${answer.error.code}`, `${status} ${code}`, path)
    if (named)
      assert.ok(
        answer.error.details.some(detail => detail.path === named),
        `${path}: ${JSON.stringify(answer.error.details)}`,
      )
  }
  assert.is(device.requests, before)
})

test('reading needs device_show, a change the permission of its module', async () => {
  assert.is((await request('POST', '/switcher-core/device/interfaces_list/1', { key: 'wrong' })).status, 401)
  assert.is(
    (await request('POST', '/switcher-core/device/interfaces_list/1', { key: 'nobody' })).error.code,
    'EQUIPMENT_PERMISSION_MISSING',
  )
  assert.is((await request('GET', '/switcher-core/1/modules', { key: 'nobody' })).status, 403)
  assert.is((await request('POST', '/switcher-core/device/interfaces_list/1', { key: 'reader' })).status, 200)
  assert.is(
    (await request('POST', '/switcher-core/device/acme.slow_change/1', { key: 'reader' })).status,
    403,
  )
  assert.equal((await request('POST', '/switcher-core/device/acme.slow_change/1')).data, { done: true })
  assert.is((await request('POST', '/switcher-core/device/interfaces_list/2', { key: 'group' })).status, 404)
  assert.is((await request('GET', '/system-switcher-core/modules', { key: 'reader' })).status, 403)
})

test('a device that stops answering during a walk is a 504 with its partial rows', async () => {
  const before = device.requests
  await request('POST', '/switcher-core/device/interfaces_list/1')
  device.behaviour = { silent: { after: 2 * device.requests - before } }
  const { status, error } = await request('POST', '/switcher-core/device/interface_descriptions/1')
  device.behaviour = {}
  assert.is(status, 504)
  assert.is(error.code, 'DEVICE_TIMEOUT')
  assert.is((error.details[0]!.partial as unknown[]).length, 8)
})

test("the call log shows who asked what, filtered, paged and only for the caller's groups", async () => {
  assert.ok(((await request('GET', '/system-switcher-core/modules')).data as string[]).includes('acme.probe'))
  await request('POST', '/switcher-core/device/acme.probe/2', { body: { password: 'hunter2' } })
  const filter = (body: object, key?: string) =>
    request('POST', '/system-switcher-core/filter', { body, ...(key && { key }) })
  const all = await filter({ limit: 3 })
  assert.is(all.status, 200)
  assert.is((all.data as unknown[]).length, 3)
  assert.ok(Number(all.meta['total']) > 10)
  const [last] = all.data as [Record<string, unknown>]
  assert.equal(
    { ...last, id: 0, time: '', spent_ms: 0, requests: 0 },
    {
      id: 0,
      time: '',
      device_id: 2,
      device_ip: device.ip,
      module: 'acme.probe',
      args: { password: '***' },
      from: 'device',
      user: { id: 1, login: 'user1' },
      ok: true,
      error_code: null,
      spent_ms: 0,
      requests: 0,
      copy_of: null,
    },
  )
  const failed = await filter({
    ok: false,
    error_code: ['DEVICE_TIMEOUT'],
    device_id: 1,
    query: 'interface_desc',
  })
  assert.is(failed.meta['total'], 1)
  assert.ok(Number((failed.data as { requests: number }[])[0]!.requests) > 0)
  assert.is((await filter({ device_id: 2 }, 'group')).meta['total'], 0)
  assert.ok(
    Number(
      (
        await filter(
          { module: ['acme.probe'], start: '2020-01-01T00:00:00Z', sort: '-spent_ms,module', query: '' },
          'group',
        )
      ).meta['total'],
    ) > 0,
  )
  assert.is((await filter({ start: '2999-01-01T00:00:00Z' })).meta['total'], 0)
  assert.is((await filter({ query: '%' })).meta['total'], 0)
  assert.is((await filter({ colour: 'red' })).error.details[0]!.path, 'colour')
  assert.is((await filter({ sort: 'password' })).status, 400)
  assert.is((await request('POST', '/system-switcher-core/filter')).status, 200)
})

test('the call log has the exception of a driver with file and line, and none for what its code explains', async () => {
  const lastOf = async (module: string) => {
    const filter = { module: [module], limit: 1 }
    const { data } = await request('POST', '/system-switcher-core/filter', { body: filter })
    const [{ id }] = data as [{ id: number }]
    const call = (await request('GET', `/system-switcher-core/calls/${id}`)).data as Record<string, unknown>
    return [call['error_code'], call['thrown']] as const
  }
  await request('POST', '/switcher-core/device/acme.throwing/1')
  const [code, thrown] = await lastOf('acme.throwing')
  assert.is(code, 'DEVICE_PARSE_FAILED')
  assert.match(String(thrown), /^TypeError: rows is not iterable\nat .*\bacme\.ts:\d+:\d+/)
  await request('POST', '/switcher-core/device/acme.broken/1')
  assert.match(String((await lastOf('acme.broken'))[1]), /rx must be number.*\nat /)
  assert.equal(await lastOf('acme.probe'), [null, null])
  assert.equal(await lastOf('interface_descriptions'), ['DEVICE_TIMEOUT', null])
})

test('calls, sessions and SNMP are measured, with few labels', async () => {
  const text = await (await fetch(`${kernel.url}/metrics`)).text()
  const value = (series: string) =>
    Number(
      text
        .split('\n')
        .find(line => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1),
    )
  assert.ok(value('linecard_equipment_calls_total{result="ok"}') > 5)
  assert.ok(value('linecard_equipment_calls_total{result="DEVICE_UNSUPPORTED"}') >= 1)
  assert.ok(value('linecard_snmp_requests_total{result="timeout"}') >= 1)
  assert.ok(value('linecard_snmp_requests_total{result="answered"}') > 5)
  assert.ok(value('linecard_snmp_varbinds_total') > 8)
  assert.ok(value('linecard_equipment_call_duration_seconds_count{source="store"}') >= 1)
  assert.is(
    value('linecard_equipment_call_duration_seconds_bucket{source="device",le="+Inf"}'),
    value('linecard_equipment_call_duration_seconds_count{source="device"}'),
  )
  for (const series of [
    'linecard_equipment_sessions',
    'linecard_equipment_waiting',
    'linecard_snmp_retries_total',
    'linecard_snmp_dropped_total{reason="foreign"}',
  ])
    assert.ok(value(series) >= 0, series)
  assert.not.match(text, device.ip)
})

test('a changing module takes Idempotency-Key and is in the action log; a reading one does neither', async () => {
  const path = '/api/v1/switcher-core/device/acme.slow_change/1'
  const post = (to: string, { key = 'operator', order = 'order-1', body = '{}' } = {}) =>
    fetch(`${kernel.url}${to}`, {
      method: 'POST',
      headers: { 'x-auth-key': key, 'idempotency-key': order, 'content-type': 'application/json' },
      body,
    })
  actions.length = 0
  const before = device.requests
  const first = await post(path)
  const replay = await post(path)
  assert.equal([first.status, replay.status, device.requests - before], [200, 200, 1])
  assert.is(replay.headers.get('idempotency-replayed'), 'true')
  assert.equal(await replay.json(), await first.json())
  assert.is((await post(path.replace('/1', '/2'))).status, 422)
  assert.is((await post(path, { key: 'reader', order: 'order-2' })).status, 403)
  await until('the refusal is told', () => actions.some(({ status }) => status === 403))
  assert.equal([...new Set(actions.map(action => action.path))].toSorted(), [path, path.replace('/1', '/2')])

  actions.length = 0
  const read = '/api/v1/switcher-core/device/acme.probe/1'
  for (const body of ['{}', '{"count":2}']) {
    const answer = await post(read, { body })
    assert.equal([answer.status, answer.headers.get('idempotency-replayed')], [200, null])
  }
  assert.is((await post(read, { body: '{"count":"x"}' })).status, 400)
  await new Promise(resolve => setTimeout(resolve, 50))
  assert.equal(actions, [])
  const document = (await (await fetch(`${kernel.url}/swagger/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { parameters: { name?: string; $ref?: string }[] }>>
  }
  const named = (method: string) =>
    document.paths['/api/v1/switcher-core/{from}/{module}/{deviceId}']![method]!.parameters.map(
      ({ name, $ref }) => name ?? $ref?.split('/').at(-1),
    )
  assert.ok(named('post').includes('Idempotency-Key') && !named('get').includes('Idempotency-Key'))
})

test('a driver that is switched off removes its models, but a running call ends; switched on it answers again', async () => {
  const names = async () => (await request('GET', '/switcher-core/1/modules')).data as string[]
  device.behaviour = { delayMs: 100 }
  const before = device.requests
  const flying = request('POST', '/switcher-core/device/interfaces_list/1')
  await until('the call is on its way', () => device.requests > before)
  await kernel.use('installation').setEnabled('driver-acme', false)
  const refused = await request('POST', '/switcher-core/device/interfaces_list/1')
  assert.is(refused.status, 422)
  assert.is(refused.error.code, 'DEVICE_UNSUPPORTED')
  assert.match(refused.error.description, /No enabled driver knows the model acme_g8/)
  assert.equal(await names(), [])
  assert.not.ok(
    ((await request('GET', '/system-switcher-core/modules')).data as string[]).includes('acme.probe'),
  )
  assert.is((await kernel.use('equipment').detect(targetOf(device))).modelKey, null)
  assert.is(((await flying).data as unknown[]).length, 8)
  device.behaviour = {}

  await kernel.use('installation').setEnabled('driver-acme', true)
  assert.is(((await request('POST', '/switcher-core/device/interfaces_list/1')).data as unknown[]).length, 8)
  assert.ok((await names()).includes('acme.probe'))
  assert.is((await kernel.use('equipment').detect(targetOf(device))).modelKey, 'acme_g8')
})

test('a module of a driver is in the document with its result and its arguments', async () => {
  type Shape = Record<string, { title?: string; properties?: Record<string, unknown> }>
  const { paths, components } = (await (await fetch(`${kernel.url}/swagger/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { parameters: { name?: string }[] }>>
    components: { schemas: Shape }
  }
  assert.is(components.schemas['equipment.AcmeProbeResult']?.title, 'acme.probe')
  const { parameters } = paths['/api/v1/switcher-core/{from}/{module}/{deviceId}']!['get']!
  for (const name of ['count', 'deep', 'interface', 'vlan_id'])
    assert.ok(
      parameters.some(parameter => parameter.name === name),
      name,
    )
})
