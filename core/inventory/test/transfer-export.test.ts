import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import { assert, suite, until } from '@linecard/test-kit'
import { csvReply, guarded, unguarded } from '@linecard/plugin-kit/csv'
import { accessFor, add, keyOf, modelId, startWorld, type World } from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: export', { level: 'full' })
let world: World
let model: number
let access: number
let hidden: number
test.before(async () => {
  world = await startWorld()
  model = await modelId(world, 'acme_olt2')
  access = (await accessFor(world, { port: 161 } as never, '=profile')).id
  hidden = (await add(world, '/device-group', { name: 'hidden' })).id
})
test.after(() => world?.stop())

const get = (path: string, key?: string) => world.http('GET', path, undefined, key)
const rowsOf = (text: string, delimiter = ','): Record<string, string>[] =>
  parse(text, { columns: true, delimiter, bom: true })

test('devices come as a file with model, type, group and profile by name, and without any credential', async () => {
  await add(world, '/device', {
    ip: '10.1.0.1',
    name: 'olt "north", 1',
    location: 'Київ\nfloor 2',
    description: '+380 44 123-45-67',
    enabled: false,
    access_id: access,
    model_id: model,
    mac: '02:00:00:00:00:01',
    coordinates: { lat: 50.45, lon: -30.5 },
    params: { access: { password: 'own-secret-77', public_community: 'own-community-77' } },
  })
  await add(world, '/device', { ip: '2001:db8::7', enabled: false })
  const answer = await get('/device/export')
  assert.is(answer.status, 200)
  assert.is(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.is(answer.headers.get('content-disposition'), 'attachment; filename=devices.csv')
  assert.ok(answer.text.startsWith('ip,name,model key,access profile,group,'))
  assert.not.ok(/[^\r]\n/.test(answer.text.replace('Київ\nfloor', '')), 'every line ends with CRLF')
  const [first, second] = rowsOf(answer.text)
  const { added, ...rest } = first!
  assert.equal(rest, {
    ip: '10.1.0.1',
    name: 'olt "north", 1',
    'model key': 'acme_olt2',
    'access profile': "'=profile",
    group: 'Default',
    location: 'Київ\nfloor 2',
    description: '+380 44 123-45-67',
    mac: '02:00:00:00:00:01',
    serial: '',
    enabled: 'false',
    latitude: '50.45',
    longitude: '-30.5',
    model: 'Acme OLT2',
    vendor: 'Acme',
    type: 'OLT',
    status: 'Unknown',
    'status changed': '',
    'interfaces read': '',
  })
  assert.match(added!, /^\d{4}-\d\d-\d\dT/)
  assert.equal([second!['ip'], second!['model key']], ['2001:db8::7', ''])
  assert.not.ok(answer.text.includes('own-'))
})

test('separator and byte order mark as asked; filters as those of the list, others are refused', async () => {
  const marked = Buffer.from(
    await (
      await fetch(`${world.url}/api/v1/device/export?separator=semicolon&bom=true`, {
        headers: { 'x-auth-key': world.admin },
      })
    ).arrayBuffer(),
  )
  assert.is(marked.subarray(0, 6).toString('hex'), 'efbbbf69703b')
  assert.is(rowsOf(marked.toString(), ';')[0]!['name'], 'olt "north", 1')
  assert.equal(
    rowsOf((await get('/device/export?separator=tab&query=2001')).text, '\t').map(row => row['ip']),
    ['2001:db8::7'],
  )
  assert.equal(
    rowsOf((await get('/device/export?type=OLT&vendor=Acme')).text).map(row => row['ip']),
    ['10.1.0.1'],
  )
  for (const query of ['separator=pipe', 'limit=1', 'sort=id', 'ip=10.1.0.1', 'status=sleepy'])
    assert.is((await get(`/device/export?${query}`)).status, 400, query)
})

test('interfaces and ONUs come with the filters of their lists, of the own groups only', async () => {
  const group = (await add(world, '/device-group', { name: 'far away' })).id
  const [near, far] = await Promise.all(
    [-1, group].map(
      async (group_id, n) =>
        (
          await add(world, '/device', {
            ip: `10.4.0.${n + 1}`,
            name: `olt${n}`,
            enabled: false,
            model_id: model,
            group_id,
          })
        ).id,
    ),
  )
  for (const device of [near!, far!]) {
    await world.sql(
      `insert into inventory_interface (device_id, bind_key, parent_bind_key, name, type, status, description, serial, coordinates)
      select $1, n, case when n > 2 then 1 end, 'pon0/' || n, case when n > 2 then 'ONU' else 'PON' end, case when n % 2 = 0 then 'Online' else 'LOS' end, '=cmd' || n, case when n > 2 then 'ACME0000000' || n % 10 end, '{"lat":-1.5,"lon":2}'
      from generate_series(1, 6) n`,
      [device],
    )
  }
  const ports = rowsOf((await get('/device-interface/export?type=PON')).text)
  assert.equal(
    ports.map(row => [row['device'], row['name'], row['description'], row['latitude']]),
    [
      ['olt0', 'pon0/1', "'=cmd1", '-1.5'],
      ['olt0', 'pon0/2', "'=cmd2", '-1.5'],
      ['olt1', 'pon0/1', "'=cmd1", '-1.5'],
      ['olt1', 'pon0/2', "'=cmd2", '-1.5'],
    ],
  )
  const onus = async (body: object, key?: string, query = '') => {
    const answer = await world.http('PUT', `/device-interface/ont-export${query}`, body, key)
    assert.is(answer.status, 200, answer.text)
    return rowsOf(answer.text, query ? ';' : ',').map(row => [
      row['device'],
      row['name'],
      row['ident'],
      row['pon port'],
      row['rx dBm'],
    ])
  }
  assert.equal(await onus({ status: 'Online', device_id: near }, undefined, '?separator=semicolon'), [
    ['olt0', 'pon0/4', 'ACME00000004', 'pon0/1', ''],
    ['olt0', 'pon0/6', 'ACME00000006', 'pon0/1', ''],
  ])
  assert.equal(
    (await onus({ filters: [{ field: 'name', operator: '~', value: '/5' }] })).map(([device]) => device),
    ['olt0', 'olt1'],
  )
  const bad = await world.http('PUT', '/device-interface/ont-export', {
    filters: [{ field: 'nonsense', operator: '=', value: 1 }],
  })
  assert.equal([bad.status, bad.body.error?.code], [400, 'INVENTORY_FILTER_INVALID'])
  const key = await keyOf(world, ['device_show'], [-1])
  assert.equal(
    new Set((await onus({ device_id: far }, key)).concat(await onus({}, key)).map(([device]) => device)),
    new Set(['olt0']),
  )
  for (const filter of ['', `?device_id=${far}`, `?group_id=${group}`])
    assert.not.ok((await get(`/device-interface/export${filter}`, key)).text.includes('olt1'), filter)
})

test('only devices of the own groups are exported, whatever the filter says', async () => {
  await add(world, '/device', { ip: '10.6.6.6', name: 'unseen', enabled: false, group_id: hidden })
  const key = await keyOf(world, ['device_show', 'device_management'], [-1])
  for (const filter of ['', `?group_id=${hidden}`, '?query=unseen'])
    assert.not.ok((await get(`/device/export${filter}`, key)).text.includes('10.6.6.6'), filter)
  assert.ok((await get('/device/export')).text.includes('10.6.6.6'))
  assert.is((await get('/device/export', await keyOf(world, ['device_show'], [-1]))).status, 403)
})

test('no cell begins a formula, here or after another separator, and numbers stay numbers', () => {
  const evil = [
    "=cmd|' /C calc'!A0",
    '+cmd',
    '-cmd',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    ' \u00a0\ufeff=1',
    '＝1',
    '＋1+a',
    '－a',
    '＠a',
    '=',
    '+',
    '-2+3+cmd|A!1',
    '-1|x',
    '+1!A',
    '\tplain',
    '\rplain',
    'a;=cmd()',
    'a,=cmd()',
    'a\n=cmd()',
    'a\t@cmd()',
    'a;"=cmd()',
    'a; -cmd|1',
    'a,+cmd()',
  ]
  for (const text of evil) {
    const cell = guarded(text)
    assert.not.match(cell, /^[\t\r=+\-@＝＋－＠]|^[\s\ufeff]*[=+\-@＝＋－＠]/, JSON.stringify(text))
    // As a spreadsheet sees it that splits elsewhere and knows no quotes.
    for (const piece of cell.split(/[;,\t\r\n]/).slice(1))
      assert.not.match(piece, /^[\s"]*[=@＝＠]|^[\s"]*[+-].*[(|!]/, JSON.stringify(text))
    assert.is(unguarded(cell), text)
  }
  for (const text of [
    '-23.5',
    '-23.5 dBm',
    '+380441234567',
    '+38 (044) 123-45-67',
    '-1,5',
    '- 2',
    'plain',
    'a - b',
    'a, - said he',
    '',
    "it's",
    '10.0.0.1',
    'a=b',
  ])
    assert.is(guarded(text), text)
})

test('whatever the text, guarding is undone without loss', () => {
  const signs = [
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    ' ',
    "'",
    '"',
    ';',
    ',',
    '(',
    '|',
    '!',
    '1',
    'a',
    '＝',
    '＋',
    '\ufeff',
    '.',
  ]
  let seed = 73
  const next = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
  for (let i = 0; i < 50_000; i++) {
    const text = Array.from({ length: next(9) }, () => signs[next(7919) % signs.length]).join('')
    assert.is(unguarded(guarded(text)), text, JSON.stringify(text))
  }
})

test('many devices come once each and in order, in pages', async () => {
  const group = (await add(world, '/device-group', { name: 'crowd' })).id
  await world.sql(
    `insert into inventory_device (ip, name, group_id, enabled, description) select '10.32.0.0'::inet + n, 'd' || n, $1, false, repeat('x', 400) from generate_series(1, 12000) n`,
    [group],
  )
  const rows = rowsOf((await get(`/device/export?group_id=${group}`)).text)
  assert.is(rows.length, 12_000)
  assert.equal(
    rows.map(row => row['name']),
    Array.from({ length: 12_000 }, (_, n) => `d${n + 1}`),
  )
})

test('an export is read no faster than its client reads, and left when it goes', async () => {
  let [made, left] = [0, false]
  async function* pages() {
    try {
      for (; made < 10_000; made++) yield [{ text: 'x'.repeat(100_000) }]
    } finally {
      left = true
    }
  }
  const { body } = csvReply('test', { text: ({ text }: { text: string }) => text }, pages(), {})
  const server = createServer((_, response) =>
    (body as Readable).pipe(response).on('close', () => (body as Readable).destroy()),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const asked = request({ port: (server.address() as { port: number }).port }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  await once(answer, 'readable')
  // What the sockets hold is a few MiB; 1 GB is not read on behalf of nobody.
  let before = -1
  await until(
    'nothing moves any more',
    () => {
      const still = made === before
      before = made
      return still
    },
    { everyMs: 200 },
  )
  assert.ok(made > 0 && made < 5_000, `${made} pages`)
  asked.destroy()
  await until('the pages are left', () => left)
  server.close()
})

test('the service goes on when a client leaves its export', async () => {
  const group = (await world.sql<{ id: number }>("select id from inventory_group where name = 'crowd'"))[0]!
    .id
  const asked = request(`${world.url}/api/v1/device/export?group_id=${group}`, {
    headers: { 'x-auth-key': world.admin },
  }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  await once(answer, 'readable')
  asked.destroy()
  assert.is((await get('/device?limit=1')).status, 200)
})
