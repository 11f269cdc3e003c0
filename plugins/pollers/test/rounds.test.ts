import dlink from '@linecard/driver-dlink'
import switches from '@linecard/plugin-switches'
import { assert, suite, until } from '@linecard/test-kit'
import {
  add,
  addedSwitch,
  dataOf,
  keyOf,
  startWorld,
  stopDevices,
  type World,
} from '@linecard/test-kit/worlds/switches'
import { definePlugin, type Context, type Polled } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import pollers from '../src/index.ts'

const test = suite('pollers: rounds')
let world: World
let added: Awaited<ReturnType<typeof addedSwitch>>

/** Stores the name of the device. After `cuts` is set to 0, the database ends the connection twice in the middle. */
const stored: { cuts: number; names: string[] } = { cuts: 2, names: [] }
const cutting = definePlugin({
  id: 'cutting',
  api: 1,
  requires: ['inventory'],
  pollStores: {
    system: {
      async store(ctx: Context, { device }: Polled) {
        const db = ctx.em().getKysely()
        if (stored.cuts < 2 && ++stored.cuts)
          await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
        await sql`select 1`.execute(db)
        stored.names.push(device.name)
      },
    },
  },
})

interface DevicePollers {
  pollers: { key: string; interval_sec: number; from: string; next: string; last: string | null }[]
  result: string | null
  error: string | null
  polls: number
  uptime_sec: number | null
}
interface Run {
  id: string
  state: string
  result: string | null
  error: string | null
  progress: { done: number; total: number | null }
  details: Record<string, { result: string; missing: { code: string | null }[] }>
}

test.before(async () => {
  world = await startWorld([dlink], { plugins: [switches, pollers, cutting] })
  added = await addedSwitch(world, { quick: true })
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

const info = async (key?: string) => {
  const answer = await world.http('GET', `/device/${added.id}/pollers`, undefined, key)
  assert.is(answer.status, 200, answer.text)
  return dataOf<DevicePollers>(answer)
}

/** Polls the device and waits for the result. */
async function polled(...keys: string[]): Promise<Run> {
  const asked = await world.http('POST', `/device/${added.id}/poll`, { pollers: keys })
  assert.is(asked.status, 202, asked.text)
  const { id } = dataOf<Run>(asked)
  return until(
    'the poll has ended',
    async () => {
      const answer = await world.http('GET', `/device/${added.id}/poll/${id}`)
      // The connection that a test cuts may have been wanted by this request.
      if (answer.status === 503) return null
      const run = dataOf<Run>(answer)
      return run.state === 'done' ? run : null
    },
    { everyMs: 100 },
  )
}

test('a device is polled in its intervals, and nothing of it stays in the queue', async () => {
  await world.http('PUT', `/device/${added.id}`, { pollers: { interfaces_status: 10, fdb_table: 0 } })
  await until('it was polled twice', async () => (await info()).polls >= 2)
  const { pollers: due, result, uptime_sec: uptime } = await info()
  assert.is(result, 'ok')
  assert.ok(uptime !== null)
  assert.equal(
    due.map(({ key, interval_sec: sec, from }) => [key, sec, from]),
    [
      ['system', 300, 'plugin'],
      ['interfaces_list', 900, 'plugin'],
      ['interfaces_status', 10, 'device'],
    ],
  )
  for (const { next, interval_sec: sec } of due)
    assert.ok(Date.parse(next) <= Date.now() + sec * 1000 + 2_000)
  const left = await world.sql<{ state: string }>(
    "select state from pgboss.job where name = 'pollers' and state not in ('completed', 'active')",
  )
  assert.ok(left.length <= 1, JSON.stringify(left))
})

test('a poll that a person asks for tells its progress, and what changed on the device is stored', async () => {
  const port = added.simulated.control.ports[0]!
  const row = async () =>
    (
      await world.sql<{ admin_state: string }>(
        'select admin_state from inventory_interface where device_id = $1 and bind_key = $2',
        [added.id, String(port.ifIndex)],
      )
    )[0]!.admin_state
  assert.is(await row(), 'Enabled')
  added.simulated.control.setAdmin(port, false)
  const run = await polled('interfaces_status')
  assert.equal([run.result, run.progress], ['ok', { done: 1, total: 1 }])
  assert.is(await row(), 'Disabled')
})

test('a poller that the model cannot answer is refused, and so is a device of another group', async () => {
  const wrong = await world.http('POST', `/device/${added.id}/poll`, { pollers: ['optical_strength'] })
  assert.equal([wrong.status, wrong.body.error?.code], [400, 'POLLERS_UNKNOWN'])
  const group = await add(world, '/device-group', { name: 'mine' })
  const key = await keyOf(world, ['run_poller_by_device', 'poller_info_by_device', 'device_show'], [group.id])
  for (const [method, path] of [
    ['GET', 'pollers'],
    ['POST', 'poll'],
  ] as const)
    assert.is(
      (await world.http(method, `/device/${added.id}/${path}`, method === 'POST' ? {} : undefined, key))
        .status,
      404,
    )
})

test('the database ends the connection while a poll is stored: it is stored after all, once', async () => {
  // Not due by itself meanwhile.
  await world.http('PUT', `/device/${added.id}`, { pollers: { system: 86_400 } })
  ;[stored.cuts, stored.names] = [0, []]
  const run = await polled('system')
  assert.equal([run.result, run.error], ['ok', null])
  assert.equal([stored.cuts, stored.names.length], [2, 1])
})

test('a silent device is down, keeps its interfaces, and is in the log once', async () => {
  await world.http('PUT', `/device/${added.id}`, { pollers: null })
  const ports = added.ports.length
  await added.sim.stop()
  const [first, second] = [await polled('interfaces_list'), await polled('interfaces_list')]
  assert.equal([first.result, second.result], ['failed', 'failed'])
  assert.is(first.details['interfaces_list']!.missing[0]!.code, 'DEVICE_TIMEOUT')
  const [device] = await world.sql<{ status: string; refresh_error: string | null }>(
    'select status, refresh_error from inventory_device where id = $1',
    [added.id],
  )
  assert.is(device!.status, 'Down')
  assert.ok(device!.refresh_error)
  const [kept] = await world.sql<{ count: number }>(
    'select count(*)::int as count from inventory_interface where device_id = $1',
    [added.id],
  )
  assert.is(kept!.count, ports)
  const log = await world.http('POST', '/system-pollers/filter', { device_id: added.id, result: ['failed'] })
  assert.is(dataOf<Run[]>(log).length, 2)
})

test('the call log has each change between failure and success once, whoever asked for the polls', async () => {
  const calls = async () =>
    dataOf<{ module: string; error_code: string | null }[]>(
      await world.http('POST', '/system-switcher-core/filter', {
        device_id: added.id,
        start: since,
        sort: 'time,id',
      }),
    ).map(({ module, error_code: code }) => [module, code])
  const since = new Date(Date.now() - 60_000).toISOString()
  // The poll of the test before has failed twice, for the same reason.
  assert.equal(await calls(), [['interfaces_list', 'DEVICE_TIMEOUT']])
})
