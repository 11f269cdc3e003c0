import { assert, suite } from '@linecard/test-kit'
import { chart, poll } from '../e2e/polled/world.ts'
import { portsOf, startTimes, type Times } from './times/world.ts'

/** Readings that newer ones overtake: charts, speeds of links, restarts. */
const test = suite('faults: times of charts', { level: 'full' })

let times!: Times
const begin = Date.now()
test.before(async () => {
  times = await startTimes()
})
test.after(() => times?.stop())

const pollers = ['interfaces_status', 'counters', 'system']
const rows = async (text: string) => (await times.db.query(text)).rows

/** What charts and rules are made of, and the chart of the traffic. */
async function charts(id: number) {
  await times.flush()
  const query = { device_id: id, end: Math.floor(begin / 1000) + 600 }
  return [
    await chart(times.house.admin, 'traffic', query, begin),
    await rows('select series_id, time, v0, v1, v2, v3 from metrics_sample order by series_id, time'),
    await rows('select * from metrics_speed_change'),
  ]
}

test('a chart is the same before and after an overtaken reading arrives, and so are the speeds of links', async () => {
  const { house } = times
  const { id, state } = await times.agent({ ports: portsOf(2) })
  const [port] = state.ports
  const grow = () => state.ports.forEach(one => (one.received += 1_000_000n))
  await poll(house.admin, id, ['interfaces_list', ...pollers])
  grow()
  await poll(house.admin, id, pollers)
  Object.assign(port!, { speed: 10, down: false })
  const store = await times.late(id, pollers)
  port!.speed = 100
  grow()
  await poll(house.admin, id, pollers)
  const before = await charts(id)
  assert.ok(JSON.stringify(before).includes('interface_receive_bits_per_second'))
  await store()
  assert.equal(await charts(id), before)
})

test('neither a late uptime nor an overtaken reading is a restart', async () => {
  const { house, db } = times
  const { id, relay } = await times.agent()
  await poll(house.admin, id, pollers)
  const store = await times.late(id, pollers)
  const held = relay.hold('1.3.6.1.2.1.1.3')
  const ended = poll(house.admin, id, pollers)
  await held.arrived
  held.letGo()
  await ended
  await store()
  await poll(house.admin, id, pollers)
  const restarts = async () =>
    (await db.query('select restarted_at from pollers_device where device_id = $1', [id])).rows
  assert.equal(await restarts(), [{ restarted_at: null }])
  assert.equal(await rows(`select * from events_event where name = 'device_rebooted'`), [])
})
