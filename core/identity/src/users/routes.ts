import { Type as T } from 'typebox'
import { Deleted, IdParams, type Routes } from '@linecard/plugin-kit'
import { listRoute } from '@linecard/plugin-kit/resource'
import type { Identity } from '../identity.ts'
import { UserView } from '../schemas.ts'
import { tables } from '../tables.ts'
import { ProfileBody, UserBody, UserChange } from './bodies.ts'
import { userById, usersById } from './find.ts'
import { createUser, deleteUser, updateSelf, updateUser } from './store.ts'
import { userView, userViews } from './views.ts'

const tag = 'user'

export function userReads(routes: Routes, { ctx }: Identity): void {
  listRoute(routes, ctx, {
    path: '/user',
    operationId: 'identity.users.list',
    scope: 'all',
    tag,
    summary: 'Users',
    description:
      'All users with role and device groups, without passwords and keys. `query` searches login, name and ' +
      'e-mail.',
    permission: 'user_display',
    view: UserView,
    search: { in: ['login', 'name', 'email'], description: 'Part of the login, the name or the e-mail' },
    filters: { status: T.Enum(['ENABLED', 'DISABLED'], { description: 'Only enabled or disabled users' }) },
    sort: ['id', 'login', 'name', 'status', 'last_activity', 'created_at'],
    cap: 10_000,
    standard: 10_000,
    rows: ({ em }) =>
      tables(em)
        .selectFrom('identity_user')
        .select(['id', 'login', 'name', 'email', 'status', 'last_activity', 'created_at']),
    async shown(rows, { caller }) {
      const ids = rows.map(({ id }) => id)
      return userViews(ctx, caller, await usersById(ctx.em(), ids))
    },
  })

  routes.get(
    '/user/self',
    {
      operationId: 'identity.self.get',
      scope: 'user',
      tag,
      summary: 'My own user',
      description: 'The user to whom the key of this request belongs, with the permissions of the role.',
      permission: 'signed-in',
      response: UserView,
    },
    async ({ caller }) => userView(ctx, caller, await userById(ctx.em(), caller.userId)),
  )

  routes.get(
    '/user/:id',
    {
      operationId: 'identity.user.get',
      scope: 'all',
      tag,
      summary: 'One user',
      description: 'One user with role, device groups and last activity, without password and keys.',
      permission: 'user_display',
      params: IdParams,
      response: UserView,
    },
    async ({ caller, params }) => userView(ctx, caller, await userById(ctx.em(), params.id)),
  )
}

export function userChanges(routes: Routes, identity: Identity): void {
  const { ctx } = identity

  routes.put(
    '/user/self',
    {
      operationId: 'identity.self.update',
      scope: 'user',
      tag,
      summary: 'Changes my own profile',
      description:
        'Name, e-mail, language, settings and password of the user who asks. A new password needs the ' +
        'present one in `current_password` and ends the other sessions. Members that are left out keep ' +
        'their values.',
      permission: 'user_self_control',
      body: ProfileBody,
      response: UserView,
    },
    async ({ caller, ip, body }) => userView(ctx, caller, await updateSelf(identity, { caller, ip }, body)),
  )

  routes.post(
    '/user',
    {
      operationId: 'identity.user.create',
      scope: 'user',
      tag,
      summary: 'Creates a user',
      description:
        'The login is unique without regard to case; a second one is 409. The role is named by ' +
        '`role_id`. Callers can give only permissions that they have and device groups that they see; ' +
        'otherwise 403.',
      permission: 'user_management',
      body: UserBody,
      response: UserView,
      status: 201,
    },
    async ({ caller, ip, body }) => userView(ctx, caller, await createUser(identity, { caller, ip }, body)),
  )

  routes.put(
    '/user/:id',
    {
      operationId: 'identity.user.update',
      scope: 'user',
      tag,
      summary: 'Changes a user; a new password ends all sessions and keys',
      description:
        'Members that are left out keep their values. A new password ends all sessions and keys of the ' +
        'user. Callers can manage only users who have no permission and see no group beyond their own; ' +
        'the last enabled owner stays an owner (409).',
      permission: 'user_management',
      params: IdParams,
      body: UserChange,
      response: UserView,
    },
    async ({ caller, ip, params, body }) =>
      userView(ctx, caller, await updateUser(identity, { caller, ip }, params.id, body)),
  )

  routes.delete(
    '/user/:id',
    {
      operationId: 'identity.user.delete',
      scope: 'user',
      tag,
      summary: 'Deletes a user with all sessions and keys',
      description:
        "The user's sessions, keys and second factor go with the user; the action log keeps the login. " +
        'The user of this request, a built-in user and the last enabled owner cannot be deleted: 409.',
      permission: 'user_management',
      params: IdParams,
      response: Deleted,
    },
    async ({ caller, params }) => {
      await deleteUser(identity, caller, params.id)
      return { id: params.id }
    },
  )
}
