import { Type as T } from 'typebox'
import { Deleted, Id, type Caller, type Routes } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { Inventory } from '../inventory.ts'
import { DeviceView } from './schemas.ts'
import { deviceView } from './view.ts'
import { DevicePath, idNamed } from './named.ts'
import { DeviceBody, DeviceChange } from './bodies.ts'
import { createDevice, deleteDevice, updateDevice } from './store.ts'

const tag = 'device'

/** Routes that add and change devices. */
export function deviceChanges(routes: Routes, inventory: Inventory): void {
  routes.post(
    '/device',
    {
      operationId: 'inventory.device.create',
      scope: 'group',
      tag,
      summary: 'Adds a device',
      description:
        'Only `ip` is required; without `group_id` the device is in the default group. Its interfaces ' +
        'are read from it in the background soon after. An address that is in use is 409, an unknown ' +
        'model, profile or group 400. `POST /device-detect` tells the model of an address beforehand.',
      permission: 'device_management',
      body: DeviceBody,
      response: DeviceView,
      status: 201,
    },
    async ({ caller, body }) => deviceView(await createDevice(inventory, caller, body)),
  )

  const update = async (caller: Caller, id: number, body: Partial<DeviceBody>) =>
    deviceView(await updateDevice(inventory, caller, id, body))

  routes.put(
    '/device/:id',
    {
      operationId: 'inventory.device.update',
      scope: 'group',
      tag,
      summary: 'Changes a device',
      description:
        'Members that are left out keep their values, and members of an answer that the service decides ' +
        'are ignored, so a whole answer can be sent back. A new address, model or profile makes the ' +
        'service read the device again. An address that another device has is 409.',
      permission: 'device_management',
      params: DevicePath,
      body: DeviceChange,
      response: DeviceView,
    },
    async ({ caller, params, body, note }) => {
      const id = await idNamed(inventory.ctx.em(), caller, params.id)
      note({ device_id: id })
      if (body.id !== undefined && body.id !== id)
        throw fail('INVENTORY_ID_DIFFERS', {}, [{ path: 'id', message: 'is not the id of the path' }])
      return update(caller, id, body)
    },
  )

  routes.put(
    '/device',
    {
      operationId: 'inventory.device.update-by-body',
      scope: 'group',
      tag,
      summary: 'Changes a device, its id in the body',
      description:
        'For older clients: as `PUT /device/{id}`, with the id in the body, where it is then required. ' +
        'There is no If-Match.',
      permission: 'device_management',
      body: DeviceChange,
      errors: [404],
      response: DeviceView,
    },
    ({ caller, body }) => {
      if (body.id === undefined)
        throw fail('INVENTORY_ID_MISSING', {}, [{ path: 'id', message: 'is missing' }])
      return update(caller, body.id, body)
    },
  )
}

/** Routes that remove devices. */
export function deviceRemovals(routes: Routes, inventory: Inventory): void {
  const remove = async (caller: Caller, id: number) => {
    await deleteDevice(inventory, caller, id)
    return { id }
  }

  routes.delete(
    '/device/:id',
    {
      operationId: 'inventory.device.delete',
      scope: 'group',
      tag,
      summary: 'Removes a device with its interfaces and history',
      description:
        'Its stored interfaces go with it, and their history, marks and files. The device itself is not ' +
        'touched.',
      permission: 'device_management',
      params: DevicePath,
      response: Deleted,
    },
    async ({ caller, params, note }) => {
      const id = await idNamed(inventory.ctx.em(), caller, params.id)
      note({ device_id: id })
      return remove(caller, id)
    },
  )

  routes.delete(
    '/device',
    {
      operationId: 'inventory.device.delete-by-body',
      scope: 'group',
      tag,
      summary: 'Removes a device, its id in the body',
      description: 'For older clients: as `DELETE /device/{id}`. Other members of the body are ignored.',
      permission: 'device_management',
      body: T.Object({ id: Id }, { additionalProperties: true, description: 'Only the id counts' }),
      errors: [404],
      response: Deleted,
    },
    ({ caller, body }) => remove(caller, body.id),
  )
}
