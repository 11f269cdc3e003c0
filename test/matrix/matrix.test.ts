import { assert, suite } from '@linecard/test-kit'
import type { DocumentOperation } from '../support/contract.ts'
import { aboutDevice, callOf, expected, rows } from './rows.ts'
import { makeMatrixWorld, trustedAddress, type Asked, type Person, type Told, type World } from './world.ts'

/**
 * Every operation of the served document × every kind of caller. A new operation takes part without a change,
 * or fails with its name until its row is added.
 */
const test = suite('matrix', { level: 'full' })

let world!: World
let operations!: DocumentOperation[]
/** Users: with exactly the permission; with all others; with all, in another group; with all. */
let exact!: Person, lacking!: Person, foreign!: Person, owner!: Person

test.before(async () => {
  world = await makeMatrixWorld()
  operations = world.contract.operations.filter(({ spec }) => spec['x-permission'] !== 'public')
  exact = await world.person([])
  lacking = await world.person([])
  foreign = await world.person(world.permissions, [world.groups.ours])
  owner = await world.person(world.permissions)
})
test.after(() => world?.stop())

const permissionOf = ({ spec }: DocumentOperation) => String(spec['x-permission'])
/** Operations by permission: a role changes once for all its operations, while its sessions are in use. */
const byPermission = () => Map.groupBy(operations, permissionOf)

const failures: string[] = []
function expect(
  operation: DocumentOperation,
  cell: string,
  { status, code, text }: Told,
  right: boolean,
): void {
  if (!right)
    failures.push(`${operation.operationId} (${cell}): ${status} ${code ?? ''} ${text.slice(0, 300)}`)
}
/** Runs a cell for each operation, and reports all failures together. */
async function cells(
  some: readonly DocumentOperation[],
  cell: (operation: DocumentOperation) => Promise<void>,
): Promise<void> {
  for (const operation of some)
    await cell(operation).catch((error: unknown) => {
      failures.push(`${operation.operationId}: ${(error as Error).message}`)
    })
}
const none = (): void => {
  const told = failures.splice(0)
  assert.is(told.length, 0, `${told.length} cells are wrong:\n${told.join('\n')}`)
}
const callBy = (operation: DocumentOperation, who: Pick<Person, 'id' | 'login'>): Promise<Asked> =>
  callOf(operation, { world, who })

test('the rows name no operation that does not exist, and only sign-in is public', () => {
  const known = new Set(world.contract.operations.map(({ operationId }) => operationId))
  assert.equal(
    Object.keys(rows).filter(operationId => !known.has(operationId)),
    [],
  )
  assert.equal(
    world.contract.operations
      .filter(({ spec }) => spec['x-permission'] === 'public')
      .map(({ operationId }) => operationId),
    ['identity.sign-in'],
  )
})

const heard = (operation: Partial<DocumentOperation>): Promise<string> =>
  callBy({ method: 'get', spec: {}, ...operation } as DocumentOperation, owner).then(
    () => 'called',
    (error: unknown) => (error as Error).message,
  )

test('an operation without a row fails with its name', async () => {
  assert.match(
    await heard({ operationId: 'weather.station.get', path: '/api/v1/weather/{id}' }),
    /what stands in .*weather\/\{id\}: weather\.station\.get/,
  )
  assert.match(
    await heard({ operationId: 'device.weather.get', path: '/api/v1/device/{id}/weather/{day}' }),
    /what day of device\.weather\.get is/,
  )
})

test('without a key and with an expired one every operation is 401', async () => {
  await cells(operations, async operation => {
    const call = await callBy(operation, owner)
    for (const [cell, key] of [
      ['no key', null],
      ['empty key', ''],
      ['expired key', world.expiredKey],
      ['a key that never was', crypto.randomUUID()],
    ] as const) {
      const told = await world.ask(call, key)
      expect(operation, cell, told, told.status === 401)
    }
  })
  none()
})

test('without its permission every operation is 403, even with all others', async () => {
  for (const [permission, some] of byPermission()) {
    await lacking.role(permission === 'signed-in' ? [] : world.permissions.filter(one => one !== permission))
    await cells(some, async operation => {
      // A separate key, because some operations end the session of the caller.
      const key = rows[operation.operationId]?.ownKey ? await world.key(lacking.login) : lacking.key
      const told = await world.ask(await callBy(operation, lacking), key)
      const { powerless } = expected(operation)
      expect(
        operation,
        `without ${permission}`,
        told,
        permission === 'signed-in'
          ? powerless(told.status)
          : told.status === 403 && told.code === 'PERMISSION_MISSING' && told.text.includes(permission),
      )
    })
  }
  none()
})

test('with only its permission every operation succeeds', async () => {
  for (const [permission, some] of byPermission()) {
    if (permission !== 'signed-in') await exact.role([permission])
    const person = permission === 'signed-in' ? owner : exact
    await cells(some, async operation => {
      const key = rows[operation.operationId]?.ownKey ? await world.key(person.login) : person.key
      const told = await world.ask(await callBy(operation, person), key)
      expect(operation, `with ${permission}`, told, expected(operation).good(told.status))
    })
  }
  none()
})

test('with every permission and another group an operation on a device is 404, and nothing reaches the device', async () => {
  const before = world.device.sim.requests
  const devices = operations.filter(aboutDevice)
  await cells(devices, async operation => {
    const told = await world.ask(await callBy(operation, foreign), foreign.key)
    expect(operation, 'another group', told, told.status === 404)
  })
  assert.is(world.device.sim.requests, before)
  assert.ok(devices.length >= 12, `${devices.length} operations on devices`)
  none()
})

test('operations without a device reveal nothing about devices of another group', async () => {
  await cells(
    operations.filter(operation => !aboutDevice(operation)),
    async operation => {
      const key = rows[operation.operationId]?.ownKey ? await world.key(foreign.login) : foreign.key
      const told = await world.ask(await callBy(operation, foreign), key)
      const named = told.text.includes(world.device.sim.ip)
      expect(
        operation,
        'another group',
        told,
        told.status !== 401 && told.status < 500 && (told.status >= 400 || !named),
      )
    },
  )
  none()
})

test('from a trusted network every operation runs as sys without a key, and a wrong key is still refused', async () => {
  const sys = { id: -1, login: 'sys' }
  await cells(operations, async operation => {
    const told = await world.ask(await callBy(operation, sys), null, trustedAddress)
    expect(operation, 'trusted network', told, expected(operation).sys(told.status))
  })
  const told = await world.ask({ method: 'GET', path: '/device' }, crypto.randomUUID(), trustedAddress)
  assert.is(told.status, 401)
  none()
})

test('every cell that changed or tried something is in the action log, with the caller', async () => {
  await world.ask({ method: 'POST', path: '/logs/actions', body: {} }, owner.key)
  const recorded = await world.sql<{ operation_id: string; user_id: number }>(
    'select distinct operation_id, user_id from system_action',
  )
  const has = (operationId: string, user: number) =>
    recorded.some(row => row.operation_id === operationId && row.user_id === user)
  // It depends on the module, and `system` reads; configurations are asked for without secrets.
  const depends = new Set([
    'equipment.module.call',
    'system.action.record',
    'backups.config.get',
    'backups.diff.get',
  ])
  const changing = operations.filter(
    ({ spec, operationId }) => 'x-action' in spec && !depends.has(operationId),
  )
  assert.ok(changing.length >= 30, `${changing.length} operations`)
  for (const operation of changing) {
    assert.ok(
      has(operation.operationId, permissionOf(operation) === 'signed-in' ? owner.id : exact.id),
      `${operation.operationId} is not in the action log`,
    )
    assert.ok(
      has(operation.operationId, lacking.id),
      `the attempt of ${operation.operationId} is not in the action log`,
    )
  }
})
