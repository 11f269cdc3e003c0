import { Type as T } from 'typebox'
import { definePlugin, withDevice, type Caller, type Context } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'

const test = suite('inventory: services for other plugins')
let world: World
let ctx: Context
/** Gives its context to the tests. */
const probe = definePlugin({
  id: 'probe',
  api: 1,
  requires: ['inventory'],
  config: T.Object({}),
  setup(given) {
    ctx = given as Context
  },
})
const inGroups = (groupIds: number[] | null): Caller => ({
  userId: 1,
  login: 'somebody',
  permissions: new Set(),
  groupIds,
  sessionId: null,
})

test.before(async () => {
  world = await makeWorld({ plugins: [probe] })
  await world.sql(`insert into inventory_group (id, name) values (71, 'theirs')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id) values (7, '192.0.2.7', 'ours', -1), (8, '192.0.2.8', 'theirs', 71)`,
  )
  await world.sql(`insert into inventory_interface (id, device_id, bind_key, parent_bind_key, name, type, status, description)
    values (17, 7, 1101, 11, 'pon1:1', 'ONU', 'Online', 'Miller'), (18, 8, 1, null, '1', 'ETH', null, '')`)
})
test.after(() => world?.stop())

test('interfaces are named with their devices, in the order asked, those of other groups left out', async () => {
  const interfaces = ctx.use('interfaces')
  const ours = {
    id: 17,
    device_id: 7,
    bind_key: '1101',
    parent_bind_key: '11',
    name: 'pon1:1',
    type: 'ONU',
    status: 'Online',
    description: 'Miller',
    device: { id: 7, ip: '192.0.2.7', name: 'ours' },
    expected: { id: 1101, name: 'pon1:1', ident: null },
  }
  assert.equal(await interfaces.named(17, inGroups([-1])), ours)
  assert.equal(
    (await interfaces.several([18, 4711, 17], inGroups(null))).map(({ id }) => id),
    [18, 17],
  )
  assert.equal(await interfaces.several([18, 17], inGroups([-1])), [ours])
  assert.equal(await interfaces.several([], inGroups(null)), [])
  assert.equal(await interfaces.several([17], inGroups([])), [])
})

test('devices are named in the order asked, those of other groups left out', async () => {
  const devices = ctx.use('devices')
  const [ours, theirs] = [
    { id: 7, ip: '192.0.2.7', name: 'ours' },
    { id: 8, ip: '192.0.2.8', name: 'theirs' },
  ]
  assert.equal(await devices.several([8, 4711, 7, 8], inGroups(null)), [theirs, ours, theirs])
  assert.equal(await devices.several([8, 7], inGroups([-1])), [ours])
  assert.equal(await devices.several([7], inGroups([])), [])
})

test('an object whose device goes while it is read is a 404, never an empty answer', async () => {
  const shown = await withDevice(ctx, inGroups(null), { mark: 'x', device: { id: 7 } })
  assert.is(shown.device.name, 'ours')
  for (const id of [8, 4711])
    await withDevice(ctx, inGroups([-1]), { device: { id } }).then(
      () => assert.unreachable(),
      (error: { code?: string }) => assert.is(error.code, 'INVENTORY_DEVICE_UNKNOWN'),
    )
})

const failure = async (id: number): Promise<unknown> => {
  try {
    return await ctx.use('interfaces').named(id, inGroups([-1]))
  } catch (error) {
    return error instanceof Error && 'code' in error
      ? [error.code, error.message.replace(String(id), '#')]
      : error
  }
}

test('an interface of another group is as unknown as none', async () => {
  assert.equal(await failure(18), ['INVENTORY_INTERFACE_UNKNOWN', 'There is no interface #'])
  assert.equal(await failure(4711), await failure(18))
  assert.equal(await failure(3e9), await failure(18))
  assert.equal(await failure(1.5), await failure(18))
})

test('what a word means on a device: id, bind key or name, and never a guess among several', async () => {
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id) values (9, '192.0.2.9', 'switch', -1)`,
  )
  await world.sql(`insert into inventory_interface (id, device_id, bind_key, name, type) values
    (901, 9, 1, 'Gi0/1', 'ETH'), (902, 9, 2, 'gi0/1', 'ETH'), (903, 9, 904, 'Gi0/3', 'ETH'), (904, 9, 4, 'Gi0/4', 'ETH'), (905, 9, 5, '901', 'ETH'), (906, 9, 6, 'Po1', 'LACP'), (907, 9, 7, 'po1', 'LACP')`)
  const meant = async (word: string, groups: number[] | null = null) => {
    try {
      return (await ctx.use('interfaces').onDevice(9, word, inGroups(groups)))?.id ?? null
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  for (const [word, id] of [
    ['902', 902],
    ['2', 902],
    ['Gi0/1', 901],
    ['gi0/1', 902],
    [' Gi0/3 ', 903],
    ['GI0/3', 903],
    ['PO1', null],
    ['Gi0/9', null],
    ['4711', null],
    ['99999999999999999999', null],
    ['904', 'INVENTORY_INTERFACE_AMBIGUOUS'],
    ['id:904', 904],
    ['bind_key:904', 903],
    ['901', 'INVENTORY_INTERFACE_AMBIGUOUS'],
    ['name:901', 905],
    ['id:901', 901],
    ['id:4711', 'INVENTORY_INTERFACE_UNKNOWN'],
    ['bind_key:x', 'INVENTORY_INTERFACE_UNKNOWN'],
    ['name:PO1', 'INVENTORY_INTERFACE_UNKNOWN'],
    ['17', null],
    ["' or 1=1 --", null],
  ] as const)
    assert.equal([word, await meant(word)], [word, id])
  assert.equal([await meant('902', [71]), await meant('904', [71])], [null, null])
})
