import {
  EmbeddedDevice,
  Id,
  Time,
  closedObject,
  exampleDevice,
  nullable,
  type Caller,
} from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { Type as T, type Static } from 'typebox'
import type { Registrations } from '../registrations.ts'
import { tables } from '../tables.ts'
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

const members = {
  id: Id,
  kind: T.Enum([...batchKinds]),
  state: T.Enum([...batchStates], {
    description: 'stopped: cancelled, or its process ended; `start` goes on with the rows that wait',
  }),
  device: EmbeddedDevice,
  user: closedObject({ id: Id, login: T.String() }),
  total: T.Integer({ description: 'Rows of it' }),
  done: T.Integer({ description: 'Rows that are done' }),
  failed: T.Integer({ description: 'Rows that failed or were refused' }),
}
const times = { created_at: Time, ended_at: nullable(Time) }

/** A batch in a list. */
export const BatchSummary = closedObject(
  { ...members, ...times },
  { $id: 'onts-registration.BatchSummary', description: 'A batch or a cut-over, without its rows' },
)

export const BatchView = closedObject(
  { ...members, rows: T.Array(Row), ...times },
  { $id: 'onts-registration.Batch', description: 'Many registrations, each a transaction of its own' },
)

export const exampleSummary = {
  id: 4,
  kind: 'batch' as const,
  state: 'planned' as const,
  device: exampleDevice,
  user: { id: 2, login: 'noc' },
  total: 1,
  done: 0,
  failed: 0,
  created_at: '2026-03-02T10:00:00.000Z' as unknown as Date,
  ended_at: null,
}

export const exampleBatch = {
  ...exampleSummary,
  rows: [{ row: 1, ident: 'ZTEGC1086C71', state: 'waiting' as const, registration_id: null, error: null }],
}

/** Rows of a batch by their state. */
export type RowCounts = Partial<Record<BatchRow['state'], number>>

const summaryOf = (
  device: Static<typeof EmbeddedDevice>,
  { id, kind, state, user_id: userId, user_login: login, created_at, ended_at }: Batch,
  counts: RowCounts,
): Static<typeof BatchSummary> => ({
  id,
  kind,
  state,
  device,
  user: { id: userId, login },
  total: Object.values(counts).reduce((sum, count) => sum + count, 0),
  done: counts.done ?? 0,
  failed: (counts.failed ?? 0) + (counts.refused ?? 0),
  created_at,
  ended_at,
})

/** Batches with their rows counted. Those of devices that the caller does not see are left out. */
export async function batchSummaries(
  { ctx }: Registrations,
  caller: Caller,
  batches: readonly Batch[],
): Promise<Static<typeof BatchSummary>[]> {
  const counted = await tables(ctx.em())
    .selectFrom('onts_registration_row')
    .select(['batch_id', 'state', sql<number>`count(*)::int`.as('count')])
    .where(sql<boolean>`batch_id = any (${batches.map(({ id }) => id)}::int[])`)
    .groupBy(['batch_id', 'state'])
    .execute()
  const counts = new Map<number, RowCounts>()
  for (const { batch_id: id, state, count } of counted) counts.set(id, { ...counts.get(id), [state]: count })
  const ids = [...new Set(batches.map(({ device_id: id }) => id))]
  const devices = await ctx.use('devices').shown(ids, caller)
  return batches.flatMap(batch => {
    const device = devices.get(batch.device_id)
    return device ? [summaryOf(device, batch, counts.get(batch.id) ?? {})] : []
  })
}

export async function batchView(
  { ctx }: Registrations,
  caller: Caller,
  batch: Batch,
  rows: readonly BatchRow[],
): Promise<Static<typeof BatchView>> {
  const devices = await ctx.use('devices').shown([batch.device_id], caller)
  const counts: RowCounts = {}
  for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1
  return {
    ...summaryOf(devices.get(batch.device_id)!, batch, counts),
    rows: rows.map(({ row, ident, state: at, run_id: run, error, error_code: code }) => ({
      row,
      ident,
      state: at,
      registration_id: run,
      error: error === null ? null : { code: code ?? 'UNKNOWN', description: error },
    })),
  }
}
