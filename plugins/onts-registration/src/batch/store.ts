import type { Caller } from '@linecard/plugin-kit'
import { sql, type Selectable, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import type { Registrations } from '../registrations.ts'
import { tables, type BatchTable, type RowTable } from '../tables.ts'
import type { BatchKind, BatchState, RowState, Task } from '../words/batch.ts'

export type Batch = Selectable<BatchTable>
export type BatchRow = Selectable<RowTable>
type Parts = Pick<Registrations, 'ctx'>

export interface NewRow {
  ident: string
  /** Null: it cannot be done, see `error`. */
  task: Task | null
  error: { code: string; message: string } | null
}

/** Stores a plan. Gives its id. */
export const createBatch = (
  { ctx }: Parts,
  batch: { kind: BatchKind; deviceId: number; caller: Caller; rows: readonly NewRow[] },
): Promise<number> =>
  ctx.em().transactional(async em => {
    const { kind, deviceId, caller, rows } = batch
    const db = tables(em)
    const { id } = await db
      .insertInto('onts_registration_batch')
      .values({
        kind,
        state: 'planned',
        device_id: deviceId,
        user_id: caller.userId,
        user_login: caller.login,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const values = rows.map(({ ident, task, error }, at) => ({
      batch_id: id,
      row: at + 1,
      ident,
      state: error ? ('refused' as const) : ('waiting' as const),
      task: task && ctx.vault.seal(JSON.stringify(task)),
      error_code: error?.code ?? null,
      error: error?.message ?? null,
    }))
    await db.insertInto('onts_registration_row').values(values).execute()
    return id
  })

/** A batch on a device that the caller sees. @throws ApiError ONTS_REGISTRATION_BATCH_UNKNOWN */
export async function batchById({ ctx }: Parts, caller: Caller, id: number): Promise<Batch> {
  const batch = await tables(ctx.em())
    .selectFrom('onts_registration_batch')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  const [seen] = batch ? await ctx.use('devices').several([batch.device_id], caller) : []
  if (!batch || !seen) throw fail('ONTS_REGISTRATION_BATCH_UNKNOWN', { id })
  return batch
}

/** Batches and cut-overs to devices that the caller sees. */
export async function batchRows({ ctx }: Parts, em: SqlEntityManager, caller: Caller) {
  const visible = await ctx.use('devices').visible(caller)
  const all = tables(em).selectFrom('onts_registration_batch').selectAll()
  return visible ? all.where(sql<boolean>`device_id = any (${[...visible]}::int[])`) : all
}

export const rowsOf = ({ ctx }: Parts, id: number): Promise<BatchRow[]> =>
  tables(ctx.em())
    .selectFrom('onts_registration_row')
    .selectAll()
    .where('batch_id', '=', id)
    .orderBy('row')
    .execute()

/** False: it was in none of these states, or belongs to another process. */
export async function stateBatch(
  { ctx }: Parts,
  id: number,
  to: BatchState,
  from: readonly BatchState[],
  of: readonly string[] | null = null,
): Promise<boolean> {
  const batch = tables(ctx.em())
    .updateTable('onts_registration_batch')
    .set({
      state: to,
      process_id: to === 'running' ? ctx.processes.id : null,
      ended_at: to === 'done' ? sql`now()` : null,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('state', 'in', from)
  const owned = of === null ? batch : batch.where('process_id', 'in', of)
  return (await owned.returning('id').execute()).length > 0
}

/** Still the work of this process: nobody has cancelled it. */
export async function isMine({ ctx }: Parts, id: number): Promise<boolean> {
  const row = await tables(ctx.em())
    .selectFrom('onts_registration_batch')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('process_id', '=', ctx.processes.id)
    .executeTakeFirst()
  return row !== undefined
}

export async function changeRow(
  { ctx }: Parts,
  { batch_id: id, row }: Pick<BatchRow, 'batch_id' | 'row'>,
  change: { state: RowState; run_id?: number | null; error_code?: string | null; error?: string | null },
): Promise<void> {
  await tables(ctx.em())
    .updateTable('onts_registration_row')
    .set({ ...change, updated_at: sql`now()` })
    .where('batch_id', '=', id)
    .where('row', '=', row)
    .execute()
}
