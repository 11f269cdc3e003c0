import { Type as T } from 'typebox'
import { ListMeta, Reply, pageOf, type Context, type JobTask, type Routes } from '@linecard/plugin-kit'
import { JobChange, JobRunView, JobStarted, JobTaskView, KeyParams, ReportFilter } from './schemas.ts'

const tag = 'system-schedule'
const configuration = 'schedule_configuration'
const reports = 'schedule_reports'
/** Lines make a report large: 200 of 500 characters. */
const caps = { plain: 500, withLines: 100 }

const taskView = (task: JobTask) => ({ ...task, command: `linecard schedule:run ${task.key}` })
const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

export function scheduleRoutes(routes: Routes, ctx: Context): void {
  const jobs = () => ctx.use('jobs')

  routes.get(
    '/system-schedule/tasks',
    {
      operationId: 'system.schedule.tasks',
      tag,
      summary: 'Jobs of all enabled components: when they run and how the last run went',
      permission: configuration,
      response: T.Array(JobTaskView),
    },
    async () => (await jobs().list()).map(taskView),
  )

  routes.get(
    '/system-schedule/keys',
    {
      operationId: 'system.schedule.keys',
      tag,
      summary: 'Keys of all jobs, to filter reports by',
      permission: reports,
      response: T.Array(T.String()),
    },
    async () => (await jobs().list()).map(task => task.key),
  )

  routes.put(
    '/system-schedule/:key',
    {
      operationId: 'system.schedule.update',
      tag,
      summary: 'Changes when a job runs, or switches it on or off; holds for every process at once',
      permission: configuration,
      params: KeyParams,
      body: JobChange,
      response: JobTaskView,
    },
    async ({ params, body, caller }) => taskView(await jobs().update(params.key, body, caller)),
  )

  routes.post(
    '/system-schedule/:key/run',
    {
      operationId: 'system.schedule.run',
      tag,
      summary: 'Runs a job now, also one that is switched off; 409 while it runs',
      permission: configuration,
      params: KeyParams,
      response: JobStarted,
      status: 202,
    },
    async ({ params, caller }) => ({ ...(await jobs().runNow(params.key, caller)), key: params.key }),
  )

  routes.post(
    '/system-schedule/reports/filter',
    {
      operationId: 'system.schedule.reports',
      tag,
      summary: 'What happened to jobs, newest first',
      permission: reports,
      readOnly: true,
      body: ReportFilter,
      response: T.Array(JobRunView),
      meta: ListMeta,
    },
    async ({ body }) => {
      const lines = body.lines ?? body.id !== undefined
      const page = pageOf(body, { cap: lines ? caps.withLines : caps.plain })
      const { total, runs } = await jobs().reports({
        ...body,
        ...page,
        lines,
        start: date(body.start),
        stop: date(body.stop),
      })
      return new Reply(runs, { total, ...page })
    },
  )
}
