import { Type as T, type Static } from 'typebox'
import { Id, Time, closedObject } from '@linecard/plugin-kit'
import * as examples from '../../examples.ts'

export const GroupView = closedObject(
  { id: Id, name: T.String(), description: T.String(), created_at: Time, updated_at: Time },
  { $id: 'inventory.DeviceGroup', examples: [examples.group] },
)

export type GroupView = Static<typeof GroupView>
