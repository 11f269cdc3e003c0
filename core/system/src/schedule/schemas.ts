import { Type as T } from 'typebox'
import { Time, closedObject, nullable, type JobStatus } from '@linecard/plugin-kit'

export const jobStatuses = [
  'running',
  'ok',
  'failed',
  'errored',
  'timeout',
  'aborted',
  'lost',
] as const satisfies readonly JobStatus[]
export const Key = T.String({ minLength: 1, maxLength: 200, description: '`<component>.<job>`' })
export const RunId = T.String({ format: 'uuid' })

const run = {
  id: '7b0c4a52-3a0e-4f6e-9a3f-2f1d9a705c0e',
  key: 'identity.purge_sessions',
  trigger: 'manual',
  requested_by: 'admin',
  args: null,
  status: 'ok',
  started_at: '2026-03-02T10:00:00.000Z',
  finished_at: '2026-03-02T10:00:00.120Z',
  spent_ms: 120,
  error: null,
  host: 'noc-1',
  pid: 4711,
  lines: [],
  lines_dropped: 0,
  progress: null,
}

export const JobRunView = closedObject(
  {
    id: RunId,
    key: Key,
    trigger: T.Enum(['cron', 'manual'], { description: '`manual`: a user started it' }),
    requested_by: nullable(T.String({ description: 'Login of the user who started it' })),
    args: nullable(
      T.Record(T.String(), T.Unknown(), { description: 'What that user gave to it; secrets are masked' }),
    ),
    status: T.Enum([...jobStatuses], {
      description:
        '`failed`: for the reason in `error`; `errored`: by a fault of the job itself; ' +
        '`timeout`: it ran too long and was stopped; `aborted`: the service stopped; ' +
        '`lost`: its process died, so the result is unknown',
    }),
    started_at: Time,
    finished_at: nullable(Time),
    spent_ms: nullable(T.Integer({ description: 'Null while it runs, and if it was lost' })),
    error: nullable(closedObject({ code: T.String(), description: T.String() })),
    host: T.String({ description: 'Machine that ran it' }),
    pid: T.Integer(),
    lines: T.Array(
      closedObject({
        time: T.String({ format: 'date-time' }),
        level: T.Enum(['info', 'warn', 'error']),
        message: T.String(),
      }),
      { description: 'The last 200 lines of its log, if the request asks for them' },
    ),
    lines_dropped: T.Integer({ description: 'Number of earlier lines; the log of the service has them' }),
    progress: nullable(
      closedObject(
        {
          done: T.Integer({ minimum: 0 }),
          total: nullable(T.Integer({ minimum: 0, description: 'Null if the total is unknown' })),
          what: T.String({ description: 'The present step; can be empty' }),
        },
        { description: 'Progress, also of a finished run; null for a job that does not report it' },
      ),
    ),
  },
  {
    $id: 'system.JobRun',
    examples: [
      {
        ...run,
        lines: [{ time: run.started_at, level: 'info', message: 'expired sessions removed removed=3' }],
      },
    ],
  },
)

export const JobTaskView = closedObject(
  {
    key: Key,
    component: T.String(),
    summary: T.String(),
    command: T.String({ description: 'Command that runs it' }),
    cron: T.String({ description: 'Minute, hour, day of month, month, day of week; UTC' }),
    default_cron: T.String(),
    enabled: T.Boolean(),
    timeout_sec: T.Integer(),
    args: nullable(
      T.Record(T.String(), T.Unknown(), {
        description: 'JSON Schema of the arguments of a run; null for a job that takes none',
      }),
    ),
    next_runs: T.Array(Time, { description: 'The next three times; empty while it is switched off' }),
    running: T.Boolean(),
    last_run: nullable(JobRunView),
    updated_at: nullable(Time),
    updated_by: nullable(T.String({ description: 'Login of the user who changed it last' })),
  },
  {
    $id: 'system.JobTask',
    examples: [
      {
        key: run.key,
        component: 'identity',
        summary: 'Deletes expired sessions and keys',
        command: `linecard schedule:run ${run.key}`,
        cron: '17 4 * * *',
        default_cron: '17 3 * * *',
        enabled: true,
        timeout_sec: 300,
        args: null,
        next_runs: ['2026-03-03T04:17:00.000Z', '2026-03-04T04:17:00.000Z', '2026-03-05T04:17:00.000Z'],
        running: false,
        last_run: run,
        updated_at: '2026-03-01T08:00:00.000Z',
        updated_by: 'admin',
      },
    ],
  },
)

export const JobStarted = closedObject(
  { id: RunId, key: Key },
  {
    $id: 'system.JobStarted',
    description: 'Id that the report of this run will have',
    examples: [{ id: run.id, key: run.key }],
  },
)

export const scheduleSchemas = [JobRunView, JobTaskView, JobStarted]
