import { charsets } from '@linecard/driver-kit'
import { Type as T, type Static } from 'typebox'
import { Id, Time, closedObject, freeObject, ignored, nullable, text } from '@linecard/plugin-kit'
import type { Access } from '../../entities/index.ts'
import * as examples from '../../examples.ts'
import { SnmpUser, secretText } from '../connection/secrets.ts'

const access = { id: Id, name: T.String(), params: freeObject('Connection settings, see sw_core_connection') }
export const AccessRef = closedObject(access, { $id: 'inventory.DeviceAccessRef' })
export const AccessView = closedObject(
  {
    ...access,
    group_ids: T.Array(Id, {
      description:
        'Device groups that it belongs to, of those that you see. Users of these groups may use it',
    }),
    created_at: Time,
    updated_at: Time,
  },
  {
    $id: 'inventory.DeviceAccess',
    examples: [examples.profile],
    description: 'Access profile without its secrets',
  },
)

export const AccessSecrets = closedObject(
  {
    login: T.Optional(T.String()),
    password: T.Optional(T.String()),
    enable_password: T.Optional(T.String()),
    public_community: T.Optional(T.String()),
    private_community: T.Optional(T.String()),
    snmp_v3: T.Optional(
      closedObject({
        user: T.String(),
        level: T.String(),
        auth_protocol: T.Optional(T.String()),
        auth_key: T.Optional(T.String()),
        priv_protocol: T.Optional(T.String()),
        priv_key: T.Optional(T.String()),
      }),
    ),
  },
  { $id: 'inventory.DeviceAccessSecrets', description: 'What is set; what is not is absent' },
)

export const ConnectionDefaults = closedObject(
  {
    console_connection_type: T.String(),
    console_port: T.Integer(),
    console_timeout_sec: T.Number(),
    console_wait_byte_sec: T.Number(),
    console_legacy_ssh: T.Boolean(),
    snmp_enabled: T.Boolean({ description: 'False: nothing is asked over SNMP, only the console' }),
    prefer: T.String({ description: 'The source that is asked first: snmp or console' }),
    charset: T.String({
      description: `The charset of texts of the device: auto (its texts decide), ${charsets.join(', ')}`,
    }),
    snmp_version: T.String(),
    snmp_port: T.Integer(),
    snmp_timeout_sec: T.Number(),
    snmp_repeats: T.Integer(),
    mikrotik_api_port: T.Integer(),
    mikrotik_api_tls: T.Boolean(),
    mikrotik_api_legacy_tls: T.Boolean(),
  },
  { $id: 'inventory.ConnectionDefaults' },
)

export type AccessRef = Static<typeof AccessRef>

export const accessRef = ({ id, name, params }: Pick<Access, 'id' | 'name' | 'params'>): AccessRef => ({
  id,
  name,
  params,
})

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
