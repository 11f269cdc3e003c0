import type { EventChange, EventChangeKind } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { everything, named, seenBy, type Viewer } from '../rows/seen.ts'
import { tables } from '../tables.ts'
import { eventView, type EventRow, type Named } from '../rows/view.ts'

/** Changes of one reading at most. */
const mostAtOnce = 1000

interface Row extends Named {
  seq: string
  kind: EventChangeKind
  time: Date
  event: EventRow
  device_id: number | null
  group_id: number | null
}

/** A change, and whose it is. */
export interface OwnedChange extends EventChange {
  deviceId: number | null
  /** Null: it has no device, or it was removed. */
  groupId: number | null
}

/** Changes after `seq` that the viewer sees, oldest first. */
export async function readChanges(
  em: SqlEntityManager,
  seq: number,
  limit: number,
  viewer: Viewer = everything,
): Promise<OwnedChange[]> {
  const { columns, joins } = named(em)
  const { rows } = await sql<Row>`
    select c.seq, c.kind, c.time, c.event, c.device_id, d.group_id, ${columns}
    from (
      select * from events_change c where c.seq > ${Math.max(0, Math.trunc(seq))}
        and ${seenBy(em, viewer, sql`c.device_id`)}
      order by c.seq limit ${Math.min(Math.max(0, Math.trunc(limit)), mostAtOnce)}
    ) c
    ${joins(sql`c.device_id`, sql`(c.event ->> 'interface_id')::int`)}
    order by c.seq`.execute(tables(em))
  return rows.map(({ seq: own, kind, time, event, device_id: deviceId, group_id: groupId, ...names }) => ({
    seq: Number(own),
    kind,
    time,
    event: eventView(event, names),
    deviceId,
    groupId,
  }))
}

/** The same without their owners. */
export async function changesAfter(
  em: SqlEntityManager,
  seq: number,
  limit: number,
  viewer: Viewer = everything,
): Promise<EventChange[]> {
  const changes = await readChanges(em, seq, limit, viewer)
  return changes.map(({ seq: own, kind, time, event }) => ({ seq: own, kind, time, event }))
}

/** Of the oldest change that is kept; 1 more than the last one if none is kept. */
export async function oldestSeq(em: SqlEntityManager): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce((select min(seq) from events_change), (select seq + 1 from events_counter))::float8 as seq
  `.execute(tables(em))
  return rows[0]!.seq
}

/** Of the last change; 0: there is none yet. */
export async function lastSeq(em: SqlEntityManager): Promise<number> {
  const { seq } = await tables(em).selectFrom('events_counter').select('seq').executeTakeFirstOrThrow()
  return Number(seq)
}
