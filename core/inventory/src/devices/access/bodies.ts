import { Type as T, type Static } from 'typebox'
import { Id, closedObject, freeObject, ignored, nullable, text } from '@linecard/plugin-kit'
import { SnmpUser, secretText } from '../connection/secrets.ts'

const secretOrNull = nullable(secretText())

export const AccessBody = closedObject(
  {
    id: T.Optional(Id),
    name: text(200, { minLength: 1 }),
    params: T.Optional(nullable(freeObject('Connection settings, see sw_core_connection'))),
    login: T.Optional(secretOrNull),
    password: T.Optional(secretOrNull),
    enable_password: T.Optional(
      T.Unsafe<string | null>({
        ...secretOrNull,
        description: 'For the way into a privileged mode of the console; the password unless set',
      }),
    ),
    public_community: T.Optional(secretOrNull),
    private_community: T.Optional(secretOrNull),
    community: T.Optional(
      T.Unsafe<string | null>({ ...secretOrNull, description: 'Older name of public_community' }),
    ),
    snmp_v3: T.Optional(T.Union([SnmpUser, T.Literal(''), T.Null()])),
    group_ids: T.Optional(
      nullable(
        T.Array(Id, {
          maxItems: 1000,
          uniqueItems: true,
          description:
            'Device groups that it belongs to. Without them a new profile belongs to the groups of its ' +
            'author, and to none if the author sees all groups. The groups of its devices are always among ' +
            'them',
        }),
      ),
    ),
    ...ignored,
  },
  {
    description: 'A secret that is absent or null stays as it is; an empty text removes it',
    examples: [{ name: 'Backbone', public_community: 'public' }],
  },
)
export type AccessBody = Static<typeof AccessBody>
