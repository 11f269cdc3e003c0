import { Type as T } from 'typebox'
import { closedObject } from '@linecard/plugin-kit'

export const EnableBody = closedObject(
  { pin: T.String({ maxLength: 32, writeOnly: true, description: 'Code that the authenticator shows' }) },
  { examples: [{ pin: '123456' }] },
)

export const DisableBody = closedObject(
  {
    pin: T.Optional(
      T.String({
        maxLength: 32,
        writeOnly: true,
        description: 'Code of the authenticator, or a recovery code',
      }),
    ),
  },
  { examples: [{ pin: '123456' }] },
)
