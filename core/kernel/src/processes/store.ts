import { sql } from '@linecard/plugin-kit/sql'
import type { Database } from '../database/index.ts'
import { tables, type ProcessTable } from '../tables.ts'

/** Rows of processes whose end everyone has seen are removed after so long. */
const keptFor = sql`interval '1 day'`

export type Known = Pick<ProcessTable, 'id' | 'place' | 'pid'> & { silent: boolean }
export type Own = Omit<ProcessTable, 'started_at' | 'seen_at'>

/** The rows of processes. Times are those of the database. */
export const processStore = (database: Pick<Database, 'em'>, silentSec: number) => {
  const db = () => tables(database.em())
  return {
    /** Says that a process is alive. Its row comes back if it was removed. */
    async beat(own: Own): Promise<void> {
      await db()
        .insertInto('kernel_process')
        .values(own)
        .onConflict(conflict => conflict.column('id').doUpdateSet({ seen_at: sql`now()` }))
        .execute()
    },
    known: (): Promise<Known[]> =>
      db()
        .selectFrom('kernel_process')
        .select(['id', 'place', 'pid'])
        .select(sql<boolean>`seen_at < now() - make_interval(secs => ${silentSec})`.as('silent'))
        .execute(),
    async remove(id: string): Promise<void> {
      await db().deleteFrom('kernel_process').where('id', '=', id).execute()
    },
    async forgetOld(): Promise<void> {
      await db()
        .deleteFrom('kernel_process')
        .where('seen_at', '<', sql<Date>`now() - ${keptFor}`)
        .execute()
    },
  }
}
