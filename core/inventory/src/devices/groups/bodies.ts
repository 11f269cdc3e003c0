import { Type as T, type Static } from 'typebox'
import { Id, closedObject, ignored, text } from '@linecard/plugin-kit'

export const GroupBody = closedObject(
  { id: T.Optional(Id), name: text(200, { minLength: 1 }), description: T.Optional(text(2000)), ...ignored },
  { examples: [{ name: 'North' }] },
)
export type GroupBody = Static<typeof GroupBody>
