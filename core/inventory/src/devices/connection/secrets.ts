import { Type as T, type Static } from 'typebox'
import { closedObject, type Context } from '@linecard/plugin-kit'
import { fail } from '../../errors.ts'

/**
 * What no login, password or community contains: control characters. A line break would be a command of its
 * own on a console.
 */
export const untypeable = /[\p{Cc}\u2028\u2029]/u

/** The same as a pattern of a schema. */
const typeable = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$'

/** A secret text that can be typed on a console. */
export const secretText = (options: { minLength?: number } = {}) =>
  T.String({ maxLength: 256, pattern: typeable, writeOnly: true, ...options })

/** User of SNMPv3 (RFC 3414). */
export const SnmpUser = closedObject({
  user: T.String({ minLength: 1, maxLength: 64, pattern: typeable }),
  level: T.Enum(['noAuthNoPriv', 'authNoPriv', 'authPriv']),
  auth_protocol: T.Optional(T.Enum(['md5', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'])),
  auth_key: T.Optional(secretText({ minLength: 8 })),
  priv_protocol: T.Optional(T.Enum(['des', 'aes', 'aes256b', 'aes256r'])),
  priv_key: T.Optional(secretText({ minLength: 8 })),
})
export type SnmpUser = Static<typeof SnmpUser>

/** Throws VALIDATION_ERROR when the level needs a key that is not given. */
export function assertSnmpUser({ level, auth_key, priv_key }: SnmpUser): void {
  const lacking = [
    level !== 'noAuthNoPriv' && !auth_key ? 'auth_key' : null,
    level === 'authPriv' && !priv_key ? 'priv_key' : null,
  ].find(key => key !== null)
  if (lacking)
    throw fail('INVENTORY_SNMP_KEY_MISSING', { level, key: lacking }, [
      { path: `snmp_v3.${lacking}`, message: 'is missing' },
    ])
}

export const secretKeys = [
  'login',
  'password',
  'enable_password',
  'public_community',
  'private_community',
] as const

export interface Secrets {
  login?: string
  password?: string
  /** For the way into a privileged mode of the console; the password where it is not set. */
  enable_password?: string
  public_community?: string
  private_community?: string
  snmp_v3?: SnmpUser
}

export const openSecrets = (ctx: Pick<Context, 'vault'>, sealed: string | null | undefined): Secrets =>
  sealed ? (JSON.parse(ctx.vault.open(sealed)) as Secrets) : {}

/** Sealed text, or null where there is nothing to hide. */
export const sealSecrets = (ctx: Pick<Context, 'vault'>, secrets: Secrets): string | null =>
  Object.keys(secrets).length ? ctx.vault.seal(JSON.stringify(secrets)) : null

/** What is stored with what was sent laid over it: absent or null keeps, an empty text removes. */
export function mergeSecrets(
  stored: Secrets,
  sent: { [key in keyof Secrets]?: Secrets[key] | null | '' },
): Secrets {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(
    Object.entries({ ...stored, ...Object.fromEntries(given) }).filter(([, value]) => value !== ''),
  ) as Secrets
}
