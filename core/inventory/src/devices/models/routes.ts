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
import { Model } from '../../entities/index.ts'
import type { Inventory } from '../../inventory.ts'
import { ModelView } from './schemas.ts'
import { modelView } from './view.ts'
import { ModelBody } from './bodies.ts'
import { modelIcons } from './icon-routes.ts'
import { createModel, deleteModel, modelById, updateModel } from './store.ts'

const tag = 'device-model'
const sortable = { id: 'id', key: 'key', name: 'name', vendor: 'vendor', type: 'type' }

function modelReads(routes: Routes, { ctx }: Inventory): void {
  routes.get(
    '/device-model',
    {
      operationId: 'inventory.models.list',
      scope: 'all',
      tag,
      summary: 'Device models',
      description:
        'Models that drivers know, and those that people added. `available` tells whether a driver that ' +
        'is switched on knows the model.',
      permission: 'device_show',
      query: closedObject({
        ...listQuery,
        query: T.Optional(text(200, { description: 'Part of the name or the key' })),
        vendor: T.Optional(text(100, { description: 'Vendor, in full' })),
        type: T.Optional(text(20, { description: 'Type, e.g. SWITCH' })),
        available: T.Optional(T.Boolean({ description: 'Whether a driver that is on knows the model' })),
      }),
      response: T.Array(ModelView),
      meta: ListMeta,
    },
    async ({ query }) => {
      const page = pageOf(query, { cap: 100_000, standard: 100_000 })
      const like = query.query === undefined ? null : { $ilike: containing(query.query) }
      const { vendor, type, available } = query
      const where = {
        ...(vendor === undefined ? {} : { vendor }),
        ...(type === undefined ? {} : { type }),
        ...(available === undefined ? {} : { available }),
        ...(like ? { $or: [{ name: like }, { key: like }] } : {}),
      }
      const [models, total] = await ctx
        .em()
        .findAndCount(Model, where, { ...page, orderBy: orderOf(query.sort, sortable) })
      return new Reply(models.map(modelView), { total, ...page })
    },
  )

  routes.get(
    '/device-model/:id',
    {
      operationId: 'inventory.model.get',
      scope: 'all',
      tag,
      summary: 'One device model',
      description: 'One model with its vendor, type, driver, settings and pollers.',
      permission: 'device_show',
      params: IdParams,
      response: ModelView,
    },
    async ({ params }) => modelView(await modelById(ctx.em(), params.id)),
  )
}

function modelChanges(routes: Routes, inventory: Inventory): void {
  routes.post(
    '/device-model',
    {
      operationId: 'inventory.model.create',
      scope: 'all',
      tag,
      summary: 'Adds a model that no driver knows',
      description:
        'For equipment that no driver knows: devices of it are in the inventory and on maps, but cannot ' +
        'be asked. `key` is unique (409).',
      permission: 'device_management',
      body: ModelBody,
      response: ModelView,
      status: 201,
    },
    async ({ caller, body }) => modelView(await createModel(inventory, caller, body)),
  )

  routes.put(
    '/device-model/:id',
    {
      operationId: 'inventory.model.update',
      scope: 'all',
      tag,
      summary: 'Changes a model; of a built-in one params and pollers',
      description:
        'Models of a driver are built in: only `params`, `pollers` and the icon can be changed, another ' +
        'value of a built-in member is 409. Members that are left out keep their values.',
      permission: 'device_management',
      params: IdParams,
      body: T.Partial(ModelBody, { additionalProperties: false }),
      response: ModelView,
    },
    async ({ caller, params, body }) => modelView(await updateModel(inventory, caller, params.id, body)),
  )

  routes.delete(
    '/device-model/:id',
    {
      operationId: 'inventory.model.delete',
      scope: 'all',
      tag,
      summary: 'Deletes a model that no driver offers',
      description: 'A model that devices have, or that comes from a driver, is 409.',
      permission: 'device_management',
      params: IdParams,
      response: Deleted,
    },
    async ({ caller, params }) => {
      await deleteModel(inventory, caller, params.id)
      return { id: params.id }
    },
  )
}

export function modelRoutes(routes: Routes, inventory: Inventory): void {
  modelReads(routes, inventory)
  modelChanges(routes, inventory)
  modelIcons(routes, inventory)
}
