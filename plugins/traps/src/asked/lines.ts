import { containing, pageOf, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type RawBuilder } from '@linecard/plugin-kit/sql'
import type { LineView } from '../schemas.ts'
import { tables, type SyslogTable } from '../tables.ts'
import type { SyslogQuery } from './bodies.ts'
import { allOf, commonConditions, countOf, devicesOf, mostCounted, mostLeftOut, seenBy } from './where.ts'

type Row = Omit<SyslogTable, 'id'> & { id: number }

function conditionsOf(query: SyslogQuery): RawBuilder<unknown>[] {
  const { severity, facility, app, query: typed } = query
  return [
    ...commonConditions(query),
    ...(severity === undefined ? [] : [sql`l.severity <= ${severity}`]),
    ...(facility === undefined ? [] : [sql`l.facility = ${facility}`]),
    ...(app === undefined ? [] : [sql`l.app = ${app}`]),
    ...(typed === undefined ? [] : [sql`l.message ilike ${containing(typed)}`]),
  ]
}

/** A page of syslog of the devices that the caller sees, the newest first. */
export async function listLines(ctx: Context, caller: Caller, query: SyslogQuery) {
  const [page, em] = [pageOf(query, { cap: 1000 }), ctx.em()]
  const where = allOf([...conditionsOf(query), ...seenBy(em, caller)])
  const total = await countOf(em, 'traps_syslog', where)
  const { rows } =
    page.offset > mostLeftOut
      ? { rows: [] }
      : await sql<Row>`
          select l.id::float8 as id, l.time, host(l.address) as address, l.device_id, l.transport, l.facility,
            l.severity, l.sent_at, l.host, l.app, l.proc_id, l.msg_id, l.data, l.message
          from traps_syslog l where ${where}
          order by l.id desc limit ${page.limit} offset ${page.offset}`.execute(tables(em))
  const devices = await devicesOf(ctx, caller, rows)
  return {
    lines: rows.flatMap(({ device_id: id, ...row }): LineView[] => {
      const device = id === null ? null : devices.get(id)
      return device === undefined ? [] : [{ ...row, device }]
    }),
    meta: { total: Math.min(total, mostCounted), total_exact: total <= mostCounted, ...page },
  }
}
