import { assert, suite, until } from '@linecard/test-kit'
import { scanLinks } from '../src/scan/scan.ts'
import { fdbOf, macOf, tellLinks, told } from './told.ts'
import { dataOf, insertLink, keyOf, path, startNet, type Net } from './world.ts'

const test = suite('links: scans', { level: 'full' })
let world: Net
let now = Date.parse('2026-03-02T10:00:00Z')
test.before(async () => {
  world = await startNet({ root_devices: [1] }, { clock: () => new Date(now) })
  // A device that tells nothing may be between others: then LLDP alone is not sure.
  await world.sql('update inventory_device set enabled = false where id > 5')
})
test.after(() => world?.stop())

const scan = () => scanLinks(world.links.ctx, { signal: new AbortController().signal, progress() {} })
const clear = async () => {
  await world.sql('delete from links_link')
  await world.sql('delete from equipment_answer')
  await world.sql('update links_scan set scanned_at = null')
}
interface Stored {
  id: number
  src_interface_id: number | null
  dest_interface_id: number | null
  state: string
  source: string
}
const stored = async () =>
  (await world.sql<Stored>('select * from links_link order by src_interface_id, dest_interface_id, id')).map(
    row =>
      `${row.src_interface_id}-${row.dest_interface_id} ${row.source === 'manual' ? 'manual' : row.state}`,
  )
const hours = (number: number) => {
  now += number * 3_600_000
}
/** 1 is the top of a ring of 1, 2, 3; 4 hangs on 3 by two links; 5 on 4. */
const drawing = [
  [1, 1, 2, 1],
  [2, 2, 3, 2],
  [3, 1, 1, 2],
  [3, 3, 4, 3],
  [3, 4, 4, 4],
  [4, 1, 5, 1],
] as const
const all = [1, 2, 3, 4, 5]
const found = ['101-201', '102-301', '303-403', '304-404', '401-501'].map(text => `${text} active`)

test('LLDP of a small network: a ring, two links between two devices, the upper end first; the same again changes nothing', async () => {
  await clear()
  await tellLinks(world, all, drawing)
  const report = await scan()
  assert.equal([report.devices, report.read, report.links.found, report.links.active], [5, 5, 6, 6])
  const rows = await stored()
  // Which end of 2-3 is nearer to the gateway is not known: both are as far.
  const between = rows.filter(row => /^(202-302|302-202) /.test(row))
  assert.is(between.length, 1)
  assert.equal(
    rows.filter(row => !between.includes(row)),
    found,
  )
  const ids = await world.sql('select id from links_link order by id')
  hours(3)
  await tellLinks(world, all, drawing)
  assert.is((await scan()).links.active, 6)
  assert.equal(await world.sql('select id from links_link order by id'), ids)
})

test('only FDBs: a chain is found with the ports of both ends', async () => {
  await clear()
  await told(world, 1, 'fdb', fdbOf({ 1: [2, 3], 4: [] }))
  await told(world, 2, 'fdb', fdbOf({ 1: [1], 2: [3] }))
  await told(world, 3, 'fdb', fdbOf({ 2: [1, 2] }))
  await world.sql(`update inventory_device set mac = '02:00:00:00:00:0' || id where id <= 3`)
  const report = await scan()
  await world.sql(`update inventory_device set mac = ''`)
  assert.is(report.read, 3)
  const rows = await world.sql<Stored & { proofs: { by: string }[] }>('select * from links_link order by id')
  assert.equal(rows.map(row => `${row.src_interface_id}-${row.dest_interface_id}`).toSorted(), [
    '101-201',
    '202-302',
  ])
  assert.ok(rows.every(({ proofs }) => proofs.length > 0 && proofs.every(({ by }) => by === 'fdb')))
})

test('a drawn link is never changed: it only gets proofs; at its port nothing else becomes active', async () => {
  await clear()
  const drawn = dataOf<{ id: number }>(
    await world.http('POST', path, {
      src_device_id: 2,
      src_interface_id: 201,
      dest_device_id: 1,
      note: 'mine',
    }),
  )
  await world.http('POST', path, { src_device_id: 3, src_interface_id: 303, dest_device_id: 5 })
  await tellLinks(world, all, drawing)
  await scan()
  const [row] = await world.sql<Stored & { note: string; proofs: object[]; seen_at: Date }>(
    `select * from links_link where id = ${drawn.id}`,
  )
  assert.equal(
    [row!.src_interface_id, row!.dest_interface_id, row!.source, row!.note, row!.proofs.length > 0],
    [201, null, 'manual', 'mine', true],
  )
  assert.ok(row!.seen_at)
  const rows = await stored()
  assert.not.ok(
    rows.some(text => text.startsWith('101-201')),
    'no second one',
  )
  assert.ok(rows.includes('303-403 suggested'), rows.join())
  assert.ok(rows.includes('304-404 active'))
})

test('a link is gone when it was missed for three days; the time in which a device is not read does not count', async () => {
  await clear()
  await tellLinks(world, all, drawing)
  await scan()
  const without = drawing.filter(([a, , b]) => !(a === 4 && b === 5))
  const state = async () => (await stored()).find(text => text.startsWith('401-501'))
  for (let day = 0; day < 2; day++)
    for (let n = 0; n < 8; n++) {
      hours(3)
      await tellLinks(world, all, without)
      await scan()
    }
  assert.is(await state(), '401-501 active', 'missed for two days')
  // Device 5 is down: what it told is old.
  for (let n = 0; n < 16; n++) {
    hours(3)
    await tellLinks(world, [1, 2, 3, 4], without)
    await scan()
  }
  assert.is(await state(), '401-501 active', 'not read')
  for (let n = 0; n < 8; n++) {
    hours(3)
    await tellLinks(world, all, without)
    await scan()
  }
  assert.is(await state(), '401-501 gone')
  await tellLinks(world, all, drawing)
  await scan()
  assert.is(await state(), '401-501 active', 'it is back, the same one')
  await tellLinks(world, all, without)
  await scan()
  await world.sql(`update links_link set state = 'gone', seen_at = now() - interval '40 years'`)
  await tellLinks(world, all, [])
  await scan()
  assert.equal(await stored(), [], 'forgotten')
})

test('a refused link never comes back, however sure it is', async () => {
  await clear()
  await tellLinks(world, all, drawing)
  await scan()
  const [{ id }] = (await world.sql<{ id: number }>(
    'select id from links_link where src_interface_id = 401',
  )) as [{ id: number }]
  await world.http('POST', `${path}/${id}/refuse`)
  for (let n = 0; n < 3; n++) {
    hours(30)
    await tellLinks(world, all, drawing)
    await scan()
  }
  const rows = await stored()
  assert.equal(
    rows.filter(text => text.startsWith('401')),
    ['401-501 refused'],
  )
})

test('what a stored answer says of ports that were renumbered is not used, and neither is an old answer', async () => {
  await clear()
  await tellLinks(world, all, drawing, { ageHours: 7 })
  assert.equal([(await scan()).read, await stored()], [0, []])
  await tellLinks(world, all, drawing)
  await world.sql(
    'update inventory_interface set bind_key = 5 - bind_key where device_id = 4 and bind_key < 5',
  )
  assert.is((await scan()).read, 4)
  await world.sql(
    'update inventory_interface set bind_key = 5 - bind_key where device_id = 4 and bind_key < 5',
  )
})

test('two scans at once are one after the other; a scan that is stopped leaves the links as they were', async () => {
  await clear()
  await tellLinks(world, all, drawing)
  const [one, other] = await Promise.all([scan(), scan()])
  assert.equal([one.links.active, other.links.active], [6, 6])
  assert.is((await stored()).length, 6)
  const before = await world.sql('select * from links_link order by id')
  await tellLinks(world, all, [])
  const stop = new AbortController()
  const stopped = scanLinks(world.links.ctx, {
    signal: stop.signal,
    progress: done => done === 4 && stop.abort(new Error('stopped')),
  })
  assert.match(await stopped.then(() => 'ended').catch(String), 'stopped')
  assert.equal(await world.sql('select * from links_link order by id'), before)
})

test('a run is started over HTTP, tells its progress, and its report has what could not be used', async () => {
  await clear()
  await tellLinks(world, all, drawing)
  // Two devices say that they are the same one.
  await world.sql('update inventory_device set enabled = true where id = 6')
  await told(world, 6, 'lldp_info', {
    local: { chassis_id: macOf(5), sys_name: 'sw5', ports: [] },
    remotes: [],
  })
  const started = await world.http('POST', `${path}/scan`)
  assert.is(started.status, 202, started.text)
  type Scan = {
    running: boolean
    report: { links: { found: number }; doubts: { kind: string }[] } | null
    scanned_at: string
  }
  const read = async (key?: string) => dataOf<Scan>(await world.http('GET', `${path}/scan`, undefined, key))
  await until('links are stored', async () => (await world.sql('select 1 from links_link')).length > 0)
  await until('the run has ended', async () => !(await read()).running)
  await world.sql('update inventory_device set enabled = false where id = 6')
  const { report } = await read()
  assert.ok(report!.links.found >= 5)
  assert.ok(
    report!.doubts.some(({ kind }) => kind === 'claimed-twice'),
    JSON.stringify(report),
  )
  const stranger = await keyOf(world, ['links_view'], [72])
  assert.equal((await read(stranger)).report!.doubts, [], 'doubts about devices that are not seen')
})

test('a link with an unknown port gets it as soon as a scan knows it, and keeps it when a later one does not', async () => {
  await clear()
  const id = await insertLink(world, 301, 102, {
    src_interface_id: null,
    path: JSON.stringify([
      [1, 2],
      [3, 4],
    ]),
  })
  await tellLinks(world, all, drawing)
  await scan()
  const [row] = await world.sql<Stored & { path: number[][] }>(`select * from links_link where id = ${id}`)
  // The upper end comes first now, and the line on the map is turned with it.
  assert.equal(
    [row!.src_interface_id, row!.dest_interface_id, row!.path],
    [
      102,
      301,
      [
        [3, 4],
        [1, 2],
      ],
    ],
  )
})

test('a process that dies while it stores leaves the links as they were, and the next scan stores all', async () => {
  await clear()
  await tellLinks(world, all, drawing)
  await scan()
  const before = await world.sql('select * from links_link order by id')
  const [from, to] = drawing[0].slice(0, 2) as [number, number]
  await tellLinks(
    world,
    all,
    drawing.filter(([a, p]) => a !== from || p !== to),
  )
  await world.sql('begin')
  // The scan waits with its transaction: it writes the report last.
  await world.sql('select * from links_scan for update')
  const cut = scan().then(
    () => 'stored',
    () => 'cut',
  )
  const waiting = `select pid from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like '%links_scan%'`
  const isWaiting = async () => {
    // In a transaction, PostgreSQL shows the same state again.
    await world.sql('select pg_stat_clear_snapshot()')
    return (await world.sql(waiting)).length > 0
  }
  await until('the scan waits', isWaiting)
  await world.sql(`select pg_terminate_backend(pid) from (${waiting}) w`)
  await world.sql('commit')
  assert.is(await cut, 'cut')
  assert.equal(await world.sql('select * from links_link order by id'), before)
  hours(3)
  await tellLinks(world, all, drawing)
  assert.is((await scan()).links.active, 6)
})
