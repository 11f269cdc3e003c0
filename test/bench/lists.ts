/**
 * `npm run bench:lists`: lists that grew with the network, as they are and as they were, in one run:
 * statistics of interfaces (kept counts, and counted anew), pages of ONUs at the end (read from there, and
 * by their offset), and a description that a part of the ONUs contains. Milliseconds in PostgreSQL and
 * this process, medians of 9 turns.
 *
 * Then the widgets, charts and tables of the analytics.
 *
 * `SCALE=0.2 npm run bench:lists` makes a fifth of the 2,000,000 interfaces and 500,000 ONUs.
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
import { median } from './median.ts'

const scale = Number(process.env['SCALE'] ?? 1)
const size = {
  devices: Math.round(10_000 * scale),
  interfaces: Math.round(2_000_000 * scale),
  onus: Math.round(500_000 * scale),
  sightings: 3_000,
}

let em!: () => SqlEntityManager
const probe = definePlugin({
  id: 'probe',
  api: 1,
  requires: ['inventory'],
  setup(ctx) {
    em = () => (ctx as Context).em()
  },
})
const world = await makeWorld({ drivers: [dlink, zte], plugins: [probe, observed] })
const client = new Client({ connectionString: world.databaseUrl })

const everyone: Caller = {
  userId: 1,
  login: 'admin',
  permissions: new Set(),
  groupIds: null,
  sessionId: null,
}
async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 9; turn++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return median(times)
}
async function compare(name: string, was: () => Promise<unknown>, is: () => Promise<unknown>): Promise<void> {
  const [before, after] = [await medianOf(was), await medianOf(is)]
  console.log(`${name.padEnd(48)}${before.toFixed(1).padStart(10)}${after.toFixed(1).padStart(10)}`)
}

const countedAnew = (where = sql`true`) =>
  sql`select type, count(*) filter (where status in ('Up', 'Online')), count(*) filter (where status is null),
    count(*) from inventory_interface i where type <> 'CLOSED' and ${where} group by type`.execute(
    em().getKysely(),
  )

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
    () => interfaceCounts(em(), everyone, {}),
  )
  await compare(
    'statistics, one group',
    () => countedAnew(sql`i.device_id in (select id from inventory_device where group_id = 3)`),
    () => interfaceCounts(em(), everyone, { group_id: 3 }),
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
          await onusByIds(
            em(),
            rows.map(({ id }) => id),
          )
        },
        () => listOnus(em(), everyone, { sort, offset }, createTotals()),
      )
    }
  for (const [what, value] of [
    ['many', 'Zelena'],
    ['some', 'Zelena St 17'],
    ['few', 'Bondar Zelena St 17'],
  ] as const) {
    const query = { filters: [{ field: 'description', operator: '~', value }], sort: '-status_changed' }
    const [known, first] = [createTotals(), () => listOnus(em(), everyone, query, createTotals())]
    const { meta } = await listOnus(em(), everyone, query, known)
    // Before: every page counted anew.
    await compare(`next page, description contains: ${what} (${meta.total})`, first, () =>
      listOnus(em(), everyone, query, known),
    )
  }
  console.log('\nAnalytics: over all devices, and over one group of them')
  const limited = analyticsWork({ ...everyone, groupIds: [3] })
  for (const [at, [name, work]] of analyticsWork(everyone).entries())
    await compare(name, work, limited[at]![1])
} finally {
  await client.end()
  await world.stop()
}
