import type { EntityName } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'

/** Rows read by one statement. */
const PAGE = 1000

/**
 * All rows in the order of their ids, page by page from where the last one ended: what comes or goes
 * meanwhile neither repeats nor hides others.
 */
export async function* keyset<R extends { id: number }>(
  read: (after: number, limit: number) => Promise<R[]>,
): AsyncGenerator<R[]> {
  for (let after = -2_147_483_649; ;) {
    const rows = await read(after, PAGE)
    // A page may lack rows that went while it was read; only an empty one is the end.
    if (!rows.length) return
    yield rows
    after = rows.at(-1)!.id
  }
}

/** Remembers rows by their ids while an export runs, for what has few rows and is named in many. */
export function lookup<T extends { id: number }>(entity: EntityName<T>, fields: readonly string[]) {
  const known = new Map<number, T | null>()
  return {
    /** Reads those that are new. */
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
