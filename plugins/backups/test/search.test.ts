import { assert, suite } from '@linecard/test-kit'
import { indexPending, trimLines } from '../src/search/job.ts'
import { keyOf, nothing, startShelf, type Shelf } from './search-world.ts'

const test = suite('backups: search', { level: 'full' })
let world!: Shelf
let ours: string
test.before(async () => {
  world = await startShelf()
  ours = await keyOf(world, ['backups_view'], [71])
})
test.after(() => world?.stop())

const secret = 'Zq7pWw93'
const configuration = (n: number) => `hostname sw-${n}
enable secret ${secret}
snmp-server community ${secret}c RO
!
interface GigabitEthernet0/1
 description Вулиця Київська ${n}
 switchport access vlan ${100 + n}
!
interface GigabitEthernet0/2
 switchport trunk allowed vlan 10,20
 ip address 10.0.0.${n} 255.255.255.0
!
end
`
interface Hit {
  device: { id: number }
  line: number
  text: string
  before: string[]
  after: string[]
  section: { line: number; text: string }[]
}
const asked = async (query: Record<string, string>, { path = '', key = world.admin } = {}) => {
  const answer = await world.http(
    'GET',
    `/component/backups/search${path}?${new URLSearchParams(query)}`,
    undefined,
    key,
  )
  assert.is(answer.status, 200, answer.text)
  return { rows: answer.body.data as Hit[], meta: answer.body.meta as Record<string, unknown> }
}
const found = async (query: Record<string, string>, key?: string) =>
  (await asked(query, { key })).rows.map(({ device, line }) => `${device.id}:${line}`)
const devices = async (query: Record<string, string>, key?: string) =>
  (await asked(query, { path: '/devices', key })).rows.map(row => (row as never as { id: number }).id)

test('before anything is indexed the answer says that nothing was searched', async () => {
  const { rows, meta } = await asked({ q: 'vlan' })
  assert.equal([rows, meta['searched'], meta['without']], [[], 0, 4])
  for (const n of [1, 2, 4]) await world.put(n, configuration(n))
  assert.equal(await indexPending(world.base, nothing.signal), { done: 3, failed: 0 })
  assert.equal(await indexPending(world.base, nothing.signal), { done: 0, failed: 0 })
})

test('a hit has its number, the lines around it and the section that it is in', async () => {
  const { rows, meta } = await asked({ q: 'vlan 102', context: '1' })
  const [{ device, ...hit }] = rows as [Hit]
  assert.is(device.id, 2)
  assert.equal(hit, {
    ...hit,
    line: 7,
    text: ' switchport access vlan 102',
    before: [' description Вулиця Київська 2'],
    after: ['!'],
    section: [{ line: 5, text: 'interface GigabitEthernet0/1' }],
  })
  assert.equal(meta, {
    total: 1,
    total_exact: true,
    devices: 1,
    searched: 3,
    pending: 0,
    without: 1,
    cut: 0,
    limit: 50,
    offset: 0,
  })
})

test('text, word, pattern, great and small letters, filters and pages', async () => {
  assert.equal(await found({ q: 'VLAN 10' }), ['1:7', '1:10', '2:7', '2:10', '4:7', '4:10'])
  assert.equal(await found({ q: '10', as: 'word', device_id: '1' }), ['1:10', '1:11'])
  assert.equal(await found({ q: 'київська 4' }), ['4:6'])
  assert.equal(await found({ q: 'київська 4', case: 'true' }), [])
  assert.equal(await found({ q: '^ ip address 10\\.0\\.0\\.[12] ', as: 'regex' }), ['1:11', '2:11'])
  assert.equal(await found({ q: '^[a-g]\\w+ sw', as: 'regex' }), [])
  assert.equal(await found({ q: '^.ost', as: 'regex' }), ['1:1', '2:1', '4:1'])
  assert.equal(await found({ q: 'hostname', group_id: '72' }), ['4:1'])
  assert.equal(await found({ q: 'hostname', model_id: String(world.model) }), ['1:1', '2:1', '4:1'])
  assert.equal(await found({ q: 'hostname', model_id: '-99' }), [])
  const { rows, meta } = await asked({ q: 'interface', limit: '2', offset: '3' })
  assert.equal(
    [rows.map(({ device, line }) => [device.id, line]), meta['total']],
    [
      [
        [2, 9],
        [4, 5],
      ],
      6,
    ],
  )
  assert.equal(await found({ q: 'interface', offset: '1000000' }), [])
  assert.equal(await found({ q: '%' }), [])
  assert.equal(await found({ q: '_' }), [])
})

test('which devices have it, and which do not; without a configuration in neither list', async () => {
  assert.equal(await devices({ q: 'vlan 102' }), [2])
  assert.equal(await devices({ q: 'vlan 102', having: 'false' }), [1, 4])
  assert.equal(await devices({ q: 'vlan 102', having: 'false' }, ours), [1])
  assert.equal((await asked({ q: 'nowhere' }, { path: '/devices' })).meta['total'], 0)
})

test('only devices of the groups of the caller', async () => {
  assert.equal(await found({ q: 'hostname' }, ours), ['1:1', '2:1'])
  assert.equal(await found({ q: 'hostname', device_id: '4' }, ours), [])
  assert.equal((await asked({ q: 'hostname' }, { key: ours })).meta['searched'], 2)
  const none = await keyOf(world, [], [71])
  assert.is((await world.http('GET', '/component/backups/search?q=x', undefined, none)).status, 403)
})

test('a secret is never found, not by guessing its parts either', async () => {
  for (const q of [secret, secret.slice(0, 4), `${secret}c`, `secret ${secret[0]}`])
    assert.equal(await found({ q }), [], q)
  for (let at = 0; at < secret.length; at++) {
    const guess = `^(enable secret|snmp-server community) .{${at}}${secret[at]}`
    assert.equal(await found({ q: guess, as: 'regex', case: 'true' }), [], guess)
  }
  assert.equal(
    (await asked({ q: 'enable secret' })).rows.map(({ text }) => text),
    Array(3).fill('enable secret ***'),
  )
  const { rows } = await asked({ q: 'hostname', context: '20' })
  assert.not.match(JSON.stringify(rows), secret)
  const stored = await world.sql<{ n: number }>(
    `select count(*)::int as n from backups_line where text like '%${secret}%'`,
  )
  assert.equal(stored, [{ n: 0 }])
})

test('a newer version takes the place of the older one, and lines that nobody has go', async () => {
  const before = await world.sql<{ n: number }>('select count(*)::int as n from backups_line')
  await world.put(1, configuration(1).replace('vlan 101', 'vlan 777'), 10)
  assert.is((await asked({ q: 'hostname' })).meta['pending'], 1)
  assert.equal(await indexPending(world.base, nothing.signal), { done: 1, failed: 0 })
  assert.equal([await devices({ q: 'vlan 101' }), await devices({ q: 'vlan 777' })], [[], [1]])
  assert.is(await trimLines(world.base, nothing.signal), 1)
  assert.equal(await world.sql('select count(*)::int as n from backups_line'), before)
  assert.equal(await devices({ q: 'interface' }), [1, 2, 4])
})

test('two processes that index the same lines at the same time do not lose any', async () => {
  await world.sql('delete from backups_device_lines')
  await world.sql('delete from backups_line')
  const results = await Promise.all([1, 2, 3].map(() => indexPending(world.base, nothing.signal)))
  assert.ok(results.every(({ failed }) => failed === 0))
  assert.equal(await devices({ q: 'interface' }), [1, 2, 4])
  assert.equal(
    await world.sql(
      'select count(*)::int as n from backups_line l where not exists (select from backups_device_lines d where d.lines @> array[l.id])',
    ),
    [{ n: 0 }],
  )
})

test('hostile patterns are refused or take linear time', async () => {
  for (const q of ['(', 'a(?=b)', '(a)\\1', '[z-a]', '((a{1000}){1000}){1000}']) {
    const answer = await world.http(
      'GET',
      `/component/backups/search?${new URLSearchParams({ q, as: 'regex' })}`,
    )
    assert.equal([answer.status, answer.body.error!.code], [400, 'BACKUPS_SEARCH_PATTERN'], q)
  }
  await world.put(3, `hostname sw-3\n${'a'.repeat(1900)}!\n`.repeat(50))
  await indexPending(world.base, nothing.signal)
  assert.equal(await found({ q: '^(a+)+$', as: 'regex' }), [])
  assert.equal(await found({ q: '(a|aa)+x$', as: 'regex' }), [])
  for (const path of [
    '?q=',
    '',
    '?q=x&as=sql',
    '?q=x&limit=-1',
    `?q=${'x'.repeat(201)}`,
    '?q=x&context=21',
    '?q=x&order=1',
    '?q=%00',
  ])
    assert.is((await world.http('GET', `/component/backups/search${path}`)).status, 400, path)
})

test('hostile configurations: escape codes, halves of pairs, NUL, lines without end, 150,000 lines', async () => {
  await world.put(
    3,
    `\x1b[2J\0evil \ud800\u202e\nlong ${'x'.repeat(100_000)}\n${'line\n'.repeat(150_000)}last`,
    5,
  )
  assert.equal(await indexPending(world.base, nothing.signal), { done: 1, failed: 0 })
  assert.equal((await found({ q: 'evil' })).length, 1)
  assert.equal(await found({ q: 'last' }), [])
  const { meta } = await asked({ q: 'line' })
  assert.equal([meta['total_exact'], meta['cut']], [false, 1])
})
