import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Caller } from '@linecard/plugin-kit'
import { unblockLogin } from '../access/attempts.ts'
import { permissionsOf } from '../access/authenticate.ts'
import { checkPassword, hashPassword, lackingOf } from '../access/passwords.ts'
import { closeSessions } from '../access/sessions.ts'
import { OWNER_ROLE, Role, SYSTEM_ROLE, User, UserGroup } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'
import type { ProfileBody, UserBody } from './bodies.ts'
import { assertGroupsWithin, assertHolds, assertNotBuiltIn } from './rules.ts'
import { settingsWithStrict } from './strict-access.ts'

/** Logins are the same whatever the case of their letters. */
export const loginIs = (login: string) => ({ login: { $ilike: login.replace(/[\\%_]/g, '\\$&') } })

/** Who wants something, and from where. */
export interface Asking {
  caller: Caller
  ip: string
}

/** A user with role. Throws RESOURCE_NOT_FOUND. */
export async function userById(em: SqlEntityManager, id: number): Promise<User> {
  const user = await em.findOne(User, { id }, { populate: ['role'] })
  if (!user) throw fail('IDENTITY_USER_UNKNOWN', { id })
  return user
}

/** Refuses to manage whoever is stronger than the caller. */
export function assertMayManage(identity: Identity, caller: Caller, user: User): void {
  assertNotBuiltIn(user)
  assertHolds(caller, permissionsOf(identity.ctx, user.role))
  assertGroupsWithin(caller, user.groupIds ?? null)
}

async function roleOf(em: SqlEntityManager, body: Partial<UserBody>): Promise<Role | null> {
  const { role_id: id = body.role?.id } = body
  if (body.role && body.role.id !== id)
    throw fail('IDENTITY_ROLE_AMBIGUOUS', {}, [{ path: 'role_id', message: 'differs from role.id' }])
  if (id === undefined) return null
  const role = id === SYSTEM_ROLE ? null : await em.findOne(Role, { id })
  if (!role) throw fail('IDENTITY_ROLE_INVALID', { id }, [{ path: 'role_id', message: 'no such role' }])
  return role
}

/** Group ids of a body; null: not mentioned. Throws VALIDATION_ERROR for a group that does not exist. */
async function groupIdsOf(identity: Identity, body: Partial<UserBody>): Promise<number[] | null> {
  if (!body.device_groups) return null
  const ids = [...new Set(body.device_groups.map(group => (typeof group === 'number' ? group : group.id)))]
  const known = new Set(
    (ids.length ? await identity.ctx.use('devices').groups(ids) : []).map(group => group.id),
  )
  const unknown = ids.find(id => !known.has(id))
  if (unknown !== undefined)
    throw fail('IDENTITY_GROUP_UNKNOWN', { id: unknown }, [
      { path: 'device_groups', message: `no group ${unknown}` },
    ])
  return ids
}

async function setPassword(identity: Identity, user: User, password: string): Promise<void> {
  const length = identity.ctx.config.password_min_length
  if (password.length < length)
    throw fail('IDENTITY_PASSWORD_SHORT', { length }, [
      { path: 'password', message: `at least ${length} characters` },
    ])
  const lacks = identity.ctx.config.password_strength ? lackingOf(password) : []
  if (lacks.length)
    throw fail(
      'IDENTITY_PASSWORD_WEAK',
      { lacks: lacks.join(', ') },
      lacks.map(what => ({ path: 'password', message: `needs ${what}` })),
    )
  user.passwordHash = await hashPassword(password)
}

async function setGroups(em: SqlEntityManager, userId: number, groupIds: readonly number[]): Promise<void> {
  await em.nativeDelete(UserGroup, { userId })
  if (groupIds.length)
    await em.insertMany(
      UserGroup,
      groupIds.map(groupId => ({ userId, groupId })),
    )
}

/**
 * Somebody must stay able to do everything. Locks the owners, so that two of them cannot remove each other at
 * once.
 */
async function assertOwnerLeft(em: SqlEntityManager, without: number): Promise<void> {
  const owners = await em.execute<{ id: number }[]>(
    'select id from identity_user where role_id = ? and status = ? for update',
    [OWNER_ROLE, 'ENABLED'],
  )
  if (!owners.some(owner => owner.id !== without)) throw fail('IDENTITY_LAST_OWNER')
}

const profileFields = ['name', 'email', 'language'] as const
function assignProfile({ caller, ip }: Asking, user: User, body: Partial<ProfileBody>): void {
  for (const field of profileFields)
    if (body[field] !== undefined) Object.assign(user, { [field]: body[field] })
  if (body.settings !== undefined) user.settings = settingsWithStrict({ caller, ip, user }, body.settings)
}

/** One transaction; a login that is taken becomes a CONFLICT. */
async function inTransaction<T>(
  identity: Identity,
  login: string | undefined,
  work: (em: SqlEntityManager) => Promise<T>,
): Promise<T> {
  try {
    return await identity.ctx.em().transactional(em => work(em as SqlEntityManager))
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw fail('IDENTITY_LOGIN_TAKEN', { login })
    throw error
  }
}

export async function createUser(identity: Identity, { caller, ip }: Asking, body: UserBody): Promise<User> {
  const groupIds = (await groupIdsOf(identity, body)) ?? []
  const id = await inTransaction(identity, body.login, async em => {
    const role = await roleOf(em, body)
    if (!role) throw fail('IDENTITY_ROLE_MISSING', {}, [{ path: 'role_id', message: 'required' }])
    assertHolds(caller, permissionsOf(identity.ctx, role))
    assertGroupsWithin(caller, groupIds.length ? groupIds : null)
    const user = em.create(User, { login: body.login, role, status: body.status ?? 'ENABLED', settings: {} })
    assignProfile({ caller, ip }, user, body)
    await setPassword(identity, user, body.password)
    await em.flush()
    await setGroups(em, user.id, groupIds)
    return user.id
  })
  return userById(identity.ctx.em(), id)
}

export async function updateUser(
  identity: Identity,
  { caller, ip }: Asking,
  id: number,
  body: Partial<UserBody>,
): Promise<User> {
  const groupIds = await groupIdsOf(identity, body)
  await inTransaction(identity, body.login, async em => {
    const user = await userById(em, id)
    assertMayManage(identity, caller, user)
    const role = await roleOf(em, body)
    if (role) assertHolds(caller, permissionsOf(identity.ctx, role))
    if (groupIds) assertGroupsWithin(caller, groupIds.length ? groupIds : null)
    const wasOwner = user.role.id === OWNER_ROLE && user.status === 'ENABLED'
    if (body.login !== undefined) user.login = body.login
    if (body.status !== undefined) user.status = body.status
    if (role) user.role = role
    assignProfile({ caller, ip }, user, body)
    if (wasOwner && (user.role.id !== OWNER_ROLE || user.status !== 'ENABLED')) await assertOwnerLeft(em, id)
    if (body.password !== undefined) {
      await setPassword(identity, user, body.password)
      await unblockLogin(em, user.login)
    }
    if (body.password !== undefined || user.status !== 'ENABLED')
      await closeSessions(em, id, caller.userId === id ? caller.sessionId : null)
    await em.flush()
    if (groupIds) await setGroups(em, id, groupIds)
  })
  await identity.changed()
  return userById(identity.ctx.em(), id)
}

/** Own profile. A new password needs the old one, and ends every other session and key of the user. */
export async function updateSelf(
  identity: Identity,
  { caller, ip }: Asking,
  body: ProfileBody,
): Promise<User> {
  if (body.password !== undefined) await assertOwnPassword(identity, caller, ip, body.current_password ?? '')
  await inTransaction(identity, undefined, async em => {
    const user = await userById(em, caller.userId)
    assertNotBuiltIn(user)
    assignProfile({ caller, ip }, user, body)
    if (body.password !== undefined) {
      await setPassword(identity, user, body.password)
      await closeSessions(em, user.id, caller.sessionId)
    }
    await em.flush()
  })
  await identity.changed()
  return userById(identity.ctx.em(), caller.userId)
}

export async function deleteUser(identity: Identity, caller: Caller, id: number): Promise<void> {
  await inTransaction(identity, undefined, async em => {
    const user = await userById(em, id)
    assertMayManage(identity, caller, user)
    if (id === caller.userId) throw fail('IDENTITY_SELF_DELETE')
    if (user.role.id === OWNER_ROLE) await assertOwnerLeft(em, id)
    await em.nativeDelete(User, { id })
  })
  await identity.changed()
}

/** Repeats the caller's own password before something grave. Wrong ones count like failed sign-ins. */
export async function assertOwnPassword(
  identity: Identity,
  caller: Caller,
  ip: string,
  password: string,
): Promise<void> {
  const right = await identity.attempts.run(ip, caller.login, async () => {
    const user = await identity.ctx.em().findOne(User, { id: caller.userId }, { populate: ['passwordHash'] })
    return checkPassword(user?.passwordHash, password)
  })
  if (!right)
    throw fail('IDENTITY_PASSWORD_WRONG', {}, [
      { path: 'password', message: 'your own, as you sign in with it' },
    ])
}
