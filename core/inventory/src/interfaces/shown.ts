import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { devicesById } from '../devices/list.ts'
import type { ShownDevice } from '../devices/page-query.ts'
import type { Interface } from '../entities/index.ts'
import { tables } from '../tables.ts'

/** An interface as answers show it, with its device. */
export type ShownInterface = Omit<Interface, 'device' | symbol> & { device: ShownDevice }

/** The columns of `ShownInterface`. */
export const select = (em: SqlEntityManager) =>
  tables(em)
    .selectFrom('inventory_interface as i')
    .select(['i.id', 'i.device_id', 'i.bind_key as bindKey', 'i.parent_bind_key as parentBindKey'])
    .select(['i.name', 'i.type', 'i.status', 'i.admin_state as adminState'])
    .select(['i.status_changed_at as statusChangedAt', 'i.description', 'i.serial', 'i.mac', 'i.comment'])
    .select(['i.agreement', 'i.billing_link as billingLink', 'i.ip', 'i.params', 'i.manual'])
    .select(['i.poll_enabled as pollEnabled', 'i.fdb_enabled as fdbEnabled', 'i.coordinates'])
    .select(['i.closed_at as closedAt', 'i.closed_bind_key as closedBindKey'])
    .select(['i.created_at as createdAt', 'i.updated_at as updatedAt'])
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

/** Adds the devices. Rows do not become entities, because an OLT has thousands of them. */
export async function shown(em: SqlEntityManager, rows: readonly Row[]): Promise<ShownInterface[]> {
  const byId = await devicesById(em, [...new Set(rows.map(row => row.device_id))])
  // A device may have been removed in the meantime, with its interfaces.
  return rows.flatMap(({ device_id, ...row }) => {
    const device = byId.get(device_id)
    return device ? [{ ...row, device }] : []
  })
}
