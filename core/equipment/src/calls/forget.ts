import type { Context } from '@linecard/plugin-kit'
import { tables } from '../tables.ts'

/** Rows removed by one statement, so that no statement locks the table for long. */
export const batchSize = 10_000

/** A delete of at most `batchSize` rows. */
interface Delete {
  executeTakeFirst(): Promise<{ numDeletedRows: bigint }>
}

/** Repeats a delete until it finds nothing more. Gives the number of removed rows. */
export async function removeAll(query: () => Delete, signal?: AbortSignal): Promise<number> {
  let removed = 0
  for (;;) {
    const count = Number((await query().executeTakeFirst()).numDeletedRows)
    removed += count
    if (count < batchSize || signal?.aborted) return removed
  }
}

/** Removes calls older than `days` from the log. Gives their number. */
export function forgetCalls(
  ctx: Pick<Context, 'em' | 'clock'>,
  days: number,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(ctx.clock().getTime() - days * 86_400_000)
  const old = () =>
    tables(ctx.em())
      .deleteFrom('equipment_call')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('equipment_call').select('id').where('time', '<', before).orderBy('time').limit(batchSize),
      )
  return removeAll(old, signal)
}
