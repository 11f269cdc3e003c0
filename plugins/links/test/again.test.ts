import { assert, suite, until } from '@linecard/test-kit'
import { createAgain } from '../src/scan/again.ts'
import type { Links } from '../src/parts.ts'
import { lldpOf } from './told.ts'
import { startNet, type Net } from './world.ts'

const test = suite('links: scans after changes', { level: 'full' })
/** Long enough for several changes, short enough for a test. */
const waitMs = 700
let world: Net
test.before(async () => {
  world = await startNet()
  await world.sql(`select setval(pg_get_serial_sequence('inventory_device', 'id'), 1000)`)
})
test.after(() => world?.stop())

const runs = async (): Promise<number> =>
  (await world.sql(`select 1 from kernel_job_run where key = 'links.scan'`)).length
const begun = (number: number) => until(`${number} scans have begun`, async () => (await runs()) >= number)
const pause = () => new Promise(resolve => setTimeout(resolve, waitMs * 3))
const ended = () =>
  until(
    'no scan runs',
    async () =>
      (await world.sql(`select 1 from kernel_job_run where key = 'links.scan' and status = 'running'`))
        .length === 0,
  )

/** What a device says of its neighbours. */
const heard = (again: Links['again'], seen: Parameters<typeof lldpOf>[1], complete = true) =>
  again.heard({ device_id: 3, data: lldpOf(3, seen), complete })

test('devices that are added start one scan together, some time later; other operations start none', async () => {
  const again = createAgain(world.links.ctx, waitMs)
  await world.http('GET', '/device')
  await world.http('POST', '/device', { ip: 'no address' })
  await pause()
  assert.is(await runs(), 0)
  for (const ip of ['192.0.2.101', '192.0.2.102']) {
    const made = await world.http('POST', '/device', { ip, name: ip, enabled: false })
    assert.is(made.status, 201, made.text)
  }
  await begun(1)
  await ended()
  await pause()
  assert.is(await runs(), 1)
  again.stop()
})

test('other neighbours than before start a scan; the first ones, the same ones and half of them do not', async () => {
  const again = createAgain(world.links.ctx, waitMs)
  heard(again, [[1, 4, 1]])
  heard(again, [[1, 4, 1]])
  heard(again, [], false)
  await pause()
  assert.is(await runs(), 1)
  heard(again, [[1, 5, 1]])
  await begun(2)
  await ended()
  again.stop()
  heard(again, [[1, 6, 1]])
  await pause()
  assert.is(await runs(), 2, 'not after its end')
})

test('none is started when the job is off in the schedule', async () => {
  const again = createAgain(world.links.ctx, waitMs)
  await world.http('PUT', '/system-schedule/links.scan', { enabled: false })
  heard(again, [[1, 7, 1]])
  heard(again, [[1, 8, 1]])
  await pause()
  assert.is(await runs(), 2)
  again.stop()
})
