import { Type as T, type Static } from 'typebox'
import { Id, Time, closedObject } from '@linecard/plugin-kit'
import * as examples from '../../examples.ts'

export const GroupView = closedObject(
  {
    id: Id,
    name: T.String(),
    description: T.String(),
    networks: T.Array(T.String(), {
      description: 'Networks in which users who are limited to this group may ask addresses and add devices',
    }),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'inventory.DeviceGroup', examples: [examples.group] },
)

export type GroupView = Static<typeof GroupView>
