import { withDevices, type Routes } from '@linecard/plugin-kit'
import { listRoute } from '@linecard/plugin-kit/resource'
import { ChartQuery, DevicePath, ofOutages, ofStatuses } from './bodies.ts'
import { ChartView, OutageView, StatusView, TotalsView } from './schemas.ts'
import type { Pinger } from './setup.ts'
import { chartOf } from './store/chart.ts'
import { outageRows } from './store/outages.ts'
import { statusRows, statusViews } from './store/statuses.ts'
import { totalsOf } from './store/totals.ts'

const [tag, permission] = ['pinger', 'device_show']
const path = '/component/pinger'

export function routes(declare: Routes, pinger: Pinger): void {
  statusRoutes(declare, pinger)
  historyRoutes(declare, pinger)
}

function statusRoutes(declare: Routes, pinger: Pinger): void {
  const { ctx } = pinger
  listRoute(declare, ctx, {
    ...ofStatuses,
    path: `${path}/statuses`,
    operationId: 'pinger.statuses.list',
    scope: 'group',
    tag,
    summary: 'Whether devices answer, with loss, round trip and availability',
    description:
      'Devices of the groups that the caller sees. Each enabled device is asked with ICMP echo, where ' +
      'that has no answer over TCP and then SNMP. Time at which nobody watched is unknown: ' +
      'availability counts it neither as up nor as down.',
    permission,
    view: StatusView,
    rows: ({ em, caller }) => statusRows(ctx, em, caller),
    shown: (rows, { caller }) => statusViews(ctx, caller, rows),
  })

  declare.get(
    `${path}/statuses/:deviceId`,
    {
      operationId: 'pinger.status.get',
      scope: 'group',
      tag,
      summary: 'Whether one device answers',
      description: 'As in the list; 404 for a device of a group that the caller does not see.',
      permission,
      params: DevicePath,
      response: StatusView,
    },
    async ({ caller, params: { deviceId } }) => {
      const rows = await statusRows(ctx, ctx.em(), caller).where('d.id', '=', deviceId).execute()
      const [status] = await statusViews(ctx, caller, rows)
      if (!status) await ctx.use('devices').named(deviceId, caller)
      return status!
    },
  )

  declare.get(
    `${path}/widgets/totals`,
    {
      operationId: 'pinger.totals',
      scope: 'group',
      tag,
      summary: 'Numbers of devices by status',
      description: 'Of the devices that the caller sees.',
      permission,
      response: TotalsView,
    },
    ({ caller }) => totalsOf(pinger.ctx, caller),
  )
}

function historyRoutes(declare: Routes, pinger: Pinger): void {
  listRoute(declare, pinger.ctx, {
    path: `${path}/down-log`,
    operationId: 'pinger.outages.list',
    scope: 'group',
    tag,
    summary: 'Outages: when devices went down and came up again',
    description:
      'The newest first unless `sort` says otherwise. An outage begins with the first echo that was ' +
      'lost, and ends with the first that was answered. With `start` and `end`: those that reach into ' +
      'the period.',
    permission,
    view: OutageView,
    ...ofOutages,
    rows: ({ em, caller }) => outageRows(pinger.ctx, em, caller),
    shown: (rows, { caller }) => withDevices(pinger.ctx, caller, rows),
  })

  declare.get(
    `${path}/chart/:deviceId`,
    {
      operationId: 'pinger.chart.get',
      scope: 'group',
      tag,
      summary: 'Loss and round trip of a device over time, with its outages',
      description:
        'Kept for every 5 minutes for some days, and for every hour for some weeks (settings). At most ' +
        '11,000 points. A time without echoes has no point.',
      permission,
      params: DevicePath,
      query: ChartQuery,
      response: ChartView,
    },
    async ({ caller, params: { deviceId }, query }) => {
      await pinger.ctx.use('devices').named(deviceId, caller)
      return chartOf(pinger.ctx, deviceId, query)
    },
  )
}
