import type { Caller } from '@linecard/plugin-kit'
import { SYSTEM_USER, type User } from '../entities/index.ts'
import { fail } from '../errors.ts'

/** Nobody grants, takes or manages what they do not hold themselves. */
export function assertHolds(caller: Caller, permissions: readonly string[]): void {
  const lacking = permissions.filter(key => !caller.permissions.has(key))
  if (lacking.length) throw fail('IDENTITY_PERMISSION_LACKING', { keys: lacking.slice(0, 5).join(', ') })
}

/** Who sees only some device groups hands out only those. `groupIds` null: all groups. */
export function assertGroupsWithin(caller: Caller, groupIds: readonly number[] | null): void {
  if (caller.groupIds === null) return
  const own = new Set(caller.groupIds)
  if (groupIds === null || groupIds.length === 0 || groupIds.some(id => !own.has(id)))
    throw fail('IDENTITY_GROUPS_BEYOND')
}

export function assertNotBuiltIn(user: Pick<User, 'id' | 'login'>): void {
  if (user.id === SYSTEM_USER) throw fail('IDENTITY_USER_BUILT_IN', { login: user.login })
}
