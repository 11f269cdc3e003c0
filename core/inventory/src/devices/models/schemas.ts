import { Type as T, type Static } from 'typebox'
import { deviceTypes } from '@linecard/driver-kit'
import { Id, Time, closedObject, freeObject, nullable } from '@linecard/plugin-kit'
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
