import { visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import type { Plan, Written } from './plan.ts'

/** Links that one statement writes. */
const batch = 1000

/** The written columns of links, as rows of SQL. An interface that was removed meanwhile is not known. */
const rowsOf = (em: SqlEntityManager, links: readonly (Written & { id?: number })[]) => {
  const all = { groupIds: null }
  const port = (column: string) =>
    sql`(select i.id from (${visibleInterfaces(em, all)}) i where i.id = ${sql.ref(`r.${column}`)})`
  return sql`
    select r.id, r.src_device_id, ${port('src_interface_id')} as src_interface_id, r.dest_device_id,
      ${port('dest_interface_id')} as dest_interface_id, ${port('src_aggregate_id')} as src_aggregate_id,
      ${port('dest_aggregate_id')} as dest_aggregate_id, r.state, r.directed, r.proofs, r.confidence, r.sure,
      r.shared, r.seen_at, r.missed_sec, r.turned
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r (
      id integer, src_device_id integer, src_interface_id integer, dest_device_id integer,
      dest_interface_id integer, src_aggregate_id integer, dest_aggregate_id integer, state text,
      directed boolean, proofs jsonb, confidence real, sure boolean, shared boolean, seen_at timestamptz,
      missed_sec integer, turned boolean)
    join (${visibleDevices(em, all)}) src on src.id = r.src_device_id
    join (${visibleDevices(em, all)}) dest on dest.id = r.dest_device_id`
}

const batches = <R>(rows: readonly R[]): R[][] =>
  Array.from({ length: Math.ceil(rows.length / batch) }, (_, n) => rows.slice(n * batch, (n + 1) * batch))

/** Only what a scan writes: notes, lines on maps and who decided belong to people. */
async function change(em: SqlEntityManager, links: Plan['change']): Promise<void> {
  await sql`
    update links_link l set src_device_id = r.src_device_id, src_interface_id = r.src_interface_id,
      dest_device_id = r.dest_device_id, dest_interface_id = r.dest_interface_id,
      src_aggregate_id = r.src_aggregate_id, dest_aggregate_id = r.dest_aggregate_id, state = r.state,
      directed = r.directed, proofs = r.proofs, confidence = r.confidence, sure = r.sure, shared = r.shared,
      seen_at = r.seen_at, missed_sec = r.missed_sec,
      path = case when r.turned
        then (select coalesce(jsonb_agg(p.point order by p.n desc), '[]')
          from jsonb_array_elements(l.path) with ordinality as p (point, n))
        else l.path end
    from (${rowsOf(em, links)}) r where l.id = r.id`.execute(tables(em))
}

async function add(em: SqlEntityManager, links: Plan['add'], now: Date): Promise<void> {
  await sql`
    insert into links_link (src_device_id, src_interface_id, dest_device_id, dest_interface_id,
      src_aggregate_id, dest_aggregate_id, source, state, directed, proofs, confidence, sure, shared, seen_at,
      missed_sec, created_at)
    select r.src_device_id, r.src_interface_id, r.dest_device_id, r.dest_interface_id, r.src_aggregate_id,
      r.dest_aggregate_id, 'automatic', r.state, r.directed, r.proofs, r.confidence, r.sure, r.shared,
      r.seen_at, r.missed_sec, ${now}
    from (${rowsOf(em, links)}) r
    on conflict do nothing`.execute(tables(em))
}

/** Writes a plan, within the transaction of the caller. */
export async function storePlan(em: SqlEntityManager, plan: Plan, now: Date): Promise<void> {
  for (const rows of batches(plan.change)) await change(em, rows)
  for (const rows of batches(plan.add)) await add(em, rows, now)
  if (plan.remove.length > 0)
    await tables(em).deleteFrom('links_link').where('id', 'in', plan.remove).execute()
}
