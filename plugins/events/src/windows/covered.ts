import { visibleDevices } from '@linecard/inventory/read'
import { sql, type RawBuilder, type SqlBool, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Changed } from '../changes/append.ts'
import { tables } from '../tables.ts'
import { isActive } from './active.ts'

/** Whether an event `e` is in a window that is open now. Null: none is open. */
async function coveredBy(em: SqlEntityManager, now: Date): Promise<RawBuilder<SqlBool> | null> {
  const all = await tables(em).selectFrom('events_window').selectAll().where('enabled', '=', true).execute()
  const active = all.filter(window => isActive(window, now))
  if (active.length === 0) return null
  const [groups, devices, ports] = [
    active.flatMap(({ group_ids: ids }) => ids),
    active.flatMap(({ device_ids: ids }) => ids),
    active.flatMap(({ interface_ids: ids }) => ids),
  ]
  if (active.some(one => [one.group_ids, one.device_ids, one.interface_ids].every(ids => ids.length === 0)))
    return sql`true`
  return sql`coalesce(e.device_id = any (${devices}::int[]) or e.interface_id = any (${ports}::int[])
    or e.device_id in (
      select d.id from (${visibleDevices(em, { groupIds: null })}) d where d.group_id = any (${groups}::int[])
    ), false)`
}

/**
 * Marks events that have opened now within a maintenance window, and takes the mark from those whose window
 * has ended: what is still wrong then is told.
 */
export async function markMaintenance(
  em: SqlEntityManager,
  opened: readonly string[],
  now: Date,
): Promise<Changed[]> {
  const covered = (await coveredBy(em, now)) ?? sql<SqlBool>`false`
  if (opened.length > 0)
    await sql`
      update events_event e set maintenance = true
      where e.id = any (${[...opened]}::bigint[]) and ${covered}`.execute(tables(em))
  const { rows } = await sql<{ id: string }>`
    update events_event e set maintenance = false
    where e.maintenance and e.resolved_at is null and not (e.id = any (${[...opened]}::bigint[]))
      and not ${covered}
    returning e.id`.execute(tables(em))
  return rows.map(({ id }) => ({ id, kind: 'changed' }))
}
