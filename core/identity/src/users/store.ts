import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core'
import type { Caller } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { forgetLogin } from '../attempts/store.ts'
import { rolePermissions } from '../callers/permissions.ts'
import { assertGroupsWithin, assertHolds, assertMayManage, assertNotBuiltIn } from '../callers/rules.ts'
import { Role, User, UserGroup, ownerRoleId, systemRoleId } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { settingsWithStrict } from '../networks/strict-access.ts'
import { closeSessions } from '../sessions/store.ts'
import { tables } from '../tables.ts'
import type { ProfileBody, UserBody, UserChange } from './bodies.ts'
import { userById } from './find.ts'
import { assertOwnPassword, assertStrongPassword, hashPassword } from './passwords.ts'

/** Who makes a change, and from which address. */
export interface Author {
  caller: Caller
  ip: string
}

/**
 * The role that a body names; null if it names none. It is locked: it is neither deleted nor changed before
 * the user has it.
 */
async function roleOf(em: SqlEntityManager, body: Partial<Omit<UserBody, 'password'>>): Promise<Role | null> {
  const { role_id: id = body.role?.id } = body
  if (body.role && body.role.id !== id)
    throw fail('IDENTITY_ROLE_AMBIGUOUS', {}, [{ path: 'role_id', message: 'differs from role.id' }])
  if (id === undefined) return null
  const lockMode = LockMode.PESSIMISTIC_READ
  const role = id === systemRoleId ? null : await em.findOne(Role, { id }, { lockMode })
  if (!role) throw fail('IDENTITY_ROLE_INVALID', { id }, [{ path: 'role_id', message: 'no such role' }])
  return role
}

/**
 * Ids of the device groups that a body names; null if it names none. A group that the caller does not see is
 * refused before it is looked for: the refusal must not tell whether it exists.
 * @throws ApiError IDENTITY_GROUPS_BEYOND, IDENTITY_GROUP_UNKNOWN
 */
async function groupIdsOf(
  identity: Identity,
  caller: Caller,
  body: Partial<Omit<UserBody, 'password'>>,
): Promise<number[] | null> {
  if (!body.device_groups) return null
  const ids = [...new Set(body.device_groups.map(group => (typeof group === 'number' ? group : group.id)))]
  if (ids.length) assertGroupsWithin(caller, ids)
  const existing = ids.length ? await identity.ctx.use('devices').groups(ids) : []
  const existingIds = new Set(existing.map(group => group.id))
  const unknown = ids.find(id => !existingIds.has(id))
  if (unknown !== undefined)
    throw fail('IDENTITY_GROUP_UNKNOWN', { id: unknown }, [
      { path: 'device_groups', message: `no group ${unknown}` },
    ])
  return ids
}

async function setPassword(identity: Identity, user: User, password: string): Promise<void> {
  assertStrongPassword(identity.ctx.config, password)
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
 * One enabled owner must remain. The owners are locked: otherwise two of them could remove each other at the
 * same time.
 */
async function assertOwnerLeft(em: SqlEntityManager, withoutId: number): Promise<void> {
  const owners = await tables(em)
    .selectFrom('identity_user')
    .select('id')
    .where('role_id', '=', ownerRoleId)
    .where('status', '=', 'ENABLED')
    .forUpdate()
    .execute()
  if (!owners.some(({ id }) => id !== withoutId)) throw fail('IDENTITY_LAST_OWNER')
}

const profileFields = ['name', 'email', 'language'] as const

function assignProfile({ caller, ip }: Author, user: User, body: Partial<ProfileBody>): void {
  for (const field of profileFields)
    if (body[field] !== undefined) Object.assign(user, { [field]: body[field] })
  if (body.settings !== undefined) user.settings = settingsWithStrict({ caller, ip, user }, body.settings)
}

/** Runs `work` in one transaction. @throws ApiError IDENTITY_LOGIN_TAKEN */
async function inUserTransaction<T>(
  identity: Identity,
  login: string | undefined,
  work: (em: SqlEntityManager) => Promise<T>,
): Promise<T> {
  try {
    return await identity.ctx.em().transactional(work)
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw fail('IDENTITY_LOGIN_TAKEN', { login })
    throw error
  }
}

/** Groups of a body; null means all groups. */
const groupsOrAll = (groupIds: readonly number[]) => (groupIds.length ? groupIds : null)

const isEnabledOwner = (user: User) => user.role.id === ownerRoleId && user.status === 'ENABLED'

export async function createUser(identity: Identity, author: Author, body: UserBody): Promise<User> {
  const { caller } = author
  const groupIds = (await groupIdsOf(identity, caller, body)) ?? []
  const id = await inUserTransaction(identity, body.login, async em => {
    const role = await roleOf(em, body)
    if (!role) throw fail('IDENTITY_ROLE_MISSING', {}, [{ path: 'role_id', message: 'required' }])
    assertHolds(caller, rolePermissions(identity.ctx, role))
    assertGroupsWithin(caller, groupsOrAll(groupIds))
    const user = em.create(User, { login: body.login, role, status: body.status ?? 'ENABLED', settings: {} })
    assignProfile(author, user, body)
    await setPassword(identity, user, body.password)
    await em.flush()
    await setGroups(em, user.id, groupIds)
    return user.id
  })
  return userById(identity.ctx.em(), id)
}

export async function updateUser(
  identity: Identity,
  author: Author,
  id: number,
  body: UserChange,
): Promise<User> {
  const { caller } = author
  if (caller.userId === id) {
    assertMayManage(identity.ctx, caller, await userById(identity.ctx.em(), id))
    await assertMayChangePassword(identity, author, body)
  }
  const groupIds = await groupIdsOf(identity, caller, body)
  await inUserTransaction(identity, body.login, async em => {
    const user = await userById(em, id)
    assertMayManage(identity.ctx, caller, user)
    const role = await roleOf(em, body)
    if (role) assertHolds(caller, rolePermissions(identity.ctx, role))
    if (groupIds) assertGroupsWithin(caller, groupsOrAll(groupIds))
    const wasOwner = isEnabledOwner(user)
    if (body.login !== undefined) user.login = body.login
    if (body.status !== undefined) user.status = body.status
    if (role) user.role = role
    assignProfile(author, user, body)
    if (wasOwner && !isEnabledOwner(user)) await assertOwnerLeft(em, id)
    if (body.password != null) {
      await setPassword(identity, user, body.password)
      await forgetLogin(em, user.login)
    }
    if (body.password != null || user.status !== 'ENABLED')
      await closeSessions(em, id, caller.userId === id ? caller.sessionId : null)
    await em.flush()
    if (groupIds) await setGroups(em, id, groupIds)
  })
  await identity.changed()
  return userById(identity.ctx.em(), id)
}

/** Callers change their own password only with the present one, whichever operation they use. */
async function assertMayChangePassword(
  identity: Identity,
  author: Author,
  { password, current_password }: Pick<UserChange, 'password' | 'current_password'>,
): Promise<void> {
  if (password != null) await assertOwnPassword(identity, author, current_password)
}

/**
 * Changes the caller's own profile. A new password needs the present one, and ends all other sessions and
 * keys of the user.
 */
export async function updateSelf(identity: Identity, author: Author, body: ProfileBody): Promise<User> {
  const { caller } = author
  await assertMayChangePassword(identity, author, body)
  await inUserTransaction(identity, undefined, async em => {
    const user = await userById(em, caller.userId)
    assertNotBuiltIn(user)
    assignProfile(author, user, body)
    if (body.password != null) {
      await setPassword(identity, user, body.password)
      await closeSessions(em, user.id, caller.sessionId)
    }
    await em.flush()
  })
  await identity.changed()
  return userById(identity.ctx.em(), caller.userId)
}

export async function deleteUser(identity: Identity, caller: Caller, id: number): Promise<void> {
  await inUserTransaction(identity, undefined, async em => {
    const user = await userById(em, id)
    assertMayManage(identity.ctx, caller, user)
    if (id === caller.userId) throw fail('IDENTITY_SELF_DELETE')
    if (user.role.id === ownerRoleId) await assertOwnerLeft(em, id)
    await em.nativeDelete(User, { id })
  })
  await identity.changed()
}
