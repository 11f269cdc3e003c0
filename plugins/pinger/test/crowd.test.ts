import { readdirSync } from 'node:fs'
import { assert, suite, until } from '@linecard/test-kit'
import { addDevices, at, fakeFping, startWorld, totals, type World } from './world.ts'

const test = suite('pinger: many devices', { level: 'full' })
let world: World
let fping: Awaited<ReturnType<typeof fakeFping>>
test.before(async () => {
  fping = await fakeFping()
  fping.use()
  await fping.weather({})
  world = await startWorld({ period_sec: 2, timeout_ms: 1000, process_targets: 1000, confirm_every_ms: 100 })
})
test.after(async () => {
  await world?.stop()
  await fping?.end()
})
const handles = () => readdirSync('/proc/self/fd').length

test('5,000 devices down at once are found down, the others stay up, and nothing grows', async () => {
  const ips = Array.from({ length: 6000 }, (_, n) => at(n + 1))
  await addDevices(world, ips)
  const reach = (up: number, down: number) =>
    until(
      `${up} up and ${down} down`,
      async () => {
        const now = await totals(world)
        return now.up === up && now.down === down
      },
      { everyMs: 500 },
    )
  await reach(6000, 0)
  const before = handles()
  for (let n = 0; n < 2; n++) {
    await fping.weather({ silent: ips.slice(0, 5000) })
    await reach(1000, 5000)
    await fping.weather({})
    await reach(6000, 0)
  }
  assert.ok(handles() <= before + 20, `${before} handles, then ${handles()}`)
  const [rows] = await world.sql<{ n: number; open: number; up: number }>(
    `select count(*)::int as n, count(*) filter (where up_at is null)::int as open,
       (select count(*)::int from inventory_device where status = 'Up') as up from pinger_outage`,
  )
  assert.equal(rows, { n: 10_000, open: 0, up: 6000 })
})
