import type { Caller, Context, StoredOnus } from '@linecard/plugin-kit'
import { definePlugin } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { Type as T } from 'typebox'
import { keepAnswer } from '../src/interfaces/onus/store.ts'
import { countOf, questionOf } from '../src/interfaces/onus/query.ts'
import { storedOnusService } from '../src/interfaces/onus/stored.ts'
import { tables } from '../src/tables.ts'

/** What the planner believes about the ONUs of a large OLT is wrong right after they were stored. */
const test = suite('inventory: the rows of an OLT that was just stored', { level: 'full' })
const onus = 2000
let world: World
let em!: () => SqlEntityManager
const probe = definePlugin({
  id: 'probe',
  api: 1,
  requires: ['inventory'],
  config: T.Object({}),
  setup(ctx) {
    em = () => (ctx as Context).em() as SqlEntityManager
  },
})
test.before(async () => {
  world = await makeWorld({ plugins: [probe] })
  await world.sql("insert into inventory_group (id, name) values (1, 'north')")
  await world.sql("insert into inventory_device (id, ip, name, group_id) values (1, '10.0.0.1', 'olt', 1)")
})
test.after(() => world?.stop())

const insert = (serial: string) => `
  insert into inventory_interface (device_id, bind_key, parent_bind_key, name, type, status, serial)
  select 1, n, 100000 + n / 64, 'gpon-onu_1/1/1:' || n, 'ONU', 'Online', ${serial}
  from generate_series(1, ${onus}) n`
const ident = `'ZTEG' || upper(lpad(to_hex(n), 8, '0'))`

/** What the statistics say of a table that has 2000 ONUs with different idents. */
const beliefs: Readonly<Record<string, () => Promise<unknown>>> = {
  'nothing is known': () => world.sql(insert(ident)),
  'it has no row': async () => {
    await world.sql(`${insert(ident)}`)
    await world.sql('delete from inventory_interface')
    await world.sql('analyze inventory_onu; analyze inventory_interface')
    await world.sql(insert(ident))
  },
  'all have the same ident': async () => {
    await world.sql(insert(`'ZTEG00000001'`))
    await world.sql('analyze inventory_onu; analyze inventory_interface')
    await world.sql(`update inventory_interface i set serial = ${ident.replaceAll('(n)', '(i.bind_key)')}`)
  },
  'it has one ONU of this OLT': async () => {
    await world.sql(insert(ident))
    await world.sql('set session_replication_role = replica')
    await world.sql('update inventory_onu set device_id = 2 where bind_key > 1')
    await world.sql('analyze inventory_onu')
    await world.sql('update inventory_onu set device_id = 1')
    await world.sql('set session_replication_role = origin')
  },
}

/** Rows of the table that the work visits, also in functions. */
async function visited(work: (own: SqlEntityManager) => Promise<unknown>): Promise<number> {
  return em().transactional(async forked => {
    const own = forked as SqlEntityManager
    const read = async () => {
      const { rows } = await sql<{ n: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as n
        from pg_stat_xact_user_tables where relname = 'inventory_onu'`.execute(tables(own))
      return rows[0]!.n
    }
    const before = await read()
    await work(own)
    return (await read()) - before
  })
}

const caller = { groupIds: null } as unknown as Caller
const limits = { onu_rx_min_dbm: -27, onu_rx_max_dbm: -8, onu_olt_rx_min_dbm: -30, onu_olt_rx_max_dbm: -10 }
const served = (own: SqlEntityManager): StoredOnus =>
  storedOnusService({ ctx: { em: () => own } } as unknown as Parameters<typeof storedOnusService>[0])
const stored = (own: SqlEntityManager, module: string, cells: object) =>
  keepAnswer({ em: () => own, config: limits } as unknown as Parameters<typeof keepAnswer>[0], {
    deviceId: 1,
    module,
    args: {},
    data: Array.from({ length: onus }, (_, n) => ({ interface: { id: n + 1 }, ...cells })),
    complete: true,
    time: new Date(),
  })
const drained = async (parts: AsyncIterable<string>): Promise<number> => {
  let rows = 0
  for await (const text of parts) rows += text.split('\n').length - 1
  return rows
}

const works: Readonly<Record<string, (own: SqlEntityManager) => Promise<unknown>>> = {
  'a page of the tree': own => served(own).byPort(1, { limit: 1000, offset: 0 }, caller),
  'the whole tree': async own => {
    const groups = await served(own).byPort(1, { limit: 65_536, offset: 0 }, caller)
    assert.is(groups.length, 32)
    assert.is(groups.flatMap(({ json }) => JSON.parse(`[${json}]`) as { duplicate: boolean }[]).length, onus)
  },
  'the stream': async own =>
    assert.is(await drained(served(own).lines(1, { limit: 65_536, offset: 0 }, caller)), onus),
  'all ONUs beside live answers': async own => assert.is((await served(own).all(1)).size, onus),
  duplicates: own =>
    countOf(questionOf(caller, { device_id: 1, only_duplicates: true })).execute(tables(own)),
  'storing light': own => stored(own, 'pon_onts_optical', { rx: -21.5 }),
  'storing makers': own => stored(own, 'pon_onts_vendor', { vendor: 'ZTEG' }),
}

for (const [belief, arrange] of Object.entries(beliefs))
  test(`each ONU is visited a few times, also if the database believes that ${belief}`, async () => {
    await world.sql('delete from inventory_interface')
    await arrange()
    const counts: Record<string, number> = {}
    for (const [name, work] of Object.entries(works)) counts[name] = await visited(work)
    for (const [name, count] of Object.entries(counts))
      assert.ok(count > 0 && count <= 20 * onus, `${name}: ${JSON.stringify(counts)}`)
  })

test('an ident that two ONUs have marks both of them', async () => {
  await world.sql('delete from inventory_interface')
  await world.sql(insert(ident))
  await world.sql("update inventory_interface set serial = 'ZTEG00000007' where bind_key = 9")
  const own = em()
  const groups = await served(own).byPort(1, { limit: 65_536, offset: 0 }, caller)
  const twins = groups
    .flatMap(({ json }) => JSON.parse(`[${json}]`) as { interface: { id: number }; duplicate: boolean }[])
    .flatMap(({ interface: { id }, duplicate }) => (duplicate ? [id] : []))
  assert.equal(twins, [7, 9])
  const { rows } = await countOf(questionOf(caller, { device_id: 1, only_duplicates: true })).execute(
    tables(own),
  )
  assert.is(rows[0]!.total, 2)
})
