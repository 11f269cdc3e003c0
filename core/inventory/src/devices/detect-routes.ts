import { Type as T } from 'typebox'
import { Id, closedObject, type Routes } from '@linecard/plugin-kit'
import type { Inventory } from '../inventory.ts'
import { Comparison, DetectionView } from './schemas.ts'
import { compareModel, detect } from './detect.ts'
import { DevicePath, idNamed } from './named.ts'

const tag = 'device'

/** Routes that ask a device for its model. */
export function deviceDetection(routes: Routes, inventory: Inventory): void {
  routes.get(
    '/device/:id/compare-model',
    {
      operationId: 'inventory.device.compare-model',
      scope: 'group',
      tag,
      summary: 'Compares the stored model with the one that the device reports',
      description:
        'Detects the model from the answers of the device (sysObjectID, sysDescr and what drivers read ' +
        'beside them) and compares it with the stored one. Nothing is stored. A silent device is 504.',
      permission: 'device_show',
      asksDevice: true,
      params: DevicePath,
      response: Comparison,
    },
    async ({ caller, params }) =>
      compareModel(inventory, await idNamed(inventory.ctx.em(), caller, params.id), caller),
  )

  routes.post(
    '/device-detect',
    {
      operationId: 'inventory.device.detect',
      scope: 'group',
      tag,
      summary: 'Detects the device at an address; stores nothing',
      description:
        'Asks an address with the credentials of an access profile. The answer has the model that a ' +
        'driver knows, or null with sysObjectID and sysDescr, and what the device says of itself. Only ' +
        'addresses in the networks of the equipment; a silent one is 504.',
      permission: 'device_management',
      readOnly: true,
      asksDevice: true,
      body: closedObject(
        { ip: T.String({ maxLength: 60 }), access_id: Id },
        { examples: [{ ip: '192.0.2.17', access_id: 3 }] },
      ),
      response: DetectionView,
    },
    ({ caller, body, signal }) => detect(inventory, body, { caller, signal }),
  )
}
