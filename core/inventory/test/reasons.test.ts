import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'

const test = suite('inventory: reasons of status changes')
let world: World
test.before(async () => {
  world = await makeWorld()
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled) values (7, '192.0.2.7', 'olt', -1, false)`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, status, serial) select 100 + n, 7, n, 'pon0/1:' || n, 'ONU', 'Online', 'ZTEG0000000' || n from generate_series(1, 4) n`,
  )
  await world.sql(`
    insert into inventory_interface_status_history (interface_id, status, previous, time) values
      (101, 'LOS', 'Online', '2026-03-01T10:00Z'), (101, 'Online', 'LOS', '2026-03-01T10:10Z'),
      (101, 'PowerOff', 'Online', '2026-03-01T11:00Z'), (102, 'Offline', 'Online', '2026-03-01T11:00Z'),
      (102, 'Online', 'Offline', '2026-03-01T11:05Z'), (103, 'Online', null, '2026-03-01T11:00Z'),
      (104, 'Offline', 'Online', '2026-03-01T12:30Z')`)
})
test.after(() => world?.stop())

async function answer(
  time: string,
  reasons: Record<number, string | null>,
  args: object = {},
): Promise<void> {
  const data = Object.entries(reasons).map(([key, reason]) => ({
    interface: { id: Number(key), name: `pon0/1:${key}`, type: 'ONU', parent: null, if_index: null },
    last_down_reason: reason,
    last_reg: null,
    last_dereg: null,
  }))
  const of = { device_id: 7, module: 'pon_onts_reasons', args: { ...args } }
  const unkept = await world.use('equipment').keep([{ ...of, data, complete: true, time: new Date(time) }])
  assert.equal(unkept, [])
}
const reasons = async () =>
  (
    await world.sql<{ interface_id: number; status: string; reason: string | null }>(
      'select interface_id, status, reason from inventory_interface_status_history order by id',
    )
  ).map(({ interface_id: id, status, reason }) => `${id} ${status} ${String(reason)}`)

test('the last loss of an ONU gets the reason that the OLT tells after it; older and later ones none', async () => {
  await answer('2026-03-01T12:00Z', { 1: 'DyingGasp', 2: 'LOFi', 3: 'LOS', 4: 'LOS' })
  const after = [
    '101 LOS null',
    '101 Online null',
    '101 PowerOff DyingGasp',
    '102 Offline LOFi',
    '102 Online null',
    '103 Online null',
    '104 Offline null',
  ]
  assert.equal(await reasons(), after)
  // A reason that was told stays; one of a single ONU is stored too.
  await answer('2026-03-01T13:00Z', { 1: 'another' })
  await answer('2026-03-01T13:00Z', { 4: 'PowerOff', 2: null }, { interface: 4 })
  assert.equal(await reasons(), [...after.slice(0, -1), '104 Offline PowerOff'])
})
