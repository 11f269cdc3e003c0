import type { Context, SearchOptions, SearchQuery } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import type { Kind } from './kinds.ts'
import { byIndex, probe } from './statements.ts'
import { prepareStages, visibleTo } from './transaction.ts'

/** Rows looked through before an index is asked. */
const firstRows = 1_000
/** For so few devices all rows are looked through, and no index is needed. */
const fewDevices = 200
/** Hits that are read and ranked at once, if they are all. */
const wholeRows = 200
/**
 * Most rows of an index that are compared with the fields. Only texts of one or two characters find so many.
 */
const maxRows = 20_000

/**
 * Finds rows of one kind, best stages first, in one transaction with limits of its own; `read` makes hits of
 * their ids. @throws when the database does not answer in time
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
      // The widest stage of one text contains the narrower ones. If it is small enough to be read whole, the
      // narrower ones are not asked.
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
