import { rememberedStatusChanges, visibleDevices, visibleOnus } from '@linecard/inventory/read'
import { type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Kind } from '../judge/index.ts'
import { lostStates, reasonOf } from '../picture/words.ts'
import { tables } from '../tables.ts'

export interface OnuState {
  id: number
  name: string
  status: string | null
  status_changed_at: Date | null
  model: string | null
  agreement: string
  parent_bind_key: string | null
  last_down_reason: string | null
}

/** An outage that explains why the customer has no service. */
export interface Explains {
  id: number
  kind: Kind
  scope: string
  title: string
  description: string
  began_at: Date
  seen_at: Date
  customers: number | null
  confidence: number
}

export interface CustomerFacts {
  /** `readAt`: when it answered last; null: unknown, or it does not answer. */
  device: { id: number; name: string; up: boolean | null; since: Date | null; readAt: Date | null }
  onu: OnuState | null
  neighbours: { up: number; down: number; total: number; lately: number } | null
  outages: readonly Explains[]
  /** The last reading of the states of ONUs; null: unknown. */
  readAt: Date | null
  /** Other devices of the same groups that are down, of all. */
  others: { down: number; total: number }
}

const all = { groupIds: null }

/** ONUs of the same PON port: how many are there, are lost, and were lost within a minute of this one. */
async function neighboursOf(em: SqlEntityManager, deviceId: number, onu: OnuState) {
  const { id, parent_bind_key: port, status_changed_at: since } = onu
  const lost = sql`o.status = any (${[...lostStates]}::text[])`
  const { rows } = await sql<NonNullable<CustomerFacts['neighbours']>>`
    select count(*) filter (where o.status = 'Online')::int as up,
      count(*) filter (where ${lost})::int as down,
      count(*)::int as total,
      count(*) filter (where ${lost} and exists (
        select from (${rememberedStatusChanges(em, all)}) c
        where c.interface_id = o.id and c.previous = 'Online'
          and c.time between ${since}::timestamptz - interval '1 minute'
            and ${since}::timestamptz + interval '1 minute'
      ))::int as lately
    from (${visibleOnus(em, all)}) o
    where o.device_id = ${deviceId} and o.parent_bind_key = ${port}::bigint and o.id <> ${id}`.execute(
    tables(em),
  )
  return rows[0]!
}

/** Outages that are open and that the customer belongs to. */
const outagesOf = async (em: SqlEntityManager, deviceId: number, interfaceId: number): Promise<Explains[]> =>
  (
    await sql<Explains>`
      select o.id, o.kind, o.scope, o.title, o.description, o.began_at, o.seen_at, o.customers, o.confidence
      from correlation_outage o
      where o.ended_at is null and o.opened_at is not null and (
        ${deviceId} = any (o.below_device_ids) or ${interfaceId} = any (o.interface_ids) or exists (
          select from correlation_member m
          where m.outage_id = o.id and m.interface_id = ${interfaceId} and m.back_at is null))
      order by cardinality(o.below_device_ids) desc, o.confidence desc limit 10`.execute(tables(em))
  ).rows

const latest = (...times: readonly (Date | null | undefined)[]): Date | null =>
  times.reduce<Date | null>((last, time) => (time && (!last || time > last) ? time : last), null)

/** All that is known about the service of a customer, who is known to be seen by the caller. */
export async function factsOf(
  ctx: Context,
  caller: Caller,
  deviceId: number,
  interfaceId: number,
): Promise<CustomerFacts> {
  const em = ctx.em()
  const db = tables(em)
  const device = await db
    .selectFrom(visibleDevices(em, caller).as('d'))
    .select(['d.id', 'd.name', 'd.status', 'd.status_changed_at', 'd.refreshed_at'])
    .where('d.id', '=', deviceId)
    .executeTakeFirstOrThrow()
  const onu = await db
    .selectFrom(visibleOnus(em, caller).as('o'))
    .select(['o.id', 'o.name', 'o.status', 'o.status_changed_at', 'o.model', 'o.agreement'])
    .select(['o.parent_bind_key', 'o.last_down_reason'])
    .where('o.id', '=', interfaceId)
    .executeTakeFirst()
  const own = await db
    .selectFrom('correlation_device')
    .select('read_at')
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  const { rows: others } = await sql<CustomerFacts['others']>`
    select count(*) filter (where d.status = 'Down')::int as down, count(*)::int as total
    from (${visibleDevices(em, caller)}) d where d.id <> ${deviceId} and d.enabled`.execute(db)
  return {
    device: {
      id: device.id,
      name: device.name,
      up: device.status === 'Up' ? true : device.status === 'Down' ? false : null,
      since: device.status_changed_at,
      readAt: device.status === 'Up' ? latest(device.refreshed_at, own?.read_at) : null,
    },
    onu: onu ?? null,
    neighbours: onu?.parent_bind_key ? await neighboursOf(em, deviceId, onu) : null,
    outages: await outagesOf(em, deviceId, interfaceId),
    readAt: own?.read_at ?? null,
    others: others[0]!,
  }
}

/** Why an ONU was lost, in the words of its state. */
export const reasonIn = ({ status, last_down_reason: told }: OnuState) =>
  reasonOf([status, status === 'Offline' ? told : null])
