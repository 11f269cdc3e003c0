import { Type as T } from 'typebox'
import { text, type Routes } from '@linecard/plugin-kit'
import { resource } from '@linecard/plugin-kit/resource'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { Model } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import type { Inventory } from '../../inventory.ts'
import { tables } from '../../tables.ts'
import { splitParams } from '../connection/params.ts'
import { usedByDevices } from '../used.ts'
import { modelIcons } from './icon-routes.ts'
import { ModelBody, ModelView, modelView } from './schemas.ts'

/** What a built-in model takes from its driver: it may be sent back unchanged, and not changed. */
const ofDriver = ['key', 'name', 'vendor', 'type', 'ports'] as const

const builtIn = ({ key, driver }: { key: string; driver: string | null }, field?: string) =>
  fail(
    'INVENTORY_MODEL_BUILT_IN',
    { key, driver },
    field === undefined ? [] : [{ path: field, message: 'comes from the driver' }],
  )

const secretsOf = async (em: SqlEntityManager, id: number): Promise<string | null> => {
  const row = await tables(em)
    .selectFrom('inventory_model')
    .select('secrets')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.secrets ?? null
}

const models = ({ ctx }: Inventory) =>
  resource(ctx, {
    entity: Model,
    path: '/device-model',
    name: 'inventory.model',
    tag: 'device-model',
    scope: 'all',
    permission: { read: 'device_show', write: 'device_management' },
    view: ModelView,
    body: ModelBody,
    list: {
      search: { in: ['name', 'key'], description: 'Part of the name or the key' },
      filters: {
        vendor: text(100, { description: 'Vendor, in full' }),
        type: text(20, { description: 'Type, e.g. SWITCH' }),
        available: T.Boolean({ description: 'Whether a driver that is on knows the model' }),
      },
      sort: ['id', 'key', 'name', 'vendor', 'type'],
      cap: 100_000,
      standard: 100_000,
    },
    unknown: id => fail('INVENTORY_MODEL_UNKNOWN', { id }),
    taken: ({ key }) => fail('INVENTORY_MODEL_EXISTS', { key }, [{ path: 'key', message: 'is taken' }]),
    used: usedByDevices(ctx, 'model', 'INVENTORY_MODEL_IN_USE'),
    async write(body, { em, before }) {
      const changed = before?.driver
        ? ofDriver.find(field => body[field] !== undefined && body[field] !== before[field])
        : undefined
      if (before && changed) throw builtIn(before, changed)
      const sealed = before ? await secretsOf(em, before.id) : null
      const split = body.params ? splitParams(ctx, body.params, sealed) : null
      return {
        pollers: body.pollers ?? undefined,
        params: split?.params,
        secrets: split && split.secrets !== sealed ? split.secrets : undefined,
      }
    },
    /** Models that people added go, and built-in ones whose driver has gone. */
    async remove(model) {
      if (model.driver && model.available) throw builtIn(model)
    },
    shown: async rows => rows.map(modelView),
    told: {
      list: {
        summary: 'Device models',
        description:
          'Models that drivers know, and those that people added. `available` tells whether a driver that ' +
          'is switched on knows the model.',
      },
      one: {
        summary: 'One device model',
        description: 'One model with its vendor, type, driver, settings and pollers.',
      },
      create: {
        summary: 'Adds a model that no driver knows',
        description:
          'For equipment that no driver knows: devices of it are in the inventory and on maps, but cannot ' +
          'be asked. `key` is unique (409).',
      },
      update: {
        summary: 'Changes a model; of a built-in one params and pollers',
        description:
          'Models of a driver are built in: only `params`, `pollers` and the icon can be changed, another ' +
          'value of a built-in member is 409. Members that are left out keep their values.',
      },
      delete: {
        summary: 'Deletes a model that no driver offers',
        description: 'A model that devices have, or that comes from a driver, is 409.',
      },
    },
  })

export function modelRoutes(routes: Routes, inventory: Inventory): void {
  models(inventory).declare(routes)
  modelIcons(routes, inventory)
}
