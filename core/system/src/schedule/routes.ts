import { Type as T } from 'typebox'
import {
  ListMeta,
  Reply,
  pageOf,
  type Caller,
  type Context,
  type JobRun,
  type JobTask,
  type Routes,
} from '@linecard/plugin-kit'
import { JobArguments, JobChange, KeyParams, ReportFilter } from './bodies.ts'
import { JobRunView, JobStarted, JobTaskView } from './schemas.ts'

const common = { tag: 'system-schedule', scope: 'all' } as const
const configuration = 'schedule_configuration'
const reports = 'schedule_reports'
/** Maximum number of reports. Log lines make a report large: 200 lines of 500 characters. */
const maxReports = { plain: 500, withLines: 100 }

/**
 * Jobs work on the devices of all groups. Whoever is limited to groups does not see what a run said: its
 * lines, its progress and the sentence of its error may name any device.
 */
const runView = <R extends JobRun | null>({ groupIds }: Caller, run: R): R =>
  run === null || groupIds === null
    ? run
    : {
        ...run,
        lines: [],
        lines_dropped: 0,
        progress: null,
        error: run.error && { ...run.error, description: 'Users who see all groups can read the reason' },
      }
const taskView = (caller: Caller, task: JobTask) => ({
  ...task,
  last_run: runView(caller, task.last_run),
  command: `linecard schedule:run ${task.key}`,
})
const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

export function scheduleRoutes(routes: Routes, ctx: Context): void {
  const jobs = () => ctx.use('jobs')

  routes.get(
    '/system-schedule/tasks',
    {
      operationId: 'system.schedule.tasks',
      ...common,
      summary: 'Jobs of all enabled components: when they run, and the result of the last run',
      description:
        'Jobs run by their cron expression in UTC, in one process of the installation at a time. ' +
        '`last_run` has the result of the last run.',
      permission: configuration,
      response: T.Array(JobTaskView),
    },
    async ({ caller }) => (await jobs().list()).map(task => taskView(caller, task)),
  )

  routes.put(
    '/system-schedule/:key',
    {
      operationId: 'system.schedule.update',
      ...common,
      summary: 'Changes when a job runs, or switches it on or off, in all processes at once',
      description:
        '`cron` null goes back to the default of the component. A text that is no cron expression is ' +
        '400.',
      permission: configuration,
      params: KeyParams,
      body: JobChange,
      response: JobTaskView,
    },
    async ({ params, body, caller }) => taskView(caller, await jobs().update(params.key, body, caller)),
  )

  routes.post(
    '/system-schedule/:key/run',
    {
      operationId: 'system.schedule.run',
      ...common,
      summary: 'Runs a job now, also if it is switched off; answers 409 while it runs',
      description:
        'The answer has the id of the run; `POST /system-schedule/reports/filter` with this id tells ' +
        'its result. A job that is running is 409.',
      permission: configuration,
      params: KeyParams,
      body: JobArguments,
      response: JobStarted,
      status: 202,
    },
    async ({ params, body, caller }) => ({
      ...(await jobs().runNow(params.key, caller, body?.args)),
      key: params.key,
    }),
  )
}

export function reportRoutes(routes: Routes, ctx: Context): void {
  const jobs = () => ctx.use('jobs')

  routes.get(
    '/system-schedule/keys',
    {
      operationId: 'system.schedule.keys',
      ...common,
      summary: 'Keys of all jobs, for a filter of reports',
      description: 'Also of jobs that are switched off.',
      permission: reports,
      response: T.Array(T.String()),
    },
    async () => (await jobs().list()).map(task => task.key),
  )

  routes.post(
    '/system-schedule/reports/filter',
    {
      operationId: 'system.schedule.reports',
      ...common,
      summary: 'Reports of job runs, newest first',
      description:
        'One row for each run: when, where, by whom, with what result. Log lines of a run are included ' +
        'with `id` or `lines`.',
      permission: reports,
      readOnly: true,
      body: ReportFilter,
      response: T.Array(JobRunView),
      meta: ListMeta,
    },
    async ({ body, caller }) => {
      const lines = body.lines ?? body.id !== undefined
      const page = pageOf(body, { cap: lines ? maxReports.withLines : maxReports.plain })
      const { total, runs } = await jobs().reports({
        ...body,
        ...page,
        lines,
        start: date(body.start),
        stop: date(body.stop),
      })
      return new Reply(
        runs.map(run => runView(caller, run)),
        { total, ...page },
      )
    },
  )
}
