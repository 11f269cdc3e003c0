import { Type as T, type Static } from 'typebox'
import { Id, Time, closedObject, freeObject, nullable } from '@linecard/plugin-kit'
import { DeviceView } from '../devices/schemas.ts'
import * as examples from '../examples.ts'
import { Point } from '../fields.ts'
import { OnuFacts } from './onus/schemas.ts'

const stored = {
  id: Id,
  device_id: Id,
  bind_key: T.String({ pattern: '^[0-9]+$', description: 'Stable number of the interface on its device' }),
  parent_bind_key: nullable(T.String({ description: 'Bind key of the PON port of an ONU; null: none' })),
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
  poll_enabled: T.Boolean({ description: 'False: pollers keep no state, no light and no series of it' }),
  fdb_enabled: T.Boolean({ description: 'False: MAC addresses behind it are not kept' }),
  manual: T.Boolean({ description: 'Added by a person; the device has not listed it so far' }),
  coordinates: nullable(Point),
  created_at: Time,
  updated_at: Time,
}
export const InterfaceView = closedObject(
  { ...stored, device: DeviceView },
  { $id: 'inventory.Interface', examples: [examples.stored] },
)
export const InterfaceCard = closedObject(
  {
    ...stored,
    device: DeviceView,
    closed_at: nullable(
      T.Unsafe<Date>({
        ...Time,
        description:
          'An ONU that its OLT does not list since then; its `type` is CLOSED. Null: it has a place',
      }),
    ),
    onu: nullable(OnuFacts),
  },
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

export type InterfaceView = Static<typeof InterfaceView>
export type InterfaceCard = Static<typeof InterfaceCard>
export type StatusChangeView = Static<typeof StatusChangeView>
export type InterfaceCounts = Static<typeof InterfaceCounts>
