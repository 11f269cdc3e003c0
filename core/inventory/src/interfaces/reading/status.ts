import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { closedType } from '../../closed-type.ts'
import { tables } from '../../tables.ts'
import type { StatusChange } from './plan.ts'
import { belowPon, type Seen } from './seen.ts'

export interface StatusStored {
  changes: StatusChange[]
  /** Interfaces of the answer that are not stored, or under whose bind key another one is stored. */
  unknown: number
}

/** A name that a reading of states does not have to know: an ONU is known by its place. */
const rowOf = ({ bindKey, name, type, status, adminState, description }: Seen) => ({
  bind_key: bindKey,
  name: belowPon(type) ? null : name,
  status: status ?? null,
  status_known: status !== undefined,
  admin_state: adminState ?? null,
  admin_known: adminState !== undefined,
  description: description ?? null,
})

/**
 * Stores the states of interfaces that are stored already, in one statement: only those that differ are
 * written. An interface of another name has got the bind key meanwhile: it is left alone until the next list.
 */
export async function storeStates(
  em: SqlEntityManager,
  deviceId: number,
  seen: Iterable<Seen>,
  now: Date,
): Promise<StatusStored> {
  const rows = JSON.stringify(Array.from(seen, rowOf))
  const { rows: found } = await sql<StatusStored>`
    with seen as (
      select * from jsonb_to_recordset(${rows}::jsonb) as r (
        bind_key bigint, name text, status text, status_known boolean, admin_state text,
        admin_known boolean, description text
      )
    ), known as (
      select i.id, i.bind_key, i.status as previous, s.description, i.poll_enabled,
        case when s.status_known then s.status else i.status end as status,
        case when s.admin_known then s.admin_state else i.admin_state end as admin_state,
        s.status_known and i.status is distinct from s.status as moved,
        (s.status_known and i.status is distinct from s.status)
          or (s.admin_known and i.admin_state is distinct from s.admin_state)
          or i.description <> coalesce(s.description, i.description) as differs
      from seen s join inventory_interface i
        on i.device_id = ${deviceId} and i.bind_key = s.bind_key and i.type <> ${sql.lit(closedType)}
          and i.name = coalesce(s.name, i.name)
    ), written as (
      update inventory_interface i set status = k.status, admin_state = k.admin_state,
        description = coalesce(k.description, i.description), updated_at = ${now}::timestamptz,
        status_changed_at = case when k.moved then ${now}::timestamptz else i.status_changed_at end
      from known k where i.id = k.id and k.differs and k.poll_enabled
      returning k.id, k.bind_key, k.status, k.previous, k.moved
    ), noted as (
      insert into inventory_interface_status_history (interface_id, status, previous, time)
      select id, status, previous, ${now}::timestamptz from written where moved
    )
    select
      (select count(*)::int from seen) - (select count(*)::int from known) as unknown,
      coalesce((select json_agg(json_build_object(
        'bind_key', bind_key::text, 'status', status, 'previous', previous
      )) from written where moved), '[]') as changes`.execute(tables(em))
  return found[0]!
}
