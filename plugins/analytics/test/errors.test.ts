import type { SeriesPoint } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { keyOf } from '@linecard/test-kit/worlds/inventory'
import { lacks, startVictoriaMetrics, type Program } from '@linecard/test-kit/worlds/programs'
import metrics from '@linecard/plugin-metrics'
import { keepErrors } from '../src/faults/hours.ts'
import analytics from '../src/index.ts'
import type { Analytics } from '../src/setup.ts'
import { fill, get, runJob, startWorld, type World } from './world.ts'

const test = suite('analytics: errors', { level: 'full' })
const missing = lacks('victoria-metrics')
const hour = 3_600_000
const last = Math.floor(Date.now() / hour) * hour

let world!: World
let victoria: World | undefined
/** A job could be run by the other process. */
let inVictoria!: Analytics
const keep = () => keepErrors(inVictoria, AbortSignal.timeout(30_000))
let program: Program | undefined
let ours: string

/** Errors a second received of a port in the hour that ends so many hours ago. */
function* errors(port: number, ago: number, value: number, device = 7): Generator<SeriesPoint> {
  for (let minute = 2; minute < 60; minute += 5)
    for (const [metric, rate] of [
      ['interface_receive_errors_per_second', value],
      ['interface_transmit_errors_per_second', 0],
    ] as const) {
      const time = last - ago * hour - hour + minute * 60_000
      yield { metric, device_id: device, interface_id: port, part: '', time, value: rate }
    }
}

test.before(async () => {
  world = await startWorld([metrics])
  for (const job of ['roll_up', 'clean_up'])
    await world.http('PUT', `/system-schedule/metrics.${job}`, { enabled: false })
  await fill(world)
  ours = await keyOf(world, ['analytics'], [71])
  if (!missing) program = await startVictoriaMetrics()
  const points = [
    ...errors(101, 0, 2),
    ...errors(101, 2, 0.5),
    ...errors(102, 0, 1),
    ...errors(102, 2, 3),
    ...errors(103, 0, 0),
    ...errors(201, 0, 5, 8),
    // It was removed.
    ...errors(999, 0, 9),
  ]
  world.use('series').add(points)
  await world.use('series').flush()
  if (!program) return
  const store = { store: 'prometheus', private_networks: true, write_url: program.url, read_url: program.url }
  victoria = await world.another({
    plugins: [
      { ...analytics, setup: ctx => (inVictoria = analytics.setup(ctx) as Analytics) } as typeof analytics,
      metrics,
    ],
    settings: { identity: { rate_limiter_enabled: false }, metrics: store },
  })
  victoria.use('series').add(points)
  await victoria.use('series').flush()
  await fetch(`${program.url}/internal/force_flush`)
})
test.after(async () => {
  await victoria?.stop()
  await world?.stop()
  await program?.stop()
})

interface Row {
  interface: { id: number }
  errors: number
  errors_before: number
  increase: number
  hours: number
}
const start = `start=${new Date(last - 2 * hour).toISOString()}&stop=${new Date(last).toISOString()}`
const table = async (query = '', key?: string) =>
  (await get<Row[]>(world, `/tables/increasing-errors?${start}${query}`, key)).data.map(row => [
    row.interface.id,
    row.errors,
    row.errors_before,
    row.hours,
  ])

async function shows(): Promise<void> {
  assert.equal(await table(), [
    [201, 18_000, 0, 1],
    [101, 7200, 1800, 1],
    [102, 3600, 10_800, 1],
  ])
  assert.equal(await table('', ours), [
    [101, 7200, 1800, 1],
    [102, 3600, 10_800, 1],
  ])
  assert.equal(await table('&only_growing=true&least=7000', ours), [[101, 7200, 1800, 1]])
  assert.equal(await table('&sort=increase', ours), [
    [102, 3600, 10_800, 1],
    [101, 7200, 1800, 1],
  ])
  assert.equal(await table('&device_id=8'), [[201, 18_000, 0, 1]])
  assert.equal((await get(world, `/widgets/increasing-errors?${start}`, ours)).data, {
    interfaces: 2,
    devices: 1,
  })
  const lines = (
    await get<{ interface: { id: number }; points: { receive: number; transmit: number }[] }[]>(
      world,
      `/charts/increasing-errors?start=${new Date(last - 6 * hour).toISOString()}&limit=1`,
      ours,
    )
  ).data
  assert.equal(
    lines.map(({ interface: { id }, points }) => [id, points.map(({ receive }) => receive)]),
    [[102, [10_800, 3600]]],
  )
}

test('growing errors from PostgreSQL: in a period and before it, of the groups of the caller', async () => {
  await runJob(world, 'analytics.errors')
  await shows()
  // The same hours once more change nothing.
  await world.sql('delete from analytics_done')
  await runJob(world, 'analytics.errors')
  await shows()
})

const fromVictoria = async () => {
  await world.sql('delete from analytics_done')
  await world.sql('delete from analytics_error')
  assert.is(await keep(), 24)
  await shows()
}
if (missing) test.skip('growing errors from VictoriaMetrics', missing)
else test('growing errors from VictoriaMetrics are the same', fromVictoria)

test('while the store is away a run fails, and the next one makes up for the hours', async () => {
  if (!program || !victoria) return
  await world.sql('delete from analytics_error')
  await world.sql(`update analytics_done set done_to = done_to - interval '3 hours'`)
  const before = await world.sql('select * from analytics_done')
  await program.stop()
  program = undefined
  let failed = ''
  await keep().catch((error: Error) => (failed = error.message))
  assert.match(failed, 'store')
  assert.equal(await world.sql('select * from analytics_done'), before)
  // Its process would take the next run too.
  await victoria.stop()
  victoria = undefined
  await runJob(world, 'analytics.errors')
  await shows()
})

test('old hours are removed', async () => {
  await world.sql(`update analytics_error set hour = hour - interval '15 days' where interface_id <> 101`)
  await runJob(world, 'analytics.trim')
  assert.equal(await world.sql('select distinct interface_id from analytics_error'), [{ interface_id: 101 }])
})
