import { Type as T, type Static } from 'typebox'
import { Id, closedObject, listQuery, nullable, text } from '@linecard/plugin-kit'

export const TAG_LENGTH = 64
const Tag = T.String({
  minLength: 1,
  maxLength: TAG_LENGTH,
  description: 'Free text on one line, e.g. SwitchUplink; upper and lower case differ',
})

const example = {
  id: 96_252,
  device_id: 17,
  bind_key: '10101',
  parent_bind_key: '101',
  name: 'pon0/1:1',
  type: 'ONU',
  status: 'Online',
  description: 'Miller',
  device: { id: 17, ip: '192.0.2.17', name: 'olt-north' },
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
    device: closedObject({ id: Id, ip: T.String(), name: T.String() }),
    favorite: T.Boolean({ description: 'Of whoever asks' }),
    favorite_users: T.Integer({ description: 'How many people hold it as a favourite' }),
    tags: T.Array(T.String(), { description: 'The same for everybody, in order' }),
  },
  { $id: 'interface-marks.Interface', examples: [example] },
)
export type MarkedInterface = Static<typeof MarkedInterface>

export const TagView = closedObject(
  { tag: T.String(), interfaces: T.Integer({ description: 'How many interfaces that you see have it' }) },
  { $id: 'interface-marks.Tag', examples: [{ tag: 'SwitchUplink', interfaces: 34 }] },
)

export const MarksBody = T.Object(
  {
    favorite: T.Optional(T.Boolean({ description: 'Your own' })),
    tags: T.Optional(
      T.Array(Tag, { maxItems: 100, description: 'All tags of the interface: those not named go' }),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description: 'What is not named stays',
    examples: [{ favorite: true, tags: ['SwitchUplink'] }],
  },
)
export type MarksBody = Static<typeof MarksBody>

export const InterfaceParams = closedObject({ interfaceId: Id })
export const TagParams = closedObject({ tag: text(TAG_LENGTH, { minLength: 1 }) })

const search = (description: string) => T.Optional(text(200, { description }))
export const InterfaceQuery = closedObject({
  ...listQuery,
  query: search('Part of the name or description of the interface, or of the name or address of its device'),
  device_id: T.Optional(Id),
})
export type InterfaceQuery = Static<typeof InterfaceQuery>
export const TagsQuery = closedObject({ ...listQuery, query: search('Part of the tag') })
export type TagsQuery = Static<typeof TagsQuery>

export const schemas = [MarkedInterface, TagView]
