import type { Caller } from '../caller.ts'

/** One line that a job logged. Secrets are masked, control characters gone, 500 characters at most. */
export interface JobLine {
  time: string
  level: 'info' | 'warn' | 'error'
  message: string
}

/**
 * `failed`: for a reason that can be told (a device, the database, what a person set); `errored`: by a fault
 * of its own, which the service's log explains;
 * `timeout`: was told to end; `aborted`: the service stopped or its component went off; `lost`: its process
 * died, how far it came is unknown.
 */
export type JobStatus = 'running' | 'ok' | 'failed' | 'errored' | 'timeout' | 'aborted' | 'lost'

/** How far a run is, or came. */
export interface JobProgress {
  done: number
  /** Null: nobody knows how many. */
  total: number | null
  /** What is being done, in a few words; empty where nothing was said. */
  what: string
}

/** Report of one run of a job. */
export interface JobRun {
  /** uuid */
  id: string
  key: string
  trigger: 'cron' | 'manual'
  /** Login of whoever asked for it; null when it was due. */
  requested_by: string | null
  status: JobStatus
  started_at: Date
  /** For a lost run when it was last heard of. */
  finished_at: Date | null
  /** Null while it runs and when it was lost. */
  spent_ms: number | null
  error: { code: string; description: string } | null
  host: string
  pid: number
  /** The last 200 lines; empty where they were not asked for. */
  lines: JobLine[]
  /** Earlier lines, which only the service's log has. */
  lines_dropped: number
  /** Null where the job says nothing of it. */
  progress: JobProgress | null
}

/** Event of this process after a run of its own has ended: `{key, status, spent_ms}`. */
export const jobEnded = 'kernel.job'

/** A job of a plugin and what operators made of it. */
export interface JobTask {
  /** `<plugin>.<job>` */
  key: string
  component: string
  summary: string
  /** Five fields, UTC. */
  cron: string
  /** As its plugin says. */
  default_cron: string
  enabled: boolean
  timeout_sec: number
  /** The next three times; none while switched off. */
  next_runs: Date[]
  running: boolean
  /** Without its lines. */
  last_run: JobRun | null
  /** When and by whom (login) cron or state were changed; null: never. */
  updated_at: Date | null
  updated_by: string | null
}

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
export interface JobReports {
  total: number
  runs: JobRun[]
}

/** The jobs of all enabled components, offered by the kernel. Changes hold for every process at once. */
export interface Jobs {
  list(): Promise<JobTask[]>
  /** `cron: null` goes back to the plugin's. Throws JOB_UNKNOWN, JOB_CRON_WRONG. */
  update(key: string, change: { cron?: string | null; enabled?: boolean }, caller: Caller): Promise<JobTask>
  /**
   * Has some process run the job now, also one that is switched off. Gives the id of its report-to-be. Throws
   * JOB_UNKNOWN, JOB_RUNNING.
   */
  runNow(key: string, caller: Caller): Promise<{ id: string }>
  /** Newest first. */
  reports(filter: JobReportsFilter): Promise<JobReports>
  /** Removes reports older than `days`, and of each job those beyond its newest 2000. Gives how many. */
  forget(days: number): Promise<number>
}
