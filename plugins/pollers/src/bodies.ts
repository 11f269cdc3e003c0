import { Type as T } from 'typebox'
import { Id, closedObject } from '@linecard/plugin-kit'
import { results } from './schemas.ts'

const Key = T.String({ minLength: 1, maxLength: 64 })

export const PollBody = T.Optional(
  closedObject(
    {
      pollers: T.Optional(
        T.Array(Key, { minItems: 1, maxItems: 100, description: 'Default: all that are on for the device' }),
      ),
    },
    { examples: [{ pollers: ['interfaces_status'] }] },
  ),
)

export const RunFilter = closedObject(
  {
    device_id: T.Optional(Id),
    poller: T.Optional(Key),
    result: T.Optional(T.Array(T.Enum([...results]), { maxItems: results.length })),
    asked: T.Optional(T.Boolean({ description: 'True: only those that people asked for' })),
    start: T.Optional(T.String({ format: 'date-time', description: 'Not before this time' })),
    stop: T.Optional(T.String({ format: 'date-time', description: 'Before this time' })),
    limit: T.Optional(T.Number({ minimum: 0, description: 'Maximum number of rows, up to 1000' })),
    offset: T.Optional(T.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  },
  { examples: [{ result: ['failed', 'partial'], start: '2026-03-01T00:00:00Z', limit: 50 }] },
)
