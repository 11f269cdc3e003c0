import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import { dayMs, firstDayOf, partitionName, sampleTier } from './tiers.ts'

/**
 * Tells the BRIN of the present samples which pages are full: what is not summarized is read by every query.
 * The server does it too, when its autovacuum comes to it.
 */
export async function summarize(em: SqlEntityManager, now: number): Promise<void> {
  const names = [now, now - dayMs].map(time => partitionName(sampleTier, firstDayOf(sampleTier, time)))
  await sql`
    select brin_summarize_new_values(i.indexrelid) from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam and a.amname = 'brin'
    where i.indrelid in (select to_regclass(name) from unnest(${names}::text[]) name)`.execute(tables(em))
}
