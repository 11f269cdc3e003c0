import { Type as T } from 'typebox'
import { definePlugin, searchQueryOf, type Caller, type Context, type Plugin } from '@linecard/plugin-kit'
import { sql, type Kysely, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { conditionsOf } from '../src/devices/conditions.ts'
import { listQuestion } from '../src/interfaces/find.ts'
import { places, search } from '../src/search/index.ts'

/**
 * What PostgreSQL does for a search, on enough rows that a walk through a table would cost. No time is
 * measured here: `npm run bench -- api` does.
 */
const test = suite('inventory: plans of the search', { level: 'full' })

const insertRows = `
  insert into inventory_group (id, name) values (1, 'one'), (2, 'two');
  insert into inventory_device (id, ip, name, location, description, serial, mac, group_id, coordinates, enabled)
  select n, inet '10.0.0.0' + n, 'sw-' || n, 'Зелена ' || n % 90, case when n % 3 = 0 then 'під''їзд ' || n % 7 else '' end, 'R3' || n * 7919, upper(regexp_replace(lpad(to_hex(n + 187723572702208), 12, '0'), '(..)(?!$)', '\\1:', 'g')),
    1 + (n % 50 = 0)::integer, jsonb_build_object('lat', 49 + n % 97 / 97.0, 'lon', 24 + n % 89 / 89.0), false from generate_series(1, 5000) n;
  insert into inventory_interface (device_id, bind_key, name, type, status, description, mac, agreement)
  select d, p, '1/' || p, 'PHYSICAL', 'Up', case p % 4 when 0 then 'uplink Зелена' when 1 then 'vlan' || (d * p) % 4000 else '' end, 'C8:BE:19:00:' || upper(lpad(to_hex(d % 256), 2, '0')) || ':' || upper(lpad(to_hex(p), 2, '0')), case when p % 3 = 0 then 'A-' || d * 100 + p else '' end
  from generate_series(1, 1500) d cross join generate_series(1, 12) p;
  insert into inventory_interface (device_id, bind_key, name, type, status, description, serial, mac, agreement, ip, coordinates)
  select 1 + n % 60, 1000 + n, 'gpon_onu-1/1/' || n % 16 || ':' || n / 16, 'ONU', case when n % 9 = 0 then 'LOS' else 'Online' end, 'Коваленко Зелена ' || n % 500, 'ZTEG' || upper(lpad(to_hex(n::bigint * 2654435 % 4294967296), 8, '0')),
    '30:99:35:' || upper(lpad(to_hex(n / 65536), 2, '0')) || ':' || upper(lpad(to_hex(n / 256 % 256), 2, '0')) || ':' || upper(lpad(to_hex(n % 256), 2, '0')), 'B-' || n, host(inet '100.64.0.0' + n),
    jsonb_build_object('lat', 49 + n % 997 / 997.0, 'lon', 24 + n % 991 / 991.0) from generate_series(1, 6000) n`

let world!: World
let ctx!: Context
const peek = definePlugin({
  id: 'peek',
  api: 1,
  requires: ['inventory'],
  config: T.Object({}),
  setup(given) {
    ctx = given
    return given
  },
})

test.before(async () => {
  world = await makeWorld({
    plugins: [peek as Plugin],
    settings: { identity: { rate_limiter_enabled: false } },
  })
  await world.sql(insertRows)
  for (const table of ['inventory_device', 'inventory_interface']) await world.sql(`vacuum analyze ${table}`)
})
test.after(() => world?.stop())

interface Node {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Node[]
}
const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)]

let plans: { sql: string; nodes: Node[] }[] = []
type Compiled = ReturnType<RawBuilder<unknown>['compile']>
async function explain(db: Kysely<unknown>, query: Compiled): Promise<void> {
  const explained = { ...query, sql: `explain (format json) ${query.sql}` } as Compiled
  const { rows } = await db.executeQuery(explained)
  const [row] = rows as { 'QUERY PLAN': [{ Plan: Node }] }[]
  plans.push({ sql: query.sql, nodes: flat(row!['QUERY PLAN'][0].Plan) })
}

const setIndexScan = (db: Kysely<unknown>, to: string) =>
  sql`select set_config('enable_indexscan', ${to}, true)`.execute(db)

/** Explains each statement on tables of the inventory, with the settings that it ran under. */
function explaining(db: Kysely<unknown>): Kysely<unknown> {
  const queries = new WeakMap<object, Compiled>()
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      queries.set(queryId, db.getExecutor().compileQuery(node, queryId))
      return node
    },
    async transformResult({ result, queryId }) {
      const query = queries.get(queryId)!
      if (!/from "?inventory_/.test(query.sql)) return result
      // The first statement of a scan switches index scans off for those that follow.
      const first = query.sql.includes("set_config('enable_indexscan', 'off'")
      if (first) await setIndexScan(db, 'on')
      await explain(db, query)
      if (first) await setIndexScan(db, 'off')
      return result
    },
  })
}

/** An entity manager that keeps the plan of each of its statements. */
const watched = (em: SqlEntityManager): SqlEntityManager =>
  new Proxy(em, {
    get(target, name) {
      if (name === 'transactional')
        return (work: (own: SqlEntityManager) => Promise<unknown>, options: object) =>
          target.transactional(own => work(watched(own as SqlEntityManager)), options)
      if (name === 'getKysely') return () => explaining(target.getKysely<unknown>())
      return Reflect.get(target, name, target) as unknown
    },
  })

const all: Caller = { userId: 1, login: 'x', permissions: new Set(), groupIds: null, sessionId: null }
const callers = { all, many: { ...all, groupIds: [1] }, few: { ...all, groupIds: [2] } } satisfies Record<
  string,
  Caller
>
const { signal } = new AbortController()
const inventory = () => ({ ctx: { ...ctx, em: () => watched(ctx.em()) } }) as never

const walks = () =>
  plans.flatMap(({ sql: statement, nodes }) =>
    nodes
      .filter(
        node => node['Node Type'].includes('Seq Scan') && node['Relation Name']?.startsWith('inventory_'),
      )
      .map(node => `${node['Relation Name']}: ${statement}`),
  )

const texts = [
  'sw-1234',
  'gpon_onu-1/1/3:77',
  '10.0.3.',
  '10.0.3.7',
  'C8:BE:19:00:0A:0B',
  'c8be.19',
  'be:19',
  'ZTEG',
  '5A544547',
  'ZTEG00288A',
  'B-777',
  'A-',
  'Зелена',
  'Коваленко Зелена 77',
  'зелена коваленко',
  'uplink',
  '1/1',
  '100.64.1.',
  'nowhere to be found',
  'a',
  'у',
  '1',
  '%',
  '_%',
  '😀',
  '::',
  '...',
]

test('no search walks through a table, whatever is sought and whoever asks', async () => {
  for (const [who, caller] of Object.entries(callers)) {
    for (const text of texts) {
      plans = []
      for (const source of Object.values(search))
        await source.find(inventory(), searchQueryOf(text)!, { caller, limit: 50, signal })
      assert.ok(plans.length >= 3, `${who} ${text}`)
      assert.equal(walks(), [], `${who} ${text}`)
    }
  }
})

test('what is rare is reached by the trigram index', async () => {
  plans = []
  await search['onu']!.find(inventory(), searchQueryOf('ZTEG00288A')!, { caller: all, limit: 50, signal })
  assert.ok(
    plans.some(({ nodes }) =>
      nodes.some(
        node =>
          node['Node Type'] === 'Bitmap Index Scan' &&
          (node as { 'Index Name'?: string })['Index Name'] === 'inventory_interface_search_onu',
      ),
    ),
  )
})

test('places are reached by their index', async () => {
  for (const caller of Object.values(callers)) {
    for (const distance_m of [100, 10_000]) {
      plans = []
      for (const source of Object.values(places))
        await source.near(inventory(), { lat: 49.5, lon: 24.5, distance_m, limit: 100 }, { caller, signal })
      assert.ok(plans.length >= 2)
      assert.equal(walks(), [])
    }
  }
})

test('lists reach a rare text by the same indexes', async () => {
  const em = ctx.em()
  const db = em.getKysely<unknown>()
  plans = []
  for (const text of ['sw-1234', 'R38', 'C0:AA:BB']) {
    const where = conditionsOf(all, { query: `${text} q` })
    await explain(
      db,
      sql`select d.id from inventory_device d where ${where} order by d.id limit 100`.compile(db),
    )
  }
  for (const query of ['ZTEG00288A', '30:99:35:00:12:34', 'uplink nowhere'])
    for (const caller of [all, callers.few])
      await explain(db, listQuestion(em, caller, { query }, { limit: 100, offset: 0 }).rows.compile())
  assert.is(plans.length, 9)
  const wrong = walks()
  assert.equal(wrong, [])
})
