import marks from '@linecard/plugin-interface-marks'
import { assert, suite } from '@linecard/test-kit'
import { togetherOf } from '../src/sources/interfaces.ts'
import { startWorld, type Sky } from './world.ts'

const test = suite('events: sources of the inventory')
let world: Sky
test.before(async () => {
  world = await startWorld({}, { down_types: ['PON'], mass_down_ports: 3, disk_free_percent: 0 }, [marks])
  await world.sql(`update inventory_device set enabled = true`)
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, status, serial, agreement)
     select 300 + n, 7, 1000 + n, 'pon0/1:' || n, 'ONU', 'Online', 'ZTEG0000000' || n, 'c' || n from generate_series(1, 4) n`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, status) values (320, 7, 2000, 'pon0/1', 'PON', 'Up')`,
  )
  await world.sql(`update inventory_interface set status = 'Up' where type = 'ETH'`)
})
test.after(() => world?.stop())

/** Tells that interfaces changed, some minutes ago. */
async function becomes(
  ids: number[],
  status: string,
  { minutes = 10, reason = null as string | null, previous = 'Up' as string | null } = {},
) {
  await world.sql(`update inventory_interface set status = $2 where id = any ($1)`, [ids, status])
  await world.sql(
    `insert into inventory_interface_status_history (interface_id, status, previous, reason, time)
     select id, $2, $3, $4, now() - make_interval(mins => $5) from unnest($1::int[]) id`,
    [ids, status, previous, reason, minutes],
  )
}
async function open(name: string): Promise<string[]> {
  await world.round()
  const rows = await world.sql<{ text: string }>(
    `select severity || ' ' || coalesce(interface_id::text, 'device') || ' ' || title as text from events_event
     where resolved_at is null and name = $1 order by interface_id`,
    [name],
  )
  return rows.map(({ text }) => text)
}

test('an ONU that was online is lost, with its reason; one that never was, is switched off or long gone is not', async () => {
  await becomes([301], 'LOS', { previous: 'Online', reason: 'LOSi' })
  await becomes([302], 'PowerOff', { previous: 'Online' })
  await becomes([303], 'Offline', { previous: null })
  await becomes([304], 'LOS', { previous: 'Online', minutes: 60 * 24 * 40 })
  assert.equal(await open('onu_lost'), [
    'warning 301 sw-ours pon0/1:1 has no light',
    'info 302 sw-ours pon0/1:2 has no power',
  ])
  const [row] = await world.sql<{ labels: object }>(
    `select labels from events_event where interface_id = 301`,
  )
  assert.equal(row!.labels, {
    ip: '192.0.2.7',
    iface_id: '1001',
    iface_name: 'pon0/1:1',
    iface_type: 'ONU',
    status: 'LOS',
    reason: 'LOSi',
    serial: 'ZTEG00000001',
    agreement: 'c1',
  } as never)
  await world.sql(`update inventory_interface set poll_enabled = false where id = 302`)
  await becomes([301], 'Online', { previous: 'LOS', minutes: 0 })
  assert.equal(await open('onu_lost'), [])
})

test('interfaces of the types of the settings are events after two minutes, those of customers are not', async () => {
  await becomes([320], 'Down', { minutes: 1 })
  await becomes([101], 'Down')
  assert.equal(await open('interface_is_down'), [])
  world.pass(70)
  assert.equal(await open('interface_is_down'), ['warning 320 sw-ours pon0/1 is down'])
  await world.sql(`update inventory_interface set admin_state = 'Disabled' where id = 320`)
  assert.equal(await open('interface_is_down'), [])
})

test("somebody's favourite is critical, also of a type that is not told, and is told once", async () => {
  for (const id of [107, 320])
    await world.sql(`insert into interface_marks_favorite (user_id, interface_id) values (1, $1)`, [id])
  await world.sql(`update inventory_interface set admin_state = 'Enabled' where id = 320`)
  await becomes([101], 'Up', { previous: 'Down', minutes: 0 })
  await becomes([107, 320], 'Down')
  assert.equal(await open('favorite_interface_down'), [
    'critical 107 sw-ours 1/7 is down',
    'critical 320 sw-ours pon0/1 is down',
  ])
  assert.equal(await open('interface_is_down'), [])
  await world.sql(`delete from interface_marks_favorite where interface_id = 107`)
  await becomes([320], 'Up', { previous: 'Down', minutes: 0 })
  assert.equal(await open('favorite_interface_down'), [])
  await becomes([107], 'Up', { previous: 'Down', minutes: 0 })
})

test('a tagged interface of any type is told', async () => {
  await world.sql(`insert into interface_marks_tag (interface_id, tag) values (109, 'SwitchUplink')`)
  await becomes([109, 110], 'Down')
  assert.equal(await open('interface_is_down'), ['warning 109 sw-ours 1/9 is down'])
  await becomes([109, 110], 'Up', { previous: 'Down', minutes: 0 })
  assert.equal(await open('interface_is_down'), [])
})

test('ports that went down together are one event, with the ports below it', async () => {
  assert.equal(await open('mass_interfaces_down'), [])
  await becomes([102, 103, 104], 'Down', { minutes: 30 })
  await becomes([105, 106], 'Down', { minutes: 90 })
  assert.equal(await open('mass_interfaces_down'), [
    'critical device 3 interfaces of sw-ours went down together',
  ])
  const below = await world.sql<{ id: number }>(`select interface_id as id from events_below order by 1`)
  assert.equal(
    below.map(({ id }) => id),
    [102, 103, 104],
  )
  await becomes([102], 'Up', { previous: 'Down', minutes: 0 })
  assert.equal(await open('mass_interfaces_down'), [])
})

test('the largest number within five minutes', () => {
  const at = (...minutes: number[]) => minutes.map(minute => ({ since: new Date(minute * 60_000) }))
  assert.is(togetherOf(at(0, 4, 8, 12, 13, 14, 40)).length, 3)
  assert.is(togetherOf(at()).length, 0)
})

test('a disk without the free space of the settings is an event of the installation', async () => {
  assert.equal(await open('disk_full'), [])
  const { ctx } = world.events
  const found = await ctx
    .use('installation')
    .conditions()
    .find(({ name }) => name === 'database_in_trouble')!
    .holding({ deviceIds: null, signal: AbortSignal.timeout(1000) })
  assert.equal(
    found.filter(({ part }) => part === 'wraparound'),
    [],
  )
})
