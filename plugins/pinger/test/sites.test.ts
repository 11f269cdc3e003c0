import { spawn, type ChildProcess } from 'node:child_process'
import pg from 'pg'
import pollers from '@linecard/plugin-pollers'
import { assert, suite, until } from '@linecard/test-kit'
import { add } from '@linecard/test-kit/worlds/inventory'
import {
  addDevices,
  at,
  becomes,
  downLog,
  fakeFping,
  startWorld,
  statusOf,
  totals,
  type World,
} from './world.ts'

/** A centre, and workers at a site that is a group of its own, as processes. */
const test = suite('pinger: sites', { level: 'full' })
let world: World
let fping: Awaited<ReturnType<typeof fakeFping>>
let site = 0
const children: ChildProcess[] = []

test.before(async () => {
  fping = await fakeFping()
  fping.use()
  await fping.weather({})
  world = await startWorld({}, [pollers])
  site = (await add(world, '/device-group', { name: 'riga' })).id
  const configuration = { polling: false, workers: { riga: [site] } }
  const { status } = await world.http('PUT', '/system-components/pollers', { configuration })
  assert.is(status, 200)
})
test.after(async () => {
  for (const child of children) {
    child.kill('SIGCONT')
    child.kill('SIGKILL')
  }
  await world?.stop()
  await fping?.end()
})

/** A worker of the site, which watches if no other does. */
async function worker(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--disable-warning=ExperimentalWarning',
      new URL('./process.ts', import.meta.url).pathname,
      world.configFile,
      'riga',
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  children.push(child)
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', code => reject(new Error(`the worker ended with code ${code}`)))
  })
  return child
}
const holders = async () =>
  Object.fromEntries(
    (
      await world.sql<{ worker: string; holder: string | null }>('select worker, holder from pinger_lease')
    ).map(row => [row.worker, row.holder]),
  )
const holderChanges = (from: string | null | undefined) =>
  until('another worker of the site watches', async () => (await holders())['riga'] !== from)
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

test('devices of a site are watched by its workers alone, and by nobody before one runs', async () => {
  const [here] = (await addDevices(world, [at(1)])) as [number]
  const [there] = (await addDevices(world, [at(2)], site)) as [number]
  await becomes(world, here, 'Up')
  const before = await statusOf(world, there)
  assert.equal([before.status, before.reason], ['Unknown', 'not_watched'])
  assert.is((await totals(world)).watching, false)
  await worker()
  await becomes(world, there, 'Up')
  assert.is((await totals(world)).watching, true)
  const { riga, '': centre } = await holders()
  assert.ok(riga && centre && riga !== centre)
  const shown = async () => (await world.http('GET', `/device/${there}`)).body.data as { status: string }
  await until('the device list knows', async () => (await shown()).status === 'Up')
})

test('a device of the site falls silent and comes back: its own worker says so', async () => {
  const [there] = (await addDevices(world, [at(3)], site)) as [number]
  await becomes(world, there, 'Up')
  await fping.weather({ silent: [at(3)] })
  await becomes(world, there, 'Down')
  await fping.weather({})
  await becomes(world, there, 'Up')
  const [outage] = await downLog(world, `device_id=${there}`)
  assert.ok(outage!.up !== null && outage!.unknown_sec < 1)
})

test('a killed worker of the site is taken over by another one of the site, and no device goes down', async () => {
  const [first] = children
  await worker()
  const { riga, '': centre } = await holders()
  first!.kill('SIGKILL')
  await holderChanges(riga)
  const after = await holders()
  assert.ok(after['riga'] && after['riga'] !== centre)
  assert.is(after[''], centre)
  assert.equal(await downLog(world, 'open=true'), [])
})

test('a device that moves between centre and site goes on with what was known', async () => {
  const [id] = (await addDevices(world, [at(4)])) as [number]
  const { since } = await becomes(world, id, 'Up')
  const stored = async () =>
    (
      await world.sql<{ observed_from: Date; blinds: number }>(
        `select observed_from, (select count(*)::int from pinger_blind b where b.device_id = p.device_id) as blinds
         from pinger_device p where device_id = $1`,
        [id],
      )
    )[0]!
  const before = await stored()
  for (const group of [site, -1]) {
    await world.sql('update inventory_device set group_id = $2 where id = $1', [id, group])
    // Both look at the inventory every 5 s.
    await pause(7_000)
    const now = await statusOf(world, id)
    assert.equal([now.status, now.since], ['Up', since])
    assert.equal(await stored(), before)
  }
  await fping.weather({ silent: [at(4)] })
  await becomes(world, id, 'Down')
  await fping.weather({})
})

test('a process that froze while it told a verdict tells nothing old when it wakes', async () => {
  const [id] = (await addDevices(world, [at(5)], site)) as [number]
  await becomes(world, id, 'Up')
  const listed = async () =>
    (await world.sql<{ status: string }>('select status from inventory_device where id = $1', [id]))[0]!
      .status
  await until('the device list knows', async () => (await listed()) === 'Up')
  const blocker = new pg.Client(world.databaseUrl)
  await blocker.connect()
  try {
    await blocker.query('begin')
    await blocker.query('lock table inventory_reached in share row exclusive mode')
    await fping.weather({ silent: [at(5)] })
    const waiting = `select pid from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%inventory_reached%'`
    const [told] = await until('the verdict is being told', async () => {
      const rows = await world.sql<{ pid: number }>(waiting)
      return rows.length > 0 ? rows : null
    })
    assert.is((await downLog(world, `device_id=${id}`)).length, 0, 'one transaction: nothing is known yet')
    const frozen = children.find(child => child.signalCode === null)!
    frozen.kill('SIGSTOP')
    await fping.weather({})
    await world.sql('select pg_terminate_backend($1)', [told!.pid])
    const { riga } = await holders()
    await blocker.query('rollback')
    // Another worker watches since then; the device answers it.
    await worker()
    await holderChanges(riga)
    await becomes(world, id, 'Up')
    frozen.kill('SIGCONT')
    for (let n = 0; n < 20; n++) {
      assert.is(await listed(), 'Up')
      await pause(300)
    }
    assert.equal(await downLog(world, `device_id=${id}`), [])
  } finally {
    await blocker.end()
  }
})
