import type { Caller } from '../caller.ts'

/** One log line of a job. Secrets are masked, control characters are removed; at most 500 characters. */
export interface JobLine {
  time: string
  level: 'info' | 'warn' | 'error'
  message: string
}

/**
 * `failed`: for a known reason (a device, the database, a setting); `errored`: by a fault of the software,
 * see the log of the service; `timeout`: it took too long; `aborted`: the service stopped or the component
 * was switched off; `lost`: its process died, so its progress is unknown.
 */
export type JobStatus = 'running' | 'ok' | 'failed' | 'errored' | 'timeout' | 'aborted' | 'lost'

/** The progress of a run. */
export interface JobProgress {
  done: number
  /** Null: unknown. */
  total: number | null
  /** The present work in a few words; may be empty. */
  what: string
}

/** Report of one run of a job. */
export interface JobRun {
  /** uuid */
  id: string
  key: string
  trigger: 'cron' | 'manual'
  /** Login of the person who started it; null: the schedule. */
  requested_by: string | null
  /** What that person gave to it, with secrets masked; null: nothing. */
  args: Record<string, unknown> | null
  status: JobStatus
  started_at: Date
  /** For a lost run the last time at which it was alive. */
  finished_at: Date | null
  /** Null while it runs, and for a lost run. */
  spent_ms: number | null
  error: { code: string; description: string } | null
  host: string
  pid: number
  /** The last 200 lines; empty if they were not requested. */
  lines: JobLine[]
  /** Number of earlier lines, which are only in the log of the service. */
  lines_dropped: number
  /** Null if the job does not tell it. */
  progress: JobProgress | null
}

/** Event after a run in this process has ended: `{key, status, spent_ms}`. */
export const jobEnded = 'kernel.job'

/** A job of a plugin, with the changes of operators. */
export interface JobTask {
  /** `<plugin>.<job>` */
  key: string
  component: string
  summary: string
  /** Five fields, UTC. */
  cron: string
  /** The cron of the plugin. */
  default_cron: string
  enabled: boolean
  timeout_sec: number
  /** JSON Schema of the arguments that `runNow` takes; null: it takes none. */
  args: Record<string, unknown> | null
  /** The next three times; empty while it is switched off. */
  next_runs: Date[]
  running: boolean
  /** Without its log lines. */
  last_run: JobRun | null
  /** Time and login of the last change of cron or state; null: never changed. */
  updated_at: Date | null
  updated_by: string | null
}

/** Which reports are asked for. What is absent leaves nothing out; an empty list fits none. */
export interface JobReportsFilter {
  id?: string
  keys?: readonly string[]
  status?: readonly JobStatus[]
  trigger?: JobRun['trigger']
  /** Runs that started at or after. */
  start?: Date
  /** Runs that started before. */
  stop?: Date
  /** With their log lines. */
  lines?: boolean
  limit: number
  offset: number
}
/** A page of reports; `total` counts all that fit. */
export interface JobReports {
  total: number
  runs: JobRun[]
}

/** The jobs of all enabled components, offered by the kernel. Changes apply to every process. */
export interface Jobs {
  /** Sorted by key. Runs whose process has died are marked as `lost` first. */
  list(): Promise<JobTask[]>
  /** `cron: null` returns to the cron of the plugin. Throws JOB_UNKNOWN, JOB_CRON_WRONG. */
  update(key: string, change: { cron?: string | null; enabled?: boolean }, caller: Caller): Promise<JobTask>
  /**
   * Starts the job now in one of the processes, also if it is switched off. Returns the id of its report.
   * @throws ApiError JOB_UNKNOWN, JOB_RUNNING, JOB_ARGS_WRONG
   */
  runNow(key: string, caller: Caller, args?: Readonly<Record<string, unknown>>): Promise<{ id: string }>
  /** Newest first. */
  reports(filter: JobReportsFilter): Promise<JobReports>
  /** Removes reports older than `days`, and all but the newest 2000 of each job. Returns their number. */
  forget(days: number): Promise<number>
}
