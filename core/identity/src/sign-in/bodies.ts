import { Type as T, type Static } from 'typebox'
import { closedObject, idOf, text } from '@linecard/plugin-kit'

const password = T.String({ minLength: 1, maxLength: 256, writeOnly: true })

export const SignInBody = closedObject(
  {
    login: T.String({ minLength: 1, maxLength: 64 }),
    password,
    pin: T.Optional(
      T.String({
        maxLength: 32,
        writeOnly: true,
        description: 'Code of the authenticator, or a recovery code; required if two-factor is on',
      }),
    ),
  },
  { examples: [{ login: 'admin', password: 'the password' }] },
)
export type SignInBody = Static<typeof SignInBody>

/** Clients that do not know the address of their user send this one. */
export const unknownAddress = '127.0.0.1'

export const CrossAuthBody = closedObject(
  {
    login: T.String({ minLength: 1, maxLength: 64 }),
    expire_sec: T.Integer({
      minimum: 1,
      maximum: 2_592_000,
      default: 86_400,
      description: 'Lifetime of the key, seconds',
    }),
    user_ip: T.String({
      format: 'ip',
      default: unknownAddress,
      description: `Address of the user; the key works only from there. ${unknownAddress}: from everywhere`,
    }),
  },
  { examples: [{ login: 'jane', expire_sec: 86_400, user_ip: '192.0.2.80' }] },
)
export type CrossAuthBody = Static<typeof CrossAuthBody>

export const KeyBody = closedObject(
  {
    expire: T.String({ maxLength: 10, description: 'Lifetime: a number and m, h or d', examples: ['365d'] }),
    description: T.Optional(text(200)),
    password,
    pin: T.Optional(
      T.String({
        maxLength: 32,
        writeOnly: true,
        description: "The caller's own code or recovery code; required if the caller has two-factor on",
      }),
    ),
    networks: T.Optional(
      T.Array(text(50), {
        maxItems: 100,
        description: 'Addresses and networks from which the key works; by default from everywhere',
      }),
    ),
    permissions: T.Optional(
      T.Array(text(100), {
        minItems: 1,
        maxItems: 1000,
        description: 'Permissions of the key; by default all permissions of the user',
      }),
    ),
  },
  { examples: [{ expire: '365d', description: 'billing', password: 'my own password' }] },
)
export type KeyBody = Static<typeof KeyBody>

export const SessionParams = closedObject({ id: idOf('the user'), sessionId: idOf('the session') })
