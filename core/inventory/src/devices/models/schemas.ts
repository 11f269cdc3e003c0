import { Type as T, type Static } from 'typebox'
import { deviceTypes } from '@linecard/driver-kit'
import { Id, Time, closedObject, freeObject, ignored, nullable, text, unread } from '@linecard/plugin-kit'
import type { RowOf } from '@linecard/plugin-kit/resource'
import type { Model } from '../../entities/index.ts'
import * as examples from '../../examples.ts'
import { Pollers } from '../../fields.ts'

export const ModelView = closedObject(
  {
    id: Id,
    name: T.String({ description: 'Vendor and model' }),
    key: T.String(),
    vendor: T.String(),
    model: T.String({ description: 'Name without the vendor' }),
    type: T.String({ description: deviceTypes.join(' ') }),
    params: freeObject('Settings of all devices of this model; credentials are never shown'),
    controller: T.Null({ description: 'Kept for older clients' }),
    pollers: Pollers,
    icon: T.String({ description: 'Path of the picture; empty without one' }),
    ports: nullable(T.Integer({ description: 'Physical ports, where the model fixes them' })),
    driver: nullable(
      T.String({ description: 'Driver the model comes from; null for one that people added' }),
    ),
    available: T.Boolean({ description: 'False: no enabled driver offers this model any more' }),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'inventory.DeviceModel', examples: [examples.model] },
)

export type ModelView = Static<typeof ModelView>

/** A model as its row shows it. */
export const modelView = ({
  icon_tag: icon,
  ...model
}: Omit<RowOf<typeof Model>, 'secrets' | 'icon' | 'icon_type'>): ModelView => ({
  ...model,
  model:
    model.vendor && model.name.startsWith(`${model.vendor} `)
      ? model.name.slice(model.vendor.length + 1)
      : model.name,
  controller: null,
  icon: icon ? `/api/v1/device-model/${model.id}/icon?v=${icon}` : '',
})

/** The same of an entity. */
export const viewOfModel = (model: Omit<Model, 'secrets' | 'icon' | 'iconType'>): ModelView =>
  modelView({
    id: model.id,
    key: model.key,
    name: model.name,
    vendor: model.vendor,
    type: model.type,
    driver: model.driver ?? null,
    available: model.available,
    ports: model.ports ?? null,
    params: model.params,
    pollers: model.pollers,
    icon_tag: model.iconTag ?? null,
    created_at: model.createdAt,
    updated_at: model.updatedAt,
  })

export const ModelBody = closedObject({
  id: T.Optional(Id),
  key: T.String({ pattern: '^[a-z0-9][a-z0-9_]{0,99}$' }),
  name: text(200, { minLength: 1 }),
  vendor: T.Optional(text(100)),
  type: T.Enum([...deviceTypes]),
  ports: T.Optional(nullable(T.Integer({ minimum: 0, maximum: 10_000 }))),
  params: T.Optional(
    nullable(
      freeObject(
        'Settings of all devices of this model. ' +
          '`access` has credentials that override those of the profile',
      ),
    ),
  ),
  pollers: T.Optional(nullable(Pollers)),
  model: unread,
  controller: unread,
  icon: unread,
  driver: unread,
  available: unread,
  ...ignored,
})
export type ModelBody = Static<typeof ModelBody>
