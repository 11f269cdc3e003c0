import type { Caller, Context } from '@linecard/plugin-kit'
import { systemUserId, type User } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { rolePermissions } from './permissions.ts'

const lackingOf = (caller: Caller, permissions: readonly string[]): string[] =>
  permissions.filter(key => !caller.permissions.has(key))

/** `groupIds` null: all groups. */
const areWithin = (caller: Caller, groupIds: readonly number[] | null): boolean =>
  caller.groupIds === null || (!!groupIds?.length && groupIds.every(id => caller.groupIds!.includes(id)))

/** Callers give and take only permissions that they have themselves. */
export function assertHolds(caller: Caller, permissions: readonly string[]): void {
  const lacking = lackingOf(caller, permissions)
  if (lacking.length) throw fail('IDENTITY_PERMISSION_LACKING', { keys: lacking.slice(0, 5).join(', ') })
}

/** A caller who sees only some device groups gives only these groups. `groupIds` null: all groups. */
export function assertGroupsWithin(caller: Caller, groupIds: readonly number[] | null): void {
  if (!areWithin(caller, groupIds)) throw fail('IDENTITY_GROUPS_BEYOND')
}

export function assertNotBuiltIn(user: Pick<User, 'id' | 'login'>): void {
  if (user.id === systemUserId) throw fail('IDENTITY_USER_BUILT_IN', { login: user.login })
}

/** What a user has is for callers with no less: how somebody with more signs in is not told either. */
export function assertNotBeyond(ctx: Context, caller: Caller, user: User): void {
  if (caller.userId === user.id) return
  assertHolds(caller, rolePermissions(ctx, user.role))
  assertGroupsWithin(caller, user.groupIds ?? null)
}

/** A caller manages only users who have no permission and no device group that the caller does not have. */
export function assertMayManage(ctx: Context, caller: Caller, user: User): void {
  assertNotBuiltIn(user)
  assertHolds(caller, rolePermissions(ctx, user.role))
  assertGroupsWithin(caller, user.groupIds ?? null)
}

/** Whether a caller manages this user. */
export const mayManage = (ctx: Context, caller: Caller, user: User): boolean =>
  user.id !== systemUserId &&
  lackingOf(caller, rolePermissions(ctx, user.role)).length === 0 &&
  areWithin(caller, user.groupIds ?? null)

export function assertOwn(caller: Caller, userId: number): void {
  if (caller.userId !== userId) throw fail('IDENTITY_OWN_ONLY')
}

/**
 * Callers need no permission for their own sessions and second factor. For others they need user_management.
 */
export function assertOwnOrManager(caller: Caller, userId: number): void {
  if (caller.userId !== userId && !caller.permissions.has('user_management'))
    throw fail('IDENTITY_MANAGER_ONLY')
}
