import { setTimeout } from 'node:timers/promises'
import { progressText, type JobRun, type JobTask } from '@linecard/plugin-kit'
import { CommandError, type CliCommand, type Tools } from '../command.ts'
import { namedValues } from '../named-values.ts'
import { progressLine } from '../progress.ts'

/** How long a run can wait until a process of the service takes it. */
const maxWaitMs = 20_000
const pollMs = 300

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const when = (date: Date | null | undefined) => date?.toISOString() ?? null
const system = async (tools: Tools) => (await tools.use('auth')).system()

const taskColumns = {
  Key: (row: JobTask) => row.key,
  'Cron (UTC)': (row: JobTask) => row.cron,
  State: (row: JobTask) => (row.running ? 'running' : row.enabled ? 'on' : 'off'),
  'Last Run': (row: JobTask) => when(row.last_run?.started_at) ?? 'never',
  Result: (row: JobTask) => row.last_run?.status,
  Progress: (row: JobTask) => progressText(row.last_run?.progress ?? null) || null,
  'Next Run': (row: JobTask) => when(row.next_runs[0]),
  What: (row: JobTask) => row.summary,
}
const runColumns = {
  Started: (row: JobRun) => when(row.started_at),
  Key: (row: JobRun) => row.key,
  Status: (row: JobRun) => row.status,
  Progress: (row: JobRun) => progressText(row.progress) || null,
  Seconds: (row: JobRun) => (row.spent_ms === null ? null : (row.spent_ms / 1000).toFixed(1)),
  By: (row: JobRun) => row.requested_by ?? 'cron',
  Host: (row: JobRun) => `${row.host}/${row.pid}`,
  Error: (row: JobRun) => row.error?.description,
  ID: (row: JobRun) => row.id,
}

const list: CliCommand = {
  name: 'schedule:list',
  summary: 'Lists the jobs: when they run, and the result of the last run',
  async run(tools) {
    tools.print(await (await tools.use('jobs')).list(), taskColumns)
  },
}

const edit: CliCommand = {
  name: 'schedule:edit',
  records: 'system-schedule:updated',
  summary: 'Changes when a job runs, or switches it on or off',
  args: { '<key>': 'key of the job, see schedule:list' },
  options: {
    '--cron <expression>': 'five fields, UTC; "default" goes back to the default of the component',
    '--enable': 'switches it on',
    '--disable': 'switches it off; schedule:run still runs it',
  },
  async run(tools, [key], { cron, enable, disable }) {
    if (enable && disable) throw new CommandError('use --enable or --disable, not both')
    if (cron === undefined && !enable && !disable)
      throw new CommandError('name the change: --cron, --enable or --disable')
    const change = {
      ...(cron === undefined ? {} : { cron: cron === 'default' ? null : String(cron) }),
      ...(enable || disable ? { enabled: Boolean(enable) } : {}),
    }
    tools.print(
      [await (await tools.use('jobs')).update(key as string, change, await system(tools))],
      taskColumns,
    )
  },
}

const runNow: CliCommand = {
  name: 'schedule:run',
  records: 'system-schedule:run',
  summary: 'Runs a job now in the running service, and shows its progress and its log until it ends',
  args: { '<key>': 'key of the job, see schedule:list', '[args...]': 'its arguments as name=value' },
  async run(tools, [key, given]) {
    const jobs = await tools.use('jobs')
    const args = namedValues((given ?? []) as string[])
    const { id } = await jobs.runNow(key as string, await system(tools), args)
    const asked = Date.now()
    let shown = 0
    const line = progressLine(tools.terminal.error)
    for (;;) {
      const {
        runs: [run],
      } = await jobs.reports({ id, lines: true, limit: 1, offset: 0 })
      if (!run && Date.now() - asked > maxWaitMs) {
        throw new CommandError(
          'no process has started the run yet. Is the service running? ' +
            'The run starts when a process is free; schedule:reports shows it',
        )
      }
      const seen = (run?.lines_dropped ?? 0) + (run?.lines.length ?? 0)
      if (seen > shown) line.clear()
      for (const one of run?.lines.slice(Math.max(0, run.lines.length - (seen - shown))) ?? [])
        tools.remark(`${one.time} ${one.level} ${one.message}`)
      shown = seen
      const far = progressText(run?.progress ?? null)
      if (far) line.show(`${key as string}: ${far}`)
      if (run && run.status !== 'running') {
        line.clear()
        tools.print([run], runColumns)
        if (run.status !== 'ok') throw new CommandError(run.error?.description ?? run.status)
        return
      }
      await setTimeout(pollMs, null, { signal: tools.signal })
    }
  },
}

const reports: CliCommand = {
  name: 'schedule:reports',
  summary: 'Shows the reports of job runs, newest first',
  args: { '[key]': 'only this job' },
  options: {
    '--limit <number>': 'maximum number of rows (default 50)',
    '--id <id>': 'one run, with its log lines',
  },
  async run(tools, [key], { limit = '50', id }) {
    if (!/^\d{1,4}$/.test(String(limit))) throw new CommandError('--limit must be a number up to 9999')
    if (id !== undefined && !uuid.test(String(id)))
      throw new CommandError('--id must be the id of a run, see schedule:reports')
    const which = {
      ...(key ? { keys: [key as string] } : {}),
      ...(id ? { id: String(id), lines: true } : {}),
    }
    const { runs } = await (await tools.use('jobs')).reports({ ...which, limit: Number(limit), offset: 0 })
    tools.print(runs, runColumns)
    if (tools.format === 'table')
      for (const line of id ? (runs[0]?.lines ?? []) : [])
        tools.remark(`${line.time} ${line.level} ${line.message}`)
  },
}

export const scheduleCommands = [list, edit, runNow, reports]
