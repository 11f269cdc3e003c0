import {
  EmbeddedDevice,
  Id,
  Time,
  closedObject,
  exampleDevice,
  nullable,
  type Caller,
} from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'
import type { Registrations } from '../registrations.ts'
import type { Batch, BatchRow } from './store.ts'
import { batchKinds, batchStates, rowStates } from '../words/batch.ts'

const Row = closedObject({
  row: T.Integer(),
  ident: T.String(),
  state: T.Enum([...rowStates], {
    description: 'waiting: not begun. refused: it cannot be done as it was planned, see `error`',
  }),
  registration_id: nullable(Id),
  error: nullable(closedObject({ code: T.String(), description: T.String() })),
})

export const BatchView = closedObject(
  {
    id: Id,
    kind: T.Enum([...batchKinds]),
    state: T.Enum([...batchStates], {
      description: 'stopped: cancelled, or its process ended; `start` goes on with the rows that wait',
    }),
    device: EmbeddedDevice,
    user: closedObject({ id: Id, login: T.String() }),
    total: T.Integer(),
    done: T.Integer({ description: 'Rows that are done' }),
    failed: T.Integer({ description: 'Rows that failed or were refused' }),
    rows: T.Array(Row),
    created_at: Time,
    ended_at: nullable(Time),
  },
  { $id: 'onts-registration.Batch', description: 'Many registrations, each a transaction of its own' },
)

export const exampleBatch = {
  id: 4,
  kind: 'batch' as const,
  state: 'planned' as const,
  device: exampleDevice,
  user: { id: 2, login: 'noc' },
  total: 1,
  done: 0,
  failed: 0,
  rows: [{ row: 1, ident: 'ZTEGC1086C71', state: 'waiting' as const, registration_id: null, error: null }],
  created_at: '2026-03-02T10:00:00.000Z' as unknown as Date,
  ended_at: null,
}

export async function batchView(
  { ctx }: Registrations,
  caller: Caller,
  { id, kind, state, device_id: deviceId, user_id: userId, user_login: login, ...times }: Batch,
  rows: readonly BatchRow[],
): Promise<Static<typeof BatchView>> {
  const devices = await ctx.use('devices').shown([deviceId], caller)
  const count = (...states: BatchRow['state'][]) => rows.filter(row => states.includes(row.state)).length
  return {
    id,
    kind,
    state,
    device: devices.get(deviceId)!,
    user: { id: userId, login },
    total: rows.length,
    done: count('done'),
    failed: count('failed', 'refused'),
    rows: rows.map(({ row, ident, state: at, run_id: run, error, error_code: code }) => ({
      row,
      ident,
      state: at,
      registration_id: run,
      error: error === null ? null : { code: code ?? 'UNKNOWN', description: error },
    })),
    created_at: times.created_at,
    ended_at: times.ended_at,
  }
}
