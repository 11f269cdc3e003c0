import { visibleDevices } from '@linecard/inventory/read'
import { pageOf, type Caller, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { SourceView } from '../schemas.ts'
import { tables, type SourceTable } from '../tables.ts'
import type { SourcesQuery } from './bodies.ts'
import { allOf, devicesOf } from './where.ts'

type Row = Omit<SourceTable, 'received'> & { received: number; total: number }

/** Who sends how much, and what of it is dropped; who sends most first. */
export async function listSources(ctx: Context, caller: Caller, query: SourcesQuery) {
  const [page, em] = [pageOf(query, { cap: 1000 }), ctx.em()]
  const { protocol, known, dropped } = query
  const where = allOf([
    ...(caller.groupIds === null
      ? []
      : [sql`s.device_id in (select d.id from (${visibleDevices(em, caller)}) d)`]),
    ...(protocol === undefined ? [] : [sql`s.protocol = ${protocol}`]),
    ...(known === undefined ? [] : [known ? sql`s.device_id is not null` : sql`s.device_id is null`]),
    ...(dropped === undefined ? [] : [dropped ? sql`s.dropped <> '{}'` : sql`s.dropped = '{}'`]),
  ])
  const { rows } = await sql<Row>`
    select s.address, s.protocol, s.device_id, s.received::float8 as received, s.dropped, s.last_at,
      s.dropping_since, s.dropped_at
    from traps_source s where ${where}
    order by s.received desc, s.address, s.protocol limit ${page.limit} offset ${page.offset}`.execute(
    tables(em),
  )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from traps_source s where ${where}`.execute(tables(em))
  const devices = await devicesOf(ctx, caller, rows)
  return {
    sources: rows.flatMap(({ device_id: id, ...row }): SourceView[] => {
      const device = id === null ? null : devices.get(id)
      return device === undefined ? [] : [{ ...row, device }]
    }),
    meta: { total: counted[0]!.total, ...page },
  }
}
