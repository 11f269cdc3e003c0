import { containing, pageOf, sortTerms, withDevices, type Caller, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { visibleDevices } from '@linecard/inventory/read'
import type { DownLogQuery } from '../bodies.ts'
import type { Config } from '../config.ts'
import { tables } from '../tables.ts'
import { workerRows } from './sites.ts'

/** The text of a client. PostgreSQL also reads leap seconds and microseconds, which `Date` does not. */
export const timeOf = (text: string) => sql<Date>`${text}::timestamptz`

/** Seconds of an outage at which nothing was known: no process watched, or nothing was heard. */
const unknownOf = (now: Date) => sql<number>`(
  select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0)::float8 from unnest(
    tstzmultirange(tstzrange(o.down_at, greatest(coalesce(o.up_at, ${now}::timestamptz), o.down_at))) - (
      (select coalesce(range_agg(tstzrange(w.from_at, w.until_at)), '{}'::tstzmultirange)
        from pinger_run w where w.worker = coalesce(g.worker, '') and w.until_at > o.down_at
          and w.from_at < coalesce(o.up_at, ${now}::timestamptz) and w.until_at > w.from_at)
      - (select coalesce(range_agg(tstzrange(b.from_at, b.until_at)), '{}'::tstzmultirange)
        from pinger_blind b where b.device_id = o.device_id and coalesce(b.until_at, 'infinity') > o.down_at)
    )) r)`

const sortable = { id: 'o.id', down: 'o.down_at', up: 'o.up_at', device: 'd.name' } as const

/** A page of the outages of devices that the caller sees. */
export async function listOutages(ctx: Context<Config>, caller: Caller, query: DownLogQuery) {
  const page = pageOf(query, { cap: 1000 })
  const em = ctx.em()
  const now = ctx.clock()
  let wanted = tables(em)
    .selectFrom('pinger_outage as o')
    .innerJoin(visibleDevices(em, caller).as('d'), 'd.id', 'o.device_id')
    .leftJoin(workerRows(ctx).as('g'), 'g.group_id', 'd.group_id')
  if (query.device_id !== undefined) wanted = wanted.where('o.device_id', '=', query.device_id)
  if (query.group_id !== undefined) wanted = wanted.where('d.group_id', '=', query.group_id)
  if (query.open !== undefined) wanted = wanted.where('o.up_at', query.open ? 'is' : 'is not', null)
  if (query.start !== undefined)
    wanted = wanted.where(sql<boolean>`coalesce(o.up_at, 'infinity') >= ${timeOf(query.start)}`)
  if (query.end !== undefined) wanted = wanted.where('o.down_at', '<=', timeOf(query.end))
  if (query.query !== undefined) {
    const pattern = containing(query.query)
    wanted = wanted.where(({ or, eb }) =>
      or([eb('d.name', 'ilike', pattern), eb(sql`host(d.ip)`, 'ilike', pattern)]),
    )
  }
  const sorted = sortTerms(query.sort ?? '-down', sortable).reduce(
    (rows, [column, direction]) => rows.orderBy(column === 'id' ? 'o.id' : column, direction),
    wanted,
  )
  const [rows, { total }] = await Promise.all([
    sorted
      .select([sql<number>`o.id::float8`.as('id'), 'o.device_id', 'o.down_at as down', 'o.up_at as up'])
      .select(sql<{ id: number }>`json_build_object('id', o.device_id)`.as('device'))
      .select(
        sql<number>`extract(epoch from greatest(coalesce(o.up_at, ${now}::timestamptz), o.down_at)
          - o.down_at)::float8`.as('duration_sec'),
      )
      .select(unknownOf(now).as('unknown_sec'))
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    wanted.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { outages: await withDevices(ctx, caller, rows), meta: { total, ...page } }
}
