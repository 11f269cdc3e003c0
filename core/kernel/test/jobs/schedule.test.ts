import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, type JobRun } from '@linecard/plugin-kit'
import { DeviceError } from '@linecard/driver-kit'
import { assert, failureOf, suite, until } from '@linecard/test-kit'
import type { ScheduledJob } from '../../src/jobs/index.ts'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { endless, lostAfterSec } from './dying.ts'
import { endAll, job, never, operator, process as jobProcess, type Process } from './world.ts'

const test = suite('schedule', { level: 'full' })
let place: TestDatabase
test.before(async () => {
  place = await createDatabase()
})
test.after(async () => {
  await endAll()
  await place.drop()
})

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>(resolve => {
    signal.addEventListener('abort', () => resolve())
  })
const report = async (on: Process, id: string): Promise<JobRun | undefined> =>
  (await on.service.reports({ id, lines: true, limit: 1, offset: 0 })).runs[0]
const ended = (on: Process, id: string): Promise<JobRun> =>
  until(
    'the run has ended',
    async () => {
      const run = await report(on, id)
      return run?.status === 'running' ? undefined : run
    },
    { everyMs: 50 },
  )
const ran = async (on: Process, key: string) => ended(on, (await on.service.runNow(key, operator)).id)
const planned = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await place.admin.query('select name, cron from pgboss.schedule')).rows.map(
      (row: Record<string, string>) => [row['name'], row['cron']],
    ),
  )
const codeOf = async (work: Promise<unknown>) => ((await failureOf(work)) as ApiError).code

test('a report has the result of a run, its log, who requested it and where it ran', async () => {
  const one = await jobProcess(place.url, [
    job('demo.good', async ({ log }) => {
      log.info({ rows: 3 }, 'swept')
      await pause(30)
    }),
    job('demo.refused', async () => {
      throw new ApiError('CONFLICT', 'DEMO_BUSY', 'The demo is busy')
    }),
    job('demo.silent', async () => {
      throw new DeviceError('DeviceTimeout', 'sw-1 did not answer')
    }),
    job('demo.broken', async () => {
      throw new TypeError('reading the password hunter2 of undefined')
    }),
    job(
      'demo.slow',
      async ({ signal }) => {
        await untilAborted(signal)
        throw signal.reason
      },
      { timeoutSec: 1 },
    ),
  ])
  const good = await ran(one, 'demo.good')
  assert.equal(
    [good.status, good.error, good.trigger, good.requested_by, good.pid],
    ['ok', null, 'manual', 'olena', process.pid],
  )
  assert.equal(
    good.lines.map(({ level, message }) => [level, message]),
    [['info', 'swept rows=3']],
  )
  assert.ok(good.spent_ms! >= 25 && good.finished_at! > good.started_at)

  assert.equal(await ran(one, 'demo.refused').then(({ status, error }) => ({ status, error })), {
    status: 'failed',
    error: { code: 'DEMO_BUSY', description: 'The demo is busy' },
  })
  assert.equal(await ran(one, 'demo.silent').then(({ status, error }) => [status, error?.code]), [
    'failed',
    'DEVICE_TIMEOUT',
  ])
  const broken = await ran(one, 'demo.broken')
  assert.equal([broken.status, broken.error?.code], ['errored', 'JOB_ERRORED'])
  assert.not.match(JSON.stringify(broken), 'hunter2')
  assert.match(broken.error!.description, broken.id)
  const said = one.log.lines
    .map(({ fields }) => fields as { run?: string; err?: Error })
    .find(({ run, err }) => run === broken.id && err)
  assert.match(String(said?.err?.stack), /schedule\.test/)

  const slow = await ran(one, 'demo.slow')
  assert.equal(
    [slow.status, slow.error?.description],
    ['timeout', 'The job did not end within 1 s and was stopped'],
  )
  assert.ok(slow.spent_ms! >= 900 && slow.spent_ms! < 30_000)
  assert.match(slow.lines.at(-1)?.message ?? '', 'is stopped after')

  const all = await one.service.reports({ limit: 2, offset: 1 })
  assert.equal(
    [all.total, all.runs.map(({ key, lines }) => [key, lines])],
    [
      5,
      [
        ['demo.broken', []],
        ['demo.silent', []],
      ],
    ],
  )
  const some = await one.service.reports({
    keys: ['demo.good', 'demo.slow'],
    status: ['timeout'],
    trigger: 'manual',
    start: new Date(Date.now() - 60_000),
    stop: new Date(),
    limit: 9,
    offset: 0,
  })
  assert.equal(
    some.runs.map(({ key }) => key),
    ['demo.slow'],
  )
  assert.is((await one.service.reports({ keys: [], limit: 9, offset: 0 })).total, 0)
  const task = (await one.service.list()).find(({ key }) => key === 'demo.slow')!
  assert.equal([task.last_run?.id, task.running, task.enabled, task.updated_at], [slow.id, false, true, null])
  await one.end()
})

test('a run shows its progress: another process sees it during the run, and it is kept at the end', async () => {
  let go!: () => void
  const held = new Promise<void>(resolve => {
    go = resolve
  })
  const counting = job('demo.counting', async ({ progress }) => {
    progress(1, null, 'first\nlook')
    for (let done = 1; done <= 40_000; done++) progress(done, 65_534, '10.1.0.0/16')
    await held
    progress(65_534, 65_534, '10.1.0.0/16')
  })
  const [one, other] = [
    await jobProcess(place.url, [counting, job('demo.mute', async () => {})]),
    await jobProcess(place.url, [counting]),
  ]
  const { id } = await one.service.runNow('demo.counting', operator)
  await until('the other process sees it', async () => (await report(other, id))?.progress?.done === 40_000, {
    everyMs: 50,
  })
  assert.equal((await other.service.list()).find(task => task.key === 'demo.counting')!.last_run!.progress, {
    done: 40_000,
    total: 65_534,
    what: '10.1.0.0/16',
  })
  go()
  assert.equal((await ended(other, id)).progress, { done: 65_534, total: 65_534, what: '10.1.0.0/16' })
  assert.is((await ran(one, 'demo.mute')).progress, null)
  await Promise.all([one.end(), other.end()])
})

test('a change on one process is valid at once for the other, and for one that starts later', async () => {
  const jobs = [job('demo.report', async () => undefined), job('demo.other', async () => undefined)]
  const [one, two] = await Promise.all([jobProcess(place.url, jobs), jobProcess(place.url, jobs)])
  assert.equal(await planned(), { 'demo.report': never, 'demo.other': never })

  const changed = await one.service.update('demo.report', { cron: '17  4 * * *' }, operator)
  assert.equal(
    [changed.cron, changed.default_cron, changed.enabled, changed.updated_by],
    ['17 4 * * *', never, true, 'olena'],
  )
  assert.equal(
    changed.next_runs.map(date => date.toISOString().slice(11)),
    ['04:17:00.000Z', '04:17:00.000Z', '04:17:00.000Z'],
  )
  assert.is((await two.service.list()).find(({ key }) => key === 'demo.report')?.cron, '17 4 * * *')
  await until('it is planned so', async () => (await planned())['demo.report'] === '17 4 * * *')

  const off = await two.service.update('demo.report', { enabled: false }, operator)
  assert.equal([off.cron, off.enabled, off.next_runs], ['17 4 * * *', false, []])
  await until('it is planned no more', async () => !('demo.report' in (await planned())))
  // Another process that starts must not plan it by what its plugin says.
  const three = await jobProcess(place.url, jobs)
  assert.equal(await planned(), { 'demo.other': never })
  assert.is((await ran(three, 'demo.report')).status, 'ok', 'switched off, it still runs by hand')

  await three.service.update('demo.report', { enabled: true, cron: null }, operator)
  await until('it is planned as its plugin says', async () => (await planned())['demo.report'] === never)
  assert.is(
    await codeOf(one.service.update('demo.report', { cron: '61 * * * *', enabled: false }, operator)),
    'JOB_CRON_WRONG',
  )
  assert.is(
    (await one.service.list()).find(({ key }) => key === 'demo.report')?.enabled,
    true,
    'a wrong change changes nothing',
  )
  assert.is(await codeOf(one.service.update('demo.nothing', { enabled: false }, operator)), 'JOB_UNKNOWN')
  assert.is(await codeOf(one.service.runNow('demo.nothing', operator)), 'JOB_UNKNOWN')
  await Promise.all([one, two, three].map(each => each.end()))
})

test('a job with a changed plan runs when it is due, on exactly one process', async () => {
  const ranOn: string[] = []
  const on = (who: string) =>
    jobProcess(place.url, [
      job('demo.due', async () => {
        ranOn.push(who)
      }),
    ])
  const [one, two] = await Promise.all([on('one'), on('two')])
  const began = Math.floor(Date.now() / 60_000)
  await one.service.update('demo.due', { cron: '* * * * *' }, operator)
  await until('it ran', () => ranOn.length > 0)
  await one.service.update('demo.due', { enabled: false }, operator)
  await pause(3_000)
  const { runs, total } = await two.service.reports({ keys: ['demo.due'], limit: 9, offset: 0 })
  // The minute that had just passed when it was changed counts as due.
  const minutes = Math.floor(Date.now() / 60_000) - began + 1
  assert.ok(total === ranOn.length && total <= minutes, `${total} runs in ${minutes} minutes`)
  assert.equal(runs.map(({ trigger, requested_by, status }) => [trigger, requested_by, status])[0], [
    'cron',
    null,
    'ok',
  ])
  await Promise.all([one, two].map(each => each.end()))
})

test('run now is refused while the job runs, for every user and on every process', async () => {
  let [atOnce, most, runs] = [0, 0, 0]
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const slow = job('demo.long', async () => {
    runs++
    most = Math.max(most, ++atOnce)
    await held
    atOnce--
  })
  const [one, two, command] = await Promise.all([
    jobProcess(place.url, [slow]),
    jobProcess(place.url, [slow]),
    jobProcess(place.url, [slow], { serve: false }),
  ])
  const asked = await Promise.allSettled(
    Array.from({ length: 12 }, (_, at) => [one, two, command][at % 3]!.service.runNow('demo.long', operator)),
  )
  const taken = asked.flatMap(result => (result.status === 'fulfilled' ? [result.value.id] : []))
  assert.is(taken.length, 1)
  assert.ok(
    asked.every(
      result => result.status === 'fulfilled' || (result.reason as ApiError).code === 'JOB_RUNNING',
    ),
  )
  await until('it runs', () => runs === 1)
  assert.is((await command.service.list())[0]?.running, true)
  assert.is(await codeOf(two.service.runNow('demo.long', operator)), 'JOB_RUNNING')
  release()
  assert.is((await ended(command, taken[0]!)).status, 'ok')
  const again = await until('it is free again', () =>
    two.service.runNow('demo.long', operator).catch(() => null),
  )
  assert.is((await ended(one, again.id)).status, 'ok')
  assert.equal([runs, most], [2, 1])
  await Promise.all([one, two, command].map(each => each.end(3_000)))
})

/** A run whose process was killed, and a process that only asks for runs. */
async function killedRun(): Promise<{ command: Process; id: string }> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'dying.ts'),
      place.url,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += String(chunk)
  })
  await until('the process is ready', () => said.includes('ready'))
  const command = await jobProcess(place.url, [endless], { serve: false, lostAfterSec })
  const { id } = await command.service.runNow(endless.id, operator)
  // Its lines are written during the run, because a killed process cannot report them.
  const alive = await until(
    'the run has logged',
    async () => ((await report(command, id))?.lines.length ? report(command, id) : null),
    { everyMs: 100 },
  )
  assert.equal([alive.status, alive.pid], ['running', child.pid])
  child.kill('SIGKILL')
  assert.is((await report(command, id))?.status, 'running')
  return { command, id }
}

test('the run of a killed process counts as lost after some time, and the job runs again', async () => {
  const { command, id } = await killedRun()
  const next = await jobProcess(place.url, [job(endless.id, async () => undefined)], {
    lostAfterSec,
    tidyMs: 1_000,
  })
  const lost = await until(
    'the run is lost',
    async () => {
      const run = (
        await command.database
          .em()
          .execute<{ status: string }[]>('select status from kernel_job_run where id = ?', [id])
      )[0]
      return run?.status === 'lost' ? report(command, id) : undefined
    },
    { everyMs: 200 },
  )
  assert.equal(
    [lost.error?.code, lost.spent_ms, lost.lines[0]?.message],
    ['JOB_LOST', null, 'half of the work is done'],
  )
  assert.ok(lost.finished_at! < new Date())

  const again = await next.service.runNow(endless.id, operator)
  assert.is((await ended(next, again.id)).status, 'ok')
  await Promise.all([next, command].map(each => each.end()))
})

test('a run that only its report says is lost does not keep the next one from being taken', async () => {
  const { command, id } = await killedRun()
  const lost = await until('the run is lost', async () => {
    const run = await report(command, id)
    return run?.status === 'lost' ? run : undefined
  })
  // A command marks it, and leaves the queue to the service.
  const again = await command.service.runNow(endless.id, operator)
  assert.is.not(again.id, lost.id)
  const next = await jobProcess(place.url, [job(endless.id, async () => undefined)], { lostAfterSec })
  assert.is((await ended(next, again.id)).status, 'ok')
  await Promise.all([next, command].map(each => each.end()))
})

test('a job that was due and is switched off before it begins does not run; a person can still run it', async () => {
  let runs = 0
  const on = await jobProcess(place.url, [job('due.off', async () => void runs++)])
  await on.service.update('due.off', { enabled: false }, operator)
  const id = await (await on.queue()).send('due.off', {})
  await until(
    'the queue is through with it',
    async () => (await (await on.queue()).findJobs('due.off', { id: id! }))[0]?.state === 'completed',
  )
  assert.equal([runs, await report(on, id!)], [0, undefined])
  assert.is((await ran(on, 'due.off')).status, 'ok')
  assert.is(runs, 1)
  await on.end()
})

test('the job of a component that is switched off gets the signal to end; the others continue, and a failed plugin keeps its plan', async () => {
  const leaving = job('leaving.work', async ({ signal }) => {
    await untilAborted(signal)
    throw signal.reason
  })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const staying = job('staying.work', () => held)
  let jobs: readonly ScheduledJob[] = [leaving, staying]
  const one = await jobProcess(place.url, () => jobs)
  const ids = [
    await one.service.runNow('leaving.work', operator),
    await one.service.runNow('staying.work', operator),
  ]
  await until('both run', async () => (await one.service.list()).every(task => task.running))
  jobs = [staying, { ...leaving, id: 'failing.work', run: null }]
  await one.follow()
  assert.equal(
    [await ended(one, ids[0]!.id)].map(({ status, error }) => [status, error?.description]),
    [['aborted', 'The job was stopped: its component was switched off']],
  )
  assert.is((await report(one, ids[1]!.id))?.status, 'running')
  assert.equal(Object.keys(await planned()), ['staying.work'])

  const two = await jobProcess(place.url, [staying, { ...leaving, id: 'failing.work' }])
  assert.equal(Object.keys(await planned()).toSorted(), ['failing.work', 'staying.work'])
  await one.follow()
  assert.ok('failing.work' in (await planned()))
  release()
  assert.is((await ended(one, ids[1]!.id)).status, 'ok')
  await Promise.all([one, two].map(each => each.end()))
})

test('a run that outlasts the stop is reported as aborted', async () => {
  const one = await jobProcess(place.url, [
    job('demo.patient', async ({ signal }) => {
      await untilAborted(signal)
    }),
  ])
  const { id } = await one.service.runNow('demo.patient', operator)
  await until('it runs', () => report(one, id))
  await one.stop(300)
  assert.equal(await ended(one, id).then(({ status, error }) => [status, error?.description]), [
    'aborted',
    'The job was stopped: the service stops',
  ])
  await one.end()
})

test('old reports are deleted, and more than 2000 reports of one job too', async () => {
  const command = await jobProcess(place.url, [], { serve: false })
  const put = (key: string, count: number, age: string, status = 'ok') =>
    place.admin.query(
      `insert into kernel_job_run (id, key, trigger, status, host, pid, started_at) select gen_random_uuid(), $1, 'cron', $4, 'h', 1, now() - $3::interval - n * interval '1 second' from generate_series(1, $2) as n`,
      [key, count, age, status],
    )
  await place.admin.query('delete from kernel_job_run')
  await put('old.job', 3, '31 days')
  await put('old.job', 2, '29 days')
  await put('busy.job', 2_010, '1 day')
  assert.is(await command.service.forget(30), 13)
  const { rows } = await place.admin.query(
    "select key, count(*)::int as n, max(started_at) > now() - interval '25 hours' as newest from kernel_job_run group by key order by key",
  )
  assert.equal(
    rows.map((row: Record<string, unknown>) => [row['key'], row['n'], row['newest']]),
    [
      ['busy.job', 2_000, true],
      ['old.job', 2, false],
    ],
  )
  await command.end()
})
