import type { Caller, Context } from '@linecard/plugin-kit'
import { systemUserId, type User } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { rolePermissions } from './permissions.ts'

/** Callers give and take only permissions that they have themselves. */
export function assertHolds(caller: Caller, permissions: readonly string[]): void {
  const lacking = permissions.filter(key => !caller.permissions.has(key))
  if (lacking.length) throw fail('IDENTITY_PERMISSION_LACKING', { keys: lacking.slice(0, 5).join(', ') })
}

/** A caller who sees only some device groups gives only these groups. `groupIds` null: all groups. */
export function assertGroupsWithin(caller: Caller, groupIds: readonly number[] | null): void {
  if (caller.groupIds === null) return
  const own = new Set(caller.groupIds)
  if (groupIds === null || groupIds.length === 0 || groupIds.some(id => !own.has(id)))
    throw fail('IDENTITY_GROUPS_BEYOND')
}

export function assertNotBuiltIn(user: Pick<User, 'id' | 'login'>): void {
  if (user.id === systemUserId) throw fail('IDENTITY_USER_BUILT_IN', { login: user.login })
}

/** A caller manages only users who have no permission and no device group that the caller does not have. */
export function assertMayManage(ctx: Context, caller: Caller, user: User): void {
  assertNotBuiltIn(user)
  assertHolds(caller, rolePermissions(ctx, user.role))
  assertGroupsWithin(caller, user.groupIds ?? null)
}

export function assertOwn(caller: Caller, userId: number): void {
  if (caller.userId !== userId) throw fail('IDENTITY_OWN_ONLY')
}

/** Callers need no permission for their own sessions and second factor. For others they need user_management. */
export function assertOwnOrManager(caller: Caller, userId: number): void {
  if (caller.userId !== userId && !caller.permissions.has('user_management'))
    throw fail('IDENTITY_MANAGER_ONLY')
}
