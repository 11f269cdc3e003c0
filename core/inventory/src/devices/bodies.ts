import { Type as T, type Static } from 'typebox'
import {
  Id,
  Reference,
  closedObject,
  freeObject,
  idOf,
  ignored,
  listQuery,
  nullable,
  text,
  unread,
} from '@linecard/plugin-kit'
import { deviceStatuses } from '../entities/index.ts'
import { Point, Pollers } from '../fields.ts'

const reference = { id: T.Optional(nullable(Reference)), key: T.Optional(nullable(Id)) }

export const DeviceBody = closedObject(
  {
    id: T.Optional(Id),
    ip: T.String({ maxLength: 60, description: 'IPv4 or IPv6 address; unique' }),
    name: T.Optional(text(200)),
    location: T.Optional(text(500)),
    description: T.Optional(text(5000)),
    model: reference.id,
    model_id: reference.key,
    access: reference.id,
    access_id: reference.key,
    group: reference.id,
    group_id: reference.key,
    params: T.Optional(
      nullable(
        freeObject(
          'Settings and free data. `access` has credentials that override those of the profile. ' +
            'It is never shown',
        ),
      ),
    ),
    mac: T.Optional(text(64)),
    serial: T.Optional(text(100)),
    pollers: T.Optional(nullable(Pollers)),
    coordinates: T.Optional(nullable(Point)),
    enabled: T.Optional(T.Boolean()),
    status: unread,
    status_changed: unread,
    refreshed_at: unread,
    refresh_error: unread,
    exceeds: unread,
    ...ignored,
  },
  { examples: [{ ip: '192.0.2.17', name: 'olt-north', model_id: 12, access_id: 3, group_id: -1 }] },
)
export type DeviceBody = Static<typeof DeviceBody>

/** `id` may stand in the body, where the path has none. */
export const DeviceChange = T.Partial(DeviceBody, { additionalProperties: false })

export const DeviceQuery = closedObject({
  ...listQuery,
  ip: T.Optional(
    T.String({ maxLength: 60, description: 'The answer is then this one device, and not a list' }),
  ),
  query: T.Optional(
    text(200, { description: 'Part of name, address, description, location, MAC or serial number' }),
  ),
  group_id: T.Optional(idOf('the group')),
  model_id: T.Optional(idOf('the model')),
  type: T.Optional(text(20, { description: 'Type of the model' })),
  vendor: T.Optional(text(100, { description: 'Vendor of the model, in full' })),
  status: T.Optional(T.Enum([...deviceStatuses], { description: 'Whether the device answered last' })),
  enabled: T.Optional(T.Boolean({ description: 'Whether the service may ask the device' })),
})
export type DeviceQuery = Static<typeof DeviceQuery>
