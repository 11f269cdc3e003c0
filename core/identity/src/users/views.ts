import { ApiError, type Caller, type Context } from '@linecard/plugin-kit'
import { roleView } from '../callers/permissions.ts'
import type { Role, User } from '../entities/index.ts'
import type { RoleView, UserView } from '../schemas.ts'

type Viewer = Pick<Caller, 'groupIds'>

/**
 * Device groups by id, of those that the viewer sees: of others only the id is shown. Empty while the
 * inventory is switched off.
 */
async function deviceGroupsById(ctx: Context, { groupIds }: Viewer, all: readonly number[]) {
  const ids = groupIds === null ? all : all.filter(id => groupIds.includes(id))
  try {
    return new Map((ids.length ? await ctx.use('devices').groups(ids) : []).map(group => [group.id, group]))
  } catch (error) {
    if (error instanceof ApiError && error.type === 'UNAVAILABLE') return new Map<number, never>()
    throw error
  }
}

export async function userViews(ctx: Context, viewer: Viewer, users: readonly User[]): Promise<UserView[]> {
  const groups = await deviceGroupsById(ctx, viewer, [...new Set(users.flatMap(user => user.groupIds ?? []))])
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

export const userView = async (ctx: Context, viewer: Viewer, user: User): Promise<UserView> =>
  (await userViews(ctx, viewer, [user]))[0]!
