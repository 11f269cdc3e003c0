import type { Context } from '@linecard/plugin-kit'
import { ownerRoleId, systemRoleId, type Role } from '../entities/index.ts'
import type { RoleView } from '../schemas.ts'

/** Keys of the permissions of all enabled components. */
export const allPermissions = (ctx: Context): string[] =>
  ctx
    .use('installation')
    .permissions()
    .map(permission => permission.key)

/** Permissions of a role. The built-in roles have all permissions. */
export const rolePermissions = (ctx: Context, role: Pick<Role, 'id' | 'permissions'>): string[] =>
  role.id === ownerRoleId || role.id === systemRoleId ? allPermissions(ctx) : role.permissions

/** A role as answers show it. */
export const roleView = (ctx: Context, role: Role): RoleView => ({
  ...role,
  built_in: role.id < 0,
  permissions: rolePermissions(ctx, role),
})
