import { rememberedStatusChanges } from '@linecard/inventory/read'
import { pageOf, type Caller, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { StatusQuery } from '../bodies.ts'
import type { StatusView } from '../schemas.ts'
import { tables } from '../tables.ts'

type Row = Omit<StatusView, 'duration_sec'> & { total: number }

/**
 * Status changes of an ONU, the newest first, each until the next one. The number of its changes is
 * bounded.
 */
export async function changesOf(ctx: Context, caller: Caller, interfaceId: number, query: StatusQuery) {
  const [page, em] = [pageOf(query, { cap: 1000 }), ctx.em()]
  const changes = sql`
    select * from (
      select h.*, lead(h.time) over (order by h.time, h.id) as until
      from (${rememberedStatusChanges(em, caller)}) h where h.interface_id = ${interfaceId}
    ) h
    where h.time >= ${query.start ?? '-infinity'}::timestamptz
      and h.time <= ${query.stop ?? 'infinity'}::timestamptz`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from (${changes}) h`.execute(tables(em))
  const { rows } = await sql<Row>`
    select status, previous, reason, changed_by, time, until from (${changes}) h
    order by time desc, id desc limit ${page.limit} offset ${page.offset}`.execute(tables(em))
  const now = ctx.clock()
  return {
    changes: rows.map((row): StatusView => {
      const ms = (row.until ?? now).getTime() - row.time.getTime()
      return { ...row, duration_sec: Math.max(0, Math.round(ms / 1000)) }
    }),
    meta: { total: counted[0]!.total, ...page },
  }
}
