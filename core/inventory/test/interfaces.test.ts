import { assert, suite, until } from '@linecard/test-kit'
import { nameColumn, stateColumn } from '@linecard/test-kit/worlds/acme-table'
import { startOlt, type Row } from '@linecard/test-kit/worlds/acme-olt'
import { accessFor, add, dataOf, modelId, startWorld, type World } from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: stored interfaces')
type Olt = Awaited<ReturnType<typeof startOlt>>
interface Stored {
  id: number
  device_id: number
  bind_key: string
  parent_bind_key: string | null
  name: string
  type: string
  status: string | null
  status_changed: string | null
  description: string
  serial: string | null
  comment: string
  params: object
  device: { id: number; ip: string }
}

/** Two PON ports with two and one ONUs; the table's index is not the stable number. */
const rows: Row[] = [
  { index: 1, key: 101, name: 'pon0/1', alias: 'ring north' },
  { index: 2, key: 102, name: 'pon0/2', state: 2 },
  { index: 3, key: 10101, name: 'pon0/1:1', parent: 101, serial: 'ACME00000001', alias: 'Miller' },
  { index: 4, key: 10102, name: 'pon0/1:2', parent: 101, state: 2, serial: 'ACME00000002' },
  { index: 5, key: 10201, name: 'pon0/2:1', parent: 102, serial: 'ACME00000003' },
]
let world: World
let model: number
let count = 0
const olts: Olt[] = []
test.before(async () => {
  world = await startWorld()
  model = await modelId(world, 'acme_olt2')
})
test.after(async () => {
  await world?.stop()
  for (const olt of olts) await olt.stop()
})

/** A simulated OLT that has been added and read. */
async function added(shown: readonly Row[] = rows): Promise<{ olt: Olt; id: number }> {
  const olt = await startOlt(`127.9.1.${++count}`, shown)
  olts.push(olt)
  const access = await accessFor(world, olt, `olt-${count}`)
  const { id } = await add(world, '/device', {
    ip: olt.ip,
    name: `olt-${count}`,
    access_id: access.id,
    model_id: model,
  })
  await until('the first reading', async () => (await card(id)).refreshed_at)
  return { olt, id }
}
const card = async (id: number) =>
  dataOf<{ status: string; refreshed_at: string | null; refresh_error: string | null }>(
    await world.http('GET', `/device/${id}`),
  )
const stored = async (id: number) =>
  dataOf<Stored[]>(await world.http('GET', `/device-interface/by-device/${id}`))
const names = async (id: number) => (await stored(id)).map(({ name }) => name)

/** Has a device read again (a changed connection does that) and waits for the end. */
const read = async (id: number): Promise<void> => {
  const before = (await card(id)).refreshed_at
  await world.http('PUT', `/device/${id}`, {
    params: { sw_core_connection: { snmp_timeout_sec: 0.3 + Math.random() / 100 } },
  })
  await until('a reading', async () => (await card(id)).refreshed_at !== before)
}

test('adding a device stores its ports and ONUs, with parent, state, description and serial number', async () => {
  const { id, olt } = await added()
  const list = await stored(id)
  assert.equal(
    list.map(row => [
      row.bind_key,
      row.parent_bind_key,
      row.name,
      row.type,
      row.status,
      row.description,
      row.serial,
    ]),
    [
      ['101', null, 'pon0/1', 'PON', 'Up', 'ring north', null],
      ['102', null, 'pon0/2', 'PON', 'Down', '', null],
      ['10101', '101', 'pon0/1:1', 'ONU', 'Online', 'Miller', 'ACME00000001'],
      ['10102', '101', 'pon0/1:2', 'ONU', 'LOS', '', 'ACME00000002'],
      ['10201', '102', 'pon0/2:1', 'ONU', 'Online', '', 'ACME00000003'],
    ],
  )
  assert.is(list[0]?.device.ip, olt.ip)
  assert.equal(list[0]?.params, {})
  assert.is((await card(id)).status, 'Up')
  const one = dataOf<Stored & { device: { model: { key: string } } }>(
    await world.http('GET', `/device-interface/${list[2]!.id}`),
  )
  assert.is(one.device.model.key, 'acme_olt2')
})

test('lists are filtered by device, type, status and text, and pages count all', async () => {
  const { id } = await added()
  const found = async (query: string) =>
    dataOf<Stored[]>(await world.http('GET', `/device-interface?device_id=${id}&sort=bind_key&${query}`)).map(
      ({ name }) => name,
    )
  assert.equal(await found('type=PON'), ['pon0/1', 'pon0/2'])
  assert.equal(await found('status=LOS'), ['pon0/1:2'])
  assert.equal(await found('query=acme00000003'), ['pon0/2:1'])
  assert.equal(await found('query=miller'), ['pon0/1:1'])
  assert.equal(await found('query=%25'), [])
  assert.equal((await world.http('GET', `/device-interface?device_id=${id}&limit=2&offset=4`)).body.meta, {
    total: 5,
    limit: 2,
    offset: 4,
  })
  assert.is((await world.http('GET', '/device-interface?sort=params')).status, 400)
  assert.is((await world.http('GET', '/device-interface?colour=red')).body.error?.details[0]?.path, 'colour')
  assert.is((await world.http('GET', '/device-interface/4711471')).status, 404)
  assert.is((await world.http('GET', '/device-interface/by-device/4711471')).status, 404)
})

test('after a reboot with new indexes and names every interface is still itself', async () => {
  const { id, olt } = await added()
  const before = new Map((await stored(id)).map(row => [row.bind_key, row.id]))
  await world.sql(`update inventory_interface set comment = 'mine' where device_id = $1`, [id])
  olt.show(rows.map((row, at) => ({ ...row, index: 9 - at, name: row.name.replace('pon0/', 'gpon 0/') })))
  await read(id)
  const after = await stored(id)
  assert.equal(new Map(after.map(row => [row.bind_key, row.id])), before)
  assert.ok(after.every(row => row.name.startsWith('gpon 0/') && row.comment === 'mine'))
  olt.show(
    rows.map(row => ({
      ...row,
      name: row.name.replace('pon0/', 'gpon 0/'),
      key: row.key === 10201 ? 10299 : row.key,
    })),
  )
  await read(id)
  assert.is((await stored(id)).find(row => row.bind_key === '10299')?.id, before.get('10201'))
})

test('an ONU that has gone is closed and keeps its history, what came is added', async () => {
  const { id, olt } = await added()
  const gone = (await stored(id)).find(row => row.bind_key === '10102')!
  olt.show([
    ...rows.filter(row => row.key !== 10102),
    { index: 6, key: 10202, name: 'pon0/2:2', parent: 102 },
  ])
  await read(id)
  assert.equal(await names(id), ['pon0/1', 'pon0/2', 'pon0/1:1', 'pon0/2:1', 'pon0/2:2'])
  const [closed] = await world.sql<{ type: string; closed_bind_key: string }>(
    'select type, closed_bind_key from inventory_interface where id = $1',
    [gone.id],
  )
  assert.equal([closed!.type, closed!.closed_bind_key], ['CLOSED', '10102'])
  const kept = 'select 1 from inventory_interface_status_history where interface_id = $1'
  assert.ok((await world.sql(kept, [gone.id])).length > 0)
})

const withoutPort = rows.filter(row => row.key !== 102)
/** Sets back when interfaces have vanished. */
const earlier = (time: string) =>
  world.sql(`update inventory_vanished set since = since - interval '${time}'`)

test('a port that is not listed for less than a day is the same when it comes back, with all that was written', async () => {
  const { id, olt } = await added()
  const port = (await stored(id)).find(row => row.bind_key === '102')!
  const kept = async () => (await stored(id)).find(row => row.id === port.id)
  const said = { comment: 'uplink of the north', params: { crew: 3 } }
  assert.is((await world.http('PUT', `/device-interface/${port.id}`, said)).status, 200)
  olt.show(withoutPort)
  await read(id)
  assert.is((await kept())!.status, 'NotPresent')
  await earlier('23 h')
  // A list that breaks off neither ends the time nor begins it again.
  olt.behaviour = { silent: { under: [`${nameColumn}.4`] } }
  await read(id)
  olt.behaviour = {}
  const [since] = await world.sql<{ hours: number }>(
    'select extract(epoch from now() - since)::float8 / 3600 as hours from inventory_vanished where interface_id = $1',
    [port.id],
  )
  assert.ok(since!.hours > 22.9, String(since!.hours))
  olt.show(rows)
  await read(id)
  const { comment, params, status, bind_key: key } = (await kept())!
  assert.equal({ comment, params, status, key }, { ...said, status: 'Down', key: '102' })
  assert.equal(await world.sql('select * from inventory_vanished where interface_id = $1', [port.id]), [])
  const changes = await world.http('GET', `/device-interface/${port.id}/history`)
  assert.equal(
    dataOf<{ status: string }[]>(changes).map(change => change.status),
    ['Down', 'NotPresent', 'Down'],
  )
  // Its time starts again.
  olt.show(withoutPort)
  await read(id)
  await earlier('2 h')
  await read(id)
  assert.ok(await kept())
})

test('a port that is not listed for longer than a day is gone, and what was written about it is told', async () => {
  const { id, olt } = await added()
  const port = (await stored(id)).find(row => row.bind_key === '102')!
  await world.http('PUT', `/device-interface/${port.id}`, { comment: 'uplink of the north' })
  olt.show(withoutPort)
  await read(id)
  await earlier('25 h')
  await read(id)
  assert.not.ok((await stored(id)).some(row => row.id === port.id))
  const told = await world.http('POST', '/logs/actions', {
    device_id: id,
    actions: ['device-interface:vanished'],
  })
  const [action] = dataOf<{ meta: { interfaces: { id: number; comment: string }[] } }[]>(told)
  assert.equal(
    action!.meta.interfaces.map(one => [one.id, one.comment]),
    [[port.id, 'uplink of the north']],
  )
})

test('a device without room for new interfaces loses first what has vanished and nobody wrote about', async () => {
  const { id, olt } = await added()
  const setting = (configuration: object) =>
    world.http('PUT', '/system-components/inventory', { configuration })
  assert.is((await setting({ stored_interfaces: 100 })).status, 200)
  const many = (from: number) =>
    Array.from({ length: 95 }, (_, at) => ({ index: 10 + at, key: from + at, name: `pon${from + at}` }))
  olt.show([...rows, ...many(1000)])
  await read(id)
  const noted = (await stored(id)).find(({ name }) => name === 'pon1000')
  await world.http('PUT', `/device-interface/${noted!.id}`, { comment: 'mine' })
  olt.show([...rows, ...many(2000)])
  await read(id)
  const left = await stored(id)
  assert.equal(
    [left.length, left.filter(({ name }) => name.startsWith('pon10')).map(({ name }) => name)],
    [100, ['pon1000']],
  )
  assert.is((await setting({ stored_interfaces: 50_000 })).status, 200)
})

test('a list that broke off, or a device that fell silent, removes nothing', async () => {
  const { id, olt } = await added()
  const before = await stored(id)
  olt.behaviour = { silent: { under: [`${nameColumn}.4`] } }
  await read(id)
  assert.match((await card(id)).refresh_error ?? '', /whole list/)
  assert.equal(
    (await stored(id)).map(row => [row.id, row.name, row.serial]),
    before.map(row => [row.id, row.name, row.serial]),
  )
  assert.is((await card(id)).status, 'Up')

  olt.behaviour = { silent: true }
  await read(id)
  const down = await card(id)
  assert.is(down.status, 'Down')
  assert.ok(down.refresh_error)
  assert.equal(
    (await stored(id)).map(row => row.id),
    before.map(row => row.id),
  )

  olt.behaviour = {}
  olt.show([])
  await read(id)
  assert.is((await stored(id)).length, 5)
  olt.show(rows)
  await read(id)
  assert.is((await card(id)).status, 'Up')
  assert.is((await card(id)).refresh_error, null)
})

test('states that do not arrive leave the old ones, and ONUs are not removed', async () => {
  const { id, olt } = await added()
  olt.show(rows.filter(row => row.key !== 10201))
  olt.behaviour = { silent: { under: [`${stateColumn}`] } }
  await read(id)
  assert.equal(
    (await stored(id)).map(row => row.status),
    ['Up', 'Down', 'Online', 'LOS', 'Online'],
  )
})

test('every change of status is noted once, with what was before', async () => {
  const { id, olt } = await added()
  const first = (await stored(id)).find(row => row.bind_key === '10101')!
  const change = async (state: number) => {
    olt.show(rows.map(row => (row.key === 10101 ? { ...row, state } : row)))
    await read(id)
  }
  await change(2)
  await change(2)
  await change(1)
  const history = await world.sql<{ previous: string | null; status: string }>(
    'select previous, status from inventory_interface_status_history where interface_id = $1 order by id',
    [first.id],
  )
  assert.equal(
    history.map(({ previous, status }) => [previous, status]),
    [
      [null, 'Online'],
      ['Online', 'LOS'],
      ['LOS', 'Online'],
    ],
  )
  const now = (await stored(id)).find(row => row.bind_key === '10101')!
  assert.ok(Date.parse(now.status_changed!) > Date.parse(first.status_changed!))
})

test('a disabled device is read as soon as it is enabled', async () => {
  const olt = await startOlt(`127.9.1.${++count}`, rows)
  olts.push(olt)
  const access = await accessFor(world, olt, `olt-${count}`)
  const { id } = await add(world, '/device', {
    ip: olt.ip,
    access_id: access.id,
    model_id: model,
    enabled: false,
  })
  // Another one, which was added after it, is read.
  await added()
  assert.is(olt.requests, 0)
  await world.http('PUT', `/device/${id}`, { enabled: true })
  await until('the first reading', async () => (await stored(id)).length === rows.length)
})
