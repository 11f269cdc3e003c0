import { onuSerialHex, parseOnuSerial } from '@linecard/driver-kit/codecs'
import { assert, suite } from '@linecard/test-kit'
import { add, dataOf, keyOf, modelId, startWorld, type World } from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: list of ONUs', { level: 'full' })

interface Row {
  id: number
  device: { id: number; ip: string; name: string }
  interface: { id: number; name: string; bind_key: string; parent: { id: number; name: string } | null }
  ident: string | null
  ident_type: string | null
  serial_hex: string | null
  description: string
  status: string | null
  bad_signal: boolean | null
  bad_since: string | null
  optical: {
    rx: number | null
    olt_rx: number | null
    distance: number | null
    rx_bad: boolean | null
    olt_rx_bad: boolean | null
    time: string | null
  }
}
interface Meta {
  total: number
  limit: number
  offset: number
}

let world: World
const devices: Record<string, number> = {}
const groups: Record<string, number> = {}
let model: number

const ask = (body: object, key?: string) => world.http('PUT', '/device-interface/ont-list', body, key)
const names = async (body: object, key?: string): Promise<string[]> => {
  const answer = await ask(body, key)
  assert.is(answer.status, 200, answer.text)
  return dataOf<Row[]>(answer).map(row => row.interface.name)
}
const filtered = (field: string, operator: string, value?: unknown) =>
  names({ filters: [{ field, operator, ...(value === undefined ? {} : { value }) }], sort: 'name' })
const refused = async (body: object) => {
  const {
    status,
    body: { error },
  } = await ask(body)
  return [status, error?.details.map(({ path }) => path)]
}

const filter = (field: unknown, operator: unknown, value?: unknown) => ({
  filters: [
    { field: 'rx', operator: '<', value: 0 },
    { field, operator, ...(value === undefined ? {} : { value }) },
  ],
})
const ids = async (body: object) => dataOf<Row[]>(await ask(body)).map(row => row.id)
const meta = async (body: object) => (await ask(body)).body.meta as unknown as Meta

interface Onu {
  n: number
  pon?: number
  serial?: string | null
  mac?: string | null
  status?: string | null
  description?: string
  agreement?: string
  comment?: string
  rx?: number
  oltRx?: number
  distance?: number
  model?: string
  bad?: string
}

async function store(
  device: number,
  {
    n,
    pon = 1,
    serial = null,
    mac = null,
    status = 'Online',
    description = '',
    agreement = '',
    comment = '',
    rx,
    oltRx,
    distance,
    model: kind,
    bad,
  }: Onu,
): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `
    insert into inventory_interface (device_id, bind_key, parent_bind_key, name, type, status, serial, mac, description, agreement, comment, status_changed_at)
    values ($1, $2::bigint, $3, $4, 'ONU', $5, $6, $7, $8, $9, $10, '2026-01-01T00:00:00Z'::timestamptz + $2::bigint * interval '1 minute') returning id`,
    [device, pon * 100 + n, pon, `pon0/${pon}:${n}`, status, serial, mac, description, agreement, comment],
  )
  await world.sql(
    'update inventory_onu set rx = $2::float8, olt_rx = $3, distance = $4, model = $5, rx_bad_since = $6, optics_at = case when $2::float8 is null then null else now() end where interface_id = $1',
    [row!.id, rx ?? null, oltRx ?? null, distance ?? null, kind ?? null, bad ?? null],
  )
  return row!.id
}

test.before(async () => {
  world = await startWorld()
  model = await modelId(world, 'acme_olt2')
  for (const name of ['north', 'south']) {
    groups[name] = (await add(world, '/device-group', { name })).id
    devices[name] = (
      await add(world, '/device', {
        ip: `192.0.2.${name === 'north' ? 1 : 2}`,
        name: `olt-${name}`,
        model_id: model,
        group_id: groups[name],
        enabled: false,
      })
    ).id
    await world.sql(
      `insert into inventory_interface (device_id, bind_key, name, type, status) values ($1, 1, 'pon0/1', 'PON', 'Up'), ($1, 2, 'pon0/2', 'PON', 'Up')`,
      [devices[name]],
    )
  }
  const { north, south } = devices as { north: number; south: number }
  await store(north, {
    n: 1,
    serial: 'ZTEGC1086C70',
    description: 'Miller, Oak street 1',
    agreement: '11619',
    rx: -19.5,
    oltRx: -22,
    distance: 431,
    model: 'F601',
  })
  await store(north, {
    n: 2,
    serial: '48575443A1B2C3D4',
    description: 'МЕЛЬНИК',
    status: 'LOS',
    rx: -29.1,
    oltRx: -30,
    distance: 1200,
    model: 'HG8310M',
    bad: '2026-02-01T00:00:00Z',
  })
  await store(north, { n: 3, mac: '02:00:5E:10:20:30', status: 'PowerOff', comment: '50%_off' })
  await store(north, {
    n: 4,
    pon: 2,
    serial: 'odd serial <b>',
    status: null,
    description: '<script>alert(1)</script>',
  })
  await store(south, {
    n: 5,
    serial: 'ZTEGC1086C70',
    status: 'Offline',
    description: 'Baker',
    agreement: '7',
    rx: -26,
    distance: 90,
  })
})
test.after(() => world?.stop())

test('a row has device, interface, identity and optics, and null is what is unknown', async () => {
  const answer = await ask({ device_id: devices['north'], sort: 'name' })
  const [first, second, third] = dataOf<Row[]>(answer)
  assert.equal(answer.body.meta, { total: 4, limit: 50, offset: 0 } as never)
  const { body } = await world.http('GET', `/device/${devices['north']}`)
  assert.equal(first?.device, body.data as never, 'C: an embedded device is the whole resource')
  assert.equal(
    [first?.interface.id, first?.interface.name, first?.interface.bind_key, first?.interface.parent?.name],
    [first?.id, 'pon0/1:1', '101', 'pon0/1'],
  )
  assert.equal(
    [first?.ident, first?.ident_type, first?.serial_hex, first?.bad_signal],
    ['ZTEGC1086C70', 'SERIAL', '5A544547C1086C70', false],
  )
  assert.equal(
    [
      second?.optical.rx,
      second?.optical.rx_bad,
      second?.optical.olt_rx_bad,
      second?.bad_signal,
      second?.bad_since,
    ],
    [-29.1, true, false, true, '2026-02-01T00:00:00.000Z'],
  )
  assert.equal(
    [
      third?.ident,
      third?.ident_type,
      third?.bad_signal,
      third?.optical.rx,
      third?.optical.rx_bad,
      third?.optical.time,
    ],
    ['02:00:5E:10:20:30', 'MAC', null, null, null, null],
  )
})

test('status takes one word or several, and only known ones', async () => {
  assert.equal(await names({ status: 'Offline|PowerOff', sort: 'name' }), ['pon0/1:3', 'pon0/1:5'])
  assert.equal(await names({ status: 'los' }), ['pon0/1:2'])
  assert.equal(await refused({ status: 'Online|Sleeping' }), [400, ['status']])
})

test('every operator of every kind of field', async () => {
  const cases: [string, string, unknown, string[]][] = [
    ['rx', '<', -25, ['pon0/1:2', 'pon0/1:5']],
    ['rx', '<=', '-26', ['pon0/1:2', 'pon0/1:5']],
    ['rx', '>', -26, ['pon0/1:1']],
    ['rx', '>=', -26, ['pon0/1:1', 'pon0/1:5']],
    ['rx', '=', -29.1, ['pon0/1:2']],
    ['rx', '!=', -29.1, ['pon0/1:1', 'pon0/1:3', 'pon0/1:5', 'pon0/2:4']],
    ['rx', 'in', [-26, -29.1], ['pon0/1:2', 'pon0/1:5']],
    ['rx', 'empty', undefined, ['pon0/1:3', 'pon0/2:4']],
    ['rx', 'not empty', undefined, ['pon0/1:1', 'pon0/1:2', 'pon0/1:5']],
    ['description', '~', 'oak STREET', ['pon0/1:1']],
    ['description', '~', 'мельник', ['pon0/1:2']],
    ['description', '!~', 'e', ['pon0/1:2', 'pon0/1:3']],
    ['description', '=', 'baker', ['pon0/1:5']],
    ['description', '!=', 'baker', ['pon0/1:1', 'pon0/1:2', 'pon0/1:3', 'pon0/2:4']],
    ['description', 'in', ['baker', 'мельник'], ['pon0/1:2', 'pon0/1:5']],
    ['description', 'empty', undefined, ['pon0/1:3']],
    ['agreement', 'not empty', undefined, ['pon0/1:1', 'pon0/1:5']],
    ['comment', '~', '%_', ['pon0/1:3']],
    ['comment', '~', '', ['pon0/1:1', 'pon0/1:2', 'pon0/1:3', 'pon0/1:5', 'pon0/2:4']],
    ['status', '=', 'Online', ['pon0/1:1']],
    ['status', '!=', 'Online', ['pon0/1:2', 'pon0/1:3', 'pon0/1:5', 'pon0/2:4']],
    ['status', 'in', ['LOS', 'offline'], ['pon0/1:2', 'pon0/1:5']],
    ['status', 'empty', undefined, ['pon0/2:4']],
    ['ident_type', '=', 'MAC', ['pon0/1:3']],
    ['model', '~', 'hg83', ['pon0/1:2']],
    ['device_name', '~', 'SOUTH', ['pon0/1:5']],
    ['device_ip', '=', '192.0.2.2', ['pon0/1:5']],
    ['name', '=', 'pon0/2:4', ['pon0/2:4']],
    ['parent_bind_key', '=', 2, ['pon0/2:4']],
    ['status_changed', '>', '2026-01-01T01:44:00Z', ['pon0/1:5', 'pon0/2:4']],
    ['created_at', '<', '2020-01-01', []],
    ['bad_since', 'not empty', undefined, ['pon0/1:2']],
  ]
  for (const [field, operator, value, expected] of cases)
    assert.equal([field, operator, await filtered(field, operator, value)], [field, operator, expected])
  assert.equal(await names({ only_bad_signal: true }), ['pon0/1:2'])
})

test('a serial number or MAC address is found in every spelling, whole and in pieces', async () => {
  const both = ['pon0/1:1', 'pon0/1:5']
  for (const spelling of [
    'ZTEGC1086C70',
    'ztegc1086c70',
    'ZTEG-C1086C70',
    'ZTEG:C1086C70',
    '5A544547C1086C70',
    '5A 54 45 47 C1 08 6C 70',
  ])
    assert.equal([spelling, await filtered('ident', '=', spelling)], [spelling, both])
  for (const piece of ['1086c7', '5A54 4547', 'ZTEG-C1', '4547C1']) {
    assert.equal([piece, await filtered('ident', '~', piece)], [piece, both])
    assert.equal([piece, await names({ query: piece, sort: 'name' })], [piece, both])
  }
  for (const spelling of ['HWTCA1B2C3D4', '48575443A1B2C3D4'])
    assert.equal(await filtered('ident', '=', spelling), ['pon0/1:2'])
  for (const spelling of ['02:00:5E:10:20:30', '0200.5e10.2030', '02-00-5e-10-20-30', '02005e102030']) {
    assert.equal([spelling, await filtered('ident', '=', spelling)], [spelling, ['pon0/1:3']])
    assert.equal([spelling, await names({ query: spelling })], [spelling, ['pon0/1:3']])
  }
  assert.equal(await filtered('ident', '=', 'odd serial <b>'), ['pon0/2:4'])
  assert.equal(await filtered('ident', '!=', 'ZTEGC1086C70'), ['pon0/1:2', 'pon0/1:3', 'pon0/2:4'])
})

test('the database spells serial numbers as the drivers do', async () => {
  for (const serial of [
    'ZTEGC1086C70',
    'zteg-c1086c70',
    '5A544547C1086C70',
    '0x5A544547C1086C70',
    '0000000000000000',
    '00010203A1B2C3D4',
    'FFFFFFFFFFFFFFFF',
    '4857544312345678',
    'HWTC 1234:5678',
    'short',
    '',
    '5A5445477F086C7',
    '61626364AABBCCDD',
  ]) {
    const normal = parseOnuSerial(serial)
    const [row] = await world.sql<{ hex: string | null; ascii: string | null }>(
      'select inventory_serial_hex($1) as hex, inventory_serial_ascii(inventory_serial_hex($1)) as ascii',
      [serial],
    )
    assert.equal(
      [serial, row],
      [serial, { hex: normal && onuSerialHex(normal), ascii: normal?.length === 12 ? normal : null }],
    )
  }
})

test('markup stays text, and a name or description of 10 kB is stored and found', async () => {
  const long = `~q7~${'ж<&'.repeat(3400)}~end~`
  const id = await store(devices['south']!, {
    n: 60,
    serial: `S${'9'.repeat(3000)}`,
    description: long,
    comment: long,
  })
  assert.equal(await names({ query: '~END~' }), ['pon0/1:60'])
  assert.equal(await filtered('description', '~', '<&ж<&ж'), ['pon0/1:60'])
  for (const sort of ['description', '-description', 'ident', '-ident', 'comment'])
    assert.ok((await names({ sort })).includes('pon0/1:60'))
  await world.sql('delete from inventory_interface where id = $1', [id])
  assert.equal(await filtered('description', '~', '<script>'), ['pon0/2:4'])
})

test('fields, operators and sort keys are of a list, and nothing else reaches SQL', async () => {
  for (const field of [
    'password',
    'o.rx',
    'rx; drop table inventory_onu',
    'constructor',
    '__proto__',
    'toString',
    'search',
    '',
  ])
    assert.equal([field, await refused(filter(field, '=', 'x'))], [field, [400, ['filters.1.field']]])
  for (const operator of ['like', '= any', 'is', '==', '~*', '', '<', '>='])
    assert.equal(
      [operator, await refused(filter('description', operator, 'x'))],
      [operator, [400, ['filters.1.operator']]],
    )
  assert.equal(await refused(filter('rx', '~', '1')), [400, ['filters.1.operator']])
  for (const [field, operator, value] of [
    ['rx', '<', 'low'],
    ['rx', '<', ''],
    ['rx', '<', 'NaN'],
    ['rx', '<', 'Infinity'],
    ['rx', '<', null],
    ['rx', 'in', []],
    ['rx', 'in', -20],
    ['rx', 'in', ['x']],
    ['rx', '<', [1]],
    ['status', '=', 'Sleeping'],
    ['created_at', '<', 'yesterday'],
    ['created_at', '<', '2026-13-45'],
    ['description', '~', null],
    ['description', '=', ['a']],
    ['id', '=', undefined],
  ] as const)
    assert.equal(
      [field, operator, value, await refused(filter(field, operator, value))],
      [field, operator, value, [400, ['filters.1.value']]],
    )
  assert.is((await ask(filter('description', '~', { $ne: 1 }))).status, 400)
  assert.is((await ask(filter('description', '~', 'a\u0000b'))).status, 400)
  for (const sort of ['search', 'o.rx', 'rx desc', 'rx;select 1', '-constructor', '(select 1)'])
    assert.equal([sort, await refused({ sort })], [sort, [400, ['sort']]])
  assert.is(
    (await ask({ filters: Array.from({ length: 21 }, () => ({ field: 'rx', operator: '<', value: 0 })) }))
      .status,
    400,
  )
  assert.equal(await refused({ colour: 'red' }), [400, ['colour']])
  for (const value of [
    '%',
    '_',
    '\\',
    "'",
    '"; drop table inventory_onu; --',
    '$1',
    '?',
    '??',
    ':x',
    '.*',
    '(a+)+$',
    '[',
  ]) {
    assert.equal([value, (await ask({ query: value })).status], [value, 200])
    for (const field of ['description', 'ident', 'name', 'device_ip'])
      for (const operator of ['~', '!~', '=', '!='])
        assert.is(
          (await ask({ filters: [{ field, operator, value }] })).status,
          200,
          `${field} ${operator} ${value}`,
        )
  }
  assert.equal(await filtered('description', '~', '%'), [])
  assert.equal(await filtered('id', '<', 1e300), ['pon0/1:1', 'pon0/1:2', 'pon0/1:3', 'pon0/1:5', 'pon0/2:4'])
  assert.is((await ask({})).body.meta ? ((await ask({})).body.meta as Meta).total : 0, 5)
})

test('every shown column sorts both ways, unknown last', async () => {
  const rows = dataOf<Row[]>(await ask({ sort: 'rx' }))
  assert.equal(
    rows.map(row => row.optical.rx),
    [-29.1, -26, -19.5, null, null],
  )
  assert.equal(
    dataOf<Row[]>(await ask({ sort: '-rx' })).map(row => row.optical.rx),
    [-19.5, -26, -29.1, null, null],
  )
  assert.equal(await names({ sort: '-device_name,-name' }), [
    'pon0/1:5',
    'pon0/2:4',
    'pon0/1:3',
    'pon0/1:2',
    'pon0/1:1',
  ])
  assert.equal((await names({ sort: 'device_ip,rx' })).at(-1), 'pon0/1:5')
  assert.equal(await names({ sort: 'ident_type,-rx' }), [
    'pon0/1:3',
    'pon0/1:1',
    'pon0/1:5',
    'pon0/1:2',
    'pon0/2:4',
  ])
  for (const field of [
    'id',
    'device_id',
    'device_name',
    'device_ip',
    'name',
    'bind_key',
    'parent_bind_key',
    'ident',
    'ident_type',
    'vendor',
    'model',
    'description',
    'agreement',
    'comment',
    'status',
    'status_changed',
    'created_at',
    'rx',
    'tx',
    'olt_rx',
    'temp',
    'voltage',
    'distance',
    'optical_time',
    'bad_since',
    'last_down_reason',
  ]) {
    for (const sort of [field, `-${field}`]) assert.is((await names({ sort })).length, 5, sort)
  }
})

test('pages at the ends, and of them all every row once, whichever way', async () => {
  for (const sort of ['rx', '-rx', '-model,name', 'status', '-status', '-id', 'device_name', '-bad_since']) {
    const whole = await ids({ sort })
    for (const limit of [1, 2, 3]) {
      const paged: number[] = []
      for (let offset = 0; offset < 7; offset += limit) paged.push(...(await ids({ sort, limit, offset })))
      assert.equal([sort, limit, paged], [sort, limit, whole])
    }
  }
  assert.equal(await meta({ limit: 0 }), { total: 5, limit: 0, offset: 0 })
  assert.equal(await meta({ limit: 999_999 }), { total: 5, limit: 10_000, offset: 0 })
  assert.equal(await meta({ offset: 1_000_000_000, sort: '-rx' }), {
    total: 5,
    limit: 50,
    offset: 1_000_000_000,
  })
  assert.equal(await ids({ offset: 1_000_000_000 }), [])
  assert.equal(await meta({ status: 'LOS', limit: 1, offset: 1 }), { total: 1, limit: 1, offset: 1 })
  for (const body of [{ limit: -1 }, { offset: -1 }, { offset: 1_000_000_001 }, { limit: '5' }])
    assert.is((await ask(body)).status, 400)
})

test('rows that go between two pages neither stop nor double the walk by id', async () => {
  const made: number[] = []
  for (let n = 70; n < 76; n++) made.push(await store(devices['south']!, { n, description: '~walk~' }))
  const seen: number[] = []
  for (let last = 0; ;) {
    const rows = dataOf<Row[]>(
      await ask({
        sort: 'id',
        limit: 2,
        filters: [
          { field: 'id', operator: '>', value: last },
          { field: 'description', operator: '~', value: '~walk~' },
        ],
      }),
    )
    if (rows.length === 0) break
    seen.push(...rows.map(row => row.id))
    last = rows.at(-1)!.id
    await world.sql('delete from inventory_interface where id = $1', [seen[0]])
  }
  assert.equal(seen, made)
  await world.sql('delete from inventory_interface where id = any ($1)', [made])
})

test('people of one group see its ONUs only, whatever they ask', async () => {
  const key = await keyOf(world, ['device_show'], [groups['south']!])
  assert.equal(await names({}, key), ['pon0/1:5'])
  assert.equal(((await ask({}, key)).body.meta as unknown as Meta).total, 1)
  for (const body of [
    { device_id: devices['north'] },
    { devices: [devices['north']] },
    { devices: [{ id: devices['north'] }] },
    { query: 'miller' },
    { filters: [{ field: 'device_name', operator: '~', value: 'north' }] },
    { filters: [{ field: 'device_id', operator: '=', value: devices['north'] }] },
    { only_bad_signal: true },
  ])
    assert.equal([body, await names(body, key)], [body, []])
  assert.is((await ask({}, await keyOf(world, [], []))).status, 403)
  assert.is((await world.http('PUT', '/device-interface/ont-list', {}, null)).status, 401)
})

test('a serial number on two PON ports, and on two OLTs, is as many ONUs', async () => {
  const twin = await store(devices['north']!, { n: 9, pon: 2, serial: 'ZTEG-C1086C70' })
  assert.equal(await filtered('ident', '=', '5A544547C1086C70'), ['pon0/1:1', 'pon0/1:5', 'pon0/2:9'])
  await world.sql('delete from inventory_interface where id = $1', [twin])
  assert.equal(await filtered('ident', '=', '5A544547C1086C70'), ['pon0/1:1', 'pon0/1:5'])
})

test('what is written of the interface is in the list at once, also a change of its kind', async () => {
  const id = await store(devices['south']!, { n: 80 })
  await world.sql(
    `update inventory_interface set comment = '~mine~', agreement = '42', serial = 'HWTC00000001', name = 'moved' where id = $1`,
    [id],
  )
  assert.equal(await filtered('comment', '=', '~mine~'), ['moved'])
  assert.equal(await filtered('ident', '=', '4857544300000001'), ['moved'])
  await world.sql(`update inventory_interface set type = 'UNI' where id = $1`, [id])
  assert.equal(await filtered('comment', '=', '~mine~'), [])
  await world.sql(`update inventory_interface set type = 'ONU' where id = $1`, [id])
  assert.equal(await filtered('comment', '=', '~mine~'), ['moved'])
  await world.sql('delete from inventory_interface where id = $1', [id])
  assert.equal(await filtered('comment', '=', '~mine~'), [])
})
