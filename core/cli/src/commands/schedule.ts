import type { JobRun, JobTask } from '@linecard/plugin-kit'
import { CommandError, type Command, type Tools } from '../command.ts'
import { progressLine, progressText } from '../progress.ts'

/** How long a run may wait until a process of the service takes it, in ms. */
const TAKEN_MS = 20_000
const ASK_MS = 300

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

const list: Command = {
  name: 'schedule:list',
  summary: 'Jobs of the installation, when they run and how the last run went',
  async run(tools) {
    tools.print(await (await tools.use('jobs')).list(), taskColumns)
  },
}

const edit: Command = {
  name: 'schedule:edit',
  records: 'system-schedule:updated',
  summary: 'Changes when a job runs, or switches it on or off',
  args: { '<key>': 'the job, see schedule:list' },
  options: {
    '--cron <expression>': 'five fields, UTC; "default" goes back to the component\'s',
    '--enable': 'switches it on',
    '--disable': 'switches it off; it can still be run by hand',
  },
  async run(tools, [key], { cron, enable, disable }) {
    if (enable && disable) throw new CommandError('either --enable or --disable')
    if (cron === undefined && !enable && !disable)
      throw new CommandError('say what to change: --cron, --enable or --disable')
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

const runNow: Command = {
  name: 'schedule:run',
  records: 'system-schedule:run',
  summary: 'Has the running service run a job now, and shows how far it is and what it logs until it ends',
  args: { '<key>': 'the job, see schedule:list' },
  async run(tools, [key]) {
    const jobs = await tools.use('jobs')
    const { id } = await jobs.runNow(key as string, await system(tools))
    const asked = Date.now()
    let shown = 0
    const line = progressLine()
    for (;;) {
      const {
        runs: [run],
      } = await jobs.reports({ id, lines: true, limit: 1, offset: 0 })
      if (!run && Date.now() - asked > TAKEN_MS) {
        throw new CommandError(
          'no process has taken the run yet: is the service running? It starts as soon as one is free (schedule:reports shows it)',
        )
      }
      const seen = (run?.lines_dropped ?? 0) + (run?.lines.length ?? 0)
      if (seen > shown) line.clear()
      for (const one of run?.lines.slice(Math.max(0, run.lines.length - (seen - shown))) ?? [])
        tools.say(`${one.time} ${one.level} ${one.message}`)
      shown = seen
      const far = progressText(run?.progress ?? null)
      if (far) line.show(`${key as string}: ${far}`)
      if (run && run.status !== 'running') {
        line.clear()
        tools.print([run], runColumns)
        if (run.status !== 'ok') throw new CommandError(run.error?.description ?? run.status)
        return
      }
      await new Promise(resolve => {
        setTimeout(resolve, ASK_MS)
      })
    }
  },
}

const reports: Command = {
  name: 'schedule:reports',
  summary: 'What happened to jobs, newest first',
  args: { '[key]': 'one job only' },
  options: { '--limit <number>': 'rows at most (50)', '--id <id>': 'one run with what it logged' },
  async run(tools, [key], { limit = '50', id }) {
    if (!/^\d{1,4}$/.test(String(limit))) throw new CommandError('--limit is a number up to 9999')
    if (id !== undefined && !uuid.test(String(id)))
      throw new CommandError('--id is the id of a run, see schedule:reports')
    const which = {
      ...(key ? { keys: [key as string] } : {}),
      ...(id ? { id: String(id), lines: true } : {}),
    }
    const { runs } = await (await tools.use('jobs')).reports({ ...which, limit: Number(limit), offset: 0 })
    tools.print(runs, runColumns)
    if (tools.format === 'table')
      for (const line of id ? (runs[0]?.lines ?? []) : [])
        tools.say(`${line.time} ${line.level} ${line.message}`)
  },
}

export const scheduleCommands = [list, edit, runNow, reports]
