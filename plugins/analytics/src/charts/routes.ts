import { closedObject, idOf, type Routes } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { devicesAsked, periodAsked } from '../asked.ts'
import { periodOf } from '../period.ts'
import { errorsAsked } from '../rows/errors.ts'
import type { Analytics } from '../setup.ts'
import { needDevice } from '../table/within.ts'
import { ErrorLine, errorLines } from './errors.ts'
import { OnlinePoint, onlineChart } from './online.ts'
import { SignalBar, signalBars } from './signals.ts'

const chart = (key: string) => ({
  tag: 'analytics',
  permission: 'analytics',
  operationId: `analytics.charts.${key}`,
  scope: 'group' as const,
})
const base = '/component/analytics/charts'
const kept =
  'Counted every five minutes and kept by group and model, so each caller gets the sum of their groups. ' +
  'The count of a device stays with the group that it had then.'

export function chartRoutes(routes: Routes, parts: Analytics): void {
  const { ctx } = parts
  for (const [key, what, summary] of [
    ['online-devices', 'devices', 'Devices that answer, over time'],
    ['online-onts', 'onus', 'ONUs online, over time'],
  ] as const)
    routes.get(
      `${base}/${key}`,
      {
        ...chart(key),
        summary,
        description: kept,
        query: closedObject({
          ...periodAsked,
          group_id: T.Optional(idOf('a group of devices')),
          model_id: T.Optional(idOf('a model of devices')),
        }),
        response: T.Array(OnlinePoint),
      },
      ({ caller, query }) =>
        onlineChart(parts, caller, what, { ...query, period: periodOf(query, ctx.clock()) }),
    )
  routes.get(
    `${base}/ont-signals`,
    {
      ...chart('ont-signals'),
      summary: 'How many ONUs have which light, in bars of 1 dB',
      description: 'As last measured, from -36 to -6 dBm. ONUs that were never measured are in no bar.',
      query: closedObject(devicesAsked),
      errors: [404],
      response: T.Array(SignalBar),
    },
    async ({ caller, query }) => {
      await needDevice(parts, caller, query)
      return signalBars(parts, caller, query)
    },
  )
  routes.get(
    `${base}/increasing-errors`,
    {
      ...chart('increasing-errors'),
      summary: 'Errors by the hour, of the interfaces with the most',
      description: 'The hours of `tables/increasing-errors`; an hour without errors has no point.',
      query: closedObject({
        ...errorsAsked,
        limit: T.Optional(
          T.Integer({ minimum: 1, maximum: 100, description: 'Interfaces at most. Default: 10' }),
        ),
      }),
      errors: [404],
      response: T.Array(ErrorLine),
    },
    async ({ caller, query: { limit = 10, ...query } }) => {
      await needDevice(parts, caller, query)
      return errorLines(parts, caller, { ...query, limit, period: periodOf(query, ctx.clock()) })
    },
  )
}
