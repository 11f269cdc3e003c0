import { deviceView } from '../devices/view.ts'
import type { Interface } from '../entities/index.ts'
import type { ShownInterface } from './shown.ts'
import type { InterfaceCard, InterfaceView } from './schemas.ts'

const stored = (
  row: Omit<ShownInterface, 'device'> & { device: { id: number } },
): Omit<InterfaceView, 'device'> => ({
  id: row.id,
  device_id: row.device.id,
  bind_key: row.closedBindKey ?? row.bindKey,
  parent_bind_key: row.parentBindKey ?? null,
  name: row.name,
  type: row.type,
  status: row.status ?? null,
  admin_state: row.adminState ?? null,
  status_changed: row.statusChangedAt ?? null,
  description: row.description,
  serial: row.serial ?? null,
  mac_address: row.mac ?? null,
  comment: row.comment,
  agreement: row.agreement,
  billing_link: row.billingLink,
  ip: row.ip,
  params: row.params,
  poll_enabled: row.pollEnabled,
  fdb_enabled: row.fdbEnabled,
  manual: row.manual,
  coordinates: row.coordinates ?? null,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})

export const interfaceView = (row: ShownInterface): InterfaceView => ({
  ...stored(row),
  device: deviceView(row.device),
})
/** `onu`: what is known of it where it is an ONU. */
export const interfaceCard = (row: Interface, onu: InterfaceCard['onu']): InterfaceCard => ({
  ...stored(row),
  device: deviceView(row.device),
  closed_at: row.closedAt ?? null,
  onu,
})
