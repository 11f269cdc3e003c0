import { Type as T } from 'typebox'
import type { Routes } from '@linecard/plugin-kit'
import type { Identity } from '../identity.ts'
import { PermissionGroup } from '../schemas.ts'
import { roles } from './roles.ts'
import { permissionGroups } from './views.ts'

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
