import { Type as T, type Static } from 'typebox'
import {
  Deleted,
  Id,
  IdParams,
  ListMeta,
  Reply,
  closedObject,
  containing,
  ignored,
  listQuery,
  orderOf,
  pageOf,
  text,
  type Routes,
} from '@linecard/plugin-kit'
import { Group } from '../entities/index.ts'
import type { Inventory } from '../inventory.ts'
import { GroupView } from '../schemas.ts'
import { groupScope } from '../visibility.ts'
import { groupView } from '../views.ts'
import { createGroup, deleteGroup, groupById, updateGroup } from './service.ts'

export const GroupBody = closedObject(
  { id: T.Optional(Id), name: text(200, { minLength: 1 }), description: T.Optional(text(2000)), ...ignored },
  { examples: [{ name: 'North' }] },
)
export type GroupBody = Static<typeof GroupBody>

const tag = 'device-group'

export function groupRoutes(routes: Routes, inventory: Inventory): void {
  const { ctx } = inventory

  routes.get(
    '/device-group',
    {
      operationId: 'inventory.groups.list',
      tag,
      summary: 'Device groups',
      permission: 'device_show',
      query: closedObject({ ...listQuery, query: T.Optional(text(200)) }),
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
      tag,
      summary: 'One device group',
      permission: 'device_show',
      params: IdParams,
      response: GroupView,
    },
    async ({ caller, params }) => groupView(await groupById(ctx.em(), caller, params.id)),
  )

  routes.post(
    '/device-group',
    {
      operationId: 'inventory.group.create',
      tag,
      summary: 'Adds a device group',
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
      tag,
      summary: 'Changes a device group',
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
      tag,
      summary: 'Deletes a device group that no device is in',
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
