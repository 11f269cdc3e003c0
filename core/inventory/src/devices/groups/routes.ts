import { Type as T } from 'typebox'
import {
  Deleted,
  IdParams,
  ListMeta,
  Reply,
  closedObject,
  containing,
  listQuery,
  orderOf,
  pageOf,
  text,
  type Routes,
} from '@linecard/plugin-kit'
import { Group } from '../../entities/index.ts'
import type { Inventory } from '../../inventory.ts'
import { GroupBody } from './bodies.ts'
import { GroupView } from './schemas.ts'
import { groupScope } from '../../visibility.ts'
import { groupView } from './view.ts'
import { createGroup, deleteGroup, groupById, updateGroup } from './store.ts'

const tag = 'device-group'

function groupReads(routes: Routes, { ctx }: Inventory): void {
  routes.get(
    '/device-group',
    {
      operationId: 'inventory.groups.list',
      scope: 'group',
      tag,
      summary: 'Device groups',
      description:
        'Groups limit which users see which devices. Users who are limited to groups get only these.',
      permission: 'device_show',
      query: closedObject({
        ...listQuery,
        query: T.Optional(text(200, { description: 'Part of the name or the description' })),
      }),
      response: T.Array(GroupView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const page = pageOf(query, { cap: 100_000, standard: 100_000 })
      const like = query.query === undefined ? null : { $ilike: containing(query.query) }
      const where = {
        ...groupScope(caller),
        ...(like ? { $or: [{ name: like }, { description: like }] } : {}),
      }
      const [groups, total] = await ctx
        .em()
        .findAndCount(Group, where, {
          ...page,
          orderBy: orderOf(query.sort, { id: 'id', name: 'name', created_at: 'createdAt' }),
        })
      return new Reply(groups.map(groupView), { total, ...page })
    },
  )

  routes.get(
    '/device-group/:id',
    {
      operationId: 'inventory.group.get',
      scope: 'group',
      tag,
      summary: 'One device group',
      description: 'One group with its name and description. Its devices: `GET /device?group_id=`.',
      permission: 'device_show',
      params: IdParams,
      response: GroupView,
    },
    async ({ caller, params }) => groupView(await groupById(ctx.em(), caller, params.id)),
  )
}

function groupChanges(routes: Routes, inventory: Inventory): void {
  routes.post(
    '/device-group',
    {
      operationId: 'inventory.group.create',
      scope: 'group',
      tag,
      summary: 'Adds a device group',
      description:
        'Users who are limited to groups would not see the new one and cannot add it: 403. A name that ' +
        'is in use is 409.',
      permission: 'device_groups_management',
      body: GroupBody,
      response: GroupView,
      status: 201,
    },
    async ({ caller, body }) => groupView(await createGroup(inventory, caller, body)),
  )

  routes.put(
    '/device-group/:id',
    {
      operationId: 'inventory.group.update',
      scope: 'group',
      tag,
      summary: 'Changes a device group',
      description:
        'Name and description; members that are left out keep their values. A name that is in use is ' +
        '409.',
      permission: 'device_groups_management',
      params: IdParams,
      body: T.Partial(GroupBody, { additionalProperties: false }),
      response: GroupView,
    },
    async ({ caller, params, body }) => groupView(await updateGroup(inventory, caller, params.id, body)),
  )

  routes.delete(
    '/device-group/:id',
    {
      operationId: 'inventory.group.delete',
      scope: 'group',
      tag,
      summary: 'Deletes a device group that no device is in',
      description:
        'A group with devices and the default group are 409. Users who were limited to this group only ' +
        'see nothing of it any more.',
      permission: 'device_groups_management',
      params: IdParams,
      response: Deleted,
    },
    async ({ caller, params }) => {
      await deleteGroup(inventory, caller, params.id)
      return { id: params.id }
    },
  )
}

export function groupRoutes(routes: Routes, inventory: Inventory): void {
  groupReads(routes, inventory)
  groupChanges(routes, inventory)
}
