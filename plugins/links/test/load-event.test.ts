import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import events from '@linecard/plugin-events'
import metrics from '@linecard/plugin-metrics'
import links from '../src/index.ts'
import { dataOf, insertLink } from './world.ts'

const test = suite('links: the event of a loaded link')
const mega = 125_000
const rulesPath = '/component/events/rules'
let world: World
test.before(async () => {
  world = await makeWorld({
    plugins: [metrics, events, links],
    settings: { identity: { rate_limiter_enabled: false }, events: { round_sec: 0.2 } },
  })
  for (const job of ['events.evaluate_rules', 'links.load'])
    await world.http('PUT', `/system-schedule/${job}`, { enabled: false })
  await world.sql(
    `insert into inventory_device (id, ip, name) select n, ('192.0.2.' || n)::inet, 'sw' || n from generate_series(1, 2) n`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, status) select d * 100 + 1, d, 1, '1/1', 'ETH', 'Up' from generate_series(1, 2) d`,
  )
  await insertLink(world, 101, 201)
})
test.after(() => world?.stop())

async function run(job: string): Promise<void> {
  const { id } = dataOf<{ id: string }>(await world.http('POST', `/system-schedule/${job}/run`))
  const ended = await until(`${job} ends`, async () => {
    const { runs } = await world.use('jobs').reports({ id, limit: 1, offset: 0, lines: true })
    return runs[0] && runs[0].status !== 'running' ? runs[0] : null
  })
  assert.is(ended.status, 'ok', JSON.stringify(ended))
}

interface Rule {
  name: string
  enabled: boolean
  internal: boolean
  off_reason: string | null
}

test('the rule is on, and from the counters of a port comes an event that names both ends', async () => {
  const { rules } = dataOf<{ rules: Rule[] }>(await world.http('GET', rulesPath))
  const rule = rules.find(({ name }) => name === 'high_link_utilization')
  assert.equal([rule?.enabled, rule?.internal, rule?.off_reason], [true, true, null])
  // It becomes an event at once, not after its usual 15 minutes.
  const soon = rules.map(one => (one.name === rule!.name ? { ...one, for_sec: 0 } : one))
  const saved = await world.http('PUT', rulesPath, { rules: soon })
  assert.is(saved.status, 200, saved.text)
  const series = world.use('series')
  const at = { device_id: 1, interface_id: 101, part: '' }
  series.add(
    [1, 2, 3].flatMap(minutes =>
      (
        [
          ['interface_transmit_bytes_per_second', 930],
          ['interface_receive_bytes_per_second', 10],
          ['interface_speed_bytes', 1000],
        ] as const
      ).map(([metric, rate]) => ({ ...at, metric, time: Date.now() - minutes * 60_000, value: rate * mega })),
    ),
  )
  await series.flush()
  await run('links.load')
  await series.flush()
  await run('events.evaluate_rules')
  const title = await until('the event is open', async () => {
    const [event] = await world.sql<{ title: string }>(
      `select title from events_event where name = 'high_link_utilization' and resolved_at is null and device_id = 1 and interface_id = 101`,
    )
    return event?.title
  })
  assert.is(title, 'The link from 1/1 of sw1 to sw2 1/1 is loaded')
})
