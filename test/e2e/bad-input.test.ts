import { Type as T } from 'typebox'
import { definePlugin } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import type { DocumentOperation } from '../support/contract.ts'
import {
  adminPassword,
  ip,
  sceneOf,
  startInstallation,
  type Installation,
  type Simulated,
} from '../support/installation.ts'
import { pathFor, queryOf, bodyOf } from '../support/requests.ts'

/**
 * A mistake of a client or a device gets a status that shows who made it, and where.
 */
const test = suite('bad input', { level: 'full' })

const broken = definePlugin({
  id: 'broken',
  api: 1,
  config: T.Object({}),
  setup() {
    throw new Error('the licence file is not there')
  },
  routes(routes) {
    routes.get(
      '/broken',
      {
        operationId: 'broken.show',
        tag: 'broken',
        summary: 'Never there',
        permission: 'public',
        response: T.Null(),
      },
      () => null,
    )
  },
})
const leaning = definePlugin({
  id: 'leaning',
  api: 1,
  requires: ['broken'],
  config: T.Object({}),
  setup: () => ({}),
  routes(routes) {
    routes.get(
      '/leaning',
      {
        operationId: 'leaning.show',
        tag: 'leaning',
        summary: 'Never there either',
        permission: 'public',
        response: T.Null(),
      },
      () => null,
    )
  },
})

let house!: Installation
let operations!: readonly DocumentOperation[]
let schemas!: Readonly<Record<string, unknown>>
let sw!: { id: number; sim: Simulated }

test.before(async () => {
  house = await startInstallation({
    plugins: [broken, leaning],
    scene: sceneOf([{ kind: 'switch', name: 'sw', vendor: 'dlink', model: 'DES-3200-28/C1' }]),
  })
  const contract = await house.admin.contract()
  operations = contract.operations
  schemas = contract.document.components.schemas
  const sim = house.simulated('sw')
  sw = { id: (await house.add(sim)).id, sim }
  await until(
    'the switch is read',
    async () => (await house.admin.get<{ refreshed_at: string | null }>(`/device/${sw.id}`)).refreshed_at,
  )
})
test.after(() => house?.stop())

const nobody = 2_000_000_000
/** Of a poll that nobody asked for. */
const run = '00000000-0000-4000-8000-000000000000'
/** A parameter with an enumeration is not an id: any other word is a wrong value. */
const isClosed = ({ spec }: DocumentOperation) =>
  (spec['parameters'] as { in: string; name: string; schema: { enum?: unknown[] } }[] | undefined)
    ?.filter(one => one.in === 'path' && one.name !== 'from')
    .every(one => one.schema.enum) ?? false
/** Parameters with names that people give: an unknown name gives an empty list. */
const isText = ({ path }: DocumentOperation) => path.endsWith('/tags/{tag}')
const integerParam = ({ spec }: DocumentOperation) =>
  (spec['parameters'] as { in: string; name: string; schema: { type?: string } }[] | undefined)?.find(
    one => one.in === 'path' && one.schema.type === 'integer',
  )?.name
/** The body is an object of any fields. */
const isOpen = ({ spec }: DocumentOperation) => {
  const { content } = (spec['requestBody'] ?? {}) as {
    content?: { 'application/json'?: { schema: { additionalProperties?: unknown } } }
  }
  const fields = content?.['application/json']?.schema.additionalProperties
  return typeof fields === 'object' && fields !== null && Object.keys(fields).length === 0
}
const url = (operation: DocumentOperation, values: Record<string, string | number>) =>
  pathFor(operation, {
    from: 'device',
    module: 'system',
    key: 'nothing',
    object_type: 'device',
    run,
    ...values,
  })

test('an unknown id is 404 in every operation that takes one', async () => {
  const named = operations.filter(one => one.path.includes('{') && !isClosed(one) && !isText(one))
  assert.ok(named.length >= 20, `${named.length} operations`)
  for (const operation of named) {
    const body = bodyOf(operation, schemas) as Record<string, unknown> | undefined
    // A valid body, because some operations check a field before the id.
    for (const [field, value] of Object.entries({
      password: adminPassword,
      icon: Buffer.from('89504e470d0a1a0a', 'hex').toString('base64'),
    }))
      if (body && field in body) body[field] = value
    const { status, code } = await house.admin.fails(
      operation.method.toUpperCase(),
      url(operation, { any: nobody }),
      { body, query: queryOf(operation) },
    )
    // Some objects belong to one person. Other people get the same answer whether they exist or not.
    if (!code.endsWith('_OWN_ONLY'))
      assert.equal([operation.operationId, status], [operation.operationId, 404], code)
    assert.match(code, /^[A-Z]+(_[A-Z]+)+$/)
  }
})

test('an invalid number is 400, and the parameter is named', async () => {
  for (const operation of operations) {
    const name = integerParam(operation)
    if (!name) continue
    const { status, details } = await house.admin.fails(
      operation.method.toUpperCase(),
      url(operation, { any: 'seven' }),
      { body: bodyOf(operation, schemas) },
    )
    assert.equal([operation.operationId, status], [operation.operationId, 400])
    assert.ok(
      details.some(({ path }) => path === name),
      `${operation.operationId}: ${JSON.stringify(details)}`,
    )
  }
})

test('an unknown filter is 400 and named, in every list', async () => {
  for (const operation of operations.filter(one => one.method === 'get')) {
    const path = pathFor(operation, {
      any: sw.id,
      from: 'device',
      module: 'system',
      key: 'inventory',
      lang: 'en',
      object_type: 'device',
      run,
    })
    const { status, details } = await house.admin.fails('GET', path, {
      query: { ...queryOf(operation), zz_filter: '1' },
    })
    assert.equal([operation.operationId, status], [operation.operationId, 400])
    assert.ok(
      details.some(detail => detail.path === 'zz_filter'),
      `${operation.operationId}: ${JSON.stringify(details)}`,
    )
  }
})

test('an extra field of a body is 400 and named', async () => {
  let count = 0
  for (const operation of operations) {
    const body = bodyOf(operation, schemas) as object | undefined
    // The first one uses only the id, Alertmanager may send more in later versions, and the others take
    // whatever fields a template has.
    const { operationId } = operation
    const takesMore = ['inventory.device.delete-by-body', 'events.alertmanager.webhook'].includes(operationId)
    if (!body || takesMore || isOpen(operation)) continue
    const path = pathFor(operation, {
      any: sw.id,
      from: 'device',
      module: 'system',
      key: 'inventory',
      lang: 'en',
    })
    const { status, details } = await house.admin.fails(operation.method.toUpperCase(), path, {
      body: { ...body, zz_field: 1 },
    })
    assert.equal([operation.operationId, status], [operation.operationId, 400])
    assert.ok(
      details.some(detail => detail.path === 'zz_field'),
      `${operation.operationId}: ${JSON.stringify(details)}`,
    )
    count++
  }
  assert.ok(count >= 15, `${count} bodies`)
})

test('a wrong type in a body is 400 and named, and nothing is stored', async () => {
  const cases: [string, string, object, string][] = [
    ['POST', '/device', { ip: ip(9), name: 7 }, 'name'],
    ['POST', '/device', { ip: 'ten dot one' }, 'ip'],
    ['POST', '/device', { ip: ip(9), model_id: 'x' }, 'model_id'],
    ['POST', '/device', { ip: ip(9), access_id: nobody }, 'access_id'],
    ['PUT', `/device/${sw.id}`, { enabled: 'maybe' }, 'enabled'],
    [
      'POST',
      '/device-access',
      { name: 'x', params: { sw_core_connection: { snmp_version: '9' } } },
      'params.sw_core_connection.snmp_version',
    ],
    ['POST', '/device-detect', { ip: ip(9), access_id: {} }, 'access_id'],
    ['POST', '/user', { login: 'a b', password: 'long enough' }, 'login'],
  ]
  for (const [method, path, body, field] of cases) {
    const { status, details } = await house.admin.fails(method, path, { body })
    assert.is(status, 400, `${method} ${path} ${JSON.stringify(body)}`)
    assert.ok(
      details.some(detail => detail.path === field),
      `${field}: ${JSON.stringify(details)}`,
    )
  }
  assert.is((await house.admin.get<unknown[]>('/device')).length, 1)
})

test('arguments of a module are checked before a packet is sent', async () => {
  const before = sw.sim.requests
  const wrong = await house.admin.fails('GET', `/switcher-core/device/vlans/${sw.id}`, {
    query: { vlan_id: 5000 },
  })
  assert.is(wrong.status, 400)
  assert.match(wrong.description, '"5000" is not a VLAN id')
  const extra = await house.admin.fails('POST', `/switcher-core/device/vlans/${sw.id}`, { body: { vlan: 5 } })
  assert.equal(
    [extra.status, extra.code, extra.details.map(({ path }) => path)],
    [400, 'EQUIPMENT_ARGUMENTS_INVALID', ['vlan']],
  )
  assert.is((await house.admin.fails('GET', `/switcher-core/device/no_such_module/${sw.id}`)).status, 404)
  assert.is((await house.admin.fails('GET', `/switcher-core/elsewhere/vlans/${sw.id}`)).status, 400)
  assert.is(sw.sim.requests, before)
})

test('a silent device is 504, and a stored answer is returned with the reason', async () => {
  await house.admin.get(`/switcher-core/device/vlans/${sw.id}`)
  sw.sim.behaviour.silent = true
  try {
    const silent = await house.admin.fails('GET', `/switcher-core/device/system/${sw.id}`)
    assert.equal(
      [silent.status, silent.type, silent.code, silent.details],
      [504, 'DEVICE_ERROR', 'DEVICE_TIMEOUT', []],
    )
    const stored = await house.admin.ask('GET', `/switcher-core/store/vlans/${sw.id}`)
    assert.is(stored.status, 200)
  } finally {
    sw.sim.behaviour.silent = false
  }
})

test('a device that stops answering during a walk is 504 with the rows so far in details', async () => {
  sw.sim.behaviour.silent = { under: ['1.3.6.1.2.1.31.1.1.1.18'] }
  try {
    const { status, code, details } = await house.admin.fails(
      'GET',
      `/switcher-core/device/link_info/${sw.id}`,
    )
    assert.equal([status, code], [504, 'DEVICE_TIMEOUT'])
    const { partial, missing } = details[0] as unknown as {
      partial: { interface: { name: string }; oper_status: string; description: null }[]
      missing: { what: string; reason: string }[]
    }
    assert.ok(partial.length >= 28, `${partial.length} rows`)
    assert.ok(partial.every(row => row.description === null && row.oper_status !== null))
    assert.ok(
      missing.some(gap => gap.what.startsWith('1.3.6.1.2.1.31.1.1.1.18') && gap.reason === 'silent'),
      JSON.stringify(missing),
    )
  } finally {
    sw.sim.behaviour.silent = false
  }
})

test('a plugin that throws in setup does not stop the others, and is visible with its reason', async () => {
  const states = new Map(
    (
      await house.admin.get<{ key: string; state: string; reason: string | null }[]>('/system-components')
    ).map(component => [component.key, component]),
  )
  assert.is(states.get('broken')?.state, 'failed')
  assert.match(states.get('broken')!.reason!, 'the licence file is not there')
  assert.is(states.get('leaning')?.state, 'blocked')
  assert.match(states.get('leaning')!.reason!, 'broken')
  for (const key of [
    'inventory',
    'equipment',
    'identity',
    'system',
    'driver-dlink',
    'driver-zte',
    'driver-generic',
  ])
    assert.is(states.get(key)?.state, 'ready', key)
  for (const path of ['/broken', '/leaning'])
    assert.is((await fetch(`${house.url}/api/v1${path}`)).status, 404)
  assert.not.ok(operations.some(({ operationId }) => /^(broken|leaning)\./.test(operationId)))
  assert.is((await fetch(`${house.url}/health/ready`)).status, 200)
})
