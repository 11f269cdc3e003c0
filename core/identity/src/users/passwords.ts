import { hash, verify } from '@node-rs/argon2'
import type { Caller } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { User } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'

/** argon2id with the memory and passes that OWASP recommends (19 MiB, 2 passes, 1 lane). */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })

let unusedHash: Promise<string> | undefined

/**
 * Whether the password is right. Without a hash it does the same work: the time must not show which logins
 * exist.
 */
export async function checkPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  unusedHash ??= hashPassword('no user has this password')
  const isRight = await verify(passwordHash ?? (await unusedHash), password)
  return isRight && passwordHash != null
}

const characterClasses: readonly [name: string, pattern: RegExp][] = [
  ['an upper case letter', /\p{Lu}/u],
  ['a lower case letter', /\p{Ll}/u],
  ['a digit', /\p{Nd}/u],
  ['a special character', /[^\p{L}\p{N}]/u],
]

/** @throws ApiError IDENTITY_PASSWORD_SHORT or IDENTITY_PASSWORD_WEAK */
export function assertStrongPassword(config: Config, password: string): void {
  const length = config.password_min_length
  if (password.length < length)
    throw fail('IDENTITY_PASSWORD_SHORT', { length }, [
      { path: 'password', message: `at least ${length} characters` },
    ])
  if (!config.password_strength) return
  const missing = characterClasses.filter(([, pattern]) => !pattern.test(password)).map(([name]) => name)
  if (missing.length > 0)
    throw fail(
      'IDENTITY_PASSWORD_WEAK',
      { lacks: missing.join(', ') },
      missing.map(name => ({ path: 'password', message: `needs ${name}` })),
    )
}

export const passwordRefused = (
  code: 'IDENTITY_PASSWORD_MISSING' | 'IDENTITY_PASSWORD_WRONG',
  path: string,
) => fail(code, { field: path }, [{ path, message: 'must be the password with which you sign in' }])

export async function isOwnPassword(
  { ctx }: Identity,
  { userId }: Caller,
  password: string,
): Promise<boolean> {
  const user = await ctx.em().findOne(User, { id: userId }, { populate: ['passwordHash'] })
  return checkPassword(user?.passwordHash, password)
}

/**
 * Checks the caller's own password before an important change. Wrong passwords count like failed sign-ins.
 * `path` is the field of the request in which it is sent.
 * @throws ApiError IDENTITY_PASSWORD_MISSING, IDENTITY_PASSWORD_WRONG
 */
export async function assertOwnPassword(
  identity: Identity,
  { caller, ip }: { caller: Caller; ip: string },
  password: string | undefined,
  path = 'current_password',
): Promise<void> {
  if (!password) throw passwordRefused('IDENTITY_PASSWORD_MISSING', path)
  const isRight = await identity.attempts.run(
    ip,
    caller.login,
    () => isOwnPassword(identity, caller, password),
    { partial: true },
  )
  if (!isRight) throw passwordRefused('IDENTITY_PASSWORD_WRONG', path)
}
