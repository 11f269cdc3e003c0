import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { Device, Interface } from '../entities/index.ts'
import { tables } from '../tables.ts'

/** An interface as answers show it, with the few facts of its device. */
export type ShownInterface = Omit<Interface, 'device' | symbol> & {
  device: Pick<Device, 'id' | 'ip' | 'name'>
}

/** The columns of `ShownInterface`. */
export const select = (em: SqlEntityManager) =>
  tables(em)
    .selectFrom('inventory_interface as i')
    .select(['i.id', 'i.device_id', 'i.bind_key as bindKey', 'i.parent_bind_key as parentBindKey'])
    .select(['i.name', 'i.type', 'i.status', 'i.admin_state as adminState'])
    .select(['i.status_changed_at as statusChangedAt', 'i.description', 'i.serial', 'i.mac', 'i.comment'])
    .select(['i.agreement', 'i.billing_link as billingLink', 'i.ip', 'i.params', 'i.manual'])
    .select(['i.poll_enabled as pollEnabled', 'i.fdb_enabled as fdbEnabled', 'i.coordinates'])
    .select(['i.created_at as createdAt', 'i.updated_at as updatedAt'])
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

/** Adds the devices. Rows do not become entities, because an OLT has thousands of them. */
export async function shown(em: SqlEntityManager, rows: readonly Row[]): Promise<ShownInterface[]> {
  const ids = [...new Set(rows.map(row => row.device_id))]
  const devices = ids.length
    ? await tables(em)
        .selectFrom('inventory_device')
        .select(['id', 'ip', 'name'])
        .where('id', 'in', ids)
        .execute()
    : []
  const byId = new Map(devices.map(device => [device.id, device]))
  return rows.map(({ device_id, ...row }) => ({ ...row, device: byId.get(device_id)! }))
}
