import dlink from '@linecard/driver-dlink'
import { definePlugin, pollNow, type Context } from '@linecard/plugin-kit'
import switches from '@linecard/plugin-switches'
import { assert, suite, until } from '@linecard/test-kit'
import {
  addedSwitch,
  dataOf,
  startWorld,
  stopDevices,
  type Added,
  type World,
} from '@linecard/test-kit/worlds/switches'
import pollers from '../src/index.ts'

const test = suite('pollers: conditions', { level: 'full' })
let world: World
let added: Added
let ctx!: Context
const asker = definePlugin({ id: 'asker', api: 1, setup: given => (ctx = given) })
test.before(async () => {
  world = await startWorld([dlink], { plugins: [switches, pollers, asker] })
  added = await addedSwitch(world, { quick: true })
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

const holding = async (name: string, deviceIds: number[] | null = null) => {
  const source = world
    .use('installation')
    .conditions()
    .find(one => one.name === name)!
  return source.holding({ deviceIds, signal: AbortSignal.timeout(10_000) })
}

/** Polls the device once. Gives the result. */
async function polled(): Promise<string> {
  const asked = await world.http('POST', `/device/${added.id}/poll`, { pollers: ['interfaces_status'] })
  assert.is(asked.status, 202, asked.text)
  const { id } = dataOf<{ id: string }>(asked)
  const ended = await until(
    'the poll has ended',
    async () => {
      const run = dataOf<{ state: string; result: string }>(
        await world.http('GET', `/device/${added.id}/poll/${id}`),
      )
      return run.state === 'done' ? run : null
    },
    { everyMs: 100 },
  )
  return ended.result
}

test('a device that says that it has restarted is polled at once, with all pollers', async () => {
  const plan = async () => {
    const rows = await world.sql<{ due: Record<string, number>; next_at: Date }>(
      'select due, next_at from pollers_device where device_id = $1',
      [added.id],
    )
    return rows[0]!
  }
  await until('it is planned', async () => Object.keys((await plan())?.due ?? {}).length > 1)
  const begun = Date.now()
  const later = begun + 86_400_000
  await world.sql(
    `update pollers_device set planned_at = now(), next_at = to_timestamp(${later} / 1000.0),
      due = (select jsonb_object_agg(key, ${later}) from jsonb_each(due)) where device_id = $1`,
    [added.id],
  )
  const keys = Object.keys((await plan()).due)
  assert.ok(keys.length > 1, keys.join(', '))
  ctx.events.emit(pollNow, { device_ids: [added.id] })
  await until('each poller has run, and is planned again', async () => {
    const { due, next_at: next } = await plan()
    return next.getTime() < later && keys.every(key => due[key]! > begun && due[key]! !== later)
  })
})

test('a device that answers no poll is told until it answers; one that is off is not', async () => {
  assert.is(await polled(), 'ok')
  assert.equal(await holding('poll_failing'), [])
  const { control } = added.simulated
  control.setService('snmp', false)
  const before = Date.now()
  assert.is(await polled(), 'failed')
  assert.is(await polled(), 'failed')
  const [told] = await holding('poll_failing', [added.id])
  assert.equal([told!.device_id, told!.severity], [added.id, 'warning'])
  assert.match(told!.title, /answers no poll$/)
  assert.match(told!.description, 'DEVICE_TIMEOUT')
  // Since the first failure, and not since the last one.
  const since = told!.since.getTime()
  assert.ok(since > before - 5_000)
  assert.is(await polled(), 'failed')
  assert.is((await holding('poll_failing'))[0]!.since.getTime(), since)
  assert.equal(await holding('poll_failing', [added.id + 1]), [])
  await world.http('PUT', `/device/${added.id}`, { enabled: false })
  assert.equal(await holding('poll_failing'), [])
  await world.http('PUT', `/device/${added.id}`, { enabled: true })
  control.setService('snmp', true)
  assert.is(await polled(), 'ok')
  assert.equal(await holding('poll_failing'), [])
})

test('a restart is told for some minutes, with its time; none before it', async () => {
  assert.equal(await holding('device_rebooted'), [])
  const begun = Date.now()
  added.simulated.control.reboot()
  await until('it answers again', async () => (await polled()) === 'ok')
  const [told] = await holding('device_rebooted')
  assert.match(told!.title, /has restarted$/)
  const after = told!.since.getTime() - begun
  assert.ok(after > -2_000 && after <= Date.now() - begun, `${after} ms`)
  // Another poll changes nothing, and it ends when its minutes are over.
  assert.is(await polled(), 'ok')
  assert.is((await holding('device_rebooted'))[0]!.since.getTime(), told!.since.getTime())
  const minutes = async (restart_min: number) => {
    const answer = await world.http('PUT', '/system/configuration', { pollers: { restart_min } })
    assert.is(answer.status, 200, answer.text)
  }
  await world.sql(
    "update pollers_device set restart_seen_at = restart_seen_at - interval '5 minutes' where device_id = $1",
    [added.id],
  )
  assert.is((await holding('device_rebooted')).length, 1)
  await minutes(4)
  assert.equal(await holding('device_rebooted'), [])
})
