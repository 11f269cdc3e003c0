import { accessRef } from './access/schemas.ts'
import { groupView } from './groups.ts'
import type { ShownDevice } from './page-query.ts'
import { viewOfModel } from './models/schemas.ts'
import type { DeviceOption, DeviceView } from './schemas.ts'

export const deviceView = (device: ShownDevice): DeviceView => ({
  id: device.id,
  ip: device.ip,
  name: device.name,
  location: device.location,
  description: device.description,
  model: device.model ? viewOfModel(device.model) : null,
  access: device.access ? accessRef(device.access) : null,
  group: groupView(device.group),
  params: device.params,
  mac: device.mac,
  serial: device.serial,
  pollers: device.pollers ?? null,
  coordinates: device.coordinates ?? null,
  enabled: device.enabled,
  status: device.status,
  status_changed: device.statusChangedAt ?? null,
  refreshed_at: device.refreshedAt ?? null,
  refresh_error: device.refreshError ?? null,
  exceeds: device.exceeds ?? null,
  created_at: device.createdAt,
  updated_at: device.updatedAt,
})

/** Just enough to choose it from a list. */
export const deviceOption = ({ id, ip, name, group, model, enabled, status }: ShownDevice): DeviceOption => ({
  id,
  ip,
  name,
  group_id: group.id,
  model_id: model?.id ?? null,
  type: model?.type ?? null,
  enabled,
  status,
})
