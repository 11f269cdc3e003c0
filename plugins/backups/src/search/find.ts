import { rest, slice } from '@linecard/driver-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import type { Matcher } from './matcher.ts'
import { tables } from './tables.ts'

/** Different lines that a search may find. More of them say that it asks for nothing in particular. */
export const mostFound = 50_000
/** Lines that are read at once, and ids that are looked up at once. */
const [readAtOnce, lookedUpAtOnce] = [10_000, 5000]
/** Time limit of one statement, in ms. */
const statementMs = '10000'

/** Sets up this transaction: no statement takes long, or holds each line against each of each device. */
export const prepare = (em: SqlEntityManager): Promise<unknown> =>
  sql`
    select set_config('statement_timeout', ${statementMs}, true), set_config('enable_seqscan', 'off', true),
      set_config('jit', 'off', true)`.execute(tables(em))

/**
 * The lines that fit, by their ids. The index gives those that may fit; each is then tested.
 * @throws BACKUPS_SEARCH_BROAD
 */
export async function linesThatFit(
  em: SqlEntityManager,
  { literal, fits }: Matcher,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const own = slice()
  const contains =
    literal === '' ? sql`true` : sql`backups_fold(text) like '%' || backups_fold(${literal}) || '%'`
  // Three characters and more are found by the index, in one statement. Else all lines are read in order.
  const indexed = [...literal].length >= 3
  for (let after = '0'; ;) {
    const { rows } = indexed
      ? await sql<{ id: string; text: string }>`
          select id::text as id, text from backups_line where ${contains} limit ${mostFound * 2}`.execute(
          tables(em),
        )
      : await sql<{ id: string; text: string }>`
          select id::text as id, text from backups_line where id > ${after}::bigint and ${contains}
          order by id limit ${readAtOnce}`.execute(tables(em))
    for (const { id, text } of rows) {
      if (fits(text)) found.set(id, text)
      if (own.over()) await rest()
    }
    signal.throwIfAborted()
    if (found.size > mostFound || (indexed && rows.length === mostFound * 2))
      throw fail('BACKUPS_SEARCH_BROAD', { most: mostFound })
    if (indexed || rows.length < readAtOnce) return found
    after = rows.at(-1)!.id
  }
}

/** The devices that have one of these lines. */
export async function devicesWith(
  em: SqlEntityManager,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Set<number>> {
  const devices = new Set<number>()
  for (let at = 0; at < ids.length; at += lookedUpAtOnce) {
    signal.throwIfAborted()
    const { rows } = await sql<{ device_id: number }>`
      select device_id from backups_device_lines
      where lines && ${ids.slice(at, at + lookedUpAtOnce)}::bigint[]`.execute(tables(em))
    for (const row of rows) devices.add(row.device_id)
  }
  return devices
}
