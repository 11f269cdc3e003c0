import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { saidBy, type Told } from '../told/told.ts'
import { tables } from '../tables.ts'

/** Notifications that are told apart in the list of names. */
const mostNames = 5000

/** Stores notifications, all in one statement. Returns their ids in the same order. */
export async function storeTraps(
  em: SqlEntityManager,
  told: readonly Told[],
  interfaces: readonly (number | null)[],
): Promise<string[]> {
  const rows = told.map((one, at) => ({
    time: new Date(one.trap.at),
    address: one.trap.address,
    device_id: one.device?.id ?? null,
    interface_id: interfaces[at] ?? null,
    version: one.trap.version,
    inform: one.trap.inform,
    user_name: one.trap.user,
    oid: one.trap.oid,
    name: one.name,
    kind: one.meaning?.kind ?? null,
    has_errors: one.errors.length > 0,
    modules: Object.fromEntries(one.ask.map(name => [name, 'asked'])),
    objects: one.trap.objects,
    errors: one.errors,
    uptime: one.trap.uptime,
    said: saidBy(one),
  }))
  const { rows: ids } = await sql<{ id: string }>`
    insert into traps_trap (time, address, device_id, interface_id, version, inform, user_name, oid, name,
      kind, has_errors, modules, objects, errors, uptime, said)
    select r.time, r.address, r.device_id, r.interface_id, r.version, r.inform, r.user_name, r.oid, r.name,
      r.kind, r.has_errors, r.modules, r.objects, r.errors, r.uptime, r.said
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (
      time timestamptz, address inet, device_id integer, interface_id integer, version text, inform boolean,
      user_name text, oid text, name text, kind text, has_errors boolean, modules jsonb, objects jsonb,
      errors jsonb, uptime bigint, said text)) with ordinality as r
    order by r.ordinality
    returning id::text`.execute(tables(em))
  await countNames(em, told)
  return ids.map(({ id }) => id)
}

async function countNames(em: SqlEntityManager, told: readonly Told[]): Promise<void> {
  const counted = Map.groupBy(told, ({ trap }) => trap.oid)
  const rows = [...counted].map(([oid, all]) => ({
    oid,
    name: all[0]!.name,
    kind: all[0]!.meaning?.kind ?? null,
    received: all.length,
    last_at: new Date(Math.max(...all.map(({ trap }) => trap.at))),
  }))
  await sql`
    insert into traps_name as n (oid, name, kind, received, last_at)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (oid text, name text, kind text, received bigint, last_at timestamptz)
    where (select count(*) from traps_name) < ${mostNames} or oid in (select oid from traps_name)
    order by oid
    on conflict (oid) do update set name = excluded.name, kind = coalesce(excluded.kind, n.kind),
      received = n.received + excluded.received, last_at = greatest(n.last_at, excluded.last_at)`.execute(
    tables(em),
  )
}

/** What became of a notification: its interface, and how the modules have answered. */
export interface Outcome {
  id: string
  interface_id: number | null
  modules: Record<string, string>
}

export async function noteOutcomes(em: SqlEntityManager, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return
  await sql`
    update traps_trap t set interface_id = coalesce(t.interface_id, r.interface_id), modules = r.modules
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as r (id bigint, interface_id integer, modules jsonb)
    where t.id = r.id`.execute(tables(em))
}
