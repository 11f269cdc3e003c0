import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld } from '@linecard/test-kit/worlds/core'
import { column, lumen, startLumen, type Onu } from './onus-olt.ts'
import { accessFor, add, dataOf, modelId, type World } from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: stored ONUs')
type Olt = Awaited<ReturnType<typeof startLumen>>
interface Facts {
  ident: string | null
  vendor: string | null
  model: string | null
  bad_signal: boolean | null
  bad_since: string | null
  last_down_reason: string | null
  optical: {
    rx: number | null
    olt_rx: number | null
    distance: number | null
    time: string | null
    rx_bad: boolean | null
    rx_bad_since: string | null
    olt_rx_bad: boolean | null
  }
}
interface Row extends Facts {
  id: number
  device: { id: number }
  interface: { id: number; name: string }
  status: string | null
}

const rows: Onu[] = [
  { id: 101, serial: 'LUMN00000001', rx: -19.5, oltRx: -22, model: 'L1' },
  { id: 102, serial: 'LUMN00000002', rx: -28.4, oltRx: -24 },
  { id: 103, serial: 'LUMN00000003', rx: null, oltRx: null, state: 2, model: '', reason: 'PowerOff' },
  { id: 201, serial: 'LUMN00000004', rx: -9, oltRx: -33 },
]
let world: World
let model: number
let count = 0
const olts: Olt[] = []

test.before(async () => {
  world = await makeWorld({ drivers: [lumen], settings: { identity: { rate_limiter_enabled: false } } })
  model = await modelId(world, 'lumen_olt')
})
test.after(async () => {
  await world?.stop()
  for (const olt of olts) await olt.stop()
})

const listed = async (body: object) =>
  dataOf<Row[]>(await world.http('PUT', '/device-interface/ont-list', { sort: 'name', ...body }))
const by = async (device: number) =>
  new Map((await listed({ device_id: device })).map(row => [row.interface.name, row]))
const card = async (id: number) =>
  dataOf<{ refreshed_at: string | null; refresh_error: string | null }>(
    await world.http('GET', `/device/${id}`),
  )
const readings = async (id: number) =>
  new Map(
    (
      await world.sql<{ module: string; time: Date; complete: boolean; error: string | null }>(
        'select * from inventory_onu_reading where device_id = $1',
        [id],
      )
    ).map(row => [row.module, row]),
  )

/** A simulated OLT that has been added and read. */
async function added(shown: readonly Onu[] = rows, more: object = {}): Promise<{ olt: Olt; id: number }> {
  const olt = await startLumen(`127.9.61.${++count}`, shown)
  olts.push(olt)
  const access = await accessFor(world, olt, `lumen-${count}`)
  const { id } = await add(world, '/device', {
    ip: olt.ip,
    name: `lumen-${count}`,
    access_id: access.id,
    model_id: model,
    ...more,
  })
  await until(
    'the first reading',
    async () => (await readings(id)).size === 3 || (await card(id)).refresh_error,
  )
  return { olt, id }
}
const limit = (value: number | null) =>
  world.http('PUT', '/system/configuration', { inventory: { onu_rx_min_dbm: value } })
const find = () =>
  listed({ filters: [{ field: 'ident', operator: '=', value: 'LUMN-000000BB' }], sort: 'device_id' })
const overdue = (id: number) =>
  world.sql(`update inventory_onu_reading set time = time - interval '1 day' where device_id = $1`, [id])
/**
 * Has a device read again (a changed connection does that), slow readings too where they are due, and waits
 * for the end.
 */
async function read(id: number, due = true): Promise<void> {
  if (due) await overdue(id)
  const before = (await card(id)).refreshed_at
  const started = Date.now()
  await world.http('PUT', `/device/${id}`, {
    params: { ...(await paramsOf(id)), sw_core_connection: { snmp_timeout_sec: 0.3 + Math.random() / 100 } },
  })
  await until('a reading', async () => (await card(id)).refreshed_at !== before)
  if (due)
    await until('the slow readings', async () =>
      [...(await readings(id)).values()].every(({ time }) => time.getTime() >= started - 1000),
    )
}
const paramsOf = async (id: number) =>
  dataOf<{ params: object }>(await world.http('GET', `/device/${id}`)).params

test('a new OLT is read with the optics, makers and reasons of its ONUs; what is outside of the limits is marked', async () => {
  const { id } = await added()
  const onus = await by(id)
  const shown = (name: string) => {
    const { optical, bad_signal: bad, model: kind } = onus.get(name)!
    return [kind, optical.rx, optical.olt_rx, optical.distance, optical.rx_bad, optical.olt_rx_bad, bad]
  }
  assert.equal(shown('pon1:1'), ['L1', -19.5, -22, 1010, false, false, false])
  assert.equal(shown('pon1:2'), ['L1', -28.4, -24, 1020, true, false, true])
  assert.equal(shown('pon1:3'), [null, null, null, 1030, null, null, null])
  assert.equal(shown('pon2:1'), ['L1', -9, -33, 2010, true, true, true])
  assert.equal(
    [onus.get('pon1:3')!.status, onus.get('pon1:3')!.last_down_reason, onus.get('pon1:3')!.optical.time],
    ['PowerOff', 'PowerOff', null],
  )
  const {
    bad_since: since,
    optical: { time },
  } = onus.get('pon1:2')!
  assert.equal(since, time)
  assert.equal(
    (await listed({ device_id: id, only_bad_signal: true })).map(row => row.interface.name),
    ['pon1:2', 'pon2:1'],
  )
  const one = onus.get('pon1:2')!
  const full = dataOf<{ onu: Facts | null }>(await world.http('GET', `/device-interface/${one.id}`))
  assert.equal([full.onu?.optical, full.onu?.bad_since], [one.optical, since])
  const [port] = await world.sql<{ id: number }>(
    `select id from inventory_interface where device_id = $1 and type = 'PON'`,
    [id],
  )
  assert.is(dataOf<{ onu: Facts | null }>(await world.http('GET', `/device-interface/${port!.id}`)).onu, null)
})

test('a bad signal keeps the time since when, and loses it when it is good again', async () => {
  const { olt, id } = await added()
  const since = (await by(id)).get('pon1:2')!.bad_since!
  olt.show(rows.map(row => (row.id === 102 ? { ...row, rx: -29.5 } : row)))
  await read(id)
  const worse = (await by(id)).get('pon1:2')!
  assert.equal([worse.optical.rx, worse.bad_since, worse.optical.rx_bad_since], [-29.5, since, since])
  assert.ok(Date.parse(worse.optical.time!) > Date.parse(since))
  olt.show(rows.map(row => (row.id === 102 ? { ...row, rx: -22 } : row)))
  await read(id)
  const good = (await by(id)).get('pon1:2')!
  assert.equal([good.optical.rx, good.bad_since, good.bad_signal], [-22, null, false])
})

test('an ONU that a person has switched off keeps the light and the state that it had; the others go on', async () => {
  const { olt, id } = await added()
  const { interface: onu } = (await by(id)).get('pon1:1')!
  await world.http('PUT', `/device-interface/${onu.id}`, { poll_enabled: false })
  olt.show(rows.map(row => ([101, 102].includes(row.id) ? { ...row, rx: -21 } : row)))
  await read(id)
  const after = await by(id)
  assert.equal([after.get('pon1:1')!.optical.rx, after.get('pon1:2')!.optical.rx], [-19.5, -21])
  await world.http('PUT', `/device-interface/${onu.id}`, { poll_enabled: true })
  await read(id)
  assert.is((await by(id)).get('pon1:1')!.optical.rx, -21)
})

test('slow readings come when they are due, statuses each time', async () => {
  const { olt, id } = await added()
  olt.show(rows.map(row => (row.id === 101 ? { ...row, rx: -25, state: 2 } : row)))
  await read(id, false)
  const one = (await by(id)).get('pon1:1')!
  assert.equal([one.status, one.optical.rx], ['PowerOff', -19.5])
})

test('an ONU that went away keeps its last light with its age, unless the device says that history is not shown', async () => {
  const { olt, id } = await added()
  const before = (await by(id)).get('pon1:1')!.optical
  olt.show(rows.map(row => (row.id === 101 ? { ...row, rx: null, oltRx: null, state: 2 } : row)))
  await read(id)
  assert.equal((await by(id)).get('pon1:1')!.optical, before)
  await world.http('PUT', `/device/${id}`, {
    params: { ...(await paramsOf(id)), show_optical_info_from_history: false },
  })
  await read(id)
  const now = (await by(id)).get('pon1:1')!.optical
  assert.equal([now.rx, now.olt_rx, now.distance], [null, null, 1010])
  assert.ok(Date.parse(now.time!) > Date.parse(before.time!))
})

test('optics that broke off keep what was known, and the reading says so', async () => {
  const { olt, id } = await added()
  const before = (await by(id)).get('pon2:1')!.optical
  olt.show(rows.map(row => ({ ...row, rx: -17 })))
  olt.behaviour = { silent: { under: [`${column(5)}.102`, `${column(6)}`] } }
  await read(id)
  const { complete, error } = (await readings(id)).get('pon_onts_optical')!
  assert.is(complete, false)
  assert.ok(error)
  const after = (await by(id)).get('pon2:1')!.optical
  assert.equal(
    [after.rx === -17 || after.rx === before.rx, after.olt_rx, after.distance],
    [true, before.olt_rx, before.distance],
  )

  olt.behaviour = { silent: true }
  await overdue(id)
  await read(id, false)
  assert.equal((await by(id)).get('pon2:1')!.optical, after)
})

test('a device is asked only for what its parameters let load', async () => {
  const { id } = await added(rows, {
    params: {
      modules_loading: { ont_list: ['pon_onts_optical', 'pon_onts_vendor', 'pon_onts_reasons'] },
      optical_load_only: 'rx, distance',
    },
  })
  const one = (await by(id)).get('pon1:1')!
  assert.equal([one.optical.rx, one.optical.olt_rx, one.optical.distance], [-19.5, null, 1010])
  await world.http('PUT', `/device/${id}`, { params: { modules_loading: { ont_list: ['pon_onts_status'] } } })
  await overdue(id)
  const before = await readings(id)
  await read(id, false)
  assert.equal(await readings(id), before)
})

test('what somebody asks a device live is kept at once, of the ONUs that were asked for', async () => {
  const { olt, id } = await added()
  olt.show(rows.map(row => ({ ...row, rx: -30, model: 'L9' })))
  assert.is(
    (await world.http('GET', `/switcher-core/device/pon_onts_optical/${id}?interface=101`)).status,
    200,
  )
  await until('the light of one ONU', async () => (await by(id)).get('pon1:1')!.optical.rx === -30)
  assert.equal(
    [(await by(id)).get('pon2:1')!.optical.rx, (await by(id)).get('pon1:1')!.bad_signal],
    [-9, true],
  )
  assert.is(
    (await world.http('GET', `/switcher-core/device/pon_onts_optical/${id}?load_only=distance`)).status,
    200,
  )
  assert.is((await world.http('GET', `/switcher-core/device/pon_onts_vendor/${id}`)).status, 200)
  await until('the models', async () => (await by(id)).get('pon2:1')!.model === 'L9')
  assert.is((await by(id)).get('pon2:1')!.optical.rx, -9)
})

test('limits that change mark what is stored again', async () => {
  const { id } = await added()
  const since = (await by(id)).get('pon1:2')!.bad_since
  assert.is((await limit(-19)).status, 200)
  await until('the new mark', async () => (await by(id)).get('pon1:1')!.bad_signal === true)
  assert.equal((await by(id)).get('pon1:2')!.bad_since, since)
  await limit(null)
  await until('the mark to go', async () => (await by(id)).get('pon1:1')!.bad_signal === false)
})

test('a serial number on two PON ports is two ONUs, each with its own light', async () => {
  const { id } = await added([
    { id: 101, serial: 'LUMN000000AA', rx: -20 },
    { id: 205, serial: 'LUMN000000AA', rx: -24 },
  ])
  const found = await listed({ filters: [{ field: 'ident', operator: '=', value: 'LUMN000000AA' }] })
  assert.equal(
    found.map(row => [row.device.id, row.interface.name, row.optical.rx]),
    [
      [id, 'pon1:1', -20],
      [id, 'pon2:5', -24],
    ],
  )
})

test('an ONU that moved to another OLT is there with new optics, and gone here once this one was read', async () => {
  const [here, there] = [
    await added([...rows, { id: 110, serial: 'LUMN000000BB', rx: -20 }]),
    await added(rows.slice(0, 1)),
  ]
  assert.equal(
    (await find()).map(row => row.device.id),
    [here.id],
  )
  there.olt.show([...rows.slice(0, 1), { id: 220, serial: 'LUMN000000BB', rx: -26 }])
  await read(there.id)
  assert.equal(
    (await find()).map(row => [row.device.id, row.optical.rx]),
    [
      [here.id, -20],
      [there.id, -26],
    ],
  )
  here.olt.show(rows)
  await read(here.id)
  assert.equal(
    (await find()).map(row => [row.device.id, row.optical.rx]),
    [[there.id, -26]],
  )
})

test('another ONU in the same place does not inherit light, maker and reasons', async () => {
  const { olt, id } = await added()
  olt.show(
    rows.map(row =>
      row.id === 102 ? { ...row, serial: 'LUMN000000CC', rx: null, oltRx: null, model: '' } : row,
    ),
  )
  await read(id, false)
  const one = (await by(id)).get('pon1:2')!
  assert.equal(
    [one.ident, one.model, one.optical.rx, one.optical.time, one.bad_since],
    ['LUMN000000CC', null, null, null, null],
  )
})

test('what ONUs say of themselves is kept as text, without NUL and not without end', async () => {
  const hostile = '<img src=x onerror=alert(1)>'
  const { id } = await added([
    { id: 101, serial: 'LUMN00000001', model: `${hostile}${'m'.repeat(900)}` },
    { id: 102, serial: 'LUMN00000002', model: Buffer.from([0x4c, 0, 0xff, 0xfe, 0x31]) },
  ])
  const onus = await by(id)
  assert.ok(onus.get('pon1:1')!.model!.startsWith(hostile) && onus.get('pon1:1')!.model!.length <= 200)
  assert.not.ok(onus.get('pon1:2')!.model?.includes('\0'))
})
