import { ApiError, type Context } from '@linecard/plugin-kit'
import type { Role, User } from '../entities/index.ts'
import { roleView } from '../roles/views.ts'
import type { RoleView, UserView } from '../schemas.ts'

/** Device groups by id. Empty while the inventory is switched off: then users show only the ids. */
async function deviceGroupsById(ctx: Context, ids: readonly number[]) {
  try {
    return new Map((ids.length ? await ctx.use('devices').groups(ids) : []).map(group => [group.id, group]))
  } catch (error) {
    if (error instanceof ApiError && error.type === 'UNAVAILABLE') return new Map<number, never>()
    throw error
  }
}

export async function userViews(ctx: Context, users: readonly User[]): Promise<UserView[]> {
  const groups = await deviceGroupsById(ctx, [...new Set(users.flatMap(user => user.groupIds ?? []))])
  const roles = new Map<number, RoleView>()
  const roleOf = (role: Role) => roles.get(role.id) ?? roles.set(role.id, roleView(ctx, role)).get(role.id)!
  return users.map(user => ({
    id: user.id,
    login: user.login,
    name: user.name,
    email: user.email,
    role: roleOf(user.role),
    status: user.status,
    language: user.language,
    ...(user.lastActivity ? { last_activity: user.lastActivity } : {}),
    settings: user.settings,
    device_groups: (user.groupIds ?? []).map(id => groups.get(id) ?? { id, name: '', description: '' }),
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  }))
}

export const userView = async (ctx: Context, user: User): Promise<UserView> =>
  (await userViews(ctx, [user]))[0]!
