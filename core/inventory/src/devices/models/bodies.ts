import { Type as T, type Static } from 'typebox'
import { deviceTypes } from '@linecard/driver-kit'
import { Id, closedObject, freeObject, ignored, nullable, text, unread } from '@linecard/plugin-kit'
import { Pollers } from '../../fields.ts'

export const ModelBody = closedObject({
  id: T.Optional(Id),
  key: T.String({ pattern: '^[a-z0-9][a-z0-9_]{0,99}$' }),
  name: text(200, { minLength: 1 }),
  vendor: T.Optional(text(100)),
  type: T.Enum([...deviceTypes]),
  ports: T.Optional(nullable(T.Integer({ minimum: 0, maximum: 10_000 }))),
  params: T.Optional(
    nullable(
      freeObject(
        'Settings of all devices of this model. ' +
          '`access` has credentials that override those of the profile',
      ),
    ),
  ),
  pollers: T.Optional(nullable(Pollers)),
  model: unread,
  controller: unread,
  icon: unread,
  driver: unread,
  available: unread,
  ...ignored,
})
export type ModelBody = Static<typeof ModelBody>
