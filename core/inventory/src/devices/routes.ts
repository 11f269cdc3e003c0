import { Type as T } from 'typebox'
import {
  Deleted,
  Id,
  IdParams,
  ListMeta,
  Reply,
  closedObject,
  type Caller,
  type Routes,
} from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { Inventory } from '../inventory.ts'
import { Comparison, DetectionView, DeviceOption, DeviceView } from './schemas.ts'
import { deviceOption, deviceView } from './view.ts'
import { DeviceBody, DeviceChange, DeviceQuery } from './bodies.ts'
import { compareModel, detect } from './detect.ts'
import { deviceById } from './find.ts'
import { listDevices, shownByIp } from './list.ts'
import { createDevice, deleteDevice, updateDevice } from './store.ts'

const tag = 'device'

function deviceReads(routes: Routes, { ctx }: Inventory): void {
  routes.get(
    '/device',
    {
      operationId: 'inventory.devices.list',
      tag,
      summary: 'Devices; with `ip` the one device at this address',
      permission: 'device_show',
      query: DeviceQuery,
      response: T.Union([T.Array(DeviceView), DeviceView]),
      meta: T.Union([ListMeta, T.Null()]),
    },
    async ({ caller, query }) => {
      if (query.ip !== undefined) return new Reply(deviceView(await shownByIp(ctx.em(), caller, query.ip)))
      const { devices, meta } = await listDevices(ctx.em(), caller, query)
      return new Reply(devices.map(deviceView), meta)
    },
  )

  routes.get(
    '/device/options',
    {
      operationId: 'inventory.devices.options',
      tag,
      summary: 'Devices in few words, for selectors',
      permission: 'device_show',
      query: T.Omit(DeviceQuery, ['ip']),
      response: T.Array(DeviceOption),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const { devices, meta } = await listDevices(ctx.em(), caller, { limit: 100_000, ...query })
      return new Reply(devices.map(deviceOption), meta)
    },
  )

  routes.get(
    '/device/:id',
    {
      operationId: 'inventory.device.get',
      tag,
      summary: 'One device',
      permission: 'device_show',
      params: IdParams,
      response: DeviceView,
    },
    async ({ caller, params }) => deviceView(await deviceById(ctx.em(), caller, params.id)),
  )
}

function deviceChanges(routes: Routes, inventory: Inventory): void {
  routes.post(
    '/device',
    {
      operationId: 'inventory.device.create',
      tag,
      summary: 'Adds a device',
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
      tag,
      summary: 'Changes a device',
      permission: 'device_management',
      params: IdParams,
      body: DeviceChange,
      response: DeviceView,
    },
    ({ caller, params, body }) => {
      if (body.id !== undefined && body.id !== params.id)
        throw fail('INVENTORY_ID_DIFFERS', {}, [{ path: 'id', message: 'is not the id of the path' }])
      return update(caller, params.id, body)
    },
  )

  routes.put(
    '/device',
    {
      operationId: 'inventory.device.update-by-body',
      tag,
      summary: 'Changes a device, its id in the body',
      permission: 'device_management',
      body: DeviceChange,
      response: DeviceView,
    },
    ({ caller, body }) => {
      if (body.id === undefined)
        throw fail('INVENTORY_ID_MISSING', {}, [{ path: 'id', message: 'is missing' }])
      return update(caller, body.id, body)
    },
  )
}

function deviceRemovals(routes: Routes, inventory: Inventory): void {
  const remove = async (caller: Caller, id: number) => {
    await deleteDevice(inventory, caller, id)
    return { id }
  }

  routes.delete(
    '/device/:id',
    {
      operationId: 'inventory.device.delete',
      tag,
      summary: 'Removes a device with its interfaces and history',
      permission: 'device_management',
      params: IdParams,
      response: Deleted,
    },
    ({ caller, params }) => remove(caller, params.id),
  )

  routes.delete(
    '/device',
    {
      operationId: 'inventory.device.delete-by-body',
      tag,
      summary: 'Removes a device, its id in the body',
      permission: 'device_management',
      body: T.Object({ id: Id }, { additionalProperties: true, description: 'Only the id counts' }),
      response: Deleted,
    },
    ({ caller, body }) => remove(caller, body.id),
  )
}

function deviceDetection(routes: Routes, inventory: Inventory): void {
  routes.get(
    '/device/:id/compare-model',
    {
      operationId: 'inventory.device.compare-model',
      tag,
      summary: 'Asks the device whether it still is the model it is stored as',
      permission: 'device_show',
      asksDevice: true,
      params: IdParams,
      response: Comparison,
    },
    ({ caller, params }) => compareModel(inventory, params.id, caller),
  )

  routes.post(
    '/device-detect',
    {
      operationId: 'inventory.device.detect',
      tag,
      summary: 'Asks what stands at an address; stores nothing',
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

export function deviceRoutes(routes: Routes, inventory: Inventory): void {
  deviceReads(routes, inventory)
  deviceChanges(routes, inventory)
  deviceRemovals(routes, inventory)
  deviceDetection(routes, inventory)
}
