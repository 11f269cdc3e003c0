import type { Context } from '@linecard/plugin-kit'

/** Rows removed at once, so that no statement holds the table for long. */
export const batch = 10_000

/** Runs a delete of at most `batch` rows until nothing is left for it. Gives how many rows went. */
export async function removeAll(
  ctx: Pick<Context, 'em'>,
  sql: string,
  params: unknown[],
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0
  for (;;) {
    const { affectedRows } = await ctx.em().execute<{ affectedRows: number }>(sql, params, 'run')
    removed += affectedRows
    if (affectedRows < batch || signal?.aborted) return removed
  }
}

/** Removes calls older than `days` from the log. */
export const forgetCalls = (
  ctx: Pick<Context, 'em' | 'clock'>,
  days: number,
  signal?: AbortSignal,
): Promise<number> =>
  removeAll(
    ctx,
    `delete from equipment_call where id in (select id from equipment_call where time < ?::timestamptz order by time limit ${batch})`,
    [new Date(ctx.clock().getTime() - days * 86_400_000).toISOString()],
    signal,
  )
