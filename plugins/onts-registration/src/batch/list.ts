import { pageOf, type Caller } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Registrations } from '../registrations.ts'
import { tables } from '../tables.ts'
import type { BatchKind, BatchState } from '../words/batch.ts'
import type { Batch } from './store.ts'
import type { RowCounts } from './view.ts'

export interface BatchQuery {
  device_id?: number
  kind?: BatchKind
  state?: BatchState
  limit?: number
  offset?: number
}

/** Batches and cut-overs to devices that the caller sees, the newest first, with their rows by state. */
export async function listBatches({ ctx }: Registrations, caller: Caller, query: BatchQuery) {
  const page = pageOf(query, { cap: 1000 })
  const visible = await ctx.use('devices').visible(caller)
  const db = tables(ctx.em())
  let found = db.selectFrom('onts_registration_batch')
  if (visible) found = found.where(sql<boolean>`device_id = any (${[...visible]}::int[])`)
  if (query.device_id !== undefined) found = found.where('device_id', '=', query.device_id)
  if (query.kind !== undefined) found = found.where('kind', '=', query.kind)
  if (query.state !== undefined) found = found.where('state', '=', query.state)
  const [batches, { total }] = await Promise.all([
    found.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  const rows = await db
    .selectFrom('onts_registration_row')
    .select(['batch_id', 'state', sql<number>`count(*)::int`.as('count')])
    .where(sql<boolean>`batch_id = any (${batches.map(({ id }) => id)}::int[])`)
    .groupBy(['batch_id', 'state'])
    .execute()
  const counts = new Map<number, RowCounts>()
  for (const { batch_id: id, state, count } of rows) counts.set(id, { ...counts.get(id), [state]: count })
  return { batches: batches as Batch[], counts, meta: { total, ...page } }
}
