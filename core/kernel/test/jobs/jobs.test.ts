import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { PgBoss } from 'pg-boss'
import { assert, suite, until } from '@linecard/test-kit'
import { openDatabase } from '../../src/database/index.ts'
import { createEvents, eventsMissed } from '../../src/events/index.ts'
import { createScheduler } from '../../src/jobs/index.ts'
import { kernelMigrations } from '../../src/migrations.ts'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { keptLog } from '@linecard/test-kit/worlds/log'
import { endAll, job, process as jobProcess } from './world.ts'

const test = suite('jobs')
let place: TestDatabase
/** Requests a run as the scheduler does for a due job. */
let scheduler: PgBoss

const pause = (ms: number) =>
  new Promise(resolve => {
    setTimeout(resolve, ms)
  })
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>(resolve => {
    signal.addEventListener('abort', () => resolve())
  })
const stateOf = async (id: string) =>
  (
    await place.admin.query('select state from pgboss.job where name = $1 order by created_on desc limit 1', [
      id,
    ])
  ).rows[0]?.['state']

test.before(async () => {
  place = await createDatabase()
  scheduler = new PgBoss({ connectionString: place.url, max: 2, supervise: false, schedule: false })
  scheduler.on('error', () => undefined)
  await scheduler.start()
})
test.after(async () => {
  await endAll()
  await scheduler.stop()
  await place.drop()
})

test('two processes start at the same time; a due job runs once', async () => {
  const ran: string[] = []
  const minutely = (who: string) => [
    job(
      'demo.minutely',
      async () => {
        ran.push(who)
      },
      { cron: '* * * * *' },
    ),
  ]
  const started = new Date().getUTCMinutes()
  const both = await Promise.all(['a', 'b'].map(who => jobProcess(place.url, minutely(who))))
  await until('a run', () => ran.length > 0)
  await pause(1_500)
  const minutes = 1 + ((new Date().getUTCMinutes() - started + 60) % 60)
  const { rows } = await place.admin.query(
    "select count(*)::int as due from pgboss.job where name = 'demo.minutely'",
  )
  assert.ok(
    ran.length <= minutes && Number(rows[0]?.['due']) <= minutes,
    `${ran.length} runs, ${rows[0]?.['due']} due in ${minutes} minutes`,
  )
  await Promise.all(both.map(jobs => jobs.end()))
})

test('a queue that has other options, such as those of an older version, gets those of this one', async () => {
  const kept = [job('demo.kept', async () => undefined)]
  const options = async () =>
    (
      await place.admin.query(
        "select deletion_seconds, heartbeat_seconds, notify from pgboss.queue where name = 'demo.kept'",
      )
    ).rows[0] as object | undefined
  const first = await jobProcess(place.url, kept)
  const made = await until('the queue is made', options)
  await first.end()
  await place.admin.query(
    "update pgboss.queue set deletion_seconds = 5, heartbeat_seconds = 11, notify = false where name = 'demo.kept'",
  )
  const second = await jobProcess(place.url, kept)
  await until('it has the options again', async () => isDeepStrictEqual(await options(), made))
  await second.end()
})

test('a due job is skipped on every process while it runs', async () => {
  let [runs, atOnce, most] = [0, 0, 0]
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const slow = job('demo.slow', async () => {
    runs++
    most = Math.max(most, ++atOnce)
    await held
    atOnce--
  })
  const both = await Promise.all([1, 2].map(() => jobProcess(place.url, [slow])))
  await scheduler.send('demo.slow', {})
  await until('it runs', () => runs === 1)
  for (let due = 0; due < 5; due++) assert.is(await scheduler.send('demo.slow', {}), null)
  release()
  await until('it has ended', async () => (await stateOf('demo.slow')) === 'completed')
  assert.is(runs, 1)
  assert.ok(await scheduler.send('demo.slow', {}), 'the next one is taken again')
  await until('the next run', () => runs === 2)
  await until('it has ended too', async () => (await stateOf('demo.slow')) === 'completed')
  await Promise.all(both.map(jobs => jobs.end()))
  assert.equal([runs, most, atOnce], [2, 1, 0])
})

test('the signal fires at the time-out; a failing job is logged and runs again when due', async () => {
  let runs = 0
  const jobs = await jobProcess(place.url, [
    job(
      'demo.endless',
      async ({ signal }) => {
        await untilAborted(signal)
        throw signal.reason
      },
      { timeoutSec: 1 },
    ),
    job('demo.failing', async () => {
      runs++
      throw new Error('the device list is empty')
    }),
  ])
  await scheduler.send('demo.endless', {})
  await scheduler.send('demo.failing', {})
  await until('the time-out', async () => (await stateOf('demo.endless')) === 'failed')
  assert.match(jobs.log.text(), 'the job is stopped after 1 s')
  await until('the failure', async () => (await stateOf('demo.failing')) === 'failed')
  await scheduler.send('demo.failing', {})
  await until('the second run', () => runs === 2)
  assert.ok(
    jobs.log.lines.filter(
      line =>
        line.level === 'error' &&
        line.message?.startsWith('job ended: The job failed because of an internal error'),
    ).length >= 2,
  )
  await jobs.end()
})

/** A grace time that no test waits for. */
const hourMs = 3_600_000

test('stop waits for a running job that ends within the grace time', async () => {
  const ended: string[] = []
  let running = false
  const jobs = await jobProcess(place.url, [
    job('demo.short', async ({ signal }) => {
      running = true
      await pause(800)
      ended.push(signal.aborted ? 'job, aborted' : 'job')
    }),
  ])
  await scheduler.send('demo.short', {})
  await until('it runs', () => running)
  await jobs.stop(hourMs)
  ended.push('stop')
  assert.equal(ended, ['job', 'stop'])
  await jobs.end()
})

test('stop aborts a job that would not end, after the grace time', async () => {
  const ended: string[] = []
  let running = false
  const jobs = await jobProcess(place.url, [
    job('demo.long', async ({ signal }) => {
      running = true
      await untilAborted(signal)
      ended.push('job, aborted')
    }),
  ])
  await scheduler.send('demo.long', {})
  await until('it runs', () => running)
  await jobs.stop(500)
  ended.push('stop')
  assert.equal(ended, ['job, aborted', 'stop'])
  await jobs.end()
})

test('stop without running jobs does not wait for the grace time', async () => {
  const jobs = await jobProcess(place.url, [job('demo.idle', async () => undefined)])
  await jobs.stop(hourMs)
  await jobs.end()
})

test('a job that is no longer declared is no longer scheduled, a job with a wrong cron is logged, and the others run', async () => {
  const jobs = await jobProcess(place.url, [
    job('demo.wrong', async () => undefined, { cron: '61 * * * *' }),
    job('demo.kept', async () => undefined),
  ])
  assert.match(jobs.log.text(), /demo.wrong.*the job cannot be scheduled/)
  assert.equal(
    (await scheduler.getSchedules()).map(schedule => schedule.name),
    ['demo.kept'],
  )
  await jobs.end()
})

test('lost connections are logged, and jobs run again afterwards', async () => {
  let runs = 0
  const jobs = await jobProcess(place.url, [
    job('demo.steady', async () => {
      runs++
    }),
  ])
  const cut = () =>
    place.admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'linecard jobs'",
    )
  for (let times = 0; times < 3; times++)
    await until('there are connections to cut', async () => (await cut()).rows.length > 0)
  await scheduler.send('demo.steady', {})
  await until('the run', () => runs === 1)
  assert.ok(
    jobs.log.lines.some(line => line.level === 'warn'),
    jobs.log.text(),
  )
  await jobs.end()
})

test('the database server dies and comes back: the process continues, with jobs and events', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-jobs-'))
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  const log = keptLog()
  const database = await openDatabase({ url: null, dataDir, entities: [], log })
  await database.migrate('kernel', kernelMigrations)
  const events = await createEvents({ database, log })
  let runs = 0
  const jobs = createScheduler({
    database,
    events,
    log,
    serve: true,
    jobs: () => [
      job('demo.tough', async () => {
        runs++
      }),
    ],
  })
  await jobs.start()
  const [{ pid } = { pid: 0 }] = await database
    .em()
    .execute<{ pid: number }[]>("select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid")
  let missed = false
  events.on(eventsMissed, () => {
    missed = true
  })
  process.kill(pid, 'SIGKILL')
  await until('the link is back', () => missed)
  await until('the pool answers', () => database.ping())
  const due = new PgBoss({ connectionString: database.url, max: 1, supervise: false, schedule: false })
  due.on('error', () => undefined)
  await due.start()
  await due.send('demo.tough', {})
  await until('the run', () => runs === 1)
  await due.stop()
  await jobs.stop(1_000)
  await events.stop()
  await database.stop()
  await rm(folder, { recursive: true })
})
