import { Type as T } from 'typebox'
import { DeviceParams, Reply, type Routes } from '@linecard/plugin-kit'
import { assertRemembered, deviceIdNamed } from '@linecard/inventory/read'
import {
  DeviceStaysQuery,
  InterfaceParams,
  InterfaceStaysQuery,
  StaysQuery,
  WhoQuery,
} from './asked/bodies.ts'
import { listStays } from './asked/list.ts'
import { whoHad } from './asked/who.ts'
import { HolderView, StayView, StaysMeta } from './schemas.ts'
import type { History } from './setup.ts'

const tag = 'fdb-history'
const permission = 'fdb_history_by_interface'
const lists = {
  tag,
  permission,
  description:
    'The newest stays first. A stay has the time of the first and the last sighting; a MAC address ' +
    'that is in the tables of several devices has a stay on each. Not kept are addresses of ports that ' +
    'lead to other devices, or whose `fdb_enabled` is off.',
  response: T.Array(StayView),
  meta: StaysMeta,
}

export function routes(declare: Routes, { ctx }: History): void {
  declare.get(
    '/component/fdb_history',
    {
      ...lists,
      operationId: 'fdb-history.stays.list',
      scope: 'group',
      summary: 'Where MAC addresses have been',
      query: StaysQuery,
    },
    async ({ caller, query }) => {
      const { stays, meta } = await listStays(ctx, caller, query)
      return new Reply(stays, meta)
    },
  )

  declare.get(
    '/component/fdb_history/device/:deviceId',
    {
      ...lists,
      operationId: 'fdb-history.device.list',
      scope: 'group',
      summary: 'MAC addresses that have been on the ports of a device',
      params: DeviceParams,
      query: DeviceStaysQuery,
    },
    async ({ caller, params, query }) => {
      const id = await deviceIdNamed(ctx, params.deviceId, caller)
      const { stays, meta } = await listStays(ctx, caller, { ...query, device_id: id })
      return new Reply(stays, meta)
    },
  )

  declare.get(
    '/component/fdb_history/interface/:interfaceId',
    {
      ...lists,
      operationId: 'fdb-history.interface.list',
      scope: 'group',
      summary: 'MAC addresses that have been on a port or behind an ONU',
      params: InterfaceParams,
      query: InterfaceStaysQuery,
    },
    async ({ caller, params: { interfaceId }, query }) => {
      await assertRemembered(ctx, interfaceId, caller)
      const { stays, meta } = await listStays(ctx, caller, { ...query, interface_id: interfaceId })
      return new Reply(stays, meta)
    },
  )

  declare.get(
    '/component/fdb_history/who',
    {
      operationId: 'fdb-history.who',
      scope: 'group',
      tag,
      summary: 'Who had an IP address at a time',
      description:
        'The MAC addresses that routers had for it then, and the port or ONU where each of them was. ' +
        'Several answers are several possibilities, the surest first. The question is written to the ' +
        'action log.',
      permission,
      action: 'fdb_history:who',
      query: WhoQuery,
      response: T.Array(HolderView),
    },
    ({ caller, query }) => whoHad(ctx, caller, query),
  )
}
