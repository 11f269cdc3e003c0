import { Type as T } from 'typebox'
import {
  type Routes,
  type Caller,
  type Context,
  Id,
  closedObject,
  freeObject,
  ignored,
  nullable,
  text,
  unread,
} from '@linecard/plugin-kit'
import type { Identity } from '../identity.ts'
import { PermissionGroup, RoleView } from '../schemas.ts'
import { resource, type RowOf } from '@linecard/plugin-kit/resource'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { allPermissions, roleView } from '../callers/permissions.ts'
import { assertGroupsWithin, assertHolds } from '../callers/rules.ts'
import { Role, systemRoleId, User } from '../entities/index.ts'
import { fail } from '../errors.ts'

const RoleBody = closedObject(
  {
    id: T.Optional(Id),
    name: text(100, { minLength: 1 }),
    description: T.Optional(text(1000)),
    display: T.Optional(T.Boolean()),
    permissions: T.Optional(
      T.Array(T.String({ maxLength: 100 }), {
        maxItems: 1000,
        description: 'A new role without this field gets the default permissions',
      }),
    ),
    params: T.Optional(nullable(freeObject('Free data of integrations'))),
    built_in: unread,
    ...ignored,
  },
  { examples: [{ name: 'Support', permissions: ['device_show'] }] },
)
const RoleChange = T.Partial(RoleBody, {
  additionalProperties: false,
  examples: [{ description: 'First line' }],
})

type Row = RowOf<typeof Role>

/** A caller who sees only some device groups cannot change a role of a user who sees other groups. */
async function assertEditable(
  em: SqlEntityManager,
  caller: Caller,
  { id, name, permissions }: Row,
): Promise<void> {
  if (id < 0) throw fail('IDENTITY_ROLE_BUILT_IN', { name })
  assertHolds(caller, permissions)
  if (caller.groupIds === null) return
  for (const user of await em.find(User, { role: id })) assertGroupsWithin(caller, user.groupIds ?? null)
}

/**
 * New permissions of a role must exist, and the caller must have them. A role keeps permissions of components
 * that are switched off.
 */
function assertGrantable(
  { ctx }: Identity,
  caller: Caller,
  wanted: readonly string[],
  held: readonly string[],
): void {
  const added = wanted.filter(key => !held.includes(key))
  const existing = new Set(allPermissions(ctx))
  const unknown = added.filter(key => !existing.has(key))
  if (unknown.length)
    throw fail(
      'IDENTITY_PERMISSION_UNKNOWN',
      { keys: unknown.slice(0, 5).join(', ') },
      unknown.map(key => ({ path: 'permissions', message: `unknown: ${key}` })),
    )
  assertHolds(caller, added)
}

/** The default permissions, without those that the caller does not have. */
const defaultPermissions = ({ ctx }: Identity, caller: Caller): string[] =>
  ctx
    .use('installation')
    .permissions()
    .filter(permission => permission.default && caller.permissions.has(permission.key))
    .map(permission => permission.key)

/** Roles: what their users may do. The System role is hidden. */
const roles = (identity: Identity) =>
  resource(identity.ctx, {
    entity: Role,
    path: '/user-role',
    name: 'identity.role',
    tag: 'user-role',
    scope: { read: 'all', write: 'user' },
    permission: { read: 'user_display', write: 'user_management' },
    view: RoleView,
    body: RoleBody,
    change: RoleChange,
    list: { sort: ['id', 'name'], cap: 10_000, standard: 10_000 },
    visible: () => sql<boolean>`r.id <> ${systemRoleId}`,
    unknown: id => fail('IDENTITY_ROLE_UNKNOWN', { id }),
    taken: ({ name }) => fail('IDENTITY_ROLE_NAME_TAKEN', { name }),
    async write(body, { em, caller, before }) {
      if (before) await assertEditable(em, caller, before)
      const wanted = body.permissions ?? (before ? null : defaultPermissions(identity, caller))
      const permissions = wanted && [...new Set(wanted)]
      if (permissions) assertGrantable(identity, caller, permissions, before?.permissions ?? [])
      return { permissions: permissions ?? undefined, params: body.params ?? undefined }
    },
    remove: (role, { em, caller }) => assertEditable(em, caller, role),
    async used(id) {
      const role = await identity.ctx.em().findOne(Role, { id })
      return role && fail('IDENTITY_ROLE_IN_USE', { name: role.name })
    },
    changed: () => identity.changed(),
    shown: async rows => rows.map(row => roleView(identity.ctx, row)),
    told: {
      list: {
        summary: 'Roles',
        description: 'Roles with their permissions; those that come with the service are marked `built_in`.',
      },
      one: { summary: 'One role', description: 'One role with the permissions that it gives.' },
      create: {
        summary: 'Creates a role',
        description:
          'Without `permissions` the role gets the default ones. Callers can give only permissions that ' +
          'they have (403). A name that is in use is 409.',
      },
      update: {
        summary: 'Changes a role',
        description:
          'Applies to all users of the role at once. Members that are left out keep their values. Callers ' +
          'can give and take only permissions that they have (403). Built-in roles cannot be changed: ' +
          '409.',
      },
      delete: {
        summary: 'Deletes a role that no user has',
        description: 'A role that users still have, and a built-in one, is 409.',
      },
    },
  })

/** Permissions of all enabled components, in the groups in which screens show them. */
const permissionGroups = (ctx: Context) =>
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

export function roleRoutes(routes: Routes, identity: Identity): void {
  roles(identity).declare(routes)
  routes.get(
    '/user-role-permissions',
    {
      operationId: 'identity.permissions.list',
      scope: 'all',
      tag: 'user-role',
      summary: 'Permissions of all enabled components, by group',
      description:
        'What a form of a role offers: keys with labels and descriptions, and which of them a new role ' +
        'has by default. Permissions of components that are switched off are missing.',
      permission: 'user_display',
      response: T.Array(PermissionGroup),
    },
    () => permissionGroups(identity.ctx),
  )
}
