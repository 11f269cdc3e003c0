import { assert, suite, until } from '@linecard/test-kit'
import { flapping, keepFdb, type Flapping } from '../src/pollers.ts'
import { at, fdbRow, readFdb, startWorld, stays, type Houses, type Seen } from './world.ts'

const test = suite('fdb-history: stays', { level: 'full' })
let world: Houses
const told: Flapping[] = []
test.before(async () => {
  world = await startWorld({ port_rows: 300, device_rows: 3000, gap_min: 60 })
  world.history.ctx.events.on(flapping, payload => void told.push(payload as Flapping))
})
test.after(() => world?.stop())
/** A test that begins without any history. */
const fresh = (name: string, work: () => Promise<void>) =>
  test(name, async () => {
    await world.sql('truncate fdb_history_interval, fdb_history_address, fdb_history_reading')
    await world.sql('update inventory_interface set fdb_enabled = true')
    await world.sql('delete from interface_marks_tag')
    told.length = 0
    await work()
  })

/** Of device number `set`, address number `n`. */
const macOf = (set: number, n: number) =>
  `02:${[0, 0, set, n >> 8, n & 255].map(byte => byte.toString(16).padStart(2, '0')).join(':')}`.toUpperCase()

const a: Seen = ['02:00:00:00:0A:01', 1]
const b: Seen = ['02:00:00:00:0A:02', 2]
const moved: Seen = ['02:00:00:00:0A:01', 3]

fresh(
  'a stay is one row, however often it is read, and a reading without change writes one row',
  async () => {
    for (let minute = 0; minute <= 100; minute += 10) await readFdb(world, minute, [a, b])
    assert.equal(await stays(world), ['01 101 0-100 open', '02 102 0-100 open'])
    const xmins = () =>
      world.sql<{ x: string }>('select xmin::text as x from fdb_history_interval order by id')
    const before = await xmins()
    await readFdb(world, 110, [a, b])
    assert.equal(await xmins(), before)
    assert.equal(await stays(world), ['01 101 0-110 open', '02 102 0-110 open'])
  },
)

fresh('a move closes one stay and opens another; the same MAC on two ports is two facts', async () => {
  await readFdb(world, 0, [a, b])
  await readFdb(world, 10, [moved, b])
  await readFdb(world, 20, [moved, b])
  await readFdb(world, 30, [moved, b, a])
  assert.equal(await stays(world), [
    '01 101 0-0',
    '02 102 0-30 open',
    '01 103 10-30 open',
    '01 101 30-30 open',
  ])
})

fresh('an address that was silent for less than the gap has one stay; for longer, two', async () => {
  await readFdb(world, 0, [a, b])
  await readFdb(world, 10, [b])
  assert.equal(await stays(world), ['01 101 0-0', '02 102 0-10 open'])
  await readFdb(world, 60, [a, b])
  assert.equal(await stays(world), ['01 101 0-60 open', '02 102 0-60 open'])
  await readFdb(world, 70, [b])
  await readFdb(world, 140, [a, b])
  assert.equal(await stays(world), ['01 101 0-60', '02 102 0-140 open', '01 101 140-140 open'])
})

fresh('an incomplete or empty FDB closes nothing', async () => {
  await readFdb(world, 0, [a, b])
  await readFdb(world, 10, [b], { complete: false })
  await readFdb(world, 20, [])
  assert.equal(await stays(world), ['01 101 0-0 open', '02 102 0-0 open'])
  // What an incomplete reading had is told within an hour; a new address at once.
  await readFdb(world, 70, [b, moved], { complete: false })
  assert.equal(await stays(world), ['01 101 0-0 open', '02 102 0-70 open', '01 103 70-70 open'])
  await readFdb(world, 80, [b, moved])
  assert.equal(await stays(world), ['01 101 0-0', '02 102 0-80 open', '01 103 70-80 open'])
})

fresh('an answer that is older than the last one, or the same, changes nothing', async () => {
  await readFdb(world, 10, [a])
  await readFdb(world, 10, [b])
  await readFdb(world, 5, [b])
  assert.equal(await stays(world), ['01 101 10-10 open'])
})

fresh('after the clock was put back, readings are stored again', async () => {
  const ahead = (Date.now() - at(0).getTime()) / 60_000 + 600
  await readFdb(world, ahead, [a])
  await readFdb(world, 0, [a, b])
  assert.is((await stays(world)).length, 2)
})

fresh(
  'after a renumbering, addresses stay with their ports, before and after the interfaces are read',
  async () => {
    const [{ ctx }, rows] = [world.history, [fdbRow(a), fdbRow(b)]]
    await readFdb(world, 1, [a, b])
    // A card before the others: every bind key moves by one, the names stay.
    const renumbered = rows.map(row => ({
      ...row,
      interface: { ...row.interface, id: row.interface.id + 1 },
    }))
    const early = { deviceId: 7, data: renumbered, complete: true, time: at(10) }
    assert.is(await keepFdb(ctx, early), null)
    await world.sql(
      'update inventory_interface set bind_key = bind_key + 1 where device_id = 7 and bind_key <= 10',
    )
    await keepFdb(ctx, { ...early, time: at(20) })
    await world.sql(
      'update inventory_interface set bind_key = bind_key - 1 where device_id = 7 and bind_key <= 11',
    )
    assert.equal(await stays(world), ['01 101 1-20 open', '02 102 1-20 open'])
  },
)

fresh('a loop with 100,000 moves in a minute keeps a bounded number of rows, and is told once', async () => {
  const macs = Array.from({ length: 400 }, (_, n) => macOf(1, n))
  for (let round = 0; round < 250; round++)
    await readFdb(
      world,
      round / 250,
      macs.map((mac, n): Seen => [mac, 1 + 2 * (n % 2) + ((round + 1) % 2)]),
    )
  const [{ rows }] = (await world.sql<{ rows: number }>(
    'select count(*)::int as rows from fdb_history_interval',
  )) as [{ rows: number }]
  assert.ok(rows <= 400 * 2 * 3, String(rows))
  assert.equal(told, [{ device_id: 7, kind: 'fdb', addresses: 400, left_out: 0, time: told[0]!.time }])
  assert.ok((await stays(world)).some(row => row.endsWith('flaps')))
})

fresh('a flood of new addresses begins no more stays in an hour than the limit of the device', async () => {
  const flood = (round: number) =>
    Array.from({ length: 2000 }, (_, n): Seen => [macOf(round, n), 1 + (n % 8)])
  for (let round = 1; round <= 20; round++) await readFdb(world, round, flood(round))
  assert.is((await stays(world)).length, 3000)
  assert.is(told.length, 1)
  assert.ok(told[0]!.left_out > 0)
  await readFdb(world, 62, flood(62))
  assert.ok((await stays(world)).length > 3000)
})

fresh(
  'of a port with too many addresses the known ones stay, in whatever order the device lists them',
  async () => {
    const many = Array.from({ length: 400 }, (_, n): Seen => [macOf(255, n), 4])
    await readFdb(world, 0, [...many, a])
    await readFdb(world, 10, [...many.toReversed(), a])
    assert.is((await stays(world, `interface_id = 104`)).length, 300)
    assert.is((await stays(world, `closed_at is not null`)).length, 0)
    assert.equal(await stays(world, 'interface_id = 101'), ['01 101 0-10 open'])
  },
)

fresh(
  'nothing is kept of ports with the tag of uplinks: their stays end; switching the FDB off erases them',
  async () => {
    await readFdb(world, 0, [a, b])
    await world.http('PUT', '/interface-marks/interface/101', { tags: ['SwitchUplink'] })
    await readFdb(world, 10, [a, b])
    assert.equal(await stays(world), ['01 101 0-0', '02 102 0-10 open'])
    const { status, text } = await world.http('PUT', '/device-interface/102', { fdb_enabled: false })
    assert.is(status, 200, text)
    await until('its history is erased', async () => (await stays(world)).length === 1)
    await readFdb(world, 20, [a, b])
    assert.equal(await stays(world), ['01 101 0-0'])
  },
)

fresh('links of another plugin leave their ports out', async () => {
  const { ctx } = world.history
  const linked = Object.assign(Object.create(ctx) as typeof ctx, {
    find: (name: string) => (name === 'links' ? { linked: async () => [101] } : ctx.find(name as never)),
  })
  await keepFdb(linked, { deviceId: 7, data: [fdbRow(a), fdbRow(b)], complete: true, time: at(0) })
  assert.equal(await stays(world), ['02 102 0-0 open'])
})

fresh('group addresses, the own ones of the device, and those on unknown ports are left out', async () => {
  const rows = [
    { ...fdbRow(a), status: 'SELF' },
    fdbRow(['01:00:5E:00:00:01', 1]),
    { ...fdbRow(a), interface: null },
    fdbRow(['02:00:00:00:0A:09', 77]),
    fdbRow(b),
  ]
  await keepFdb(world.history.ctx, { deviceId: 7, data: rows, complete: true, time: at(0) })
  assert.equal(await stays(world), ['02 102 0-0 open'])
})

fresh('two processes that store readings of one device at the same time do not mix', async () => {
  await readFdb(world, 0, [a, b])
  await Promise.all([
    readFdb(world, 10, [moved, b]),
    readFdb(world, 11, [moved, b]),
    readFdb(world, 12, [moved, b]),
    readFdb(world, 12, [moved, b]),
  ])
  assert.equal(await stays(world), [
    '01 101 0-0',
    '02 102 0-12 open',
    '01 103 ' + (await stays(world))[2]!.split(' ')[2] + ' open',
  ])
})

fresh('stays go with their device', async () => {
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled) values (10, '192.0.2.10', 'gone', 71, false)`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type) values (401, 10, 1, '1/1', 'ETH')`,
  )
  await readFdb(world, 0, [a], { device: 10 })
  assert.is((await stays(world)).length, 1)
  assert.is((await world.http('DELETE', '/device/10')).status, 200)
  assert.equal(await stays(world), [])
  await readFdb(world, 10, [a], { device: 10 })
  assert.equal(await stays(world), [])
})
