import { Type as T, type Static } from 'typebox'
import { closedObject } from '@linecard/plugin-kit'

/** A stolen session must not decide how its user signs in. */
const current_password = T.Optional(
  T.String({ maxLength: 256, writeOnly: true, description: "The caller's own; required for the own user" }),
)

export const EnableBody = closedObject(
  {
    pin: T.String({ maxLength: 32, writeOnly: true, description: 'Code that the authenticator shows' }),
    current_password,
  },
  { examples: [{ pin: '123456', current_password: 'the password' }] },
)
export type EnableBody = Static<typeof EnableBody>

export const DisableBody = closedObject(
  {
    pin: T.Optional(
      T.String({
        maxLength: 32,
        writeOnly: true,
        description: 'Code of the authenticator, or a recovery code',
      }),
    ),
    current_password,
  },
  { examples: [{ pin: '123456', current_password: 'the password' }] },
)
export type DisableBody = Static<typeof DisableBody>
