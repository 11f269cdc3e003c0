import { Type as T } from 'typebox'
import { DeviceParams, ListMeta, Reply, type Routes } from '@linecard/plugin-kit'
import { deviceById } from '../devices/find.ts'
import { idNamed } from '../devices/named.ts'
import type { Inventory } from '../inventory.ts'
import { InterfaceCounts, InterfaceView } from './schemas.ts'
import { interfaceView } from './view.ts'
import { InterfaceQuery } from './bodies.ts'
import { interfacesOf, listInterfaces } from './find.ts'
import { InterfaceSearch, searchInterfaces } from './search.ts'
import { StatisticsQuery, interfaceCounts, interfaceTypes } from './statistics.ts'
import { createTotals } from './totals.ts'

const tag = 'device-interface'

/** Lists of stored interfaces. */
export function interfaceLists(routes: Routes, { ctx }: Inventory): void {
  const totals = createTotals()

  routes.get(
    '/device-interface',
    {
      operationId: 'inventory.interfaces.list',
      scope: 'group',
      tag,
      summary: 'Stored interfaces and ONUs',
      description:
        'Reads the inventory and asks no device: ports, PON ports, ONUs and interfaces that people ' +
        "added, as they were read last. Only of devices of the caller's groups. All filters have to " +
        'hold.',
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
      scope: 'group',
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
      scope: 'group',
      tag,
      summary: 'All stored interfaces of a device',
      description:
        'Without pages, in the order of the device, as they were read last. The device is not asked.',
      permission: 'device_show',
      params: DeviceParams,
      response: T.Array(InterfaceView),
    },
    async ({ caller, params }) => {
      const em = ctx.em()
      const id = await idNamed(em, caller, params.deviceId, 'deviceId')
      await deviceById(em, caller, id)
      return (await interfacesOf(em, id)).map(interfaceView)
    },
  )
}

/** Types and numbers of stored interfaces. */
export function interfaceSummaries(routes: Routes, { ctx }: Inventory): void {
  routes.get(
    '/device-interface/types',
    {
      operationId: 'inventory.interfaces.types',
      scope: 'all',
      tag,
      summary: 'Types of the stored interfaces',
      description: 'For a field that filters by type. Types are words such as ETH, SFP, PON and ONU.',
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
      scope: 'group',
      tag,
      summary: 'How many interfaces of each type are up, down and unknown',
      description:
        'Counts from the inventory, of the devices that the caller sees; of one device or one group ' +
        'with the parameters.',
      permission: 'device_show',
      query: StatisticsQuery,
      response: T.Array(InterfaceCounts),
    },
    ({ caller, query }) => interfaceCounts(ctx.em(), caller, query),
  )
}
