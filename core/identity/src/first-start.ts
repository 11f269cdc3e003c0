import { randomBytes } from 'node:crypto'
import type { Context } from '@linecard/plugin-kit'
import { OWNER_ROLE } from './entities/index.ts'
import { hashPassword } from './access/passwords.ts'

/**
 * Creates the first owner where there is no user yet. The password is LINECARD_ADMIN_PASSWORD, or a random
 * one that is printed once on standard output and, being a secret, never logged. Of several processes that
 * start at once, one creates and prints.
 */
export async function createFirstOwner(ctx: Context): Promise<void> {
  const [{ count }] = await ctx
    .em()
    .execute<[{ count: number }]>('select count(*)::int as count from identity_user where id > 0')
  if (count > 0) return
  const given = process.env.LINECARD_ADMIN_PASSWORD
  const password = given || randomBytes(12).toString('base64url')
  const created = await ctx
    .em()
    .execute<unknown[]>(
      'insert into identity_user (login, name, role_id, password_hash) values (?, ?, ?, ?) on conflict do nothing returning id',
      ['admin', 'Administrator', OWNER_ROLE, await hashPassword(password)],
    )
  if (created.length && !given)
    process.stdout.write(
      `\n  The first user is created. It is shown only now:\n    login     admin\n    password  ${password}\n\n`,
    )
}
