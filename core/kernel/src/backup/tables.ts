import type { PgClient } from '../database/pg.ts'

export interface DumpedTable {
  name: string
  columns: string[]
}

/**
 * Tables that say only which processes run now, and the list of migrations, which the restore makes again.
 * The queue of jobs is in another schema; a start makes it.
 */
const left = ['kernel_process', 'mikro_orm_migrations']

/** The tables of the present schema with the columns that are stored. */
export async function listTables(client: PgClient): Promise<DumpedTable[]> {
  const { rows } = await client.query<DumpedTable>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and c.relname <> all ($1::text[])
     group by c.relname order by c.relname`,
    [left],
  )
  return rows
}

export async function listSequences(client: PgClient) {
  const { rows } = await client.query<{ name: string; last: string; called: boolean }>(
    `select sequencename as name, coalesce(last_value, start_value)::text as last,
       last_value is not null as called
     from pg_sequences where schemaname = current_schema() and sequencename not like 'mikro_orm%'`,
  )
  return rows
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const columnsText = ({ columns }: DumpedTable): string => columns.map(quoted).join(', ')
