import { hash, verify } from '@node-rs/argon2'

/** argon2id with the memory and passes OWASP recommends (19 MiB, 2 passes, 1 lane). */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })

let nobody: Promise<string> | undefined

/**
 * Whether the password is right. Does the same work for who has none, so that time tells nothing about which
 * logins exist.
 */
export async function checkPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  nobody ??= hashPassword('nobody signs in with this')
  const right = await verify(passwordHash ?? (await nobody), password)
  return right && passwordHash != null
}

const classes: readonly [what: string, pattern: RegExp][] = [
  ['an upper case letter', /\p{Lu}/u],
  ['a lower case letter', /\p{Ll}/u],
  ['a digit', /\p{Nd}/u],
  ['a special character', /[^\p{L}\p{N}]/u],
]
/** Which kinds of characters a password lacks. */
export const lackingOf = (password: string): string[] =>
  classes.filter(([, pattern]) => !pattern.test(password)).map(([what]) => what)
