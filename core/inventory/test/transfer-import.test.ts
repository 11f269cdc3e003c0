import { assert, suite, until } from '@linecard/test-kit'
import { startOlt } from '@linecard/test-kit/worlds/acme-olt'
import { accessFor, add, dataOf, keyOf, startWorld, type World } from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: import', { level: 'full' })
let world: World
let olt: Awaited<ReturnType<typeof startOlt>>
test.before(async () => {
  olt = await startOlt('127.9.8.1', [{ index: 1, key: 1, name: 'pon0/1' }])
  world = await startWorld({
    inventory: {
      snmp_port: olt.port,
      snmp_timeout_sec: 0.3,
      snmp_repeats: 0,
      import_rows: 3000,
      import_bytes: 2_000_000,
    },
  })
})
test.after(async () => {
  await world?.stop()
  await olt?.stop()
})

interface Row {
  line: number
  ip: string | null
  result: string
  code: string | null
  message: string | null
  device_id: number | null
}
interface Import {
  id: number
  status: string
  total: number
  done: number
  counts: Record<string, number>
  encoding: string
  separator: string
  error: { code: string } | null
  rows: Row[]
}
interface Told {
  status: number
  text: string
  data: Import
  code: string | undefined
  message: string | undefined
  headers: Headers
}

async function send(
  body: string | Buffer | FormData,
  query = '',
  { key = world.admin, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
): Promise<Told> {
  const answer = await fetch(`${world.url}/api/v1/device/import${query}`, {
    method: 'POST',
    body: body as string,
    headers: {
      'x-auth-key': key,
      prefer: 'wait=50',
      ...(body instanceof FormData ? {} : { 'content-type': 'text/csv' }),
      ...headers,
    },
  })
  const text = await answer.text()
  const json = JSON.parse(text) as { data: Import; error?: { code: string; description: string } }
  return {
    status: answer.status,
    text,
    data: json.data,
    code: json.error?.code,
    message: json.error?.description,
    headers: answer.headers,
  }
}
async function good(body: string | Buffer | FormData, query = '', key?: string): Promise<Import> {
  const told = await send(body, query, key === undefined ? {} : { key })
  assert.is(
    told.status,
    200,
    `${told.text}\n${world.log.findLast(line => /request failed|"level":(50|"error")/.test(line))}`,
  )
  return told.data
}
const utf16 = (text: string, mark = true) => Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le')
/** Without times: the refresh may read the interfaces of a device in between. */
const lasting = (text: string) =>
  text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '#').replaceAll(/,#,#$/gm, ',,#')
const told = (report: Import) => report.rows.map(({ line, ip, result }) => [line, ip, result])
const device = async (ip: string) =>
  dataOf<{
    id: number
    name: string
    location: string
    mac: string
    serial: string
    model: { key: string } | null
    access: { id: number; name: string } | null
    group: { id: number }
  }>(await world.http('GET', `/device?ip=${ip}`))
const devices = async () =>
  (await world.sql<{ ip: string }>('select host(ip) as ip from inventory_device order by ip')).map(
    ({ ip }) => ip,
  )
const secretsOf = async (id: number) => dataOf(await world.http('GET', `/device-access/${id}/secrets`))
const profiles = async () => dataOf<{ id: number; name: string }[]>(await world.http('GET', '/device-access'))
let net = 0
/** An address block of each test. */
const block = () => `10.77.${++net}`

test('a model key is found however it is written', async () => {
  const ten = block()
  await good(`${ten}.1,admin,pw-one-77,public,private,nine,ACME_Olt2`)
  assert.is((await device(`${ten}.1`)).model?.key, 'acme_olt2')
})
test('lines without headings: a model key adds unseen, without one the device is asked', async () => {
  const ten = block()
  const report = await good(
    [
      `${ten}.1,admin,pw-one-77,public,private,switch one,acme_olt4`,
      `${olt.ip},admin,pw-one-77,public,private`,
      '127.9.8.99,admin,pw-one-77,public,private',
      '8.8.8.8,,,public',
      `${ten}.4,,,,,,no_such_model`,
      `${ten}.5`,
    ].join('\n'),
  )
  assert.equal(
    [report.status, report.total, report.done, report.encoding, report.separator],
    ['done', 6, 6, 'utf-8', 'comma'],
  )
  assert.equal(told(report), [
    [1, `${ten}.1`, 'added'],
    [2, olt.ip, 'added'],
    [3, '127.9.8.99', 'skipped'],
    [4, '8.8.8.8', 'invalid'],
    [5, `${ten}.4`, 'invalid'],
    [6, `${ten}.5`, 'invalid'],
  ])
  assert.equal(report.counts, { added: 2, skipped: 1, invalid: 3 })
  assert.equal(
    report.rows.map(row => row.code),
    [
      null,
      null,
      'DEVICE_TIMEOUT',
      'EQUIPMENT_NETWORK_REFUSED',
      'INVENTORY_ROW_MODEL',
      'INVENTORY_ROW_ACCESS_MISSING',
    ],
  )
  const unseen = await device(`${ten}.1`)
  assert.equal(
    [unseen.name, unseen.model?.key, unseen.group.id, unseen.id],
    ['switch one', 'acme_olt4', -1, report.rows[0]!.device_id],
  )
  const asked = await device(olt.ip)
  assert.equal(
    [asked.name, asked.location, asked.mac, asked.serial, asked.model?.key],
    ['olt-1', 'Shelf 3', '02:00:00:00:00:01', 'AC-1', 'acme_olt2'],
  )
  assert.is(asked.access!.id, unseen.access!.id)
  assert.equal(await secretsOf(asked.access!.id), {
    login: 'admin',
    password: 'pw-one-77',
    public_community: 'public',
    private_community: 'private',
  })
  await until(
    'it is read as any other device',
    async () =>
      (await world.sql('select 1 from inventory_interface where device_id = $1', [asked.id])).length,
  )
})

test('one access profile for each set of credentials, an equal one that exists is used', async () => {
  const ten = block()
  const own = (
    await add(world, '/device-access', {
      name: 'mine',
      login: 'l1',
      password: 'p-77',
      public_community: 'c-77',
    })
  ).id
  await accessFor(world, olt, 'mine with settings', {
    login: 'l1',
    password: 'p-77',
    public_community: 'c-77',
  })
  const before = (await profiles()).length
  await good(
    `${ten}.1,l1,p-77,c-77,,,acme_olt2\n${ten}.2,l2,p-77,c-77,,,acme_olt2\n${ten}.3,l2, p-77 ,c-77,,,acme_olt2\n${ten}.4,l1,,c-77,,,acme_olt2\n${ten}.5,,,,,,acme_olt2\n${ten}.6,l1,p-77,c-77,rw-77,,acme_olt2`,
  )
  const [first, second, third, fourth, fifth, sixth] = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async n => (await device(`${ten}.${n}`)).access),
  )
  assert.is(first!.id, own)
  assert.is(second!.id, third!.id)
  assert.is(new Set([first!.id, second!.id, fourth!.id, sixth!.id]).size, 4)
  assert.is(fifth, null)
  assert.is((await profiles()).length, before + 3)
  assert.equal([second!.name, fourth!.name, sixth!.name], ['Imported 2', 'Imported 3', 'Imported 4'])
})

test('what is known is left as it is, and what stands twice counts once; update changes only what the line says', async () => {
  const ten = block()
  const first = `ip,name,location,model key\n${ten}.1,one,here,acme_olt2\n${ten}.2,two,here,acme_olt2\n`
  await good(first)
  const again = await good(`${first}${ten}.3,three,,acme_olt2\n::ffff:${ten}.3,again,,acme_olt2\n`)
  assert.equal(told(again), [
    [2, `${ten}.1`, 'known'],
    [3, `${ten}.2`, 'known'],
    [4, `${ten}.3`, 'added'],
    [5, `${ten}.3`, 'duplicate'],
  ])
  assert.match(again.rows[3]!.message!, /line 4/)
  const changed = await good(
    `ip;name;location;model key\n${ten}.1;;there;\n${ten}.9;nine;;acme_olt2`,
    '?update=true',
  )
  assert.equal(told(changed), [
    [2, `${ten}.1`, 'updated'],
    [3, `${ten}.9`, 'added'],
  ])
  const { name, location, model } = await device(`${ten}.1`)
  assert.equal([name, location, model?.key], ['one', 'there', 'acme_olt2'])
  assert.is((await device(`${ten}.2`)).location, 'here')
})

test('a dry run asks and writes nothing', async () => {
  const ten = block()
  const [before, known] = [await devices(), await profiles()]
  const report = await good(
    `${ten}.1,new,new-pw-77,c,,,acme_olt2\n127.9.8.98,new,new-pw-77,c\nnonsense\n`,
    '?dry_run=true',
  )
  assert.equal(told(report), [
    [1, `${ten}.1`, 'would_add'],
    [2, '127.9.8.98', 'skipped'],
    [3, null, 'invalid'],
  ])
  assert.equal([report.status, await devices(), await profiles()], ['done', before, known])
})

test('all or none adds nothing where one line is wrong, and everything where none is', async () => {
  const ten = block()
  const [before, known] = [await devices(), await profiles()]
  const lines = Array.from(
    { length: 1200 },
    (_, n) => `10.78.${n >> 8}.${n & 255},a,b-${n % 3}-77,c,,n${n},acme_olt2`,
  )
  const refused = await good([...lines, 'wrong'].join('\n'), '?atomic=true')
  assert.equal(
    [refused.status, refused.counts, await devices(), await profiles()],
    ['refused', { would_add: 1200, invalid: 1 }, before, known],
  )
  const done = await good(
    [`${olt.ip},x,y-77,public`, `${ten}.1,,,,,,acme_olt2`, ...lines].join('\n'),
    '?atomic=true',
  )
  assert.equal([done.status, done.counts], ['done', { known: 1, added: 1201 }])
  assert.is((await devices()).length, before.length + 1201)
  assert.is((await profiles()).length, known.length + 3)
  assert.is(done.rows[1]!.device_id, (await device(`${ten}.1`)).id)
})

test('half of the lines bad, the good ones are added and each bad one is told', async () => {
  const lines = Array.from({ length: 1100 }, (_, n) =>
    n % 2 ? `10.79.${n >> 8}.${n & 255},,,c,,n${n},acme_olt2` : `10.79.${n >> 8}.${n & 255}x,,,c`,
  )
  const report = await good(lines.join('\r\n'))
  assert.equal(report.counts, { added: 550, invalid: 550 })
  const { data, meta } = (
    await world.http('GET', `/device/import/${report.id}?result=invalid&limit=3&offset=548`)
  ).body as unknown as { data: Import; meta: unknown }
  assert.equal(meta, { total: 550, limit: 3, offset: 548 })
  assert.equal(
    data.rows.map(row => [row.line, row.ip, row.code]),
    [
      [1097, null, 'INVENTORY_ROW_IP'],
      [1099, null, 'INVENTORY_ROW_IP'],
    ],
  )
})

test('marks, ends of lines, separators, encodings, comments and quotes as the world writes them', async () => {
  const cp1251 = Buffer.concat([
    Buffer.from('ip;name;model key\n10.80.8.1;'),
    Buffer.from([0xca, 0xe8, 0xe5, 0xe2]),
    Buffer.from(';acme_olt2\n'),
  ])
  const files: [string, string | Buffer, string, [number, string][]][] = [
    ['mark', '\uFEFFip,name,model key\n10.80.1.1,Київ,acme_olt2', 'utf-8 comma', [[2, 'Київ']]],
    [
      'crlf',
      '# all of them\r\nip\tname\tmodel key\r\n\r\n10.80.2.1\tone\tacme_olt2\r\n  \r\n10.80.2.2\ttwo\tacme_olt2\r\n',
      'utf-8 tab',
      [
        [4, 'one'],
        [6, 'two'],
      ],
    ],
    [
      'cr',
      'IP Address;Name;Model_Key\r10.80.3.1;"a; ""b"""  ;acme_olt2\r',
      'utf-8 semicolon',
      [[2, 'a; "b"']],
    ],
    [
      'several lines',
      'description,ip,name,model key\n"first\r\nsecond",10.80.4.1,one,acme_olt2\nx,10.80.4.2,two,acme_olt2',
      'utf-8 comma',
      [
        [2, 'one'],
        [4, 'two'],
      ],
    ],
    [
      'utf-16',
      utf16('sep=;\r\nip;name;model key\r\n10.80.5.1;Київ;acme_olt2\r\n'),
      'utf-16le semicolon',
      [[3, 'Київ']],
    ],
    [
      'utf-16 without a mark',
      utf16('ip,name,model key\n10.80.6.1,one,acme_olt2\n', false),
      'utf-16le comma',
      [[2, 'one']],
    ],
    [
      'utf-16, the other way round',
      utf16('ip,name,model key\n10.80.7.1,one,acme_olt2\n').swap16(),
      'utf-16be comma',
      [[2, 'one']],
    ],
    ['windows-1251', cp1251, 'windows-1251 semicolon', [[2, 'Киев']]],
    ['a login called user', '10.80.9.1,user,name,,,one,acme_olt2', 'utf-8 comma', [[1, 'one']]],
  ]
  for (const [what, body, format, rows] of files) {
    const report = await good(body)
    assert.equal(
      [what, `${report.encoding} ${report.separator}`, report.counts, report.rows.map(row => row.line)],
      [what, format, { added: rows.length }, rows.map(([line]) => line)],
    )
    for (const [at, [, name]] of rows.entries())
      assert.is((await device(report.rows[at]!.ip!)).name, name, what)
  }
})

test('files that cannot be read are refused whole, with the reason, and leave nothing', async () => {
  const before = await devices()
  const gz = Buffer.from('1f8b0800', 'hex')
  const refused: [string | Buffer, number, string][] = [
    ['', 400, 'INVENTORY_IMPORT_EMPTY'],
    ['\n\n# nothing\n', 400, 'INVENTORY_IMPORT_EMPTY'],
    ['ip,name\n', 400, 'INVENTORY_IMPORT_EMPTY'],
    [Buffer.from('504b0304aabb', 'hex'), 400, 'INVENTORY_IMPORT_ENCODING'],
    [gz, 400, 'INVENTORY_IMPORT_ENCODING'],
    [Buffer.from([0x31, 0x98, 0x01, 0xfe]), 400, 'INVENTORY_IMPORT_ENCODING'],
    [
      Buffer.concat([Buffer.from('\uFEFF10.81.0.1,,,c,,,acme_olt2\n'), Buffer.from([0xc3, 0x28])]),
      400,
      'INVENTORY_IMPORT_ENCODING',
    ],
    ['ip,pas~q7~\n10.81.0.1,x', 400, 'INVENTORY_IMPORT_HEADINGS'],
    ['name,login\nx,y', 400, 'INVENTORY_IMPORT_HEADINGS'],
    ['ip,name,name\n10.81.0.1,x,y', 400, 'INVENTORY_IMPORT_HEADINGS'],
    [
      Array.from({ length: 10_000 }, (_, n) => `c${n}`)
        .join(',')
        .replace('c0', 'ip'),
      400,
      'INVENTORY_IMPORT_HEADINGS',
    ],
    [
      '10.81.0.1,,,c,,,acme_olt2\n"10.81.0.2,,,never closed\n10.81.0.3,,,c,,,acme_olt2',
      400,
      'INVENTORY_IMPORT_UNREADABLE',
    ],
    [`10.81.0.1,,,c,,,acme_olt2\n10.81.0.2,,,${'x'.repeat(1_000_000)}\n`, 400, 'INVENTORY_IMPORT_UNREADABLE'],
    [
      `10.81.0.1,,,c,,,acme_olt2\n"${'10.81.0.2,secret~q7~\n'.repeat(9000)}`,
      400,
      'INVENTORY_IMPORT_UNREADABLE',
    ],
    ['10.81.0.1,,,c,,,acme_olt2\n'.repeat(3001), 413, 'INVENTORY_IMPORT_TOO_MANY'],
    ['x'.repeat(2_000_001), 413, 'UPLOAD_TOO_LARGE'],
  ]
  for (const [body, status, code] of refused) {
    const { status: given, code: said, message, text } = await send(body)
    assert.equal([given, said], [status, code], String(body).slice(0, 80))
    assert.not.ok(text.includes('~q7~'), message)
  }
  assert.equal(
    [
      await devices(),
      await world.sql("select 1 from inventory_import where status in ('receiving', 'running')"),
    ],
    [before, []],
  )
  assert.equal((await send('x', '', { headers: { 'content-type': 'application/json' } })).status, 400)
  const form = new FormData()
  form.set('file', new Blob(['10.81.1.1,,,c,,from a form,acme_olt2'], { type: 'text/csv' }), 'devices.csv')
  await good(form)
  assert.is((await device('10.81.1.1')).name, 'from a form')
})

test('hostile cells make their own line invalid and no other', async () => {
  const ten = block()
  const bad = ['a\0b', 'a\u0007b', '"a\nb"', 'x'.repeat(201), '\u202e'.repeat(300)]
  const report = await good(
    `ip,name,model key\n${bad.map((cell, n) => `${ten}.${n + 1},${cell},acme_olt2`).join('\n')}\n${ten}.100,"<script>=1+1",acme_olt2\n${ten}.101,ok,acme_olt2${','.repeat(5000)}\n${ten}.102,ok,acme_olt2,,more\n`,
  )
  assert.equal(
    report.rows.map(row => [row.result, row.code]),
    [
      ...bad.map(() => ['invalid', 'INVENTORY_ROW_CELL']),
      ['added', null],
      ['added', null],
      ['invalid', 'INVENTORY_ROW_CELLS'],
    ],
  )
  assert.is((await device(`${ten}.100`)).name, '<script>=1+1')
  const more = await good(
    [
      `ip,latitude,longitude,mac,enabled,model key,access profile,login`,
      `${ten}.11,91,0,,,acme_olt2,,`,
      `${ten}.12,50,,,,acme_olt2,,`,
      `${ten}.13,,,nonsense,,acme_olt2,,`,
      `${ten}.14,,,,perhaps,acme_olt2,,`,
      `${ten}.15,,,,,acme_olt2,no such,`,
      `${ten}.16,,,,,acme_olt2,mine,l1`,
      `${ten}.17,"50,5",-30.25,020000000017,no,acme_olt2,mine,`,
    ].join('\n'),
  )
  assert.equal(
    more.rows.map(row => row.code),
    [
      ...Array.from({ length: 4 }, () => 'INVENTORY_ROW_CELL'),
      'INVENTORY_ROW_ACCESS',
      'INVENTORY_ROW_ACCESS_TWICE',
      null,
    ],
  )
  assert.equal(
    (
      await world.sql<{ coordinates: unknown; mac: string; enabled: boolean }>(
        'select coordinates, mac, enabled from inventory_device where ip = $1',
        [`${ten}.17`],
      )
    )[0],
    { coordinates: { lat: 50.5, lon: -30.25 }, mac: '02:00:00:00:00:17', enabled: false },
  )
})

test('an address that must not be asked is refused by its line, with a model key too', async () => {
  const report = await good(
    [
      '169.254.169.254',
      '8.8.8.8',
      '0.0.0.0',
      '255.255.255.255',
      '224.0.0.1',
      'fe80::1',
      'fe80::1%eth0',
      '2130706433',
      '10.1',
      '10.0.0.0/8',
    ]
      .map(ip => `${ip},,,c,,,acme_olt2`)
      .join('\n'),
  )
  assert.equal(report.counts, { invalid: 10 })
  assert.equal(
    new Set(report.rows.map(row => row.code)),
    new Set(['EQUIPMENT_NETWORK_REFUSED', 'INVENTORY_ROW_IP']),
  )
})

test('only into groups that one sees, and reports only for who sees all of their groups', async () => {
  const ten = block()
  const [ours, theirs] = await Promise.all(
    ['ours', 'theirs'].map(
      async name => (await add(world, '/device-group', { name, networks: [`${ten}.0/24`] })).id,
    ),
  )
  const key = await keyOf(world, ['device_show', 'device_management'], [ours!])
  const [hidden, absent] = [
    await send(`${ten}.1,,,c,,,acme_olt2`, `?group_id=${theirs}`, { key }),
    await send(`${ten}.1,,,c,,,acme_olt2`, '?group_id=2000000000', { key }),
  ]
  assert.equal(
    [hidden.status, hidden.code, hidden.message?.replace(String(theirs), '#')],
    [400, absent.code, absent.message?.replace('2000000000', '#')],
  )
  await good(`ip,name,model key\n${ten}.9,foreign,acme_olt2`, `?group_id=${theirs}`)
  const report = await good(
    `ip,group,model key,name\n${ten}.1,theirs,acme_olt2,\n${ten}.2,ours,acme_olt2,\n${ten}.3,nobody,acme_olt2,\n${ten}.4,,acme_olt2,\n${ten}.9,,acme_olt2,taken over`,
    `?group_id=${ours}&update=true`,
    key,
  )
  assert.equal(
    report.rows.map(row => [row.result, row.code, row.device_id === null]),
    [
      ['invalid', 'INVENTORY_ROW_GROUP', true],
      ['added', null, false],
      ['invalid', 'INVENTORY_ROW_GROUP', true],
      ['added', null, false],
      // Of another group's device: refused as an address outside of all networks is.
      ['invalid', 'INVENTORY_ADDRESS_OUTSIDE', true],
    ],
  )
  assert.equal(
    [
      (await device(`${ten}.2`)).group.id,
      (await device(`${ten}.4`)).group.id,
      (await device(`${ten}.9`)).name,
    ],
    [ours, ours, 'foreign'],
  )
  assert.equal(
    (await good(`${ten}.5,,,c,,,acme_olt2`, '', key)).rows.map(row => row.code),
    ['INVENTORY_GROUP_NEEDED'],
  )
  const other = await keyOf(world, ['device_show', 'device_management'], [theirs!])
  const answers = await Promise.all(
    [`/device/import/${report.id}`, '/device/import/2000000000'].map(path =>
      world.http('GET', path, undefined, other),
    ),
  )
  assert.equal(
    answers.map(({ status, body }) => [status, body.error?.code]),
    [
      [404, 'INVENTORY_IMPORT_UNKNOWN'],
      [404, 'INVENTORY_IMPORT_UNKNOWN'],
    ],
  )
  assert.is((await world.http('DELETE', `/device/import/${report.id}`, undefined, other)).status, 404)
  assert.is((await world.http('GET', `/device/import/${report.id}`, undefined, key)).status, 200)
  assert.is((await world.http('GET', `/device/import/${report.id}`)).status, 200)
})

test('no credential is in reports, tables, answers or logs', async () => {
  const ten = block()
  const marks = ['~q7~login', '~q7~password', '~q7~community', '~q7~private']
  // As it should be, in a wrong order, and with a cell too many.
  const texts = [
    await send(
      `${ten}.1,${marks.join(',')},,acme_olt2\n127.9.8.97,${marks.join(',')}\n${marks.join(',')},x,${ten}.2\n${ten}.3,,${marks.join(',')},acme_olt2,${marks[1]}`,
    ),
    await send(`ip,${marks[1]}\n${ten}.1,${marks[1]}`),
  ]
  assert.equal(
    texts.map(one => one.status),
    [200, 400],
  )
  await world.http('POST', '/logs/actions', {})
  const kept = await world.sql<{ text: string }>(
    'select row_to_json(r)::text as text from inventory_import_row r union all select row_to_json(i)::text from inventory_import i union all select row_to_json(a)::text from inventory_access a union all select row_to_json(s)::text from system_action s',
  )
  for (const text of [...texts.map(one => one.text), ...kept.map(row => row.text), ...world.log])
    assert.not.ok(text.includes('~q7~'), text.slice(0, 300))
  assert.equal(await secretsOf((await device(`${ten}.1`)).access!.id), {
    login: marks[0],
    password: marks[1],
    public_community: marks[2],
    private_community: marks[3],
  })
})

test('importing an export gives the same again', async () => {
  const group = (await add(world, '/device-group', { name: '-group|(x)' })).id
  const access = (await add(world, '/device-access', { name: '@profile', login: 'l' })).id
  const model = (await device(olt.ip)).model as unknown as { id: number }
  const ten = block()
  const texts = [
    '=cmd|x',
    "'=1",
    "it's",
    '-23.5 dBm',
    '+380 44 1',
    '\u00a0=1',
    'a;=b()',
    'first\nsecond\n=third',
    ' padded',
    '"quoted"',
    '#comment',
    '@x',
    '',
  ]
  for (const [n, text] of texts.entries()) {
    await add(world, '/device', {
      ip: `${ten}.${n + 1}`,
      name: text.replaceAll('\n', ' ').trim(),
      description: text.trim(),
      location: text.trim(),
      serial: text.replaceAll('\n', '').trim(),
      model_id: model.id,
      access_id: access,
      group_id: group,
      enabled: n % 2 === 0,
      mac: n ? '' : '02:00:00:00:00:73',
      coordinates: n ? null : { lat: 1.5, lon: -2 },
    })
  }
  const exported = async (more = '') =>
    (await world.http('GET', `/device/export?group_id=${group}${more}`)).text
  const before = await exported()
  for (const separator of ['comma', 'semicolon', 'tab']) {
    const file = await exported(`&separator=${separator}&bom=true`)
    await world.sql('delete from inventory_device where group_id = $1', [group])
    assert.equal((await good(file, '?atomic=true')).counts, { added: texts.length })
    assert.is(lasting(await exported()), lasting(before))
  }
})

test('an upload that is broken off leaves nothing, and the next one is taken', async () => {
  const controller = new AbortController()
  // fetch goes on reading a body whose request was aborted: it has to end by itself.
  const body = new ReadableStream({
    async pull(pieces) {
      if (controller.signal.aborted) return pieces.close()
      pieces.enqueue(Buffer.from('10.90.0.1,,,c,,,acme_olt2\n'))
      await new Promise(resolve => {
        setTimeout(resolve, 5)
      })
    },
  })
  const sending = fetch(`${world.url}/api/v1/device/import`, {
    method: 'POST',
    body,
    duplex: 'half',
    signal: controller.signal,
    headers: { 'x-auth-key': world.admin, 'content-type': 'text/csv' },
  } as RequestInit).then(
    () => 'answered',
    () => 'broken',
  )
  await until(
    'it arrives',
    async () => (await world.sql("select 1 from inventory_import where status = 'receiving'")).length,
  )
  const busy = await send('10.90.0.2,,,c,,,acme_olt2')
  assert.equal([busy.status, busy.code], [409, 'INVENTORY_IMPORT_RUNNING'])
  controller.abort()
  assert.is(await sending, 'broken')
  await until(
    'it is forgotten',
    async () => (await world.sql("select 1 from inventory_import where status = 'receiving'")).length === 0,
  )
  assert.not.ok((await devices()).includes('10.90.0.1'))
  assert.is((await good('10.90.0.2,,,c,,,acme_olt2')).counts['added'], 1)
})
