import { Type as T } from 'typebox'
import { assertRemembered, deviceIdNamed } from '@linecard/inventory/read'
import { DeviceParams, ListMeta, Reply, type Context, type Routes } from '@linecard/plugin-kit'
import { InterfaceParams, LightQuery, ReferenceBody, StatusQuery, WorstQuery } from './bodies.ts'
import type { Config } from './config.ts'
import { fail } from './errors.ts'
import { lightOf } from './light/light.ts'
import { setReference } from './light/reference.ts'
import { worstOf } from './light/worst.ts'
import { LightView, ReferenceSet, StatusView, WorseView } from './schemas.ts'
import { changesOf } from './status/changes.ts'

const tag = 'onu-history'
const [read, change] = ['device_show', 'onu_history_reference']
const dayMs = 86_400_000

export function routes(declare: Routes, ctx: Context<Config>): void {
  onuRoutes(declare, ctx)
  deviceRoutes(declare, ctx)
}

function onuRoutes(declare: Routes, ctx: Context<Config>): void {
  declare.get(
    '/component/onu_history/onu/:interfaceId/light',
    {
      operationId: 'onu-history.light.get',
      scope: 'group',
      tag,
      summary: 'Light of an ONU: the least and the most of each day, and the change since a reference',
      description:
        'The last values stay when the ONU is off: their time tells how old they are. The reference is ' +
        'the first good light, until somebody sets another one.',
      permission: read,
      params: InterfaceParams,
      query: LightQuery,
      response: LightView,
    },
    async ({ caller, params: { interfaceId }, query }) => {
      await assertRemembered(ctx, interfaceId, caller)
      const from = new Date(ctx.clock().getTime() - (query.days ?? 30) * dayMs)
      return lightOf(ctx.em(), interfaceId, from.toISOString().slice(0, 10))
    },
  )

  declare.put(
    '/component/onu_history/onu/:interfaceId/reference',
    {
      operationId: 'onu-history.reference.set',
      scope: 'group',
      tag,
      summary: 'Sets the light with which that of an ONU is compared',
      description: 'The last good value, or the best of one day. 409 if no such value is known.',
      permission: change,
      params: InterfaceParams,
      body: ReferenceBody,
      response: ReferenceSet,
      errors: [409],
    },
    async ({ caller, params: { interfaceId }, body: { day } }) => {
      await assertRemembered(ctx, interfaceId, caller)
      const onus = await setReference(ctx.em(), { interfaceId }, { day, login: caller.login })
      if (onus === 0) throw fail('ONU_HISTORY_NOT_MEASURED')
      return { onus }
    },
  )

  declare.get(
    '/component/onu_history/onu/:interfaceId/status',
    {
      operationId: 'onu-history.status.list',
      scope: 'group',
      tag,
      summary: 'Status changes of an ONU with their reason and duration',
      description: 'The newest first. Reasons come with the next reading of them, where the OLT tells any.',
      permission: read,
      params: InterfaceParams,
      query: StatusQuery,
      response: T.Array(StatusView),
      meta: ListMeta,
    },
    async ({ caller, params: { interfaceId }, query }) => {
      await assertRemembered(ctx, interfaceId, caller)
      const { changes, meta } = await changesOf(ctx, caller, interfaceId, query)
      return new Reply(changes, meta)
    },
  )
}

function deviceRoutes(declare: Routes, ctx: Context<Config>): void {
  declare.get(
    '/component/onu_history/device/:deviceId/worst',
    {
      operationId: 'onu-history.worst.list',
      scope: 'group',
      tag,
      summary: 'ONUs of an OLT whose light has dropped, the largest loss first',
      description:
        'Compared with the reference of each ONU, or with its best light of a day. What counts is the ' +
        'larger loss of both directions. Closed ONUs, and those that were never measured, are left out.',
      permission: read,
      params: DeviceParams,
      query: WorstQuery,
      response: T.Array(WorseView),
      meta: ListMeta,
    },
    async ({ caller, params, query }) => {
      const id = await deviceIdNamed(ctx, params.deviceId, caller)
      const { onus, meta } = await worstOf(ctx, caller, id, query)
      return new Reply(onus, meta)
    },
  )

  declare.put(
    '/component/onu_history/device/:deviceId/reference',
    {
      operationId: 'onu-history.references.set',
      scope: 'group',
      tag,
      summary: 'Sets the light with which that of all ONUs of an OLT is compared',
      description: 'ONUs without such a value keep the reference that they have.',
      permission: change,
      params: DeviceParams,
      body: ReferenceBody,
      response: ReferenceSet,
    },
    async ({ caller, params, body: { day } }) => {
      const deviceId = await deviceIdNamed(ctx, params.deviceId, caller)
      return { onus: await setReference(ctx.em(), { deviceId }, { day, login: caller.login }) }
    },
  )
}
