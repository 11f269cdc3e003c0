import type { Caller, Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { visibleDevices } from '@linecard/inventory/read'
import type { Config } from '../config.ts'
import { tables } from '../tables.ts'
import { workerRows } from './sites.ts'

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

/** The outages of devices that the caller sees. `row` is the id as the index has it, which sorts by it. */
export const outageRows = (ctx: Context<Config>, em: SqlEntityManager, caller: Caller) => {
  const now = ctx.clock()
  return tables(em)
    .selectFrom('pinger_outage as o')
    .innerJoin(visibleDevices(em, caller).as('d'), 'd.id', 'o.device_id')
    .leftJoin(workerRows(ctx).as('g'), 'g.group_id', 'd.group_id')
    .select(['o.id as row', 'o.device_id', 'o.down_at as down', 'o.up_at as up', 'd.group_id'])
    .select(['d.name as device_name', sql<string>`host(d.ip)`.as('device_ip')])
    .select([
      sql<number>`o.id::float8`.as('id'),
      sql<{ id: number }>`json_build_object('id', o.device_id)`.as('device'),
      sql<number>`extract(epoch from greatest(coalesce(o.up_at, ${now}::timestamptz), o.down_at)
        - o.down_at)::float8`.as('duration_sec'),
      unknownOf(now).as('unknown_sec'),
    ])
}
