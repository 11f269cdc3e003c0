import type { EntityName } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'

/** Rows that one statement reads. */
const pageRows = 1000
/** Below every id, and still an integer of PostgreSQL. */
const beforeAll = -2_147_483_648

/**
 * All rows in the order of their ids, page by page. Each page starts after the last id, so rows that come or
 * go in the meantime do not repeat or hide others.
 */
export async function* keyset<R extends { id: number }>(
  read: (after: number, limit: number) => Promise<R[]>,
): AsyncGenerator<R[]> {
  for (let after = beforeAll; ;) {
    const rows = await read(after, pageRows)
    // Rows may disappear while a page is read, so only an empty page is the end.
    if (!rows.length) return
    yield rows
    after = rows.at(-1)!.id
  }
}

/** Keeps rows by their ids during an export, for tables with few rows that many rows refer to. */
export function lookup<T extends { id: number }>(entity: EntityName<T>, fields: readonly string[]) {
  const known = new Map<number, T | null>()
  return {
    /** Reads the rows that are not known yet. */
    async load(em: SqlEntityManager, ids: Iterable<number | null>): Promise<void> {
      const wanted = [...new Set(ids)].filter((id): id is number => id !== null && !known.has(id))
      if (!wanted.length) return
      const rows = (await em.find<{ id: number }>(
        entity as EntityName<{ id: number }>,
        { id: { $in: wanted } },
        { fields: ['id', ...fields] as never, disableIdentityMap: true },
      )) as unknown as T[]
      for (const id of wanted) known.set(id, null)
      for (const row of rows) known.set(row.id, row)
    },
    get: (id: number | null): T | null => (id === null ? null : (known.get(id) ?? null)),
  }
}
