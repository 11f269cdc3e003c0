import { visibleInterfaces, visibleOnus } from '@linecard/inventory/read'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { DevicesAsked } from '../asked.ts'
import type { Analytics } from '../setup.ts'
import { portColumns } from '../table/rows.ts'
import { within } from '../table/within.ts'

const dayMs = 86_400_000
/** Days over which the growth is counted, and the fewest that tell one. */
const [windowDays, leastDays] = [30, 7]

export interface PonAsked extends DevicesAsked {
  least_percent?: number
}

/**
 * PON ports with ONUs that the caller sees: columns of `portColumns`, `id`, `onus`, `online`, `capacity`,
 * `percent`, `growth` (new ONUs in 30 days, also those that took the place of another; null: the port is
 * known for less than a week) and `full_in_days` (null: never at this growth). What was there when the port
 * was read for the first time is no growth.
 */
export function ponHits(
  { ctx }: Analytics,
  em: SqlEntityManager,
  caller: { groupIds: readonly number[] | null },
  asked: PonAsked,
) {
  const { gpon_port_onus: gpon, epon_port_onus: epon } = ctx.config
  const now = ctx.clock().getTime()
  const begin = new Date(now - windowDays * dayMs)
  return sql`
    select *, round(onus * 100.0 / capacity, 1)::float8 as percent,
      case when growth > 0 then greatest(0, round((capacity - onus) * ${windowDays} / growth))::int end
        as full_in_days
    from (
      select i.id, ${portColumns}, o.onus, o.online,
        (case when o.macs * 2 > o.onus then ${epon}::int else ${gpon}::int end) as capacity,
        case when i.created_at < ${new Date(now - (leastDays + 1) * dayMs)} then
          (o.added * ${windowDays} / least(${windowDays},
            extract(epoch from ${new Date(now)}::timestamptz - i.created_at) / 86400 - 1))::float8
        end as growth
      from (${visibleInterfaces(em, caller)}) i
      join (
        select p.id, count(*)::int as onus, (count(*) filter (where o.status = 'Online'))::int as online,
          count(*) filter (where o.ident_type = 'MAC') as macs, count(*) filter (where
            o.created_at >= greatest(${begin}, p.created_at + interval '1 day')) as added
        from (${visibleInterfaces(em, caller)}) p
        join (${visibleOnus(em, caller)}) o on o.device_id = p.device_id and o.parent_bind_key = p.bind_key
        where p.type = 'PON' and ${within('p', asked)} group by p.id
      ) o on o.id = i.id
      where i.type = 'PON'
    ) p where onus * 100.0 / capacity >= ${asked.least_percent ?? 0}`
}
