import { randomBytes } from 'node:crypto'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { Context } from '@linecard/plugin-kit'
import { Role, User, ownerRoleId } from './entities/index.ts'
import { hashPassword } from './users/passwords.ts'

/**
 * Creates the first owner if there is no user yet. The password is LINECARD_ADMIN_PASSWORD. Without it the
 * password is random and is printed once on standard output; it is a secret, so it is never logged. If
 * several processes start at the same time, only one creates the user and prints the password.
 */
export async function createFirstOwner(ctx: Context): Promise<void> {
  const em = ctx.em()
  if ((await em.count(User, { id: { $gt: 0 } })) > 0) return
  const given = process.env.LINECARD_ADMIN_PASSWORD
  const password = given || randomBytes(12).toString('base64url')
  em.create(User, {
    login: 'admin',
    name: 'Administrator',
    role: em.getReference(Role, ownerRoleId),
    passwordHash: await hashPassword(password),
    settings: {},
  })
  try {
    await em.flush()
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return
    throw error
  }
  if (!given)
    process.stdout.write(
      '\n  The first user is created. Write this down, it is not shown again:\n' +
        `    login     admin\n    password  ${password}\n\n`,
    )
}
