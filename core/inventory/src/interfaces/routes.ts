import { Type as T } from 'typebox'
import { Id, IdParams, ListMeta, Reply, closedObject, type Routes } from '@linecard/plugin-kit'
import { deviceById } from '../devices/find.ts'
import { Interface } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Inventory } from '../inventory.ts'
import { InterfaceCard, InterfaceView } from '../schemas.ts'
import { deviceScope } from '../scope.ts'
import { interfaceCard, interfaceView } from '../views.ts'
import { InterfaceQuery, interfacesOf, listInterfaces } from './find.ts'

const tag = 'device-interface'

export function interfaceRoutes(routes: Routes, { ctx }: Inventory): void {
  routes.get('/device-interface', {
    operationId: 'inventory.interfaces.list', tag, summary: 'Stored interfaces and ONUs', permission: 'device_show',
    query: InterfaceQuery, response: T.Array(InterfaceView), meta: ListMeta,
  }, async ({ caller, query }) => {
    const { interfaces, meta } = await listInterfaces(ctx.em(), caller, query)
    return new Reply(interfaces.map(interfaceView), meta)
  })

  routes.get('/device-interface/by-device/:deviceId', {
    operationId: 'inventory.interfaces.by-device', tag, summary: 'All stored interfaces of a device', permission: 'device_show',
    params: closedObject({ deviceId: Id }), response: T.Array(InterfaceView),
  }, async ({ caller, params }) => {
    const em = ctx.em()
    await deviceById(em, caller, params.deviceId)
    return (await interfacesOf(em, params.deviceId)).map(interfaceView)
  })

  routes.get('/device-interface/:id', {
    operationId: 'inventory.interface.get', tag, summary: 'One stored interface, with its device', permission: 'device_show', params: IdParams, response: InterfaceCard,
  }, async ({ caller, params }) => {
    const row = await ctx.em().findOne(Interface, { id: params.id, device: deviceScope(caller) }, { populate: ['device.model', 'device.access', 'device.group'] })
    if (!row) throw fail('INVENTORY_INTERFACE_UNKNOWN', { id: params.id })
    return interfaceCard(row)
  })
}
