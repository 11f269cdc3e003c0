import { Type as T, type Static } from 'typebox'
import { Id, closedObject, ignored, nullable, text } from '@linecard/plugin-kit'

export const GroupBody = closedObject(
  {
    id: T.Optional(Id),
    name: text(200, { minLength: 1 }),
    description: T.Optional(text(2000)),
    networks: T.Optional(
      nullable(
        T.Array(T.String({ maxLength: 60 }), {
          maxItems: 1000,
          description:
            'Networks in which users who are limited to this group may ask addresses and add devices, as ' +
            'CIDR. Only users who see all groups set them',
        }),
      ),
    ),
    ...ignored,
  },
  { examples: [{ name: 'North', networks: ['10.1.0.0/16'] }] },
)
export type GroupBody = Static<typeof GroupBody>
