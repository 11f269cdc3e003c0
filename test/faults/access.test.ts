import { assert, suite, until } from '@linecard/test-kit'
import type { Client, Failure } from '../support/client.ts'
import type { DocumentOperation } from '../support/contract.ts'
import {
  sceneOf,
  startInstallation,
  withoutReadings,
  type Installation,
  type Simulated,
} from '../support/installation.ts'
import { allPermissions, person } from '../support/people.ts'
import { bodyOf, pathFor, queryOf, rootOf } from '../support/requests.ts'
import { attach } from '../support/upload.ts'

/**
 * Access control for every operation of the served document. A new operation is tested without a change here.
 */
const test = suite('access', { level: 'full' })

let house!: Installation
let operations!: readonly DocumentOperation[]
let schemas!: Readonly<Record<string, unknown>>
/** The device that the user of another group must not see, and a device of their own group. */
let foreign!: { id: number; sim: Simulated; iface: number; file: number }
let own!: { id: number; iface: number; file: number }
let stranger!: Client

test.before(async () => {
  house = await startInstallation({
    scene: sceneOf([
      { kind: 'switch', name: 'foreign', vendor: 'dlink', model: 'DES-3200-10/C1' },
      { kind: 'switch', name: 'own', vendor: 'dlink', model: 'DES-3200-10/C1' },
    ]),
  })
  await withoutReadings(house.admin)
  const contract = await house.admin.contract()
  operations = contract.operations
  schemas = contract.document.components.schemas
  const [theirs, ours] = await Promise.all(
    ['theirs', 'ours'].map(name => house.admin.post<{ id: number }>('/device-group', { name })),
  )
  const sim = house.simulated('foreign')
  foreign = { ...(await house.add(sim, { group_id: theirs!.id })), sim, iface: 0, file: 0 }
  own = { ...(await house.add(house.simulated('own'), { group_id: ours!.id })), iface: 0, file: 0 }
  for (const device of [foreign, own]) {
    await until(
      'the switch is read',
      async () =>
        (await house.admin.get<{ refreshed_at: string | null }>(`/device/${device.id}`)).refreshed_at,
      { everyMs: 100 },
    )
    device.iface = (
      await house.admin.get<{ id: number }[]>(`/device-interface/by-device/${device.id}`)
    )[0]!.id
    device.file = (await attach(house.admin, { object_type: 'interface', object_id: device.iface })).id
  }
  stranger = await person(house, await allPermissions(house.admin), [ours!.id])
})
test.after(() => house?.stop())

/**
 * The kind of the `{id}` of a path, by the first part of the path, or the second below /component. A new path
 * fails here until its kind is added.
 */
const resources: Readonly<Record<string, 'device' | 'interface' | 'file' | 'other'>> = {
  device: 'device',
  'switcher-core': 'device',
  'device-interface': 'interface',
  'qr-generator': 'interface',
  attachments: 'file',
  diagnostic: 'interface',
  switches: 'device',
  routers: 'device',
  router_os: 'device',
  'device-model': 'other',
  'device-group': 'other',
  'device-access': 'other',
  user: 'other',
  'system-switcher-core': 'other',
  'user-role': 'other',
  'system-components': 'other',
  system: 'other',
  'system-schedule': 'other',
  // Runs of other groups: plugins/backups/test.
  backups: 'other',
  // Off, and only for trusted networks: plugins/backups/test.
  oxidized: 'other',
  // Outages: there are none here.
  correlation: 'other',
  'interface-marks': 'other',
  autodiscovery: 'other',
  // Events, records of actions, rules and runs of other groups: test/matrix/groups.test.ts.
  events: 'other',
  traps: 'other',
  links: 'other',
  notifications: 'other',
  logs: 'other',
  macros: 'other',
  'macros-control': 'other',
  onts_registration: 'other',
  'onts-registration-control': 'other',
  'device/import': 'other',
}

/** Query parameters for lists that need them. */
const queries: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  'diagnostic.arp-ping.get': () => ({ router: String(own.id), ip: '10.1.2.3' }),
  'fdb-history.who': () => ({ ip: '10.1.2.3' }),
  'correlation.verdict.get': () => ({ interface_id: String(own.iface) }),
  'search-device.mac.get': () => ({ mac: '02:00:5E:10:AB:01' }),
  'search-device.ip.get': () => ({ ip: '10.1.2.3' }),
  'search-device.ip-with-fdb.get': () => ({ ip: '10.1.2.3' }),
  // The driver refuses it, because fibre has no pairs. A test of copper never ends while the clock stands
  // still.
  'switches.cable-diag.read': () => ({ interface: '1/9' }),
  ...Object.fromEntries(
    ['metrics', 'metrics.prometheus-wrapper'].flatMap(base => [
      [`${base}.series.get`, () => ({ metric: 'device_cpu_ratio' })],
      [`${base}.percentile.get`, () => ({ interface_id: String(own.iface) })],
    ]),
  ),
}
/**
 * What operations answer that this installation cannot do: its series are in PostgreSQL, which has no
 * expressions, and nobody has switched on the feed for Oxidized.
 */
const impossible: readonly (readonly [RegExp, number])[] = [
  [/^metrics\..*query-range\.get$/, 422],
  [/^backups\.oxidized\.list$/, 404],
]

interface Ids {
  device: number | string
  interface: number
  file: number
}

/** The operation on a device or on a part of it. Null for other operations. */
function about(
  operation: DocumentOperation,
  ids: Ids,
): { path: string; body: unknown; id: number | string } | null {
  const root = rootOf(operation)
  const body = bodyOf(operation, schemas) as Record<string, unknown> | undefined
  if (!operation.path.includes('{')) {
    return root === 'device' && (operation.method === 'put' || operation.method === 'delete')
      ? { path: '/device', body: { ...body, id: ids.device }, id: ids.device }
      : null
  }
  const kind = operation.path.includes('{deviceId}')
    ? 'device'
    : operation.path.includes('{interfaceId}')
      ? 'interface'
      : (resources[operation.path.split('/').slice(3, 5).join('/')] ?? resources[root])
  if (!kind) throw new Error(`say in "resources" what an id under /${root} is: ${operation.operationId}`)
  if (kind === 'other') return null
  return {
    path: pathFor(operation, {
      from: 'device',
      module: 'system',
      object_type: 'interface',
      run: '2f1d7a52-7c1f-4a0e-9a9d-2d9a3f0b7a11',
      any: ids[kind],
    }),
    body,
    id: ids[kind],
  }
}

const withoutId = (
  { status, type, code, description, details }: Failure & { status: number },
  id: number | string,
) => [status, type, code, description.replaceAll(String(id), '#'), details]

test('every operation on a device of another group answers as for a device that does not exist', async () => {
  const nobody = 2_000_000_000
  const tested: string[] = []
  const before = foreign.sim.requests
  for (const operation of operations) {
    const [hidden, absent] = [
      about(operation, { device: foreign.id, interface: foreign.iface, file: foreign.file }),
      about(operation, { device: nobody, interface: nobody, file: nobody }),
    ]
    if (!hidden || !absent) continue
    const method = operation.method.toUpperCase()
    const query = queryOf(operation)
    const [here, there] = [
      await stranger.fails(method, hidden.path, { query, body: hidden.body }),
      await stranger.fails(method, absent.path, { query, body: absent.body }),
    ]
    assert.equal([operation.operationId, here.status], [operation.operationId, 404])
    assert.equal(withoutId(here, hidden.id), withoutId(there, nobody), operation.operationId)
    tested.push(operation.operationId)
  }
  for (const must of [
    'inventory.device.get',
    'inventory.device.update',
    'inventory.device.delete',
    'inventory.device.delete-by-body',
    'inventory.interface.get',
    'attachments.content.get',
    'attachments.file.delete',
    'equipment.module.read',
    'equipment.module.call',
  ]) {
    assert.ok(tested.includes(must), must)
  }
  assert.is(foreign.sim.requests, before)
  assert.is((await house.admin.get<{ id: number }>(`/device/${foreign.id}`)).id, foreign.id)
})

test('an address instead of the id is refused too', async () => {
  for (const path of [
    `/device?ip=${foreign.sim.ip}`,
    `/switcher-core/device/system/${foreign.sim.ip}`,
    `/switcher-core/${foreign.sim.ip}/modules`,
  ]) {
    assert.is((await stranger.fails('GET', path)).status, 404, path)
  }
  assert.is(
    (await stranger.fails('POST', `/switcher-core/store/interfaces_list/${foreign.sim.ip}`, { body: {} }))
      .status,
    404,
  )
})

test('the own device answers, which proves the refusals above', async () => {
  for (const operation of operations.filter(one => one.method === 'get')) {
    const asked = about(operation, { device: own.id, interface: own.iface, file: own.file })
    if (!asked) continue
    const { status, error } = await stranger.ask('GET', asked.path, {
      query: { ...queryOf(operation), ...queries[operation.operationId]?.() },
    })
    // The driver refuses modules that the model does not have. Nothing was polled or backed up here.
    assert.ok(
      status === 200 ||
        [
          'DEVICE_UNSUPPORTED',
          'DEVICE_BAD_ARGUMENT',
          'POLLERS_RUN_UNKNOWN',
          'BACKUPS_NONE',
          'BACKUPS_OXIDIZED_UNSET',
        ].includes(error.code),
      `${operation.operationId}: ${status}`,
    )
  }
})

test('lists contain only the own groups with any filter', async () => {
  const lists = operations.filter(({ method, path }) => method === 'get' && !path.includes('{'))
  assert.ok(lists.length >= 10)
  for (const operation of lists) {
    const names = new Set(
      ((operation.spec['parameters'] ?? []) as { name: string }[]).map(({ name }) => name),
    )
    const filter: Record<string, string | number> = names.has('device_id')
      ? { device_id: foreign.id }
      : names.has('query')
        ? { query: foreign.sim.ip }
        : {}
    const { status, data, text } = await stranger.ask('GET', operation.path.replace('/api/v1', ''), {
      query: { ...queryOf(operation), ...queries[operation.operationId]?.(), ...filter },
    })
    assert.not.ok(text.includes(foreign.sim.ip), operation.operationId)
    // What works on the named device: for this person there is none.
    if (status === 404 && 'device_id' in filter) {
      assert.match(text, /"INVENTORY_DEVICE_UNKNOWN"/, operation.operationId)
      continue
    }
    const [, expected = 200] = impossible.find(([which]) => which.test(operation.operationId)) ?? []
    assert.is(status, expected, operation.operationId)
    // The file of an export has headings.
    if ('device_id' in filter)
      assert.equal(data ?? text.trim().split('\r\n').slice(1), [], operation.operationId)
  }
  const calls = await stranger.ask<unknown[]>('POST', '/system-switcher-core/filter', {
    body: { device_id: foreign.id },
  })
  assert.equal(calls.data, [])
  for (const body of [{}, { device_id: foreign.id }, { query: foreign.sim.ip }])
    assert.equal((await stranger.ask<unknown[]>('PUT', '/device-interface/ont-list', { body })).data, [])
})

test('without a key every operation is 401, without its permission 403, and only public ones are open', async () => {
  const [nobody, powerless] = [house.admin.as(null), await person(house, [])]
  const open: string[] = []
  for (const operation of operations) {
    const permission = String(operation.spec['x-permission'])
    const path = pathFor(operation, {
      from: 'device',
      module: 'system',
      any: own.id,
      key: 'inventory',
      object_type: 'device',
    })
    const input = { query: queryOf(operation), body: bodyOf(operation, schemas) }
    if (permission === 'public') {
      open.push(operation.operationId)
      continue
    }
    const method = operation.method.toUpperCase()
    assert.equal(
      [operation.operationId, (await nobody.fails(method, path, input)).status],
      [operation.operationId, 401],
    )
    if (permission === 'signed-in') continue
    const { status, description } = await powerless.fails(method, path, input)
    assert.equal([operation.operationId, status], [operation.operationId, 403])
    assert.match(description, permission)
  }
  assert.equal(open, ['identity.sign-in'])
  assert.is((await powerless.fails('GET', `/switcher-core/device/system/${own.id}`)).status, 403)
})
