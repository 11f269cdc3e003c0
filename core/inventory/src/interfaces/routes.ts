import { Type as T } from 'typebox'
import { Deleted, Id, IdParams, ListMeta, Reply, closedObject, type Routes } from '@linecard/plugin-kit'
import { deviceById } from '../devices/find.ts'
import type { Inventory } from '../inventory.ts'
import { cardOf } from './card.ts'
import { InterfaceCard, InterfaceCounts, InterfaceView, StatusChangeView } from './schemas.ts'
import { interfaceView } from './view.ts'
import { InterfaceBody, InterfaceChange, InterfaceQuery } from './bodies.ts'
import { createInterface, deleteInterface, updateInterface } from './store.ts'
import { interfaceById, interfacesOf, listInterfaces } from './find.ts'
import { HistoryQuery, statusHistory } from './history.ts'
import { InterfaceSearch, searchInterfaces } from './search.ts'
import { StatisticsQuery, interfaceCounts, interfaceTypes } from './statistics.ts'
import { createTotals } from './totals.ts'

const tag = 'device-interface'

function interfaceLists(routes: Routes, { ctx }: Inventory): void {
  const totals = createTotals()

  routes.get(
    '/device-interface',
    {
      operationId: 'inventory.interfaces.list',
      tag,
      summary: 'Stored interfaces and ONUs',
      permission: 'device_show',
      query: InterfaceQuery,
      response: T.Array(InterfaceView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const { interfaces, meta } = await listInterfaces(ctx.em(), caller, query, totals)
      return new Reply(interfaces.map(interfaceView), meta)
    },
  )

  routes.get(
    '/device-interface/search',
    {
      operationId: 'inventory.interfaces.search',
      tag,
      summary: 'Interfaces by device, name, bind key, ONU or the MAC address of a client',
      permission: 'device_show',
      description:
        'At least one of them is needed. The answer is a list of 1000 interfaces at most. ' +
        'For mac_address the port with the fewest addresses comes first: that is the access port.',
      query: InterfaceSearch,
      response: T.Array(InterfaceView),
    },
    async ({ caller, query }) =>
      (await searchInterfaces(ctx.em(), caller, query, ctx.clock())).map(interfaceView),
  )

  routes.get(
    '/device-interface/by-device/:deviceId',
    {
      operationId: 'inventory.interfaces.by-device',
      tag,
      summary: 'All stored interfaces of a device',
      permission: 'device_show',
      params: closedObject({ deviceId: Id }),
      response: T.Array(InterfaceView),
    },
    async ({ caller, params }) => {
      const em = ctx.em()
      await deviceById(em, caller, params.deviceId)
      return (await interfacesOf(em, params.deviceId)).map(interfaceView)
    },
  )
}

function interfaceSummaries(routes: Routes, { ctx }: Inventory): void {
  routes.get(
    '/device-interface/types',
    {
      operationId: 'inventory.interfaces.types',
      tag,
      summary: 'Types of the stored interfaces',
      permission: 'device_show',
      response: T.Array(T.String()),
      example: ['ETH', 'ONU', 'PON'],
    },
    () => interfaceTypes(ctx.em()),
  )

  routes.get(
    '/device-interface/statistics',
    {
      operationId: 'inventory.interfaces.statistics',
      tag,
      summary: 'How many interfaces of each type are up, down and unknown',
      permission: 'device_show',
      query: StatisticsQuery,
      response: T.Array(InterfaceCounts),
    },
    ({ caller, query }) => interfaceCounts(ctx.em(), caller, query),
  )
}

function interfaceReads(routes: Routes, { ctx }: Inventory): void {
  routes.get(
    '/device-interface/:id',
    {
      operationId: 'inventory.interface.get',
      tag,
      summary: 'One stored interface, with its device',
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
      tag,
      summary: 'Status changes of an interface, the newest first',
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
      tag,
      summary: 'Adds an interface that the device does not list',
      permission: 'device_iface_management',
      body: InterfaceBody,
      response: InterfaceCard,
      status: 201,
    },
    async ({ caller, body }) => cardOf(ctx.em(), await createInterface(inventory, caller, body)),
  )

  routes.put(
    '/device-interface/:id',
    {
      operationId: 'inventory.interface.update',
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
      tag,
      summary: 'Removes a stored interface with its history',
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
