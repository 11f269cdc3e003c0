import { assert, suite } from '@linecard/test-kit'
import { add, keyOf, names, ports, seek, startWorld, type World } from './world.ts'

const test = suite('portal: search')

let world!: World
let north!: { id: number }
let hidden!: { id: number }
let groups!: { ours: number; theirs: number }

test.before(async () => {
  world = await startWorld()
  const [ours, theirs] = [
    await add(world, '/device-group', { name: 'ours' }),
    await add(world, '/device-group', { name: 'theirs' }),
  ]
  groups = { ours: ours.id, theirs: theirs.id }
  north = await add(world, '/device', {
    ip: '10.1.0.6',
    name: 'olt-north',
    location: 'Kyiv, Khreshchatyk 1',
    description: 'roof cabinet',
    serial: 'AF2704-2206000077',
    mac: 'FC:75:16:0A:0B:0C',
    group_id: ours.id,
    enabled: false,
  })
  hidden = await add(world, '/device', {
    ip: '10.1.0.7',
    name: 'olt-south',
    location: 'Одеса',
    description: 'подвал 100%_дом',
    serial: 'AF2704-2206000078',
    mac: 'FC:75:16:0A:0B:0D',
    group_id: theirs.id,
    enabled: false,
  })
  await add(world, '/device', { ip: '2001:db8::17', name: 'v6-core', enabled: false })
  await ports(world, north.id, [
    {
      name: 'gpon-onu_1/2/4:17',
      type: 'ONU',
      status: 'Online',
      description: 'Main street 4, flat 12',
      serial: 'ZTEGC1086C70',
      agreement: '11619',
      ip: '100.64.7.9',
      comment: 'call first',
    },
    {
      name: 'gpon-onu_1/2/4:18',
      type: 'ONU',
      status: 'LOS',
      description: 'вул. Їжакевича 7',
      serial: '48575443AABBCC01',
      mac: 'A0:B1:C2:D3:E4:F5',
    },
    { name: 'gei_1/3/1', status: 'Up', description: 'uplink Main', mac: 'A0:B1:C2:00:00:01' },
  ])
  await ports(world, hidden.id, [
    {
      name: 'gpon-onu_1/2/4:17',
      type: 'ONU',
      status: 'Offline',
      description: 'Main street 5',
      serial: 'ZTEGC1086C71',
      agreement: '11620',
    },
  ])
})
test.after(() => world?.stop())

test('every type of object is found by every field, with its device and status', async () => {
  const cases: [query: string, type: string, title: string, field: string][] = [
    ['olt-north', 'device', 'olt-north', 'name'],
    ['khreshch', 'device', 'olt-north', 'location'],
    ['cabinet', 'device', 'olt-north', 'description'],
    ['2206000077', 'device', 'olt-north', 'serial'],
    ['10.1.0.6', 'device', 'olt-north', 'ip'],
    ['2001:0DB8:0:0:0:0:0:17', 'device', 'v6-core', 'ip'],
    ['2001:db8:', 'device', 'v6-core', 'ip'],
    ['street 4, flat', 'onu', 'gpon-onu_1/2/4:17', 'description'],
    ['11619', 'onu', 'gpon-onu_1/2/4:17', 'agreement'],
    ['100.64.7.', 'onu', 'gpon-onu_1/2/4:17', 'ip'],
    ['call f', 'onu', 'gpon-onu_1/2/4:17', 'comment'],
    ['ЇЖАКЕВИЧА', 'onu', 'gpon-onu_1/2/4:18', 'description'],
    ['uplink main', 'interface', 'gei_1/3/1', 'description'],
    ['1/3/1', 'interface', 'gei_1/3/1', 'name'],
    ['flat street', 'onu', 'gpon-onu_1/2/4:17', 'description'],
  ]
  for (const [query, type, title, field] of cases) {
    const { hits } = await seek(world, query)
    const [first] = hits
    assert.equal([first?.type, first?.title, first?.matched.field], [type, title, field], query)
  }
  const {
    hits: [onu],
    meta,
  } = await seek(world, '11619')
  assert.equal(onu!.device, { id: north.id, ip: '10.1.0.6', name: 'olt-north' })
  assert.equal(
    [onu!.status, onu!.rank, onu!.interface!.type, meta.total, meta.types, meta.failed, meta.anywhere],
    ['Online', 1, 'ONU', 1, { onu: 1, interface: 0, device: 0, client_mac: 0 }, [], true],
  )
})

test('a MAC address is found in any notation and by any part, a serial number in ASCII and hexadecimal', async () => {
  for (const query of [
    'A0:B1:C2:D3:E4:F5',
    'a0b1.c2d3.e4f5',
    'a0-b1-c2-d3-e4-f5',
    'a0b1c2d3e4f5',
    'A0B1-C2D3-E4F5',
    'b1:c2:d3',
    'C2D3.E4F5',
    'd3-e4',
    'e4f5',
    'A0:B1:C2:D',
    '1:c2:d3:e4',
  ]) {
    const { hits } = await seek(world, query)
    assert.equal(
      [query, hits[0]?.title, hits[0]?.matched],
      [query, 'gpon-onu_1/2/4:18', { field: 'mac_address', value: 'A0:B1:C2:D3:E4:F5' }],
    )
  }
  assert.equal(names(await seek(world, 'A0:B1:C2')).toSorted(), [
    'interface gei_1/3/1',
    'onu gpon-onu_1/2/4:18',
  ])
  assert.equal((await seek(world, 'fc75.160a')).hits.map(({ device }) => device!.name).toSorted(), [
    'olt-north',
    'olt-south',
  ])
  for (const query of ['ZTEGC1086C70', 'ztegc1086c70', '5A544547C1086C70', '5a544547c1086c'])
    assert.is((await seek(world, query)).hits[0]?.matched.value, 'ZTEGC1086C70', query)
  for (const query of ['HWTCAABBCC01', '48575443AABBCC01', 'hwtcaabb'])
    assert.is((await seek(world, query)).hits[0]?.matched.value, '48575443AABBCC01', query)
})

test('a MAC address learnt on ports is found with the access port first', async () => {
  const [trunk, access, foreign] = [
    ...(await ports(world, north.id, [{ name: 'trunk-9' }, { name: 'acc-9', status: 'Up' }])),
    ...(await ports(world, hidden.id, [{ name: 'far-9' }])),
  ]
  await world.sql(
    `insert into inventory_sighting (interface_id, mac, vlan_id, first_seen, last_seen, active) values
    ($1, '02:11:22:33:44:55', 100, now(), now(), true), ($2, '02:11:22:33:44:55', 100, now(), now(), true), ($2, '02:11:22:99:99:99', 0, now(), now(), false), ($3, '02:11:22:33:44:55', 100, now(), now(), true)`,
    [access, trunk, foreign],
  )
  await world.sql(
    'insert into inventory_sighting_port (interface_id, macs) values ($1, 1), ($2, 400), ($3, 900)',
    [access, trunk, foreign],
  )
  const whole = await seek(world, '0211.2233.4455')
  assert.equal(whole.hits.map(({ type, title, interface: of }) => [type, title, of!.name]).toSorted(), [
    ['client_mac', '02:11:22:33:44:55', 'acc-9'],
    ['client_mac', '02:11:22:33:44:55', 'far-9'],
    ['client_mac', '02:11:22:33:44:55', 'trunk-9'],
  ])
  assert.equal(
    [whole.hits[0]!.interface!.name, whole.hits[0]!.text, whole.hits[0]!.rank],
    ['acc-9', 'VLAN 100', 1],
  )
  assert.is((await seek(world, '02:11:22')).hits.length, 4)
  assert.is((await seek(world, '02:11')).hits.length, 0)
  const key = await keyOf(world, ['global_search', 'device_show'], [groups.ours])
  assert.equal(
    (await seek(world, '0211.2233.4455', {}, key)).hits.map(({ interface: of }) => of!.name),
    ['acc-9', 'trunk-9'],
  )
})

test('hits that equal the text come first, then beginnings, then the others; among equals descriptions of ONUs come first', async () => {
  await ports(world, north.id, [
    { name: 'qz777', description: '' },
    { name: 'qz7771', description: '' },
    { name: 'x-qz777', description: '' },
    { name: 'other', type: 'ONU', description: 'qz777' },
    { name: 'third', type: 'ONU', comment: 'qz777' },
  ])
  const first = await seek(world, 'QZ777')
  assert.equal(names(first), [
    'onu other',
    'interface qz777',
    'onu third',
    'interface qz7771',
    'interface x-qz777',
  ])
  assert.equal(
    first.hits.map(({ rank }) => rank),
    [1, 1, 1, 0.75, 0.5],
  )
  assert.equal(names(await seek(world, 'QZ777')), names(first))
  assert.equal(names(await seek(world, 'QZ777', { limit: '2' })), names(first).slice(0, 2))
  assert.equal(names(await seek(world, 'QZ777', { types: 'onu' })), ['onu other', 'onu third'])
})

test('a caller limited to groups finds nothing of other groups', async () => {
  const key = await keyOf(world, ['global_search', 'device_show'], [groups.ours])
  for (const query of [
    'olt-south',
    '10.1.0.7',
    'ZTEGC1086C71',
    '5A544547C1086C71',
    '11620',
    'Main street 5',
    'подвал',
    'FC:75:16:0A:0B:0D',
  ]) {
    const answer = await seek(world, query, {}, key)
    assert.not.ok(answer.text.includes('olt-south') || answer.text.includes('11620'), query)
    assert.equal(
      answer.hits.filter(({ device }) => device!.id === hidden.id),
      [],
      query,
    )
  }
  assert.equal(names(await seek(world, 'Main street', {}, key)), ['onu gpon-onu_1/2/4:17'])
  assert.is((await seek(world, 'Main street')).hits.length, 2)
  const nothing = await keyOf(world, ['global_search'], [])
  const refused = await seek(world, 'Main street', {}, nothing)
  assert.equal([refused.status, refused.hits, refused.meta.types], [200, [], {}])
})

test('a text has no wildcards, even a hostile one', async () => {
  assert.equal(names(await seek(world, '100%_')), ['device olt-south'])
  for (const query of [
    '%',
    '_',
    '\\',
    '%%%',
    '___',
    '\\\\\\',
    '(a+)+$',
    '.*.*.*',
    '[[:alpha:]]{1,5}',
    '{"a,b"}',
    `'; drop table inventory_device; --`,
    '?',
    '??::int',
    '$1',
    '😀',
    '😀😀😀😀',
    '"',
    '""",',
    'NULL',
    '{}',
    'a'.repeat(200),
    '‮‮‮',
    'İİİ',
    '. . .',
  ]) {
    const { status, hits, text } = await seek(world, query)
    assert.is(status, 200, `${query}: ${text}`)
    for (const { matched } of hits)
      assert.ok(matched.value.toLowerCase().includes(query.toLowerCase()), `${query} in ${matched.value}`)
  }
  const refusals: [string, string][] = [
    ['%00', 'VALIDATION_ERROR'],
    ['a%00b', 'VALIDATION_ERROR'],
    ['%20%09', 'PORTAL_QUERY_EMPTY'],
    ['', 'VALIDATION_ERROR'],
    ['a'.repeat(201), 'VALIDATION_ERROR'],
  ]
  for (const [query, code] of refusals) {
    const answer = await world.http('GET', `/portal/search?query=${query}`)
    assert.equal([query, answer.status, answer.body.error?.code], [query, 400, code])
  }
  // A lone surrogate and broken UTF-8, percent-encoded.
  for (const query of ['%ED%A0%80abc', '%FF%FE', '%C3'])
    assert.ok([200, 400].includes((await world.http('GET', `/portal/search?query=${query}`)).status), query)
  assert.is(
    (await world.sql<{ count: number }>('select count(*)::int as count from inventory_device'))[0]!.count,
    3,
  )
})

test('hostile descriptions come back as text, complete and as JSON', async () => {
  const evil = `<script>alert("mq9x")</script> ' onload=x \u202e \u0001 =cmd|'/c calc'!A0 ${'я'.repeat(3_000)}`
  await ports(world, north.id, [{ name: 'evil-port', description: evil }])
  const { hits } = await seek(world, 'alert("mq9x")')
  assert.equal(
    hits.map(({ matched, text }) => [matched.value, text]),
    [[evil, evil]],
  )
  assert.equal(names(await seek(world, "CALC'!A0")), ['interface evil-port'])
})

test('one or two characters find equal values and beginnings only, and the answer says so', async () => {
  await ports(world, north.id, [{ name: 'ы7' }, { name: 'ы7-long' }, { name: 'not-ы7' }])
  const short = await seek(world, 'Ы7')
  assert.equal([names(short), short.meta.anywhere], [['interface ы7', 'interface ы7-long'], false])
  assert.equal(names(await seek(world, 'ы')), ['interface ы7', 'interface ы7-long'])
  assert.equal(names(await seek(world, '-ы7')), ['interface not-ы7'])
})

test('limits at their ends, unknown types and filters', async () => {
  for (const [limit, shown] of [
    ['0', 1],
    ['1', 1],
    ['999999', 500],
  ] as const) {
    const { status, meta } = await seek(world, 'gpon', { limit })
    assert.equal([status, meta.limit], [200, shown])
  }
  assert.is((await seek(world, 'gpon', { limit: '-1' })).status, 400)
  assert.is((await seek(world, 'gpon', { colour: 'red' })).status, 400)
  const unknown = await seek(world, 'gpon', { types: 'onu,unicorn' })
  assert.equal([unknown.status, unknown.code], [400, 'PORTAL_TYPE_UNKNOWN'])
  const { hits, meta } = await seek(world, 'gpon', { limit: '2' })
  assert.equal([hits.length, meta.total, meta.types['onu']], [2, 2, 2])
})
