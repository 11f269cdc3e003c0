import { Type as T, type Static } from 'typebox'
import { Id, Time, closedObject, freeObject, nullable } from '@linecard/plugin-kit'
import { deviceStatuses } from '../entities/index.ts'
import * as examples from '../examples.ts'
import { Point, Pollers } from '../fields.ts'
import { AccessRef } from './access/schemas.ts'
import { GroupView } from './groups.ts'
import { ModelView } from './models/schemas.ts'

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
    exceeds: nullable(
      closedObject(
        {
          limit: T.String({ description: 'row_limit, byte_limit or stored_interfaces' }),
          module: T.String({ description: 'The module that reached it' }),
          since: T.String({ format: 'date-time' }),
          last: T.String({ format: 'date-time' }),
        },
        { description: 'A limit that the device has reached in the last day: its answers are cut' },
      ),
    ),
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

const Rule = (what: string) =>
  closedObject({
    values: T.Array(T.String(), { description: what }),
    from: T.Enum(['device', 'model', 'settings']),
  })

export const UnwantedInterfaces = closedObject(
  {
    types: Rule('Names or numbers of ifType, or types as interfaces have them'),
    names: Rule('Names; `*` stands for any text'),
    left_out: T.Array(closedObject({ bind_key: T.String(), name: T.String() }), {
      description: 'What the last list had of them',
    }),
    kept: T.Array(
      closedObject({
        id: Id,
        name: T.String(),
        type: T.String(),
        written_in: T.Array(T.String(), {
          description:
            'Components that have something about it: inventory (comment, agreement …), marks, files',
        }),
      }),
    ),
  },
  {
    $id: 'inventory.UnwantedInterfaces',
    examples: [
      {
        types: { values: ['softwareLoopback'], from: 'settings' },
        names: { values: ['Null*'], from: 'model' },
        left_out: [{ bind_key: '4', name: 'Null0' }],
        kept: [{ id: 17, name: 'Loopback0', type: 'LOOPBACK', written_in: ['inventory'] }],
      },
    ],
  },
)

export type DeviceView = Static<typeof DeviceView>
export type DeviceOption = Static<typeof DeviceOption>
