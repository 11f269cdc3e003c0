import { spawn, type ChildProcess } from 'node:child_process'
import { assert, suite, until } from '@linecard/test-kit'
import { addDevices, at, becomes, downLog, fakeFping, startWorld, statusOf, type World } from './world.ts'

const test = suite('pinger: one process watches', { level: 'full' })
let world: World
let fping: Awaited<ReturnType<typeof fakeFping>>
const children: ChildProcess[] = []

test.before(async () => {
  fping = await fakeFping()
  fping.use()
  await fping.weather({})
  world = await startWorld()
})
test.after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await world?.stop()
  await fping?.end()
})

/** Another process of the installation, which watches if nobody else does. */
async function anotherProcess(): Promise<{ child: ChildProcess; log: () => string }> {
  const child = spawn(
    process.execPath,
    ['--conditions=source', new URL('./process.ts', import.meta.url).pathname, world.configFile],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  children.push(child)
  let log = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  await until('the process has started', async () => log.includes('ready on'))
  return { child, log: () => log }
}
const holder = async () =>
  (await world.sql<{ holder: string | null }>('select holder from pinger_lease'))[0]?.holder ?? null
/** Processes of fping that run. */
const living = async () =>
  (await fping.starts()).filter(({ pid }) => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  })
const watches = (log: string) => log.split('this process leads the pinger').length - 1

test('a process that is killed is taken over; its fping ends; no device goes down', async () => {
  const [id, other] = (await addDevices(world, [at(1), at(2)])) as [number, number]
  await becomes(world, id, 'Up')
  const second = await anotherProcess()
  await new Promise(resolve => setTimeout(resolve, 5000))
  assert.is(watches(second.log()), 0, 'the second process waits')
  // The first one is made silent, as if it were frozen, until it is the second that takes over.
  await until('the second process watches', async () => {
    if (watches(second.log()) === 0)
      await world.sql(
        `update pinger_lease set heard_at = now() - interval '1 minute', holder = gen_random_uuid()`,
      )
    await new Promise(resolve => setTimeout(resolve, 4000))
    return watches(second.log()) > 0
  })
  await becomes(world, id, 'Up')
  const before = watches(world.log.join(''))
  second.child.kill('SIGKILL')
  await until('the first process watches again', async () => watches(world.log.join('')) > before)
  await until(
    'one fping is left',
    async () => (await living()).filter(({ args }) => args.includes('-l')).length === 1,
  )
  await becomes(world, id, 'Up')
  await becomes(world, other, 'Up')
  assert.equal(await downLog(world), [])
})

test('who has lost the lease writes nothing, and stops its fping', async () => {
  const id = (await addDevices(world, [at(3)]))[0]!
  await becomes(world, id, 'Up')
  await fping.weather({ silent: [at(3)] })
  // Somebody else takes it before the verdict, and never writes.
  const stranger = '00000000-0000-4000-8000-000000000001'
  await world.sql(`update pinger_lease set holder = $1, heard_at = now() + interval '20 seconds'`, [stranger])
  await until('no fping is left', async () => (await living()).length === 0)
  assert.is((await world.sql('select 1 from pinger_outage where device_id = $1', [id])).length, 0)
  assert.is(await holder(), stranger)
  await becomes(world, id, 'Down')
  assert.is.not(await holder(), stranger)
})

test('time at which nobody watched is unknown, in availability and in outages', async () => {
  const [id] = (await addDevices(world, [at(4)])) as [number]
  await becomes(world, id, 'Up')
  // The runs of the present processes began an hour ago, with half an hour in which nobody watched.
  await world.sql(`insert into pinger_run (from_at, until_at)
    values (now() - interval '60 minutes', now() - interval '50 minutes'),
      (now() - interval '20 minutes', now() - interval '10 minutes')`)
  await world.sql(`update pinger_device set observed_from = now() - interval '1 day' where device_id = $1`, [
    id,
  ])
  await world.sql(
    `insert into pinger_outage (device_id, down_at, up_at)
     values ($1, now() - interval '52 minutes', now() - interval '18 minutes')`,
    [id],
  )
  const { availability } = await statusOf(world, id)
  const { up_sec, down_sec, unknown_sec, percent } = availability.day
  // Down: 2 minutes of the first run and 2 of the second. Up: 8 + 8 minutes, and what is watched now.
  assert.ok(Math.abs(down_sec - 240) < 1, `down ${down_sec}`)
  assert.ok(up_sec >= 959 && up_sec < 960 + 300, `up ${up_sec}`)
  assert.ok(Math.abs(up_sec + down_sec + unknown_sec - 86_400) < 0.01)
  assert.ok(Math.abs(percent! - (100 * up_sec) / (up_sec + down_sec)) < 0.001)
  const [outage] = await downLog(world, `device_id=${id}`)
  assert.ok(Math.abs(outage!.duration_sec - 34 * 60) < 1)
  assert.ok(Math.abs(outage!.unknown_sec - 30 * 60) < 1)
})

test('old and surplus rows are removed', async () => {
  const [id] = (await addDevices(world, [at(5)])) as [number]
  await becomes(world, id, 'Up')
  await world.sql(
    `insert into pinger_outage (device_id, down_at, up_at)
     select $1, now() - n * interval '1 minute', now() - n * interval '1 minute' + interval '10 seconds'
     from generate_series(1, 2500) n`,
    [id],
  )
  await world.sql(
    `insert into pinger_outage (device_id, down_at, up_at)
     values ($1, now() - interval '400 days', now() - interval '399 days')`,
    [id],
  )
  await world.sql(
    `insert into pinger_sample (device_id, step_sec, time, sent, lost, rtt_min, rtt_sum, rtt_max)
     select $1, s, now() - d * interval '1 day', 1, 0, 1, 1, 1
     from (values (300, 1), (300, 3), (3600, 3), (3600, 40)) t (s, d)`,
    [id],
  )
  const ran = await world.http('POST', '/system-schedule/pinger.trim/run')
  assert.ok(ran.status < 300, ran.text)
  await until(
    'they are gone',
    async () =>
      (await world.sql('select 1 from pinger_outage where device_id = $1', [id])).length === 2000 &&
      (
        await world.sql(
          `select 1 from pinger_sample where device_id = $1 and time < now() - interval '12 hours'`,
          [id],
        )
      ).length === 2,
  )
})
