import { Type as T } from 'typebox'
import { fileHeaders, IdParams, closedObject, type Routes } from '@linecard/plugin-kit'
import type { Inventory } from '../../inventory.ts'
import { ModelView, viewOfModel } from './schemas.ts'
import { maxIconBytes, iconOf, setIcon } from './icon.ts'

const tag = 'device-model'

/** Pictures of models. */
export function modelIcons(routes: Routes, inventory: Inventory): void {
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
