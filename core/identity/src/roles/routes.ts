import { Type as T } from 'typebox'
import { Deleted, IdParams, ListMeta, Reply, type Routes } from '@linecard/plugin-kit'
import type { Identity } from '../identity.ts'
import { PermissionGroup, RoleView } from '../schemas.ts'
import { RoleBody, RoleChange, RoleQuery } from './bodies.ts'
import { createRole, deleteRole, listRoles, roleById, updateRole } from './store.ts'
import { permissionGroups, roleView } from './views.ts'

const tag = 'user-role'

export function roleReads(routes: Routes, { ctx }: Identity): void {
  routes.get(
    '/user-role',
    {
      operationId: 'identity.roles.list',
      scope: 'all',
      tag,
      summary: 'Roles',
      description: 'Roles with their permissions; those that come with the service are marked `built_in`.',
      permission: 'user_display',
      query: RoleQuery,
      response: T.Array(RoleView),
      meta: ListMeta,
    },
    async ({ query }) => {
      const { roles, meta } = await listRoles(ctx.em(), query)
      return new Reply(
        roles.map(role => roleView(ctx, role)),
        meta,
      )
    },
  )

  routes.get(
    '/user-role/:id',
    {
      operationId: 'identity.role.get',
      scope: 'all',
      tag,
      summary: 'One role',
      description: 'One role with the permissions that it gives.',
      permission: 'user_display',
      params: IdParams,
      response: RoleView,
    },
    async ({ params }) => roleView(ctx, await roleById(ctx.em(), params.id)),
  )

  routes.get(
    '/user-role-permissions',
    {
      operationId: 'identity.permissions.list',
      scope: 'all',
      tag,
      summary: 'Permissions of all enabled components, by group',
      description:
        'What a form of a role offers: keys with labels and descriptions, and which of them a new role ' +
        'has by default. Permissions of components that are switched off are missing.',
      permission: 'user_display',
      response: T.Array(PermissionGroup),
    },
    () => permissionGroups(ctx),
  )
}

export function roleChanges(routes: Routes, identity: Identity): void {
  const { ctx } = identity

  routes.post(
    '/user-role',
    {
      operationId: 'identity.role.create',
      scope: 'user',
      tag,
      summary: 'Creates a role',
      description:
        'Without `permissions` the role gets the default ones. Callers can give only permissions that ' +
        'they have (403). A name that is in use is 409.',
      permission: 'user_management',
      body: RoleBody,
      response: RoleView,
      status: 201,
    },
    async ({ caller, body }) => roleView(ctx, await createRole(identity, caller, body)),
  )

  routes.put(
    '/user-role/:id',
    {
      operationId: 'identity.role.update',
      scope: 'user',
      tag,
      summary: 'Changes a role',
      description:
        'Applies to all users of the role at once. Members that are left out keep their values. Callers ' +
        'can give and take only permissions that they have (403). Built-in roles cannot be changed: ' +
        '409.',
      permission: 'user_management',
      params: IdParams,
      body: RoleChange,
      response: RoleView,
    },
    async ({ caller, params, body }) => roleView(ctx, await updateRole(identity, caller, params.id, body)),
  )

  routes.delete(
    '/user-role/:id',
    {
      operationId: 'identity.role.delete',
      scope: 'user',
      tag,
      summary: 'Deletes a role that no user has',
      description: 'A role that users still have, and a built-in one, is 409.',
      permission: 'user_management',
      params: IdParams,
      response: Deleted,
    },
    async ({ caller, params }) => {
      await deleteRole(identity, caller, params.id)
      return { id: params.id }
    },
  )
}
