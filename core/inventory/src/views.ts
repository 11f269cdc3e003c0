import type { ShownDevice } from './devices/list.ts'
import type { ShownInterface } from './interfaces/find.ts'
import type { Access, Group, Interface, Model } from './entities/index.ts'
import type {
  AccessRef,
  AccessView,
  DeviceOption,
  DeviceView,
  GroupView,
  InterfaceCard,
  InterfaceView,
  ModelView,
} from './schemas.ts'

export const groupView = ({ id, name, description, createdAt, updatedAt }: Group): GroupView => ({
  id,
  name,
  description,
  created_at: createdAt,
  updated_at: updatedAt,
})

export const modelView = (model: Omit<Model, 'secrets' | 'icon' | 'iconType'>): ModelView => ({
  id: model.id,
  name: model.name,
  key: model.key,
  vendor: model.vendor,
  model:
    model.vendor && model.name.startsWith(`${model.vendor} `)
      ? model.name.slice(model.vendor.length + 1)
      : model.name,
  type: model.type,
  params: model.params,
  controller: null,
  pollers: model.pollers,
  icon: model.iconTag ? `/api/v1/device-model/${model.id}/icon?v=${model.iconTag}` : '',
  ports: model.ports ?? null,
  driver: model.driver ?? null,
  available: model.available,
  created_at: model.createdAt,
  updated_at: model.updatedAt,
})

export const accessRef = ({ id, name, params }: Pick<Access, 'id' | 'name' | 'params'>): AccessRef => ({
  id,
  name,
  params,
})
export const accessView = (access: Access): AccessView => ({
  ...accessRef(access),
  created_at: access.createdAt,
  updated_at: access.updatedAt,
})

export const deviceView = (device: ShownDevice): DeviceView => ({
  id: device.id,
  ip: device.ip,
  name: device.name,
  location: device.location,
  description: device.description,
  model: device.model ? modelView(device.model) : null,
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

const stored = (row: ShownInterface): Omit<InterfaceView, 'device'> => ({
  id: row.id,
  device_id: row.device.id,
  bind_key: row.bindKey,
  parent_bind_key: row.parentBindKey ?? '',
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

export const interfaceView = (row: ShownInterface): InterfaceView => ({ ...stored(row), device: row.device })
/** `onu`: what is known of it where it is an ONU. */
export const interfaceCard = (row: Interface, onu: InterfaceCard['onu']): InterfaceCard => ({
  ...stored(row),
  device: deviceView(row.device),
  onu,
})
