import type { Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** Another process has read on meanwhile: what this one found is in its hands. */
class CursorMoved extends Error {
  override name = 'CursorMoved'
}

/** Up to where a source was read. The first time it is its end: what was before is not told. */
export async function positionOf(
  ctx: Pick<Context, 'em'>,
  source: string,
  end: () => Promise<number>,
): Promise<number> {
  const read = () =>
    tables(ctx.em())
      .selectFrom('notifications_cursor')
      .select('position')
      .where('source', '=', source)
      .executeTakeFirst()
  const found = await read()
  if (found) return Number(found.position)
  await tables(ctx.em())
    .insertInto('notifications_cursor')
    .values({ source, position: await end() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return Number((await read())!.position)
}

/** @throws CursorMoved if it is not at `from` any more */
export async function moveCursor(
  em: SqlEntityManager,
  source: string,
  from: number,
  to: number,
): Promise<void> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('notifications_cursor')
    .set({ position: to })
    .where('source', '=', source)
    .where('position', '=', String(from))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new CursorMoved(`the cursor of ${source} is elsewhere`)
}

interface Reading<One extends { seq: number }> {
  source: string
  batch: number
  /** The last number of the source. */
  end(): Promise<number>
  after(position: number): Promise<readonly One[]>
  /** Finds out what is to be written, and returns what writes it. */
  write(found: readonly One[]): Promise<(em: SqlEntityManager) => Promise<void>>
}

/**
 * Reads the next part of a source and writes what comes of it, in one transaction with the cursor: a process
 * that dies loses none and doubles none, and two that read at once write once. Returns whether there may be
 * more.
 */
export async function readOn<One extends { seq: number }>(
  ctx: Pick<Context, 'em'>,
  { source, batch, end, after, write }: Reading<One>,
): Promise<boolean> {
  const position = await positionOf(ctx, source, end)
  const found = await after(position)
  if (found.length === 0) return false
  const writeAll = await write(found)
  try {
    await ctx.em().transactional(async forked => {
      const em = forked as SqlEntityManager
      await moveCursor(em, source, position, found.at(-1)!.seq)
      await writeAll(em)
    })
  } catch (error) {
    if (!(error instanceof CursorMoved)) throw error
  }
  return found.length === batch
}
