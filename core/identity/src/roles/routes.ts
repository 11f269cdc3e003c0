import { Type as T, type Static } from 'typebox'
import {
  Deleted,
  Id,
  IdParams,
  ListMeta,
  Reply,
  closedObject,
  freeObject,
  ignored,
  listQuery,
  nullable,
  orderOf,
  pageOf,
  text,
  type Routes,
} from '@linecard/plugin-kit'
import { Role, SYSTEM_ROLE } from '../entities/index.ts'
import type { Identity } from '../identity.ts'
import { PermissionGroup, RoleView } from '../schemas.ts'
import { roleView } from '../users/view.ts'
import { createRole, deleteRole, roleById, updateRole } from './service.ts'

export const RoleBody = closedObject(
  {
    id: T.Optional(Id),
    name: text(100, { minLength: 1 }),
    description: T.Optional(text(1000)),
    display: T.Optional(T.Boolean()),
    permissions: T.Optional(
      T.Array(T.String({ maxLength: 100 }), {
        maxItems: 1000,
        description: 'Without it a new role holds the default permissions',
      }),
    ),
    params: T.Optional(nullable(freeObject('Free data of integrations'))),
    built_in: T.Optional(T.Unknown()),
    ...ignored,
  },
  { examples: [{ name: 'Support', permissions: ['device_show'] }] },
)
export type RoleBody = Static<typeof RoleBody>

const tag = 'user-role'

export function roleRoutes(routes: Routes, identity: Identity): void {
  const { ctx } = identity
  const answer = (role: Role) => roleView(ctx, role)

  routes.get(
    '/user-role',
    {
      operationId: 'identity.roles.list',
      tag,
      summary: 'Roles',
      permission: 'user_display',
      query: closedObject(listQuery),
      response: T.Array(RoleView),
      meta: ListMeta,
    },
    async ({ query }) => {
      const page = pageOf(query, { cap: 10_000, standard: 10_000 })
      const [roles, total] = await ctx
        .em()
        .findAndCount(
          Role,
          { id: { $ne: SYSTEM_ROLE } },
          { ...page, orderBy: orderOf(query.sort, { id: 'id', name: 'name' }) },
        )
      return new Reply(
        roles.map(role => roleView(ctx, role)),
        { total, ...page },
      )
    },
  )

  routes.get(
    '/user-role/:id',
    {
      operationId: 'identity.role.get',
      tag,
      summary: 'One role',
      permission: 'user_display',
      params: IdParams,
      response: RoleView,
    },
    async ({ params }) => answer(await roleById(ctx.em(), params.id)),
  )

  routes.post(
    '/user-role',
    {
      operationId: 'identity.role.create',
      tag,
      summary: 'Creates a role',
      permission: 'user_management',
      body: RoleBody,
      response: RoleView,
      status: 201,
    },
    async ({ caller, body }) => answer(await createRole(identity, caller, body)),
  )

  routes.put(
    '/user-role/:id',
    {
      operationId: 'identity.role.update',
      tag,
      summary: 'Changes a role',
      permission: 'user_management',
      params: IdParams,
      body: T.Partial(RoleBody, { additionalProperties: false }),
      response: RoleView,
    },
    async ({ caller, params, body }) => answer(await updateRole(identity, caller, params.id, body)),
  )

  routes.delete(
    '/user-role/:id',
    {
      operationId: 'identity.role.delete',
      tag,
      summary: 'Deletes a role that nobody has',
      permission: 'user_management',
      params: IdParams,
      response: Deleted,
    },
    async ({ caller, params }) => {
      await deleteRole(identity, caller, params.id)
      return { id: params.id }
    },
  )

  routes.get(
    '/user-role-permissions',
    {
      operationId: 'identity.permissions.list',
      tag,
      summary: 'Permissions of all enabled components, by group',
      permission: 'user_display',
      response: T.Array(PermissionGroup),
    },
    () =>
      [...Map.groupBy(ctx.use('installation').permissions(), permission => permission.group)].map(
        ([group, permissions]) => ({
          group,
          permissions: permissions.map(({ key, label, description, default: given }) => ({
            key,
            label,
            description,
            default: given,
          })),
        }),
      ),
  )
}
