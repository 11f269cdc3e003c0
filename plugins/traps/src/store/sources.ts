import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { DropReason, SourceReport } from '../intake/orders.ts'
import { tables } from '../tables.ts'

/** Drops of one sender belong together if less than this lies between them. */
export const pauseSec = 300
/** Reasons for which a device is said to flood. */
const floods: readonly DropReason[] = ['rate', 'queue']

/** Adds what was counted to the senders. */
export async function countSources(em: SqlEntityManager, reports: readonly SourceReport[]): Promise<void> {
  if (reports.length === 0) return
  const rows = reports.map(({ address, protocol, deviceId, received, dropped, lastAt }) => ({
    address,
    protocol,
    device_id: deviceId,
    received,
    dropped,
    last_at: new Date(lastAt || Date.now()),
    lost: floods.reduce((sum, reason) => sum + (dropped[reason] ?? 0), 0),
  }))
  await sql`
    insert into traps_source as s (address, protocol, device_id, received, dropped, last_at, dropping_since,
      dropped_at, dropped_lately)
    select address, protocol, device_id, received, dropped, last_at,
      case when lost > 0 then last_at end, case when lost > 0 then last_at end, lost
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      address text, protocol text, device_id integer, received bigint, dropped jsonb, last_at timestamptz,
      lost bigint)
    order by address, protocol
    on conflict (address, protocol) do update set
      device_id = excluded.device_id, received = s.received + excluded.received,
      last_at = greatest(s.last_at, excluded.last_at),
      dropped = (
        select coalesce(jsonb_object_agg(key, value), '{}') from (
          select key, sum(value::bigint) as value
          from (
            select * from jsonb_each_text(s.dropped) union all select * from jsonb_each_text(excluded.dropped)
          ) e
          group by key) d),
      dropping_since = case
        when excluded.dropped_at is null then s.dropping_since
        when s.dropped_at > excluded.dropped_at - make_interval(secs => ${pauseSec}) then s.dropping_since
        else excluded.dropped_at end,
      dropped_lately = case
        when excluded.dropped_at is null then s.dropped_lately
        when s.dropped_at > excluded.dropped_at - make_interval(secs => ${pauseSec})
          then s.dropped_lately + excluded.dropped_lately
        else excluded.dropped_lately end,
      dropped_at = coalesce(excluded.dropped_at, s.dropped_at)`.execute(tables(em))
}
