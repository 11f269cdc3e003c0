import { type Context } from '@linecard/plugin-kit'
import { gather } from '@linecard/plugin-kit/concurrency'
import { isOvertaken, sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { closedType } from '../../closed-type.ts'
import { tables } from '../../tables.ts'
import type { StatusChange } from './plan.ts'
import { belowPon, type Seen } from './seen.ts'

export interface StatusStored {
  changes: StatusChange[]
  /** Interfaces of the answer that are not stored, or under whose bind key another one is stored. */
  unknown: number
}

/** The states of the interfaces of one device. */
export interface States {
  device: number
  seen: readonly Seen[]
}

type Found = StatusStored & { device: number }

/** Interfaces of devices that are stored together: those of a larger one are a statement of their own. */
const mostTogether = 300

/** The rows as arrays, one for each column: PostgreSQL reads them far faster than JSON. */
function columnsOf(devices: readonly States[]) {
  const rows = devices.flatMap(({ device, seen }) => seen.map(one => ({ device, ...one })))
  return sql`
    ${rows.map(({ device }) => device)}::int[], ${rows.map(({ bindKey }) => bindKey)}::bigint[],
    ${
      // A reading of states does not have to know the name of an ONU: it is known by its place.
      rows.map(({ name, type }) => (belowPon(type) ? null : name))
    }::text[],
    ${rows.map(({ status }) => status ?? null)}::text[],
    ${rows.map(({ status }) => status !== undefined)}::boolean[],
    ${rows.map(({ adminState }) => adminState ?? null)}::text[],
    ${rows.map(({ adminState }) => adminState !== undefined)}::boolean[],
    ${rows.map(({ description }) => description ?? null)}::text[],
    ${rows.map(({ at }) => at ?? null)}::timestamptz[], ${rows.map(({ by }) => by ?? null)}::text[]`
}

/**
 * Only what differs is written. A state changed when it was read, however late that is stored; one that was
 * read before the last reading or change that is stored says nothing. Devices of which nothing is to be said
 * are not in the answer.
 */
async function write(em: SqlEntityManager, devices: readonly States[], now: Date): Promise<StatusStored[]> {
  const ids = devices.map(({ device }) => device)
  const { rows } = await sql<Found>`
    with seen as (
      select * from unnest(${columnsOf(devices)}) as r (
        device_id, bind_key, name, status, status_known, admin_state, admin_known, description, at, module
      )
    ), newest as (
      insert into inventory_newest as o (device_id, module, time)
      select s.device_id, s.module, max(s.at) from seen s join inventory_device d on d.id = s.device_id
      where s.module is not null group by 1, 2 order by 1, 2
      on conflict (device_id, module) do update set time = excluded.time
        where not ${isOvertaken('o.time', 'excluded.time')}
      returning device_id, module
    ), own as (
      select * from inventory_interface
      where device_id = any (${ids}::int[]) and type <> ${sql.lit(closedType)}
    ), known as materialized (
      select s.device_id, i.id, i.bind_key, i.status as previous, s.description, i.poll_enabled,
        coalesce(s.at, ${now}::timestamptz) as at,
        case when s.status_known then s.status else i.status end as status,
        case when s.admin_known then s.admin_state else i.admin_state end as admin_state,
        s.status_known and i.status is distinct from s.status as moved,
        (s.status_known and i.status is distinct from s.status)
          or (s.admin_known and i.admin_state is distinct from s.admin_state)
          or i.description <> coalesce(s.description, i.description) as differs,
        ${isOvertaken('i.status_changed_at', 's.at')} or (s.module is not null
          and not exists (select from newest n where (n.device_id, n.module) = (s.device_id, s.module))
        ) as overtaken
      from seen s left join own i
        on i.device_id = s.device_id and i.bind_key = s.bind_key and i.name = coalesce(s.name, i.name)
    ), written as (
      update inventory_interface i set status = k.status, admin_state = k.admin_state,
        description = coalesce(k.description, i.description), updated_at = ${now}::timestamptz,
        status_changed_at = case when k.moved then k.at else i.status_changed_at end
      from known k where i.id = k.id and k.differs and k.poll_enabled and not k.overtaken
      returning k.id, k.device_id, k.bind_key, k.status, k.previous, k.moved, k.at
    ), noted as (
      insert into inventory_interface_status_history (interface_id, status, previous, time)
      select id, status, previous, at from written where moved
    ), changed as (
      select device_id, json_agg(json_build_object(
        'bind_key', bind_key::text, 'status', status, 'previous', previous
      )) as changes from written where moved group by device_id
    ), strange as (
      select device_id, count(*)::int as unknown from known where id is null group by device_id
    )
    select device_id as device, coalesce(unknown, 0) as unknown, coalesce(changes, '[]') as changes
    from changed full join strange using (device_id)`.execute(tables(em))
  const byDevice = new Map(rows.map(row => [row.device, row]))
  return devices.map(({ device }) => byDevice.get(device) ?? { changes: [], unknown: 0 })
}

/**
 * Stores the states of interfaces that are stored already. An interface of another name has got the bind
 * key meanwhile: it is left alone until the next list. Devices that are stored at the same time are one
 * statement.
 */
export function createStates(em: () => SqlEntityManager, clock: () => Date) {
  const put = gather<States, StatusStored>({
    write: devices => write(em(), devices, clock()),
    keyOf: ({ device }) => device,
    most: 50,
  })
  return async (states: States): Promise<StatusStored> =>
    states.seen.length > mostTogether ? (await write(em(), [states], clock()))[0]! : put(states)
}

const ofContext = new WeakMap<object, ReturnType<typeof createStates>>()

/** The one of a process: what its polls store at the same time goes together. */
export function storeOfStates(ctx: Pick<Context, 'em' | 'clock'>): ReturnType<typeof createStates> {
  const states = ofContext.get(ctx) ?? createStates(() => ctx.em(), ctx.clock)
  ofContext.set(ctx, states)
  return states
}
