import { containing, pageOf, sortTerms } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { User } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import type { UserQuery } from './bodies.ts'

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

const sortable = {
  id: 'id',
  login: 'login',
  name: 'name',
  status: 'status',
  last_activity: 'last_activity',
  created_at: 'created_at',
} as const

/** A page of the users that match, with roles. */
export async function listUsers(em: SqlEntityManager, query: UserQuery) {
  const page = pageOf(query, { cap: 10_000, standard: 10_000 })
  const { status, query: text } = query
  const matching = tables(em)
    .selectFrom('identity_user')
    .$if(status !== undefined, users => users.where('status', '=', status!))
    .$if(text !== undefined, users =>
      users.where(user =>
        user.or((['login', 'name', 'email'] as const).map(field => user(field, 'ilike', containing(text!)))),
      ),
    )
  const { total } = await matching
    .select(user => user.cast<number>(user.fn.countAll(), 'integer').as('total'))
    .executeTakeFirstOrThrow()
  const found = await sortTerms(query.sort, sortable)
    .reduce((users, [column, direction]) => users.orderBy(column, direction), matching.select('id'))
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const ids = found.map(({ id }) => id)
  const users = new Map(
    (await em.find(User, { id: { $in: ids } }, { populate: ['role'] })).map(user => [user.id, user]),
  )
  return { users: ids.map(id => users.get(id)).filter(user => user !== undefined), meta: { total, ...page } }
}
