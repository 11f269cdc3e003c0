import type { Context, SearchOptions, SearchQuery } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import type { Kind } from './kinds.ts'
import { byIndex, probe } from './statements.ts'
import { prepareStages, visibleTo } from './transaction.ts'

/** Rows that are read before an index is used. */
const firstRows = 1_000
/** Up to this number of devices all rows are read, and no index is used. */
const fewDevices = 200
/** If a stage has fewer hits, all of them are read and ranked, without the narrower stages. */
const wholeRows = 200
/**
 * Maximum number of rows from an index that are compared with the fields. Only texts of one or two characters
 * find so many.
 */
const maxRows = 20_000

/**
 * Finds rows of one kind, the best stages first, in one transaction with its own limits. `read` makes hits
 * from their ids.
 * @throws if the database does not answer in time
 */
export async function scan<T>(
  { em }: Pick<Context, 'em'>,
  kind: Kind,
  query: SearchQuery,
  { caller, limit, signal }: SearchOptions,
  read: (em: SqlEntityManager, ids: readonly number[]) => Promise<T[]>,
): Promise<T[]> {
  return em().transactional(
    async forked => {
      const own = forked as SqlEntityManager
      const db = tables(own)
      const stages = await prepareStages(own, query)
      const visible = await visibleTo(own, caller)
      if (visible?.length === 0) return []
      const few = visible !== null && visible.length <= fewDevices
      const first = await probe(kind, stages, visible, few ? null : firstRows, limit).execute(db)
      const inFirst = first.rows[0]!.found
      const stageRows = async (n: number, most: number) =>
        few || inFirst[n]!.length >= limit
          ? inFirst[n]!
          : (await byIndex(kind, stages[n]!, visible, maxRows, most).execute(db)).rows.map(({ id }) => id)
      // The rows of the widest stage include those of the narrower ones. If all of them can be read, the
      // narrower stages are skipped.
      const widest = query.anywhere ? 2 : 1
      const most = Math.max(limit, wholeRows)
      const wide = await stageRows(widest, most)
      const dense = !few && inFirst[widest]!.length >= limit
      const asked = few ? stages.keys() : dense || wide.length >= most ? [0, 1] : []
      const found = new Set<number>()
      for (const n of asked) {
        signal.throwIfAborted()
        if (found.size < limit) for (const id of await stageRows(n, limit)) found.add(id)
      }
      if (found.size < limit) for (const id of wide) found.add(id)
      if (!few && found.size < limit && stages.length > widest + 1)
        for (const id of await stageRows(widest + 1, limit)) found.add(id)
      return found.size > 0 ? read(own, [...found]) : []
    },
    { readOnly: true },
  )
}
