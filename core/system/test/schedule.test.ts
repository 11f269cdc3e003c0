import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Type as T } from 'typebox'
import { boot, type Running } from '@linecard/kernel'
import { ApiError, closedObject, definePlugin, type JobRun, type JobTask } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'

const test = suite('system schedule', { level: 'full' })

let hold: Promise<void> = Promise.resolve()
const ran: string[] = []
/** A plugin whose job says on which of the two processes it ran. */
const worker = (process: string) =>
  definePlugin({
    id: 'worker',
    api: 1,
    config: T.Object({}),
    setup: () => null,
    jobs: {
      sweep: {
        summary: 'Sweeps',
        cron: '0 0 29 2 *',
        timeoutSec: 60,
        async run(_, { log }) {
          ran.push(process)
          log.info({ rows: 3, password: 'hunter2' }, 'swept')
          await hold
        },
      },
      given: {
        summary: 'Takes arguments',
        cron: '0 7 * * *',
        timeoutSec: 60,
        args: closedObject({
          days: T.Integer({ minimum: 1, default: 30 }),
          password: T.Optional(T.String()),
          dry: T.Boolean({ default: false }),
        }),
        async run(_, { args, log }) {
          log.info(`days ${args['days']} of type ${typeof args['days']}, dry ${args['dry']}`)
        },
      },
      refused: {
        summary: 'Is refused',
        cron: '0 5 * * *',
        timeoutSec: 60,
        async run() {
          throw new ApiError('CONFLICT', 'WORKER_BUSY', 'The worker is busy')
        },
      },
      slow: {
        summary: 'Is slow',
        cron: '0 6 * * *',
        timeoutSec: 1,
        run: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('too slow')))
          }),
      },
    },
  })

let world!: World
let other!: Running
const folder = mkdtempSync(join(tmpdir(), 'linecard-schedule-'))
test.before(async () => {
  world = await makeWorld({ plugins: [worker('one')] })
  copyFileSync(join(dirname(world.configFile), 'vault.key'), join(folder, 'vault.key'))
  other = await boot({
    env: {},
    plugins: [worker('two')],
    logTo: { write: () => undefined },
    config: {
      data_dir: folder,
      http: { port: 0 },
      database: { url: world.databaseUrl },
      settings: { equipment: { allow_loopback: true } },
    },
  })
})
test.after(async () => {
  await other?.stop()
  await world?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const onOther = async <D>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<{ status: number; data: D }> => {
  const answer = await other.request({ method, path, body })
  return { status: answer.status, data: (answer.body as { data: D }).data }
}
const tasks = async () =>
  (await world.http('GET', '/system-schedule/tasks')).body.data as (JobTask & { command: string })[]
const task = async (key: string) => (await tasks()).find(one => one.key === key)!
const filter = async (body: object) =>
  (await world.http('POST', '/system-schedule/reports/filter', body)).body as unknown as {
    data: JobRun[]
    meta: { total: number; limit: number }
  }
const start = async (key: string): Promise<string> => {
  const answer = await world.http('POST', `/system-schedule/${key}/run`)
  assert.is(answer.status, 202, answer.text)
  return (answer.body.data as { id: string }).id
}
const ended = (id: string) =>
  until('the run has ended', async () => (await filter({ id })).data.find(run => run.status !== 'running'), {
    everyMs: 50,
  })

test('every job of every component is listed: when it runs, next and last', async () => {
  const all = await tasks()
  for (const key of [
    'identity.purge_sessions',
    'kernel.idempotency',
    'system.forget_job_reports',
    'worker.sweep',
  ])
    assert.ok(
      all.some(one => one.key === key),
      key,
    )
  const refused = await task('worker.refused')
  assert.equal(
    { ...refused, next_runs: refused.next_runs.map(time => String(time).slice(10)) },
    {
      key: 'worker.refused',
      component: 'worker',
      summary: 'Is refused',
      command: 'linecard schedule:run worker.refused',
      cron: '0 5 * * *',
      default_cron: '0 5 * * *',
      enabled: true,
      timeout_sec: 60,
      next_runs: ['T05:00:00.000Z', 'T05:00:00.000Z', 'T05:00:00.000Z'],
      running: false,
      last_run: null,
      updated_at: null,
      updated_by: null,
      args: null,
    },
  )
  assert.equal(
    (await world.http('GET', '/system-schedule/keys')).body.data,
    all.map(one => one.key),
  )
})

test('run now: once, on one of the two processes, with its lines in the report', async () => {
  ran.length = 0
  const run = await ended(await start('worker.sweep'))
  assert.equal(
    [run.status, run.trigger, run.requested_by, run.lines.map(({ level, message }) => [level, message])],
    ['ok', 'manual', 'admin', [['info', 'swept rows=3 password=***']]],
  )
  await pause(500)
  assert.is(ran.length, 1)
  assert.is((await task('worker.sweep')).last_run?.id, run.id)
})

test('while it runs it is refused, also by the other process', async () => {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  hold = promise
  const id = await start('worker.sweep')
  await until('it runs', async () => (await task('worker.sweep')).running)
  const refused = await world.http('POST', '/system-schedule/worker.sweep/run')
  assert.equal([refused.status, refused.body.error?.code], [409, 'JOB_RUNNING'])
  assert.is((await onOther('POST', '/system-schedule/worker.sweep/run')).status, 409)
  release()
  assert.is((await ended(id)).status, 'ok')
})

test('a run that was refused and one that took too long say so', async () => {
  assert.equal(await ended(await start('worker.refused')).then(({ status, error }) => [status, error]), [
    'failed',
    { code: 'WORKER_BUSY', description: 'The worker is busy' },
  ])
  assert.equal(await ended(await start('worker.slow')).then(({ status, error }) => [status, error?.code]), [
    'timeout',
    'JOB_TIMEOUT',
  ])
  const troubled = await filter({
    status: ['failed', 'timeout'],
    keys: ['worker.refused', 'worker.slow', 'worker.sweep'],
    limit: 1,
  })
  assert.equal(
    [troubled.meta.total, troubled.meta.limit, troubled.data.map(run => [run.key, run.lines])],
    [2, 1, [['worker.slow', []]]],
  )
})

test('a change on one process holds on the other; what is due runs on one of them', async () => {
  ran.length = 0
  const changed = await world.http('PUT', '/system-schedule/worker.sweep', { cron: '* * * * *' })
  assert.is(changed.status, 200, changed.text)
  assert.equal(
    [(changed.body.data as JobTask).cron, (changed.body.data as JobTask).updated_by],
    ['* * * * *', 'admin'],
  )
  const seen = (await onOther<JobTask[]>('GET', '/system-schedule/tasks')).data.find(
    one => one.key === 'worker.sweep',
  )
  assert.is(seen?.cron, '* * * * *')
  const minute = Math.floor(Date.now() / 60_000)
  await until('it ran', () => ran.length > 0)
  assert.is(
    (await onOther<JobTask>('PUT', '/system-schedule/worker.sweep', { enabled: false })).data.enabled,
    false,
  )
  await pause(2_500)
  assert.ok(ran.length <= Math.floor(Date.now() / 60_000) - minute + 1, `${ran.length} runs`)
  assert.is((await filter({ keys: ['worker.sweep'], trigger: 'cron' })).meta.total, ran.length)
  const off = await task('worker.sweep')
  assert.equal([off.enabled, off.next_runs], [false, []])
  assert.is((await ended(await start('worker.sweep'))).status, 'ok', 'switched off, it still runs by hand')
  const back = (await world.http('PUT', '/system-schedule/worker.sweep', { cron: null, enabled: true })).body
    .data as JobTask
  assert.equal([back.cron, back.enabled], ['0 0 29 2 *', true])
})

test('what is wrong is refused and named', async () => {
  const wrong = await world.http('PUT', '/system-schedule/worker.sweep', {
    cron: '61 * * * *',
    enabled: false,
  })
  assert.equal(
    [wrong.status, wrong.body.error?.code, wrong.body.error?.details[0]?.path],
    [400, 'JOB_CRON_WRONG', 'cron'],
  )
  assert.is((await task('worker.sweep')).enabled, true)
  assert.is((await world.http('PUT', '/system-schedule/worker.sweep', {})).status, 400)
  assert.is(
    (await world.http('PUT', '/system-schedule/worker.sweep', { cron: '* * * * *', id: 7 })).body.error
      ?.details[0]?.path,
    'id',
  )
  assert.is((await world.http('PUT', '/system-schedule/worker.nothing', { enabled: false })).status, 404)
  assert.is((await world.http('POST', '/system-schedule/worker.nothing/run')).status, 404)
  assert.is(
    (await world.http('POST', '/system-schedule/reports/filter', { start: 'yesterday' })).body.error
      ?.details[0]?.path,
    'start',
  )
  assert.is(
    (await world.http('POST', '/system-schedule/reports/filter', { id: "'; drop table" })).status,
    400,
  )
  assert.is((await filter({ limit: 999_999 })).meta.limit, 500)
})

test('a component that goes off takes its jobs along', async () => {
  assert.is((await world.http('PUT', '/system-components/worker', { enabled: false })).status, 200)
  assert.is((await world.http('POST', '/system-schedule/worker.sweep/run')).status, 404)
  await until(
    'its plan is gone',
    async () => (await world.sql("select 1 from pgboss.schedule where name like 'worker.%'")).length === 0,
  )
  assert.is((await world.http('PUT', '/system-components/worker', { enabled: true })).status, 200)
  await until('both know it again', async () =>
    (await onOther<JobTask[]>('GET', '/system-schedule/tasks')).data.some(one => one.key === 'worker.sweep'),
  )
  assert.is((await ended(await start('worker.sweep'))).status, 'ok')
})

test('old reports go by the setting', async () => {
  await world.sql(
    "update kernel_job_run set started_at = now() - interval '31 days' where key = 'worker.refused'",
  )
  const run = await ended(await start('system.forget_job_reports'))
  assert.equal(
    [run.status, run.lines.map(({ message }) => message)],
    ['ok', ['reports removed removed=1 older_than_days=30']],
  )
  assert.is((await filter({ keys: ['worker.refused'] })).meta.total, 0)
})

test('D: a job with arguments gets them checked and typed, and its report shows them masked', async () => {
  const run = async (args?: object) => {
    const answer = await world.http('POST', '/system-schedule/worker.given/run', args && { args })
    assert.is(answer.status, 202, answer.text)
    return ended((answer.body.data as { id: string }).id)
  }
  const given = await run({ days: 7, password: 'secret word', dry: true })
  assert.is(given.status, 'ok')
  assert.is(given.args!['days'], 7)
  assert.not.match(JSON.stringify(given), 'secret word')
  const { data } = await filter({ id: given.id, lines: true })
  assert.match(data[0]!.lines[0]!.message, 'days 7 of type number, dry true')
  const nothing = await run()
  assert.equal(nothing.args, { days: 30, dry: false })
  const { args } = (await task('worker.given')) as { args: { properties: object } | null }
  assert.equal(Object.keys(args!.properties), ['days', 'password', 'dry'])
})

test('D: wrong arguments are refused with their names, and so are those of a job that takes none', async () => {
  for (const [key, args, path] of [
    ['worker.given', { days: 0 }, 'args.days'],
    ['worker.given', { weeks: 1 }, 'args.weeks'],
    ['worker.sweep', { days: 1 }, 'args.days'],
  ] as const) {
    const { status, body } = await world.http('POST', `/system-schedule/${key}/run`, { args })
    assert.is(status, 400)
    assert.is(body.error!.code, 'JOB_ARGS_WRONG')
    assert.is(body.error!.details[0]!.path, path)
  }
})
