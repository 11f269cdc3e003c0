import { assert, suite } from '@linecard/test-kit'
import {
  addedOlt,
  dataOf,
  failure,
  good,
  keyOf,
  post,
  startWorld,
  stopDevices,
  type AddedOlt,
  type StoredInterface,
  type World,
} from '@linecard/test-kit/worlds/olts'
import { running, sent, zteWithChanges } from './zte-control.ts'

const test = suite('olts_control: what is changed')
let world: World
let one: AddedOlt

const permissions = [
  'olts_ctrl_dereg',
  'olts_ctrl_reboot',
  'olts_ctrl_clear_counters',
  'olts_ctrl_reset',
  'olts_ctrl_disable',
  'olts_ctrl_description',
  'olts_ctrl_port',
  'olts_ctrl_uni_ports',
]

test.before(async () => {
  world = await startWorld([zteWithChanges])
  one = await addedOlt(world)
  running.set(one.ip, { olt: one.olt, now: () => one.clock.now() })
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

interface Change {
  accepted: boolean
  evidence: string | null
  verified: boolean
  interface: { id: number; name: string } | null
}
const online = (n: number) => one.onus.filter(({ status }) => status === 'Online')[n]!
const simulated = ({ serial }: StoredInterface) =>
  one.olt.onus.find(onu => onu.serial.toString('hex').toUpperCase().endsWith(serial.slice(-8)))!
const word = ({ bind_key: key }: StoredInterface) => `bind_key:${key}`
const lastAction = async () =>
  dataOf<{ action: string; status: string; error_code: string | null }[]>(
    await world.http('POST', '/logs/actions', { device_id: one.id, limit: 1, sort: '-id' }),
  )[0]!

test('all permissions are known and none is given by default', async () => {
  const groups = dataOf<{ group: string; permissions: { key: string; default: boolean }[] }[]>(
    await world.http('GET', '/user-role-permissions'),
  )
  const known = new Map(
    groups.flatMap(group => group.permissions).map(permission => [permission.key, permission.default]),
  )
  for (const key of permissions) assert.is(known.get(key), false, key)
  assert.is(known.get('olts_info'), true)
})

test('disable, enable, description, reboot: each verified by a read-back, logged, and replayed by its key', async () => {
  const onu = online(0)
  const body = { interface: word(onu), ident: onu.serial }
  const disabled = good<Change>(await post(world, `ont/disable/${one.id}`, body))
  assert.equal([disabled.accepted, disabled.verified, disabled.interface!.name], [true, true, onu.name])
  assert.is(simulated(onu).enabled, false)
  const { action, status } = await lastAction()
  assert.equal([action, status], ['olts_control:ont_disabled', 'SUCCESS'])
  assert.ok(good<Change>(await post(world, `ont/enable/${one.id}`, body)).verified)
  const text = { ...body, description: 'contract 4711' }
  assert.ok(good<Change>(await post(world, `ont/description/${one.id}`, text)).verified)
  assert.is(simulated(onu).description, 'contract 4711')
  const before = sent.length
  const rebooted = good<Change>(await post(world, `ont/reboot/${one.id}`, body))
  assert.ok(rebooted.verified && rebooted.evidence!.includes('reboot'), rebooted.evidence!)
  assert.is(sent.length, before + 1)
})

test('another ONU in the place: 409 INTERFACE_MOVED with both idents, and nothing is sent', async () => {
  const onu = online(1)
  const before = sent.length
  for (const name of ['disable', 'enable', 'delete', 'reboot'])
    assert.equal(
      [
        name,
        ...failure(
          await post(world, `ont/${name}/${one.id}`, { interface: word(onu), ident: 'ZTEGFFFFFF01' }),
        ),
      ],
      [name, 409, 'INTERFACE_MOVED'],
    )
  // Without `ident` the stored one is compared: the ONU was replaced and nobody has read it since.
  const replaced = online(3)
  const real = simulated(replaced)
  const old = real.serial
  real.serial = Buffer.from('5a544547deadbeef', 'hex')
  const refused = await post(world, `ont/delete/${one.id}`, { interface: word(replaced) })
  assert.equal(failure(refused), [409, 'INTERFACE_MOVED'])
  assert.ok(refused.body.error!.description.includes('ZTEGDEADBEEF'), refused.body.error!.description)
  assert.is(sent.length, before)
  real.serial = old
})

test('what the model lacks is 422 before anything is sent', async () => {
  const gone = one.onus.find(({ status }) => status === 'LOS' || status === 'PowerOff')!
  for (const [name, more] of [
    ['ont/clear-counters', {}],
    ['ont/reset', {}],
    ['uni/admin-state', { num: 1, admin_state: 'Disabled' }],
    ['port/admin-state', { admin_state: 'Disabled' }],
  ] as const)
    assert.equal(failure(await post(world, `${name}/${one.id}`, { interface: word(gone), ...more })), [
      422,
      'DEVICE_UNSUPPORTED',
    ])
})

test('each operation needs its own permission; olts_ctrl_port is enough for ports of an OLT', async () => {
  const port = one.interfaces.find(({ type }) => type === 'PON')!
  const operations: readonly (readonly [string, string, object])[] = [
    ['ont/delete', 'olts_ctrl_dereg', {}],
    ['ont/reboot', 'olts_ctrl_reboot', {}],
    ['ont/clear-counters', 'olts_ctrl_clear_counters', {}],
    ['ont/reset', 'olts_ctrl_reset', {}],
    ['ont/enable', 'olts_ctrl_disable', {}],
    ['ont/disable', 'olts_ctrl_disable', {}],
    ['ont/description', 'olts_ctrl_description', { description: 'x' }],
    ['port/description', 'olts_ctrl_port', { description: 'x' }],
    ['port/admin-state', 'olts_ctrl_port', { admin_state: 'Disabled' }],
    ['port/reset', 'olts_ctrl_port', {}],
    ['uni/admin-state', 'olts_ctrl_uni_ports', { num: 1, admin_state: 'Disabled' }],
  ]
  for (const [path, permission, more] of operations) {
    const key = await keyOf(
      world,
      permissions.filter(other => other !== permission),
      [],
    )
    const answer = await post(world, `${path}/${one.id}`, { interface: word(port), ...more }, key)
    assert.equal([path, ...failure(answer)], [path, 403, 'PERMISSION_MISSING'])
  }
  const key = await keyOf(world, ['olts_ctrl_port'], [])
  const described = await post(
    world,
    `port/description/${one.id}`,
    { interface: word(port), description: 'north street' },
    key,
  )
  assert.ok(good<Change>(described).verified)
  assert.ok(good<Change>(await post(world, `port/reset/${one.id}`, { interface: word(port) }, key)).accepted)
})

test('an OLT that accepts a delete and still lists the ONU: an error, and nothing is claimed', async () => {
  const onu = online(2)
  const answer = await post(world, `ont/delete/${one.id}`, { interface: word(onu), ident: onu.serial })
  assert.equal(failure(answer), [502, 'DEVICE_NOT_APPLIED'])
  assert.equal(sent.at(-1), `delete ${onu.name} ${onu.serial}`)
  const { action, status } = await lastAction()
  assert.equal([action, status], ['olts_control:ont_deleted', 'FAILED'])
})
