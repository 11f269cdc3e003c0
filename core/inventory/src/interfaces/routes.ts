import { Type as T } from 'typebox'
import { Deleted, IdParams, ListMeta, Reply, type Routes } from '@linecard/plugin-kit'
import type { Inventory } from '../inventory.ts'
import { interfaceLists, interfaceSummaries } from './list-routes.ts'
import { cardOf } from './card.ts'
import { InterfaceCard, StatusChangeView } from './schemas.ts'
import { InterfaceBody, InterfaceChange } from './bodies.ts'
import { createInterface, deleteInterface, updateInterface } from './store.ts'
import { interfaceById } from './find.ts'
import { HistoryQuery, statusHistory } from './history.ts'

const tag = 'device-interface'

function interfaceReads(routes: Routes, { ctx }: Inventory): void {
  routes.get(
    '/device-interface/:id',
    {
      operationId: 'inventory.interface.get',
      scope: 'group',
      tag,
      summary: 'One stored interface, with its device',
      description:
        'One interface as it was read last, with its device, optics of an ONU and the place that people ' +
        'gave it. Takes the id of the inventory, not the bind key.',
      permission: 'device_show',
      params: IdParams,
      response: InterfaceCard,
    },
    async ({ caller, params }) => cardOf(ctx.em(), await interfaceById(ctx.em(), caller, params.id)),
  )

  routes.get(
    '/device-interface/:id/history',
    {
      operationId: 'inventory.interface.history',
      scope: 'group',
      tag,
      summary: 'Status changes of an interface, the newest first',
      description:
        'When the interface went up or down, with the reason where the device gave one. Times are those ' +
        'at which the service learned of the change.',
      permission: 'device_show',
      params: IdParams,
      query: HistoryQuery,
      response: T.Array(StatusChangeView),
      meta: ListMeta,
    },
    async ({ caller, params, query }) => {
      const em = ctx.em()
      await interfaceById(em, caller, params.id)
      const { changes, meta } = await statusHistory(em, params.id, query)
      return new Reply(changes, meta)
    },
  )
}

function interfaceChanges(routes: Routes, inventory: Inventory): void {
  const { ctx } = inventory

  routes.post(
    '/device-interface',
    {
      operationId: 'inventory.interface.create',
      scope: 'group',
      tag,
      summary: 'Adds an interface that the device does not list',
      description:
        'For what a device does not list, for example a passive splitter. The bind key is unique on the ' +
        'device (409). Interfaces that the device lists are read by themselves.',
      permission: 'device_iface_management',
      body: InterfaceBody,
      errors: [404],
      response: InterfaceCard,
      status: 201,
    },
    async ({ caller, body }) => cardOf(ctx.em(), await createInterface(inventory, caller, body)),
  )

  routes.put(
    '/device-interface/:id',
    {
      operationId: 'inventory.interface.update',
      scope: 'group',
      tag,
      summary: 'Changes what is kept about an interface',
      permission: 'device_iface_management',
      description:
        'Fields that the device gives (name, type, status, description …) are stored only for an interface ' +
        'that the device does not list. For others they are ignored. ' +
        'So a client may send the whole answer back.',
      params: IdParams,
      body: InterfaceChange,
      response: InterfaceCard,
    },
    async ({ caller, params, body }) =>
      cardOf(ctx.em(), await updateInterface(inventory, caller, params.id, body)),
  )

  routes.delete(
    '/device-interface/:id',
    {
      operationId: 'inventory.interface.delete',
      scope: 'group',
      tag,
      summary: 'Removes a stored interface with its history',
      description:
        'An interface that the device still lists comes back with the next reading, without what people ' +
        'had added to it.',
      permission: 'device_iface_management',
      params: IdParams,
      response: Deleted,
    },
    async ({ caller, params }) => {
      await deleteInterface(inventory, caller, params.id)
      return { id: params.id }
    },
  )
}

export function interfaceRoutes(routes: Routes, inventory: Inventory): void {
  interfaceLists(routes, inventory)
  interfaceSummaries(routes, inventory)
  interfaceReads(routes, inventory)
  interfaceChanges(routes, inventory)
}
