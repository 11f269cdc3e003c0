import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { User } from '../entities/index.ts'
import { fail } from '../errors.ts'

/** Logins are compared without regard to case. */
const loginIs = (login: string) => ({ login: { $ilike: login.replace(/[\\%_]/g, '\\$&') } })

/** A user with role and password hash, for a sign-in. */
export const findForSignIn = (em: SqlEntityManager, login: string): Promise<User | null> =>
  em.findOne(User, loginIs(login), { populate: ['role', 'passwordHash'] })

/** A user with role. @throws ApiError IDENTITY_USER_UNKNOWN */
export async function userByLogin(em: SqlEntityManager, login: string): Promise<User> {
  const user = await em.findOne(User, loginIs(login), { populate: ['role'] })
  if (!user) throw fail('IDENTITY_USER_UNKNOWN', { id: `"${login}"` })
  return user
}

/** A user with role. @throws ApiError IDENTITY_USER_UNKNOWN */
export async function userById(em: SqlEntityManager, id: number): Promise<User> {
  const user = await em.findOne(User, { id }, { populate: ['role'] })
  if (!user) throw fail('IDENTITY_USER_UNKNOWN', { id })
  return user
}

/** Users with roles, in the order of their ids. */
export async function usersById(em: SqlEntityManager, ids: readonly number[]): Promise<User[]> {
  const found = await em.find(User, { id: { $in: [...ids] } }, { populate: ['role'] })
  const users = new Map(found.map(user => [user.id, user]))
  return ids.flatMap(id => users.get(id) ?? [])
}
