import { Type as T, type Static } from 'typebox'
import { Id, Time, closedObject, freeObject, nullable } from '@linecard/plugin-kit'
import * as examples from './examples.ts'
import { ImportRowView, ImportView } from './transfer/import/schemas.ts'
import { deviceStatuses } from './entities/index.ts'
import { OnuFacts, OnuView } from './onus/schemas.ts'

export const Point = closedObject(
  { lat: T.Number({ minimum: -90, maximum: 90 }), lon: T.Number({ minimum: -180, maximum: 180 }) },
  { description: 'Degrees, WGS 84' },
)
export const Pollers = T.Record(T.String({ maxLength: 64 }), T.Integer({ minimum: 0 }), {
  description: 'Poller → seconds between its runs',
})

export const GroupView = closedObject(
  { id: Id, name: T.String(), description: T.String(), created_at: Time, updated_at: Time },
  { $id: 'inventory.DeviceGroup', examples: [examples.group] },
)

export const ModelView = closedObject(
  {
    id: Id,
    name: T.String({ description: 'Vendor and model' }),
    key: T.String(),
    vendor: T.String(),
    model: T.String({ description: 'Name without the vendor' }),
    type: T.String({ description: 'SWITCH ROUTER L3 ROUTEROS OLT ONU SENSORS ICMP' }),
    params: freeObject('Settings of all devices of this model; credentials are never shown'),
    controller: T.Null({ description: 'Kept for older clients' }),
    pollers: Pollers,
    icon: T.String({ description: 'Path of the picture; empty without one' }),
    ports: nullable(T.Integer({ description: 'Physical ports, where the model fixes them' })),
    driver: nullable(
      T.String({ description: 'Driver the model comes from; null for one that people added' }),
    ),
    available: T.Boolean({ description: 'False: no enabled driver offers this model any more' }),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'inventory.DeviceModel', examples: [examples.model] },
)

const access = { id: Id, name: T.String(), params: freeObject('Connection settings, see sw_core_connection') }
export const AccessRef = closedObject(access, { $id: 'inventory.DeviceAccessRef' })
export const AccessView = closedObject(
  { ...access, created_at: Time, updated_at: Time },
  {
    $id: 'inventory.DeviceAccess',
    examples: [examples.profile],
    description: 'Access profile without its secrets',
  },
)

export const AccessSecrets = closedObject(
  {
    login: T.Optional(T.String()),
    password: T.Optional(T.String()),
    enable_password: T.Optional(T.String()),
    public_community: T.Optional(T.String()),
    private_community: T.Optional(T.String()),
    snmp_v3: T.Optional(
      closedObject({
        user: T.String(),
        level: T.String(),
        auth_protocol: T.Optional(T.String()),
        auth_key: T.Optional(T.String()),
        priv_protocol: T.Optional(T.String()),
        priv_key: T.Optional(T.String()),
      }),
    ),
  },
  { $id: 'inventory.DeviceAccessSecrets', description: 'What is set; what is not is absent' },
)

export const DeviceView = closedObject(
  {
    id: Id,
    ip: T.String(),
    name: T.String(),
    location: T.String(),
    description: T.String(),
    model: nullable(ModelView),
    access: nullable(AccessRef),
    group: nullable(GroupView),
    params: freeObject('Settings and free data; credentials are never shown'),
    mac: T.String({ description: 'AA:BB:CC:DD:EE:FF, or empty' }),
    serial: T.String(),
    pollers: nullable(Pollers),
    coordinates: nullable(Point),
    enabled: T.Boolean({ description: 'False: nothing asks it in the background' }),
    status: T.Enum([...deviceStatuses], { description: 'Whether it answered when it was last asked' }),
    status_changed: nullable(Time),
    refreshed_at: nullable(T.Unsafe<Date>({ ...Time, description: 'When its interfaces were last read' })),
    refresh_error: nullable(T.String({ description: 'What went wrong then' })),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'inventory.Device', examples: [examples.device] },
)

export const DeviceOption = closedObject(
  {
    id: Id,
    ip: T.String(),
    name: T.String(),
    group_id: Id,
    model_id: nullable(Id),
    type: nullable(T.String()),
    enabled: T.Boolean(),
    status: T.String(),
  },
  { $id: 'inventory.DeviceOption' },
)

const rejected = T.Array(closedObject({ model_key: T.String(), reason: T.String() }), {
  description: 'Models that came near, and why not',
})
const tier = nullable(
  T.String({ description: 'What decided: object_id, descr, probe, or generic for the fallback' }),
)

export const DetectionView = closedObject(
  {
    model: nullable(ModelView),
    name: nullable(T.String()),
    location: nullable(T.String()),
    mac: nullable(T.String()),
    serial: nullable(T.String()),
    descr: nullable(T.String({ description: 'sysDescr' })),
    object_id: nullable(T.String({ description: 'sysObjectID' })),
    tier,
    rejected,
  },
  { $id: 'inventory.Detection', examples: [examples.detection] },
)

export const Comparison = closedObject(
  { stored: nullable(ModelView), detected: nullable(ModelView), matches: T.Boolean(), tier, rejected },
  { $id: 'inventory.ModelComparison' },
)

const stored = {
  id: Id,
  device_id: Id,
  bind_key: T.String({ pattern: '^[0-9]+$', description: 'Stable number of the interface on its device' }),
  parent_bind_key: T.String({ description: 'Bind key of the PON port of an ONU; empty: none' }),
  name: T.String(),
  type: T.String(),
  status: nullable(
    T.String({
      description: 'Up Down NotPresent …; of an ONU: Online Offline LOS PowerOff …; null: unknown',
    }),
  ),
  admin_state: nullable(T.String({ description: 'Enabled or Disabled; null: unknown' })),
  status_changed: nullable(Time),
  description: T.String({ description: 'From the device' }),
  serial: nullable(T.String({ description: 'Serial number of an ONU' })),
  mac_address: nullable(T.String()),
  comment: T.String({ description: 'Local note' }),
  agreement: T.String({ description: 'Number of the contract' }),
  billing_link: T.String(),
  ip: T.String({ description: 'Address of the subscriber' }),
  params: freeObject('Free data of integrations'),
  poll_enabled: T.Boolean({ description: 'False: no metrics of it are stored' }),
  fdb_enabled: T.Boolean({ description: 'False: MAC addresses behind it are not kept' }),
  manual: T.Boolean({ description: 'Added by a person; the device has not listed it so far' }),
  coordinates: nullable(Point),
  created_at: Time,
  updated_at: Time,
}
export const DeviceRef = closedObject(
  { id: Id, ip: T.String(), name: T.String() },
  { $id: 'inventory.DeviceRef' },
)
export const InterfaceView = closedObject(
  { ...stored, device: DeviceRef },
  { $id: 'inventory.Interface', examples: [examples.stored] },
)
export const InterfaceCard = closedObject(
  { ...stored, device: DeviceView, onu: nullable(OnuFacts) },
  { $id: 'inventory.InterfaceCard', examples: [examples.card] },
)

export const StatusChangeView = closedObject(
  {
    id: T.Integer(),
    interface_id: Id,
    time: Time,
    status: nullable(T.String({ description: 'Null: unknown from then on' })),
    previous: nullable(T.String({ description: 'Null: was unknown' })),
    reason: nullable(T.String({ description: 'Why, where the device told' })),
    changed_by: nullable(T.String({ description: 'Login of whoever set it; null: the device said so' })),
  },
  {
    $id: 'inventory.InterfaceStatusChange',
    examples: [
      {
        id: 7012,
        interface_id: 96_252,
        time: '2026-03-02T09:31:00.000Z',
        status: 'Online',
        previous: 'LOS',
        reason: null,
        changed_by: null,
      },
    ],
  },
)

export const InterfaceCounts = closedObject(
  {
    type: T.String(),
    up: T.Integer({ description: 'Up or Online' }),
    down: T.Integer({ description: 'In any other state that is known' }),
    unknown: T.Integer(),
    all: T.Integer(),
  },
  { $id: 'inventory.InterfaceCounts', examples: [{ type: 'ONU', up: 841, down: 57, unknown: 2, all: 900 }] },
)

export const ConnectionDefaults = closedObject(
  {
    console_connection_type: T.String(),
    console_port: T.Integer(),
    console_timeout_sec: T.Number(),
    console_wait_byte_sec: T.Number(),
    console_legacy_ssh: T.Boolean(),
    snmp_version: T.String(),
    snmp_port: T.Integer(),
    snmp_timeout_sec: T.Number(),
    snmp_repeats: T.Integer(),
    mikrotik_api_port: T.Integer(),
    mikrotik_api_tls: T.Boolean(),
    mikrotik_api_legacy_tls: T.Boolean(),
  },
  { $id: 'inventory.ConnectionDefaults' },
)

export const schemas = [
  GroupView,
  ModelView,
  AccessRef,
  AccessView,
  AccessSecrets,
  DeviceView,
  DeviceOption,
  DetectionView,
  Comparison,
  DeviceRef,
  InterfaceView,
  InterfaceCard,
  StatusChangeView,
  InterfaceCounts,
  ConnectionDefaults,
  OnuFacts,
  OnuView,
  ImportRowView,
  ImportView,
]

export type GroupView = Static<typeof GroupView>
export type ModelView = Static<typeof ModelView>
export type AccessRef = Static<typeof AccessRef>
export type AccessView = Static<typeof AccessView>
export type DeviceView = Static<typeof DeviceView>
export type DeviceOption = Static<typeof DeviceOption>
export type InterfaceView = Static<typeof InterfaceView>
export type InterfaceCard = Static<typeof InterfaceCard>
export type StatusChangeView = Static<typeof StatusChangeView>
export type InterfaceCounts = Static<typeof InterfaceCounts>
