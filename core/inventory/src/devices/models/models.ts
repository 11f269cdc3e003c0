import { Type as T } from 'typebox'
import {
  text,
  type Routes,
  fileHeaders,
  IdParams,
  closedObject,
  needAllGroups,
  RawReply,
  type Caller,
} from '@linecard/plugin-kit'
import { resource } from '@linecard/plugin-kit/resource'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { Model } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import { type Inventory, inTransaction } from '../../inventory.ts'
import { tables } from '../../tables.ts'
import { splitParams } from '../connection/params.ts'
import { usedByDevices } from '../used.ts'
import { ModelBody, ModelView, modelView, viewOfModel } from './schemas.ts'
import { createHash } from 'node:crypto'

const maxIconBytes = 256 * 1024

/** By its first bytes, whatever its name says; SVG is left out, for it can carry scripts. */
function pictureType(bytes: Buffer): string | null {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png'
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg'
  if (
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' &&
    bytes.subarray(8, 12).toString('latin1') === 'WEBP'
  )
    return 'image/webp'
  return null
}

async function setIcon(
  inventory: Inventory,
  caller: Caller,
  id: number,
  icon: string | null,
): Promise<Model> {
  const bytes = icon === null ? null : Buffer.from(icon.replace(/^data:[\w/+.-]+;base64,/, ''), 'base64')
  const type = bytes && bytes.length <= maxIconBytes ? pictureType(bytes) : null
  if (bytes && !type)
    throw fail('INVENTORY_ICON_INVALID', {}, [
      { path: 'icon', message: 'no PNG, JPEG or WebP picture of at most 256 KiB' },
    ])
  return inTransaction(inventory, async em => {
    const model = await em.findOne(Model, { id })
    if (!model) throw fail('INVENTORY_MODEL_UNKNOWN', { id })
    needAllGroups(caller)
    model.icon = bytes
    model.iconType = type
    model.iconTag = bytes && createHash('sha256').update(bytes).digest('hex').slice(0, 12)
    await em.flush()
    return model
  })
}

/** The picture as stored, with headers that keep a browser from taking it for anything else. */
async function iconOf({ ctx }: Inventory, id: number): Promise<RawReply> {
  const model = await ctx.em().findOne(Model, { id }, { populate: ['icon'] })
  if (!model) throw fail('INVENTORY_MODEL_UNKNOWN', { id })
  if (!model.icon || !model.iconType) throw fail('INVENTORY_ICON_UNKNOWN', { id })
  return new RawReply(Buffer.from(model.icon), model.iconType, {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'inline',
    'cache-control': 'private, max-age=86400',
  })
}

const tag = 'device-model'

/** Pictures of models. */
function modelIcons(routes: Routes, inventory: Inventory): void {
  routes.get(
    '/device-model/:id/icon',
    {
      operationId: 'inventory.model.icon.get',
      scope: 'all',
      tag,
      summary: 'Picture of a model',
      description:
        'PNG, JPEG or WebP, as it was stored. 404 if the model has none. The member `icon` of a model ' +
        'has the address with the right `v`.',
      permission: 'device_show',
      params: IdParams,
      query: closedObject({
        v: T.Optional(T.String({ maxLength: 64, description: 'Changes with the picture; for caches' })),
      }),
      headers: { answer: fileHeaders },
      response: T.String({ raw: true, contentMediaType: 'image/*', description: 'PNG, JPEG or WebP' }),
    },
    ({ params }) => iconOf(inventory, params.id),
  )

  routes.put(
    '/device-model/:id/icon',
    {
      operationId: 'inventory.model.icon.set',
      scope: 'all',
      tag,
      summary: 'Sets the picture of a model',
      description:
        'Replaces the picture of the model, for all devices of it. Anything else than a PNG, JPEG ' +
        'or WebP of at most 256 KiB is 400.',
      permission: 'device_management',
      params: IdParams,
      body: closedObject({
        icon: T.String({
          description: 'PNG, JPEG or WebP in base64, at most 256 KiB; a data: URL is taken too',
          examples: ['iVBORw0KGgo='],
        }),
      }),
      bodyLimit: Math.ceil((maxIconBytes * 4) / 3) + 1024,
      response: ModelView,
    },
    async ({ caller, params, body }) => viewOfModel(await setIcon(inventory, caller, params.id, body.icon)),
  )

  routes.delete(
    '/device-model/:id/icon',
    {
      operationId: 'inventory.model.icon.delete',
      scope: 'all',
      tag,
      summary: 'Removes the picture of a model',
      description: 'The answer is the model without a picture. Nothing happens if it had none.',
      permission: 'device_management',
      params: IdParams,
      response: ModelView,
    },
    async ({ caller, params }) => viewOfModel(await setIcon(inventory, caller, params.id, null)),
  )
}

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
