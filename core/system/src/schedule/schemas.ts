import { Type as T } from 'typebox'
import { Time, closedObject, nullable, text, type JobStatus } from '@linecard/plugin-kit'

export const statuses = [
  'running',
  'ok',
  'failed',
  'errored',
  'timeout',
  'aborted',
  'lost',
] as const satisfies readonly JobStatus[]
const Key = T.String({ minLength: 1, maxLength: 200, description: '`<component>.<job>`' })
const RunId = T.String({ format: 'uuid' })

const run = {
  id: '7b0c4a52-3a0e-4f6e-9a3f-2f1d9a705c0e',
  key: 'identity.purge_sessions',
  trigger: 'manual',
  requested_by: 'admin',
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
    trigger: T.Enum(['cron', 'manual'], { description: '`manual`: somebody asked for it' }),
    requested_by: nullable(T.String({ description: 'Login of whoever asked for it' })),
    status: T.Enum([...statuses], {
      description:
        '`failed`: for the reason in `error`; `errored`: by a fault of the job itself; `timeout`: told to end; `aborted`: the service stopped; `lost`: its process died, how far it came is unknown',
    }),
    started_at: Time,
    finished_at: nullable(Time),
    spent_ms: nullable(T.Integer({ description: 'Null while it runs and when it was lost' })),
    error: nullable(closedObject({ code: T.String(), description: T.String() })),
    host: T.String({ description: 'Machine that ran it' }),
    pid: T.Integer(),
    lines: T.Array(
      closedObject({
        time: T.String({ format: 'date-time' }),
        level: T.Enum(['info', 'warn', 'error']),
        message: T.String(),
      }),
      { description: 'The last 200 lines it logged, where asked for' },
    ),
    lines_dropped: T.Integer({ description: "Earlier lines; the service's log has them" }),
    progress: nullable(
      closedObject(
        {
          done: T.Integer({ minimum: 0 }),
          total: nullable(T.Integer({ minimum: 0, description: 'null: nobody knows how many' })),
          what: T.String({ description: 'What is being done; may be empty' }),
        },
        { description: 'How far it is, or came; null for a job that does not tell' },
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
    command: T.String({ description: 'Runs it from the command line' }),
    cron: T.String({ description: 'Minute, hour, day of month, month, day of week; UTC' }),
    default_cron: T.String(),
    enabled: T.Boolean(),
    timeout_sec: T.Integer(),
    next_runs: T.Array(Time, { description: 'The next three times; none while switched off' }),
    running: T.Boolean(),
    last_run: nullable(JobRunView),
    updated_at: nullable(Time),
    updated_by: nullable(T.String({ description: 'Login of whoever changed it last' })),
  },
  {
    $id: 'system.JobTask',
    examples: [
      {
        key: run.key,
        component: 'identity',
        summary: 'Forgets expired sessions and keys',
        command: `linecard schedule:run ${run.key}`,
        cron: '17 4 * * *',
        default_cron: '17 3 * * *',
        enabled: true,
        timeout_sec: 300,
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
    description: 'The report will have this id',
    examples: [{ id: run.id, key: run.key }],
  },
)

export const KeyParams = closedObject({ key: Key })

export const JobChange = T.Object(
  {
    cron: T.Optional(
      nullable(
        text(100, {
          minLength: 1,
          description: 'Minute, hour, day of month, month, day of week, in UTC; null: as the component says',
        }),
      ),
    ),
    enabled: T.Optional(T.Boolean()),
  },
  { additionalProperties: false, minProperties: 1, examples: [{ cron: '17 4 * * *', enabled: true }] },
)

export const ReportFilter = closedObject(
  {
    id: T.Optional(RunId),
    keys: T.Optional(T.Array(Key, { maxItems: 500 })),
    status: T.Optional(T.Array(T.Enum([...statuses]), { maxItems: statuses.length })),
    trigger: T.Optional(T.Enum(['cron', 'manual'])),
    start: T.Optional(T.String({ format: 'date-time', description: 'Started at or after' })),
    stop: T.Optional(T.String({ format: 'date-time', description: 'Started before' })),
    lines: T.Optional(T.Boolean({ description: 'With their log lines; always so where an id is given' })),
    limit: T.Optional(
      T.Integer({ minimum: 0, description: 'Rows at most; clamped to 500, with lines to 100' }),
    ),
    offset: T.Optional(T.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  },
  {
    examples: [{ keys: [run.key], status: ['failed', 'errored'], start: '2026-03-01T00:00:00Z', limit: 50 }],
  },
)

export const scheduleSchemas = [JobRunView, JobTaskView, JobStarted]
