import { containing, withDevices, type Caller, type Context, type NetworkEvent } from '@linecard/plugin-kit'
import { pagesOf } from '@linecard/plugin-kit/resource'
import { sql, type RawBuilder, type SqlBool, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { eventView, type EventRow, type Named } from '../rows/view.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import type { EventFilter, EventsQuery } from './bodies.ts'
import { named, seenBy } from '../rows/seen.ts'

/** The text of a client. PostgreSQL also reads leap seconds and microseconds, which `Date` does not. */
const timeOf = (time: string) => sql`${time}::timestamptz`

/** Events `e` that fit, with the device as `d`. */
export function fitting(query: EventFilter): RawBuilder<SqlBool>[] {
  const { not_resolved: open, severity, name, device_id: device, interface_id: port } = query
  const { parent_id: parent, start, stop, query: words } = query
  const like = words === undefined ? '' : containing(words)
  return [
    ...(open === undefined ? [] : [sql<SqlBool>`(e.resolved_at is null) = ${open}`]),
    ...(severity === undefined ? [] : [sql<SqlBool>`e.severity = ${severity}`]),
    ...(name === undefined ? [] : [sql<SqlBool>`e.name = ${name}`]),
    ...(device === undefined ? [] : [sql<SqlBool>`e.device_id = ${device}`]),
    ...(port === undefined ? [] : [sql<SqlBool>`e.interface_id = ${port}`]),
    ...(parent === undefined
      ? []
      : [parent === 0 ? sql<SqlBool>`e.parent_id is null` : sql<SqlBool>`e.parent_id = ${parent}`]),
    ...(stop === undefined ? [] : [sql<SqlBool>`e.created_at <= ${timeOf(stop)}`]),
    ...(start === undefined
      ? []
      : [sql<SqlBool>`(e.resolved_at is null or e.resolved_at >= ${timeOf(start)})`]),
    ...(words === undefined
      ? []
      : [sql<SqlBool>`(e.title ilike ${like} or e.description ilike ${like} or d.name ilike ${like})`]),
  ]
}

/** Events `e` that fit and that the caller sees, with device `d` and interface `i`: after `select`. */
export function eventsSeen(em: SqlEntityManager, caller: Caller, query: EventFilter) {
  const where = [sql<SqlBool>`true`, ...fitting(query), seenBy(em, caller, sql`e.device_id`)]
  const { joins, columns } = named(em)
  return {
    columns: sql`e.*, ${columns}`,
    from: sql`events_event e ${joins(sql`e.device_id`, sql`e.interface_id`)}`,
    where: sql`${sql.join(where, sql` and `)}`,
  }
}

type Row = EventRow & Named

const pages = pagesOf({
  sort: {
    id: 'id',
    created_at: 'created_at',
    resolved_at: 'resolved_at',
    severity: 'rank',
    name: 'name',
    device: 'device_name',
  },
  order: '-created_at',
  nullsLast: true,
  cap: 1000,
  counted: 10_000,
  reach: 100_000,
})

/** A page of the events that the caller sees. */
export async function listEvents(ctx: Context, caller: Caller, query: EventsQuery) {
  const em = ctx.em()
  const seen = eventsSeen(em, caller, query)
  const all = sql<Row>`(select ${seen.columns}, d.name as device_name,
      array_position(array['info', 'warning', 'critical'], e.severity) as rank
    from ${seen.from} where ${seen.where})`
  const { rows, meta } = await pages(em, tables(em).selectFrom(all.as('e')).selectAll(), query)
  return { events: await shown(ctx, caller, rows), meta }
}

const shown = (ctx: Context, caller: Caller, rows: readonly Row[]) =>
  withDevices(
    ctx,
    caller,
    rows.map(({ device, interface: port, ...row }) => eventView(row, { device, interface: port })),
  )

async function rowOf(em: SqlEntityManager, caller: Caller, id: number): Promise<Row[]> {
  const seen = eventsSeen(em, caller, {})
  const { rows } = await sql<Row>`
    select ${seen.columns} from ${seen.from} where e.id = ${id} and ${seen.where}`.execute(tables(em))
  return rows
}

/** The event, if the caller may see it; else null. */
export async function findEvent(ctx: Context, caller: Caller, id: number): Promise<NetworkEvent | null> {
  const [row] = await rowOf(ctx.em() as SqlEntityManager, caller, id)
  return row ? eventView(row, row) : null
}

/** With its whole device. @throws EVENTS_EVENT_UNKNOWN */
export async function oneEvent(ctx: Context, caller: Caller, id: number) {
  const [event] = await shown(ctx, caller, await rowOf(ctx.em() as SqlEntityManager, caller, id))
  if (!event) throw fail('EVENTS_EVENT_UNKNOWN', { id })
  return event
}
