import type { Caller } from '@linecard/plugin-kit'
import { forgetLogin } from '../attempts/store.ts'
import { rolePermissions } from '../callers/permissions.ts'
import { assertGroupsWithin, assertHolds, assertMayManage, assertNotBuiltIn } from '../callers/rules.ts'
import { User, ownerRoleId } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { closeSessions } from '../sessions/store.ts'
import type { ProfileBody, UserBody, UserChange } from './bodies.ts'
import {
  assertOwnerLeft,
  assignProfile,
  groupIdsOf,
  inUserTransaction,
  roleOf,
  setGroups,
  setPassword,
  type Author,
} from './changes.ts'
import { userById } from './find.ts'
import { assertOwnPassword } from './passwords.ts'

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
