import { visibleCounts, visibleDevices } from '@linecard/inventory/read'
import { sql } from '@linecard/plugin-kit/sql'
import type { Analytics } from '../setup.ts'
import { tables } from '../tables.ts'

const dayMs = 86_400_000
/** All counts are kept for so long; then one of each hour. */
const fineDays = 14
const stepMs = 300_000

/**
 * Keeps how many devices and ONUs are online now, by group and model. A second run of the same five minutes
 * changes nothing.
 */
export async function countOnline({ ctx }: Analytics): Promise<void> {
  const em = ctx.em()
  const everyone = { groupIds: null }
  const time = new Date(Math.floor(ctx.clock().getTime() / stepMs) * stepMs)
  await sql`
    with devices as (
      select d.group_id, coalesce(d.model_id, 0) as model_id, count(*) filter (where d.status = 'Up') as up,
        count(*) filter (where d.status = 'Down') as down,
        count(*) filter (where d.status = 'Unknown') as unknown
      from (${visibleDevices(em, everyone)}) d where d.enabled group by 1, 2
    ), onus as (
      select c.group_id, coalesce(c.model_id, 0) as model_id, sum(c.up) as up, sum(c.down) as down,
        sum(c.unknown) as unknown
      from (${visibleCounts(em, everyone)}) c where c.type = 'ONU' group by 1, 2
    )
    insert into analytics_online
    select ${time}::timestamptz, group_id, model_id,
      coalesce(d.up, 0), coalesce(d.down, 0), coalesce(d.unknown, 0),
      coalesce(o.up, 0), coalesce(o.down, 0), coalesce(o.unknown, 0)
    from devices d full join onus o using (group_id, model_id)
    on conflict do nothing`.execute(tables(em))
}

/** Removes old counts, and of those of more than 14 days all but one an hour. Returns how many. */
export async function thinOnline({ ctx }: Analytics): Promise<number> {
  const now = ctx.clock().getTime()
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from analytics_online
      where time < ${new Date(now - ctx.config.online_days * dayMs)}
        or (time < ${new Date(now - fineDays * dayMs)} and time <> date_trunc('hour', time))
      returning 1
    ) select count(*)::int as count from gone`.execute(tables(ctx.em()))
  return rows[0]!.count
}
