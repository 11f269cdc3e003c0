import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import { mostOfKind, type Anomaly } from './anomaly.ts'

/** The first of each kind. */
const bounded = (anomalies: readonly Anomaly[]): Anomaly[] =>
  [...Map.groupBy(anomalies, ({ kind }) => kind).values()].flatMap(all => all.slice(0, mostOfKind))

/** Keeps what was odd in a reading. What was not seen for `calmMs` starts again. */
export async function keepAnomalies(
  em: SqlEntityManager,
  deviceId: number,
  anomalies: readonly Anomaly[],
  { time, calmMs }: { time: Date; calmMs: number },
): Promise<void> {
  if (anomalies.length === 0) return
  await sql`
    insert into fdb_history_anomaly
      (device_id, kind, part, interface_ids, addresses, sample, since, seen_at)
    select ${deviceId}::int, r.kind, r.part, r."interfaceIds", r.addresses, r.sample, ${time}, ${time}
    from jsonb_to_recordset(${JSON.stringify(bounded(anomalies))}::jsonb) as r (
      kind text, part text, "interfaceIds" int[], addresses int, sample text[]
    )
    on conflict (device_id, kind, part) do update set interface_ids = excluded.interface_ids,
      addresses = excluded.addresses, sample = excluded.sample, seen_at = excluded.seen_at,
      since = case when fdb_history_anomaly.seen_at > ${new Date(time.getTime() - calmMs)}::timestamptz
        then fdb_history_anomaly.since else excluded.since end`.execute(tables(em))
}

/** Removes those that are over. */
export async function trimAnomalies(em: SqlEntityManager, before: Date): Promise<number> {
  const { numDeletedRows } = await tables(em)
    .deleteFrom('fdb_history_anomaly')
    .where('seen_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
