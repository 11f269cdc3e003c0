import type { JobProgress, JobRun } from '@linecard/plugin-kit'

/** Columns of a run without the lines of its log, which may be long. */
export const columns = [
  'id',
  'key',
  'trigger',
  'requested_by',
  'args',
  'status',
  'started_at',
  'finished_at',
  'error_code',
  'error',
  'host',
  'pid',
  'lines_dropped',
  'progress',
] as const

interface Row extends Omit<JobRun, 'error' | 'lines' | 'spent_ms' | 'progress' | 'args'> {
  error_code: string | null
  error: string | null
  lines?: unknown
  progress: unknown
  args: unknown
}

/** A run as operators see it. */
export function runOf({ error_code, error, lines = [], progress, args, ...row }: Row): JobRun {
  const { started_at: started, finished_at: finished } = row
  return {
    ...row,
    spent_ms: finished && row.status !== 'lost' ? finished.getTime() - started.getTime() : null,
    error: error_code === null ? null : { code: error_code, description: error ?? '' },
    lines: lines as JobRun['lines'],
    progress: progress as JobProgress | null,
    args: args as JobRun['args'],
  }
}
