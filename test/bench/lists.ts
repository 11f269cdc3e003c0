/**
 * Lists that grew with the network, as they are and as they were, in one run:
 * statistics of interfaces (kept counts, and counted again), pages of ONUs at the end (read from there, and
 * by their offset), and a description that a part of the ONUs contains. Milliseconds in PostgreSQL and
 * this process, medians of 9 turns each.
 * Both ways must give the same rows. Then the widgets, charts and tables of the analytics. `--scale 0.2` makes a
 * fifth of the 2,000,000 interfaces and 500,000 ONUs.
 */
import { Client } from 'pg'
import { definePlugin, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { makeWorld } from '@linecard/test-kit/worlds/core'
import dlink from '@linecard/driver-dlink'
import zte from '@linecard/driver-zte'
import { interfaceCounts } from '../../core/inventory/src/interfaces/statistics.ts'
import { listOnus, onusByIds } from '../../core/inventory/src/interfaces/onus/find.ts'
import { countOf, idsOf, questionOf } from '../../core/inventory/src/interfaces/onus/query.ts'
import { createTotals } from '../../core/inventory/src/interfaces/totals.ts'
import { fill } from './api/dataset.ts'
import { analyticsWork, observed } from './lists/analytics.ts'
import { defineBench } from './kit/bench.ts'
import { inTurns, median } from './kit/numbers.ts'

let em!: () => SqlEntityManager
const probe = definePlugin({
  id: 'probe',
  api: 1,
  requires: ['inventory'],
  setup(ctx) {
    em = () => (ctx as Context).em()
  },
})
const everyone: Caller = {
  userId: 1,
  login: 'admin',
  permissions: new Set(),
  groupIds: null,
  sessionId: null,
}

interface Counts {
  type: string
  up: number
  unknown: number
  all: number
}
const textOf = ({ type, up, unknown, all }: Counts) => `${type}: ${up} up, ${unknown} unknown, ${all}`

async function countedAnew(where = sql<boolean>`true`): Promise<string[]> {
  const { rows } = await sql<Counts>`
    select type, count(*) filter (where status in ('Up', 'Online'))::int as up,
      count(*) filter (where status is null)::int as unknown, count(*)::int as all
    from inventory_interface i where type <> 'CLOSED' and ${where} group by type order by type`.execute(
    em().getKysely(),
  )
  return rows.map(textOf)
}

const kept = async (query: { group_id?: number }) =>
  (await interfaceCounts(em(), everyone, query)).map(textOf)
const idsIn = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

export default defineBench({
  name: 'lists',
  summary: 'counts and pages of large lists beside the ways without kept counts: the same rows',
  takes: '10 min',
  options: { scale: { full: 1, smoke: 0.004 }, turns: { full: 9, smoke: 1 } },
  async run({ scale, turns }, report) {
    const size = {
      devices: Math.max(100, Math.round(10_000 * scale)),
      interfaces: Math.round(2_000_000 * scale),
      onus: Math.round(500_000 * scale),
      sightings: 3_000,
    }
    const world = await makeWorld({ drivers: [dlink, zte], plugins: [probe, observed] })
    const client = new Client({ connectionString: world.databaseUrl })
    const timed = async (work: () => Promise<unknown>) => {
      const started = performance.now()
      await work()
      return performance.now() - started
    }
    const timedBoth = async (name: string, was: () => Promise<unknown>, is: () => Promise<unknown>) => {
      const { before, now } = await inTurns(turns, { before: () => timed(was), now: () => timed(is) })
      console.log(
        `${name.padEnd(48)}${median(before).toFixed(1).padStart(10)}${median(now).toFixed(1).padStart(10)}`,
      )
    }
    /** Times both ways, which must give the same rows. */
    const compare = async (
      name: string,
      was: () => Promise<readonly (number | string)[]>,
      is: () => Promise<readonly (number | string)[]>,
    ) => {
      const [before, now] = [await was(), await is()]
      if (before.join() !== now.join()) report.fault(`${name}: ${now.join()}, and was ${before.join()}`)
      report.same(`rows, ${name}`, now.length, before.length)
      await timedBoth(name, was, is)
    }
    try {
      await client.connect()
      await client.query('create table interface_marks_favorite (user_id integer, interface_id integer)')
      await client.query('create table interface_marks_tag (interface_id integer, tag text)')
      await fill(client, size)
      console.log(
        `${size.interfaces} interfaces of ${size.devices} devices, and ${size.onus} ONUs; ms\n\n` +
          `${''.padEnd(48)}${'before'.padStart(10)}${'now'.padStart(10)}`,
      )
      await compare(
        'statistics of interfaces',
        () => countedAnew(),
        () => kept({}),
      )
      await compare(
        'statistics, one group',
        () => countedAnew(sql`i.device_id in (select id from inventory_device where group_id = 3)`),
        () => kept({ group_id: 3 }),
      )
      for (const sort of ['id', '-status_changed', 'description', '-rx'])
        for (const [where, offset] of [
          ['last page', size.onus - 50],
          ['page in the middle', Math.floor(size.onus / 2)],
        ] as const) {
          const question = questionOf(everyone, { sort })
          await compare(
            `ONUs by ${sort}, ${where}`,
            async () => {
              await countOf(question).execute(em().getKysely())
              const { rows } = await idsOf(question, 50, offset).execute(em().getKysely())
              return idsIn(await onusByIds(em(), idsIn(rows)))
            },
            async () => idsIn((await listOnus(em(), everyone, { sort, offset }, createTotals())).onus),
          )
        }
      for (const [what, value] of [
        ['many', 'Zelena'],
        ['some', 'Zelena St 17'],
        ['few', 'Bondar Zelena St 17'],
      ] as const) {
        const query = { filters: [{ field: 'description', operator: '~', value }], sort: '-status_changed' }
        const known = createTotals()
        const page = async (totals: typeof known) =>
          idsIn((await listOnus(em(), everyone, query, totals)).onus)
        const { meta } = await listOnus(em(), everyone, query, known)
        const name = `next page, description contains: ${what} (${meta.total})`
        // Before: every page counted again. A small network has none of the rare ones.
        const both = [() => page(createTotals()), () => page(known)] as const
        await (meta.total > 0 ? compare(name, ...both) : timedBoth(name, ...both))
      }
      console.log('\nAnalytics: over all devices, and over one group of them')
      const limited = analyticsWork({ ...everyone, groupIds: [3] })
      for (const [at, [name, work]] of analyticsWork(everyone).entries())
        await timedBoth(name, work, limited[at]![1])
    } finally {
      await client.end()
      await world.stop()
    }
  },
})
