import { visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import { pageOf, withDevices, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { OutagesQuery } from '../bodies.ts'
import { fail } from '../errors.ts'
import type { Evidence, Kind } from '../judge/index.ts'
import type { OutageMembers, OutageView } from './schema.ts'
import { tables } from '../tables.ts'
import { eventNames } from './event-names.ts'

interface Row {
  id: number
  device_id: number
  kind: Kind
  first_kind: Kind
  scope: OutageView['scope']
  title: string
  description: string
  confidence: number
  interface_ids: number[]
  customers: number | null
  lost: number
  back: number
  evidence: Evidence[]
  began_at: Date
  opened_at: Date
  revised_at: Date | null
  ended_at: Date | null
}

const conditionsOf = (query: OutagesQuery): RawBuilder<unknown>[] => [
  sql`o.opened_at is not null`,
  ...(query.device_id === undefined ? [] : [sql`o.device_id = ${query.device_id}`]),
  ...(query.kind === undefined ? [] : [sql`o.kind = ${query.kind}`]),
  ...(query.open === undefined ? [] : [query.open ? sql`o.ended_at is null` : sql`o.ended_at is not null`]),
  ...(query.interface_id === undefined
    ? []
    : [
        sql`(${query.interface_id} = any (o.interface_ids) or exists (
          select from correlation_member m
          where m.outage_id = o.id and m.interface_id = ${query.interface_id}))`,
      ]),
]

const fromSeen = (em: SqlEntityManager, caller: Caller, where: readonly RawBuilder<unknown>[]) => sql`
  from correlation_outage o join (${visibleDevices(em, caller)}) d on d.id = o.device_id
  where ${sql.join([...where], sql` and `)}`

const columnsFor = (em: SqlEntityManager, caller: Caller) => sql`
  o.id, o.device_id, o.kind, o.first_kind, o.scope, o.title, o.description, o.confidence, array(
    select i.id from (${visibleInterfaces(em, caller)}) i where i.id = any (o.interface_ids) order by i.id
  ) as interface_ids, o.customers, o.evidence, o.began_at, o.opened_at, o.revised_at, o.ended_at, (
    select count(*)::int from correlation_member m where m.outage_id = o.id and m.back_at is null) as lost, (
    select count(*)::int from correlation_member m
    where m.outage_id = o.id and m.back_at is not null) as back`

async function viewsOf(ctx: Context, caller: Caller, rows: readonly Row[]): Promise<OutageView[]> {
  const placed = await withDevices(
    ctx,
    caller,
    rows.map(row => ({ ...row, device: { id: row.device_id } })),
  )
  return placed.map(({ lost, back, evidence, ...row }) => ({
    ...Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'device_id')),
    event_name: eventNames[row.kind],
    confidence: Math.round(row.confidence * 1000) / 1000,
    onus: { lost, back },
    evidence: evidence.map(({ what, weight, at }) => ({
      what,
      weight: Math.round(weight * 100) / 100,
      time: new Date(at),
    })),
  })) as OutageView[]
}

/** A page of the outages that the caller sees, the newest first. */
export async function listOutages(ctx: Context, caller: Caller, query: OutagesQuery) {
  const page = pageOf(query, { cap: 1000 })
  const em = ctx.em()
  const seen = fromSeen(em, caller, conditionsOf(query))
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${seen}`.execute(
    tables(em),
  )
  const { rows } = await sql<Row>`
    select ${columnsFor(em, caller)} ${seen} order by o.began_at desc, o.id desc
    limit ${page.limit} offset ${page.offset}`.execute(tables(em))
  return { outages: await viewsOf(ctx, caller, rows), meta: { total: counted[0]!.total, ...page } }
}

/** ONUs of an outage that are shown. */
const mostMembers = 10_000

/** An outage with its ONUs. @throws CORRELATION_OUTAGE_UNKNOWN */
export async function outageById(ctx: Context, caller: Caller, id: number): Promise<OutageMembers> {
  const em = ctx.em()
  const seen = fromSeen(em, caller, [sql`o.id = ${id}`, sql`o.opened_at is not null`])
  const { rows } = await sql<Row>`
    select ${columnsFor(em, caller)} ${seen}`.execute(tables(em))
  const [view] = await viewsOf(ctx, caller, rows)
  if (!view) throw fail('CORRELATION_OUTAGE_UNKNOWN', { id })
  const { rows: members } = await sql<OutageMembers['members'][number]>`
    select m.interface_id, i.name, m.reason, m.lost_at, m.back_at
    from correlation_member m join (${visibleInterfaces(em, caller)}) i on i.id = m.interface_id
    where m.outage_id = ${id} order by m.interface_id limit ${mostMembers}`.execute(tables(em))
  return { ...view, members }
}
