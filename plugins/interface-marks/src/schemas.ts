import { Type as T, type Static } from 'typebox'
import { EmbeddedDevice, exampleDevice, Id, closedObject, nullable } from '@linecard/plugin-kit'

const example = {
  id: 96_252,
  device_id: 17,
  bind_key: '10101',
  parent_bind_key: '101',
  name: 'pon0/1:1',
  type: 'ONU',
  status: 'Online',
  description: 'Miller',
  device: exampleDevice,
  favorite: true,
  favorite_users: 2,
  tags: ['SwitchUplink', 'key customer'],
}

export const MarkedInterface = closedObject(
  {
    id: Id,
    device_id: Id,
    bind_key: T.String(),
    parent_bind_key: nullable(T.String()),
    name: T.String(),
    type: T.String(),
    status: nullable(T.String({ description: 'Null: unknown' })),
    description: T.String({ description: 'From the device' }),
    device: EmbeddedDevice,
    favorite: T.Boolean({ description: 'Your own' }),
    favorite_users: T.Integer({ description: 'Number of users with this favourite' }),
    tags: T.Array(T.String(), { description: 'The same for everybody, sorted' }),
  },
  { $id: 'interface-marks.Interface', examples: [example] },
)
export type MarkedInterface = Static<typeof MarkedInterface>

export const TagView = closedObject(
  {
    tag: T.String(),
    interfaces: T.Integer({ description: 'Number of interfaces with it, of those that you see' }),
  },
  { $id: 'interface-marks.Tag', examples: [{ tag: 'SwitchUplink', interfaces: 34 }] },
)

export const schemas = [MarkedInterface, TagView]
