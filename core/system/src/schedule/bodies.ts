import { Type as T } from 'typebox'
import { closedObject, nullable, text } from '@linecard/plugin-kit'
import { Key, RunId, jobStatuses } from './schemas.ts'

export const KeyParams = closedObject({ key: Key })

export const JobChange = T.Object(
  {
    cron: T.Optional(
      nullable(
        text(100, {
          minLength: 1,
          description:
            'Minute, hour, day of month, month, day of week, in UTC; null: the default of the component',
        }),
      ),
    ),
    enabled: T.Optional(T.Boolean()),
  },
  { additionalProperties: false, minProperties: 1, examples: [{ cron: '17 4 * * *', enabled: true }] },
)

/** Absent or empty: the defaults of the job. */
export const JobArguments = closedObject(
  {
    args: T.Optional(
      T.Record(T.String(), T.Unknown(), { description: 'Arguments of the job, see `args` of the task' }),
    ),
  },
  { examples: [{}] },
)

export const ReportFilter = closedObject(
  {
    id: T.Optional(RunId),
    keys: T.Optional(T.Array(Key, { maxItems: 500 })),
    status: T.Optional(T.Array(T.Enum([...jobStatuses]), { maxItems: jobStatuses.length })),
    trigger: T.Optional(T.Enum(['cron', 'manual'])),
    start: T.Optional(
      T.String({ format: 'date-time', description: 'Runs that started at this time or later' }),
    ),
    stop: T.Optional(T.String({ format: 'date-time', description: 'Runs that started before this time' })),
    lines: T.Optional(T.Boolean({ description: 'Include log lines; always true with an id' })),
    limit: T.Optional(
      T.Number({ minimum: 0, description: 'Maximum number of rows, up to 500; up to 100 with log lines' }),
    ),
    offset: T.Optional(T.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  },
  {
    examples: [
      {
        keys: ['identity.purge_sessions'],
        status: ['failed', 'errored'],
        start: '2026-03-01T00:00:00Z',
        limit: 50,
      },
    ],
  },
)
