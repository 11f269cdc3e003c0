import { Type as T } from 'typebox'
import { ListMeta, Reply, type Routes } from '@linecard/plugin-kit'
import type { Inventory } from '../inventory.ts'
import { deviceChanges, deviceRemovals } from './change-routes.ts'
import { deviceDetection } from './detect-routes.ts'
import { DeviceOption, DeviceView } from './schemas.ts'
import { deviceOption, deviceView } from './view.ts'
import { DeviceQuery } from './bodies.ts'
import { deviceById } from './find.ts'
import { DevicePath, idNamed } from './named.ts'
import { listDevices, shownByIp } from './list.ts'

const tag = 'device'

function deviceReads(routes: Routes, { ctx }: Inventory): void {
  routes.get(
    '/device',
    {
      operationId: 'inventory.devices.list',
      scope: 'group',
      tag,
      summary: 'Devices; with `ip` the one device at this address',
      description:
        "Reads the inventory and asks no device. Only devices of the caller's groups. With `ip` the " +
        'answer is one object instead of a list, or 404. All filters have to hold; `query` searches in ' +
        'texts, addresses and serial numbers.',
      permission: 'device_show',
      query: DeviceQuery,
      errors: [404],
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
      scope: 'group',
      tag,
      summary: 'Devices in short form, for selectors',
      description:
        'Id, address, name and model for a field that selects a device, up to 100 000 at once. Takes ' +
        'the filters of the list.',
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
      scope: 'group',
      tag,
      summary: 'One device',
      description:
        'What the inventory knows about the device, with model, access profile without secrets, group, ' +
        'and the time of its last reading. The device itself is not asked.',
      permission: 'device_show',
      params: DevicePath,
      response: DeviceView,
    },
    async ({ caller, params }) => {
      const em = ctx.em()
      return deviceView(await deviceById(em, caller, await idNamed(em, caller, params.id)))
    },
  )
}

export function deviceRoutes(routes: Routes, inventory: Inventory): void {
  deviceReads(routes, inventory)
  deviceChanges(routes, inventory)
  deviceRemovals(routes, inventory)
  deviceDetection(routes, inventory)
}
