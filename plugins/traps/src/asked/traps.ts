import { containing, pageOf, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type RawBuilder } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import type { TrapView } from '../schemas.ts'
import { tables, type TrapTable } from '../tables.ts'
import type { TrapsQuery } from './bodies.ts'
import {
  allOf,
  commonConditions,
  countOf,
  devicesOf,
  interfacesById,
  mostCounted,
  mostLeftOut,
  seenBy,
} from './where.ts'

type Row = Omit<TrapTable, 'id' | 'said' | 'uptime'> & { id: number; uptime: number | null }

const columns = sql`l.id::float8 as id, l.time, host(l.address) as address, l.device_id, l.interface_id,
  l.version, l.inform, l.user_name, l.oid, l.name, l.kind, l.has_errors, l.modules, l.objects, l.errors,
  l.uptime::float8 as uptime`

const flag = (value: boolean | undefined, condition: RawBuilder<unknown>): RawBuilder<unknown>[] =>
  value === undefined ? [] : [value ? condition : sql`not (${condition})`]

function conditionsOf(query: TrapsQuery): RawBuilder<unknown>[] {
  const { interface_id: port, name, kind, has_errors: errors, has_modules: modules, query: typed } = query
  return [
    ...commonConditions(query),
    ...(port === undefined ? [] : [sql`l.interface_id = ${port}`]),
    ...(name === undefined ? [] : [sql`(l.name = ${name} or l.oid = ${name.replace(/^\./, '')})`]),
    ...(kind === undefined ? [] : [sql`l.kind = ${kind}`]),
    ...flag(errors, sql`l.has_errors`),
    ...flag(modules, sql`l.modules <> '{}'`),
    ...(typed === undefined ? [] : [sql`l.said ilike ${containing(typed)}`]),
  ]
}

/** Rows as they are shown. A device that was removed just now takes its rows with it. */
async function shown(ctx: Context, caller: Caller, rows: readonly Row[]): Promise<TrapView[]> {
  const devices = await devicesOf(ctx, caller, rows)
  const ports = await interfacesById(ctx.em(), caller, [
    ...new Set(rows.flatMap(row => row.interface_id ?? [])),
  ])
  return rows.flatMap(({ device_id: id, interface_id: port, user_name: user, uptime, objects, ...row }) => {
    const device = id === null ? null : devices.get(id)
    if (device === undefined) return []
    return [
      {
        ...row,
        device,
        interface: (port === null ? null : ports.get(port)) ?? null,
        user,
        uptime_sec: uptime === null ? null : uptime / 100,
        has_modules: Object.keys(row.modules).length > 0,
        parsed: Object.fromEntries(objects.map(({ oid, name, value }) => [name ?? oid, value])),
        raw: objects.map(({ oid, type, value }) => ({ oid, type, value })),
      },
    ]
  })
}

/** A page of the log of traps that the caller sees, the newest first. */
export async function listTraps(ctx: Context, caller: Caller, query: TrapsQuery) {
  const [page, em] = [pageOf(query, { cap: 1000 }), ctx.em()]
  const where = allOf([...conditionsOf(query), ...seenBy(em, caller)])
  const total = await countOf(em, 'traps_trap', where)
  const { rows } =
    page.offset > mostLeftOut
      ? { rows: [] }
      : await sql<Row>`
          select ${columns} from traps_trap l where ${where}
          order by l.id desc limit ${page.limit} offset ${page.offset}`.execute(tables(em))
  return {
    traps: await shown(ctx, caller, rows),
    meta: { total: Math.min(total, mostCounted), total_exact: total <= mostCounted, ...page },
  }
}

/** One trap. @throws TRAPS_UNKNOWN */
export async function trapOf(ctx: Context, caller: Caller, id: number): Promise<TrapView> {
  const em = ctx.em()
  const where = allOf([sql`l.id = ${id}::bigint`, ...seenBy(em, caller)])
  const { rows } = await sql<Row>`select ${columns} from traps_trap l where ${where}`.execute(tables(em))
  const [trap] = await shown(ctx, caller, rows)
  if (!trap) throw fail('TRAPS_UNKNOWN', { id })
  return trap
}
