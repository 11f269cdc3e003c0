import { Type as T, type Static } from 'typebox'
import { definePlugin, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type Expression, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import type { InterfaceQuery } from '../src/interfaces/bodies.ts'
import { listQuestion } from '../src/interfaces/find.ts'
import { searchQuestion, type InterfaceSearch } from '../src/interfaces/list-routes.ts'
import { countsQuestion } from '../src/interfaces/statistics.ts'

const test = suite('inventory: plans of interface lists and searches', { level: 'full' })
/** A tenth of a large provider: what is read through here, is there too. */
const scale = { devices: 1_000, interfaces: 50_000, clients: 15_000, uplinks: 10, groups: 20 }
let world: World
let em: () => SqlEntityManager
/** Gives its context to the tests. */
const probe = definePlugin({
  id: 'probe',
  api: 1,
  requires: ['inventory'],
  config: T.Object({}),
  setup(ctx) {
    em = () => (ctx as Context).em() as SqlEntityManager
  },
})

const address = (n: string) =>
  `('02:00:00:' || substr(lpad(to_hex(${n}), 6, '0'), 1, 2) || ':' || substr(lpad(to_hex(${n}), 6, '0'), 3, 2) || ':' || substr(lpad(to_hex(${n}), 6, '0'), 5, 2))::macaddr`

test.before(async () => {
  world = await makeWorld({ plugins: [probe] })
  const { devices, interfaces, clients, uplinks, groups } = scale
  const per = interfaces / devices
  // Triggers and the indexes of the text search are others' matter, and slow to fill.
  await world.sql('set session_replication_role = replica')
  for (const { name } of await world.sql<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = 'inventory_interface' and indexdef ilike '%using gi%'`,
  ))
    await world.sql(`drop index ${name}`)
  await world.sql(
    `insert into inventory_group (id, name) select n, 'group ' || n from generate_series(1, ${groups}) n`,
  )
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id) select n, '10.0.0.0'::inet + n, 'sw-' || n, 1 + n % ${groups} from generate_series(1, ${devices}) n`,
  )
  await world.sql(`
    insert into inventory_interface (id, device_id, bind_key, name, type, status, serial, mac, agreement, poll_enabled, coordinates, manual)
    select n, 1 + n / ${per + 1}, n, '1/' || n % ${per}, case when n % 5 = 0 then 'ONU' when n % 500 = 1 then 'SFP' else 'GE' end,
      case when n % 5 = 0 then case when n % 200 = 0 then 'LOS' else 'Online' end when n % 3 = 0 then 'Down' else 'Up' end,
      case when n % 5 = 0 then 'ZTEG' || upper(lpad(to_hex(n * 7919), 8, '0')) end, case when n % 5 = 0 then upper(${address('n')}::text) end,
      case when n % 2 = 0 then (10000 + n)::text else '' end, n % 1000 > 0, case when n % 1000 = 1 then '{"lat": 50, "lon": 30}'::jsonb end, n % 2000 = 7
    from generate_series(1, ${interfaces}) n`)
  await world.sql(`
    insert into inventory_sighting (interface_id, mac, vlan_id, first_seen, last_seen, active)
    select 1 + (n * 37 + k * 4999) % ${interfaces}, ${address('n')}, 100, now(), now(), n % 10 > 0 from generate_series(1, ${clients}) n, generate_series(0, ${uplinks}) k on conflict do nothing`)
  await world.sql(
    'insert into inventory_sighting_port select interface_id, count(*) from inventory_sighting group by 1',
  )
  await world.sql('set session_replication_role = origin')
  for (const table of [
    'inventory_interface',
    'inventory_sighting',
    'inventory_sighting_port',
    'inventory_device',
  ])
    await world.sql(`vacuum analyze ${table}`)
})
test.after(() => world?.stop())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
async function planOf(query: Expression<unknown>): Promise<string[]> {
  const explained = sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (format json) ${query}`
  const { rows } = await explained.execute(em().getKysely())
  return nodes(rows[0]!['QUERY PLAN'][0]!.Plan).map(node =>
    [node['Node Type'], node['Relation Name'] ?? '', node['Index Name'] ?? ''].join(' ').trim(),
  )
}
const big = /^Seq Scan inventory_(interface|sighting)/
const callerOf = (groupIds: number[] | null): Caller => ({
  userId: 1,
  login: 'somebody',
  permissions: new Set(),
  groupIds,
  sessionId: null,
})
const callers = [callerOf(null), callerOf([3])]

test('no search reads interfaces, MAC addresses or devices through', async () => {
  const searches: Static<typeof InterfaceSearch>[] = [
    { mac_address: '02:00:00:00:12:34' },
    { mac_address: '02:00:00:00:12:34', only_active_mac: '1' },
    { mac_address: '02:00:00:00:12:34', device_id: 7 },
    { ont_ident: 'ZTEG00C1086C' },
    { ont_ident: '5A54454700C1086C' },
    { ont_ident: '02:00:00:00:12:34' },
    { device_id: 7, interface_name: '1/13' },
    { device_ip: '10.0.0.9', interface_name: '1/13' },
    { interface_name: '1/13' },
    { interface_bind_key: '700' },
    { device_ip: '10.0.0.9' },
    { device_id: 7 },
  ]
  const through: string[] = []
  for (const search of searches) {
    for (const caller of callers) {
      const plan = await planOf(searchQuestion(caller, search, new Date()))
      if (plan.some(node => node.startsWith('Seq Scan')))
        through.push(`${JSON.stringify(search)}: ${plan.join(' > ')}`)
    }
  }
  assert.equal(through, [])
})

test('no page of a list reads interfaces through, and no total needs more than an index', async () => {
  const queries: InterfaceQuery[] = [
    {},
    { device_id: [7] },
    { device_id: [7, 8, 9] },
    { group_id: [3] },
    { type: ['ONU'] },
    { type: ['SFP'] },
    { type: ['ONU', 'SFP'] },
    { status: ['LOS'] },
    { type: ['ONU'], status: ['LOS'] },
    { device_id: [7], type: ['ONU'], status: ['Online'] },
    { name: '1/13' },
    { bind_key: '700' },
    { agreement: '10700' },
    { ip: '192.0.2.1' },
    { ident: 'ZTEG00C1086C' },
    { ident: '02:00:00:00:12:34' },
    { poll_enabled: false },
    { manual: true },
    { has_coordinates: true },
    { offset: 1_000 },
  ]
  const through: string[] = []
  for (const query of queries) {
    for (const caller of callers) {
      const { rows, count } = listQuestion(em(), caller, query, { limit: 50, offset: query.offset ?? 0 })
      for (const [what, question] of [
        ['page', rows],
        ['count', count],
      ] as const) {
        const plan = await planOf(question)
        if (plan.some(node => big.test(node)))
          through.push(`${what} ${JSON.stringify(query)} of ${String(caller.groupIds)}: ${plan.join(' > ')}`)
      }
    }
  }
  assert.equal(through, [])
})

test('statistics come out of the kept counts', async () => {
  for (const query of [{}, { device_id: 7 }, { group_id: 3 }]) {
    for (const caller of callers) {
      const plan = await planOf(countsQuestion(em(), caller, query))
      assert.not.ok(
        plan.some(node => /inventory_interface\b/.test(node)),
        plan.join(' > '),
      )
    }
  }
})
