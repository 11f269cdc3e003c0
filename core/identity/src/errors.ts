import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  IDENTITY_SIGN_IN_FAILED: { type: 'UNAUTHENTICATED', message: 'The login or the password is wrong' },
  IDENTITY_SIGN_IN_BLOCKED: {
    type: 'TOO_MANY_REQUESTS',
    message: 'Too many failed sign-ins; try again in {seconds} s',
  },
  IDENTITY_NOT_TRUSTED: {
    type: 'UNAUTHENTICATED',
    message: 'Send a key in the header X-Auth-Key: this address is in a trusted network, but {why}',
  },
  IDENTITY_PIN_MISSING: {
    type: 'TWO_FACTOR_REQUIRED',
    message: 'Sign in again and send the code of your authenticator in "pin"',
  },
  IDENTITY_PIN_WRONG: {
    type: 'UNAUTHENTICATED',
    message: 'The code is wrong or was already used; wait for the next code of your authenticator',
  },
  IDENTITY_PIN_REFUSED: {
    type: 'VALIDATION_ERROR',
    message: 'The code is missing, wrong or was already used; wait for the next code of your authenticator',
  },
  IDENTITY_TWO_FACTOR_ON: {
    type: 'CONFLICT',
    message: 'Two-factor authentication is already on; turn it off before you set it up again',
  },
  IDENTITY_TWO_FACTOR_OFF: { type: 'CONFLICT', message: 'Two-factor authentication is not on' },
  IDENTITY_TWO_FACTOR_NOT_BEGUN: {
    type: 'CONFLICT',
    message: 'There is no new secret to confirm; request a QR code and scan it first',
  },
  IDENTITY_NEEDS_SIGN_IN: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message: 'Sign in with login and password to do this; a key of a program cannot do it',
  },
  IDENTITY_OWN_ONLY: { type: 'INSUFFICIENT_PRIVILEGES', message: 'Users can do this only for themselves' },
  IDENTITY_PASSWORD_MISSING: {
    type: 'VALIDATION_ERROR',
    message: 'Send the password with which you sign in, in "{field}"',
  },
  IDENTITY_PASSWORD_WRONG: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message: 'Your password is wrong; send the password with which you sign in',
  },
  IDENTITY_PASSWORD_SHORT: {
    type: 'VALIDATION_ERROR',
    message: 'The password needs at least {length} characters',
  },
  IDENTITY_PASSWORD_WEAK: { type: 'VALIDATION_ERROR', message: 'The password needs {lacks}' },
  IDENTITY_ADDRESS_REFUSED: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message:
      'This user or key is limited to certain addresses, and {ip} is not one of them; ask your administrator',
  },
  IDENTITY_NETWORK_INVALID: {
    type: 'VALIDATION_ERROR',
    message: '"{network}" is not an address and not a network such as 192.0.2.0/24',
  },
  IDENTITY_STRICT_FORBIDDEN: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message: 'To change strict access by address you need the permission user_management_config_strict_ip',
  },
  IDENTITY_STRICT_EMPTY: {
    type: 'VALIDATION_ERROR',
    message: 'Strict access needs at least one network; without one the user cannot sign in',
  },
  IDENTITY_STRICT_SELF: {
    type: 'CONFLICT',
    message: 'Your own address {ip} is not in these networks; add it, otherwise you cannot sign in',
  },
  IDENTITY_KEY_MADE: {
    type: 'CONFLICT',
    message:
      'This Idempotency-Key has made the key {id}, which cannot be shown again; if it was lost, end that ' +
      'key and repeat this request',
  },
  IDENTITY_IDEMPOTENCY_INVALID: {
    type: 'VALIDATION_ERROR',
    message: 'The header Idempotency-Key must have 1 to 255 characters',
  },
  IDENTITY_LIFETIME_INVALID: {
    type: 'VALIDATION_ERROR',
    message: '"{lifetime}" is not a lifetime; write a number and m, h or d, from 1m to 3650d',
  },
  IDENTITY_USER_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no user {id}' },
  IDENTITY_USER_BUILT_IN: {
    type: 'CONFLICT',
    message: 'The user "{login}" is built in and cannot be changed, deleted or signed in as',
  },
  IDENTITY_USER_DISABLED: { type: 'CONFLICT', message: 'The user "{login}" is disabled; enable it first' },
  IDENTITY_LOGIN_TAKEN: { type: 'CONFLICT', message: 'Another user has the login "{login}"' },
  IDENTITY_LAST_OWNER: {
    type: 'CONFLICT',
    message: 'This is the last enabled owner; make another user an owner first',
  },
  IDENTITY_SELF_DELETE: { type: 'CONFLICT', message: 'You cannot delete the user you are signed in as' },
  IDENTITY_ROLE_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no role {id}' },
  IDENTITY_ROLE_INVALID: {
    type: 'VALIDATION_ERROR',
    message: 'There is no role {id}; choose one from the list of roles',
  },
  IDENTITY_ROLE_MISSING: {
    type: 'VALIDATION_ERROR',
    message: 'The role of the user is missing: send role_id or role.id',
  },
  IDENTITY_ROLE_AMBIGUOUS: { type: 'VALIDATION_ERROR', message: 'role_id and role.id name different roles' },
  IDENTITY_ROLE_BUILT_IN: { type: 'CONFLICT', message: 'The role "{name}" is built in and read-only' },
  IDENTITY_ROLE_IN_USE: {
    type: 'CONFLICT',
    message: 'Users still have the role "{name}"; give them another role first',
  },
  IDENTITY_ROLE_NAME_TAKEN: { type: 'CONFLICT', message: 'Another role is named "{name}"' },
  IDENTITY_PERMISSION_UNKNOWN: {
    type: 'VALIDATION_ERROR',
    message: 'No enabled component has the permission {keys}',
  },
  IDENTITY_PERMISSION_NOT_HELD: {
    type: 'VALIDATION_ERROR',
    message: 'The permissions of a key must be permissions of its user; the user does not have {keys}',
  },
  IDENTITY_PERMISSION_LACKING: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message: 'You can give or take only permissions that you have yourself; you do not have {keys}',
  },
  IDENTITY_GROUPS_BEYOND: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message: 'You see only some device groups, so you can manage only users who see no other groups',
  },
  IDENTITY_GROUP_UNKNOWN: { type: 'VALIDATION_ERROR', message: 'There is no device group {id}' },
  IDENTITY_SESSION_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'This user has no session {id}' },
  IDENTITY_MANAGER_ONLY: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message: 'To do this for another user you need the permission user_management',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
