import type { Context } from '@linecard/plugin-kit'
import { rolePermissions } from '../callers/permissions.ts'
import type { Role } from '../entities/index.ts'
import type { RoleView } from '../schemas.ts'

export const roleView = (ctx: Context, role: Role): RoleView => ({
  id: role.id,
  name: role.name,
  description: role.description,
  display: role.display,
  built_in: role.id < 0,
  permissions: rolePermissions(ctx, role),
  params: role.params,
  created_at: role.createdAt,
  updated_at: role.updatedAt,
})

/** Permissions of all enabled components, in the groups in which screens show them. */
export const permissionGroups = (ctx: Context) =>
  [...Map.groupBy(ctx.use('installation').permissions(), permission => permission.group)].map(
    ([group, permissions]) => ({
      group,
      permissions: permissions.map(({ key, label, description, default: isDefault }) => ({
        key,
        label,
        description,
        default: isDefault,
      })),
    }),
  )
