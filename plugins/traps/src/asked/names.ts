import { pageOf, type Context } from '@linecard/plugin-kit'
import type { NameView } from '../schemas.ts'
import { tables } from '../tables.ts'
import { meaningsOf } from '../told/meanings.ts'
import type { NamesQuery } from './bodies.ts'

/** The notifications that came, and those that drivers declare, by name. */
export async function listNames(ctx: Context, query: NamesQuery) {
  const page = pageOf(query, { cap: 5000, standard: 5000 })
  const rows = await tables(ctx.em()).selectFrom('traps_name').selectAll().execute()
  const all = new Map<string, NameView>(
    meaningsOf(ctx.drivers)
      .all()
      .map(({ oid, name, kind }) => [oid, { oid, name, kind, received: 0, last_at: null }]),
  )
  for (const { received, ...row } of rows) all.set(row.oid, { ...row, received: Number(received) })
  const typed = query.query?.toLowerCase()
  const found = [...all.values()]
    .filter(({ oid, name }) => !typed || name.toLowerCase().includes(typed) || oid.includes(typed))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.oid < b.oid ? -1 : 1))
  return { names: found.slice(page.offset, page.offset + page.limit), meta: { total: found.length, ...page } }
}
