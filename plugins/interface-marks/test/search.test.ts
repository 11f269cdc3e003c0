import { definePlugin, type Caller, type Context, type SearchHit } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld } from '@linecard/test-kit/worlds/core'
import { createCounts } from '../src/metrics.ts'
import portal from '@linecard/plugin-portal'
import interfaceMarks from '../src/index.ts'
import { markSource, matchingMarks } from '../src/search.ts'
import { path, startWorld, type World } from './world.ts'

const test = suite('interface-marks: search, metrics, left out', { level: 'full' })
let world: World
let ctx: Context
/** Gives its context to the tests. */
const probe = definePlugin({
  id: 'probe',
  api: 1,
  requires: ['inventory'],
  setup(given) {
    ctx = given as Context
  },
})
const tagged = (id: number, ...tags: string[]) => world.http('PUT', `${path}/interface/${id}`, { tags })
test.before(async () => {
  world = await startWorld({}, [probe, portal])
  await tagged(101, 'SwitchUplink')
  await tagged(102, 'SwitchUplink 10G', 'ring')
  await tagged(103, 'old switchuplink', 'ring')
  await tagged(201, 'SwitchUplink', 'theirs ~q7~')
  await world.http('PUT', `${path}/favorites/102`)
})
test.after(() => world?.stop())

const seen = (groupIds: number[] | null): Caller => ({
  userId: 1,
  login: 'admin',
  permissions: new Set(),
  groupIds,
  sessionId: null,
})
async function find(
  text: string,
  { anywhere = true, limit = 10, groups = null as number[] | null } = {},
): Promise<readonly SearchHit[]> {
  const [admin] = await world.sql<{ id: number }>(`select id from identity_user where login = 'admin'`)
  return markSource.find(
    { ctx: ctx as never, counts: null as never },
    { text, words: [text], mac: null, serials: [], ip: null, anywhere },
    { caller: { ...seen(groups), userId: admin!.id }, limit, signal: new AbortController().signal },
  )
}
const found = async (text: string, options?: Parameters<typeof find>[1]) =>
  (await find(text, options)).map(({ id }) => id)

test('interfaces are found by tags: equal to the text, then beginning with it, then containing it; favourites first', async () => {
  assert.equal(await found('switchuplink'), [101, 201, 102, 103])
  assert.equal(await found('ring'), [102, 103])
  assert.equal(await found('uplink'), [102, 101, 103, 201])
  assert.equal(await found('switchuplink', { anywhere: false }), [101, 201, 102])
  assert.equal(await found('switchuplink', { limit: 1 }), [101])
  assert.equal(
    [await found('nothing'), await found('%'), await found('_'), await found('\\')],
    [[], [], [], []],
  )
  const [hit] = await find('10g')
  assert.equal(hit, {
    id: 102,
    title: 'port 02',
    text: 'house 2',
    matched: { field: 'tags', value: 'SwitchUplink 10G' },
    rank: 0.55,
    status: null,
    device: { id: 7, ip: '192.0.2.7', name: 'olt-ours' },
    interface: { id: 102, name: 'port 02', type: 'ETH' },
    coordinates: null,
  })
})

test('the portal shows them as hits of type mark', async () => {
  const answer = await world.http('GET', '/portal/search?query=switchuplink')
  assert.equal(
    (answer.body.data as { type: string; id: number }[])
      .filter(({ type }) => type === 'mark')
      .map(({ id }) => id)
      .toSorted(),
    [101, 102, 103, 201],
    answer.text,
  )
})

test('a search finds nothing of other groups', async () => {
  assert.equal(await found('switchuplink', { groups: [71] }), [101, 102, 103])
  assert.equal(await found('~q7~', { groups: [71] }), [])
  assert.equal(await found('switchuplink', { groups: [] }), [])
  assert.equal(await found('~q7~'), [201])
})

test('a tag on very many interfaces is found through its index', async () => {
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type)
      select 10000 + n, 7, 10000 + n, 'p' || n, 'ONU' from generate_series(1, 5000) n`,
  )
  await world.sql(
    `insert into interface_marks_tag (interface_id, tag) select 10000 + n, 'everywhere' from generate_series(1, 5000) n`,
  )
  await world.sql('analyze interface_marks_tag, inventory_interface')
  const em = ctx.em()
  const search = matchingMarks(em, { text: 'every', anywhere: true }, { caller: seen([71]), limit: 10 })
  const explained = sql<Record<string, string>>`explain (analyze, timing off) ${search}`
  const plan = (await explained.execute(em.getKysely())).rows.map(row => row['QUERY PLAN']!)
  assert.ok(
    plan.some(line => /interface_marks_tag_tag/.test(line)),
    plan.join('\n'),
  )
  assert.equal(
    plan.filter(line => /Seq Scan on (interface_marks_tag|inventory_interface)/.test(line)),
    [],
  )
  const rows = plan.map(line => Number(/actual rows=([\d.]+)/.exec(line)?.[1] ?? 0))
  assert.ok(Math.max(...rows) < 500, plan.join('\n'))
  assert.is((await find('everywhere')).length, 10)
  await world.sql('delete from inventory_interface where id > 10000')
})

test('metrics count marked interfaces and tags of all groups, and have no text of a tag', async () => {
  const counts = createCounts(ctx)
  const before = await world.sql<{ interfaces: number; tags: number }>(
    `select count(distinct interface_id)::int as interfaces, count(distinct tag)::int as tags from interface_marks_tag`,
  )
  await world.sql(
    `insert into interface_marks_tag (interface_id, tag) select 110, 'rare ' || n from generate_series(1, 200) n`,
  )
  await counts.refresh()
  const { interfaces, tags } = before[0]!
  assert.equal(
    counts.metrics.map(({ collect }) => [...collect()]),
    [[{ value: 1 }], [{ value: interfaces + 1 }], [{ value: tags + 200 }]],
  )
  await world.sql(`delete from interface_marks_tag where interface_id = 110`)
  const scraped = async () =>
    (await fetch(`${world.url}/metrics`, { headers: { 'x-auth-key': world.admin } })).text()
  await until(
    'a scrape shows them',
    async () => /linecard_interface_marks_favorites 1/.test(await scraped()),
    { everyMs: 500 },
  )
})

test('if the config does not name the plugin, nothing of it exists', async () => {
  const without = await makeWorld()
  try {
    assert.is((await without.http('GET', `${path}/favorites`)).status, 404)
    assert.equal(
      await without.sql(`select 1 from information_schema.tables where table_name like 'interface_marks%'`),
      [],
    )
    const { text } = await without.http('GET', '/user-role-permissions')
    assert.not.match(text, 'device_iface_manage_marks')
    assert.not.match((await without.http('GET', '/system/configuration')).text, interfaceMarks.id)
  } finally {
    await without.stop()
  }
})
