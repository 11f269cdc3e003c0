import type { Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

const dayMs = 86_400_000
/** Rows that one statement deletes, so that no statement locks many rows for a long time. */
const batchRows = 10_000

const oldActions = (em: SqlEntityManager, before: Date) =>
  tables(em)
    .selectFrom('system_action')
    .select('id')
    .where('time', '<', before)
    .orderBy('time')
    .limit(batchRows)

const surplusActions = (em: SqlEntityManager, maxRows: number) =>
  tables(em)
    .selectFrom('system_action')
    .select('id')
    .where('id', '<=', query =>
      query.selectFrom('system_action').select('id').orderBy('id', 'desc').offset(maxRows).limit(1),
    )
    .orderBy('id')
    .limit(batchRows)

/** Deletes rows in batches until none is left or `signal` fires. Returns their number. */
async function deleteActions(
  ctx: Context,
  selected: (em: SqlEntityManager) => ReturnType<typeof oldActions>,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0
  for (;;) {
    const em = ctx.em()
    const { numDeletedRows } = await tables(em)
      .deleteFrom('system_action')
      .where('id', 'in', selected(em))
      .executeTakeFirst()
    removed += Number(numDeletedRows)
    if (numDeletedRows < batchRows || signal?.aborted) return removed
  }
}

/** Deletes actions that are older than `days`. Returns their number. */
export const deleteOldActions = (ctx: Context, days: number, signal?: AbortSignal): Promise<number> => {
  const before = new Date(ctx.clock().getTime() - days * dayMs)
  return deleteActions(ctx, em => oldActions(em, before), signal)
}

/** Deletes the oldest actions above `maxRows`. Returns their number. */
export const deleteSurplusActions = (ctx: Context, maxRows: number, signal?: AbortSignal): Promise<number> =>
  deleteActions(ctx, em => surplusActions(em, maxRows), signal)
