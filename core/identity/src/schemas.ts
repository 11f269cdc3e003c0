import { Type as T, type Static } from 'typebox'
import { Id, Time, closedObject, freeObject, nullable } from '@linecard/plugin-kit'
import * as examples from './examples.ts'

export const RoleView = closedObject(
  {
    id: Id,
    name: T.String(),
    description: T.String(),
    display: T.Boolean({ description: 'Shown in role screens' }),
    built_in: T.Boolean({ description: 'Read-only' }),
    permissions: T.Array(T.String()),
    params: freeObject('Free data of integrations'),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'identity.UserRole', examples: [examples.role] },
)

export const DeviceGroupView = closedObject(
  { id: Id, name: T.String(), description: T.String() },
  { $id: 'identity.DeviceGroup', description: 'A device group that the user sees' },
)

export const UserView = closedObject(
  {
    id: Id,
    login: T.String(),
    name: T.String(),
    email: T.String(),
    role: RoleView,
    status: T.Enum(['ENABLED', 'DISABLED']),
    language: T.String(),
    last_activity: T.Optional(
      T.Unsafe<Date>({ ...Time, description: 'Absent if the user has never been active' }),
    ),
    settings: freeObject('Settings of the web panel'),
    device_groups: T.Array(DeviceGroupView, { description: 'Device groups that the user sees; empty: all' }),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'identity.User', examples: [examples.user] },
)

export const SessionView = closedObject(
  {
    id: Id,
    key_prefix: T.String({ description: 'First characters of the key' }),
    manual: T.Boolean({ description: 'Created for a program, not by a sign-in' }),
    cross_auth: T.Boolean({ description: 'Opened for this user by another user' }),
    current: T.Boolean({ description: 'The session of this request' }),
    description: T.String(),
    ip: T.String(),
    device: T.String({ description: 'User-Agent of the sign-in' }),
    created_at: Time,
    expired_at: Time,
    last_used_at: nullable(Time),
    last_used_ip: nullable(T.String()),
    last_used_device: nullable(T.String({ description: 'User-Agent of the last use' })),
    networks: nullable(
      T.Array(T.String(), { description: 'The key works only from there; null: from everywhere' }),
    ),
    permissions: nullable(
      T.Array(T.String(), {
        description: 'The only permissions of the key; null: all permissions of the user',
      }),
    ),
  },
  { $id: 'identity.Session', examples: [examples.session] },
)

export const SignInView = closedObject(
  {
    key: T.String({ description: 'Session key for X-Auth-Key; shown only once' }),
    expired_at: Time,
    user: UserView,
  },
  { $id: 'identity.SignIn', examples: [examples.signIn] },
)

export const CrossAuthView = closedObject(
  {
    user: closedObject({ id: Id, login: T.String(), name: T.String() }),
    expired_at: Time,
    auth_key: T.String({ description: 'Shown only once' }),
  },
  { $id: 'identity.CrossAuth', examples: [examples.crossAuth] },
)

export const KeyView = closedObject(
  { id: Id, key: T.String({ description: 'Shown only once' }), expired_at: Time },
  { $id: 'identity.Key', examples: [examples.madeKey] },
)

export const TwoFactorView = closedObject(
  { enabled: T.Boolean(), enabled_at: nullable(Time), recovery_codes_left: T.Integer() },
  { $id: 'identity.TwoFactor', examples: [examples.twoFactor] },
)

export const EnrolmentView = closedObject(
  {
    secret: T.String({ description: 'Base32, to type it in' }),
    uri: T.String({ description: 'otpauth URI' }),
    qr: T.String({ description: 'The URI as a QR code: PNG in Base64' }),
  },
  { $id: 'identity.TwoFactorEnrolment', examples: [examples.enrolment] },
)

export const RecoveryCodesView = closedObject(
  {
    recovery_codes: T.Array(T.String(), {
      description: 'Each is valid for one sign-in without the authenticator; shown only once',
    }),
  },
  { $id: 'identity.RecoveryCodes', examples: [examples.recoveryCodes] },
)

export const PermissionGroup = closedObject(
  {
    group: T.String(),
    permissions: T.Array(
      closedObject({ key: T.String(), label: T.String(), description: T.String(), default: T.Boolean() }),
    ),
  },
  { $id: 'identity.PermissionGroup' },
)

export const schemas = [
  RoleView,
  DeviceGroupView,
  UserView,
  SessionView,
  SignInView,
  CrossAuthView,
  KeyView,
  TwoFactorView,
  EnrolmentView,
  RecoveryCodesView,
  PermissionGroup,
]

export type RoleView = Static<typeof RoleView>
export type UserView = Static<typeof UserView>
export type SessionView = Static<typeof SessionView>
