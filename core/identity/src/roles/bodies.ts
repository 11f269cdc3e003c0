import { Type as T } from 'typebox'
import { Id, closedObject, freeObject, ignored, nullable, text, unread } from '@linecard/plugin-kit'

export const RoleBody = closedObject(
  {
    id: T.Optional(Id),
    name: text(100, { minLength: 1 }),
    description: T.Optional(text(1000)),
    display: T.Optional(T.Boolean()),
    permissions: T.Optional(
      T.Array(T.String({ maxLength: 100 }), {
        maxItems: 1000,
        description: 'A new role without this field gets the default permissions',
      }),
    ),
    params: T.Optional(nullable(freeObject('Free data of integrations'))),
    built_in: unread,
    ...ignored,
  },
  { examples: [{ name: 'Support', permissions: ['device_show'] }] },
)
export const RoleChange = T.Partial(RoleBody, {
  additionalProperties: false,
  examples: [{ description: 'First line' }],
})
