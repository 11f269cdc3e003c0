/**
 * Fills a migrated database with a provider's network: one INSERT…SELECT for each table. Every value depends
 * only on its row number, so that two runs measure the same. Indexes are made after the rows, as a restore
 * does.
 */
import type { Client } from 'pg'
import { until } from '@linecard/test-kit'
import { tables, type Size } from './tables.ts'

export type { Size }

/**
 * `pick(n, salt, below)`: a number from 0 up to `below`, the same for the same row. `word(n, salt, words)`:
 * one of several.
 */
const helpers = `
  create function pg_temp.pick(n bigint, salt integer,
    below integer) returns integer language sql immutable as
    $$ select (((((n + 1) * 2654435761 + salt * 40503) # ((n + salt) * 40503 >> 7)) & 2147483647)
      * 2246822519 % 4294967291 % below)::integer $$;
  create function pg_temp.word(n bigint, salt integer, words text[]) returns text language sql immutable as
    $$ select words[1 + pg_temp.pick(n, salt, array_length(words, 1))] $$;
  create function pg_temp.mac(n bigint, vendor text) returns text language sql immutable as
    $$ select vendor || ':' || upper(lpad(to_hex(n >> 16 & 255), 2, '0') || ':'
      || lpad(to_hex(n >> 8 & 255), 2, '0') || ':' || lpad(to_hex(n & 255), 2, '0')) $$;
`

interface Index {
  name: string
  definition: string
}

/** Indexes that no constraint needs. They are dropped before the rows are inserted. */
const looseIndexes = async (client: Client, table: string): Promise<Index[]> =>
  (
    await client.query<Index>(
      `
  select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index i join pg_class c
    on c.oid = i.indexrelid
  where i.indrelid = $1::regclass and not exists (select from pg_constraint where conindid = c.oid)`,
      [table],
    )
  ).rows

/** Fills the tables of a database that the product has just migrated. */
export async function fill(client: Client, size: Size): Promise<void> {
  await client.query(
    `set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '64MB';
      set jit = off; ${helpers}`,
  )
  const all = tables(size)
  const indexes: Index[] = []
  for (const { table } of all) {
    // An automatic ANALYZE of a half-filled table would delay the last VACUUM.
    await client.query(`alter table ${table} set (autovacuum_enabled = off)`)
    const loose = await looseIndexes(client, table)
    if (loose.length > 0) await client.query(`drop index ${loose.map(({ name }) => name).join(', ')}`)
    indexes.push(...loose)
  }
  for (const { insert } of all) if (insert) await client.query(insert)
  for (const { definition } of indexes) await client.query(definition)
  for (const { table } of all) await settle(client, table)
  for (const { table } of all) await client.query(`alter table ${table} reset (autovacuum_enabled)`)
}

/**
 * Statistics, and every page visible to all, as in a database some hours old. Repeated, because a transaction
 * that is open elsewhere keeps VACUUM from it. The jobs of the service update some rows meanwhile. If less
 * than 2 % of the pages have such dead rows, VACUUM by default leaves their pointers in place, and with them
 * pages that never become visible to all; so index_cleanup is on.
 */
async function settle(client: Client, table: string): Promise<void> {
  await until(
    `${table} is vacuumed`,
    async () => {
      await client.query(`vacuum (analyze, index_cleanup on) ${table}`)
      const { rows } = await client.query<{ done: boolean }>(
        'select relallvisible >= relpages as done from pg_class where oid = $1::regclass',
        [table],
      )
      return rows[0]!.done
    },
    { timeoutMs: 60_000, everyMs: 250 },
  )
}
