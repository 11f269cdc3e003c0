import { closedObject, type Routes, type Caller } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { devicesAsked, periodAsked, type DevicesAsked } from '../asked.ts'
import { periodOf } from '../period.ts'
import { errorsAsked } from '../rows/errors.ts'
import type { Analytics } from '../setup.ts'
import { needDevice, within } from '../table/within.ts'
import { DeviceErrors, countDuplicates, countErrors, countWaiting, failingDevices } from './other.ts'
import { visibleDevices, visibleOnus } from '@linecard/inventory/read'
import { sql } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

interface Counted {
  word: string
  n: number
}
const asObject = (words: readonly string[], rows: readonly Counted[]): Record<string, number> =>
  Object.fromEntries([
    ...words.map((word): [string, number] => [word, 0]),
    ...rows.map(({ word, n }): [string, number] => [word, n]),
  ])
const totalOf = (statuses: Readonly<Record<string, number>>): number =>
  Object.values(statuses).reduce((sum, n) => sum + n, 0)

/** Number of ONUs whose light is outside of the limits. */
export async function countBadSignals(
  { ctx }: Analytics,
  caller: Caller,
  asked: DevicesAsked,
): Promise<number> {
  const em = ctx.em()
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${visibleOnus(em, caller)}) o
    where o.bad_since is not null and ${within('o', asked)}`.execute(tables(em))
  return rows[0]!.n
}

/** Enabled devices by status. */
export async function countDevices({ ctx }: Analytics, caller: Caller, asked: DevicesAsked) {
  const em = ctx.em()
  const { rows } = await sql<Counted>`
    select d.status as word, count(*)::int as n from (${visibleDevices(em, caller)}) d
    where d.enabled and ${within('d', asked, 'id')} group by d.status`.execute(tables(em))
  const statuses = asObject(['Up', 'Down', 'Unknown'], rows)
  return { total: totalOf(statuses), statuses }
}

/** ONUs by state; those whose state was never told count as `Unknown`. */
export async function countOnus({ ctx }: Analytics, caller: Caller, asked: DevicesAsked) {
  const em = ctx.em()
  const { rows } = await sql<Counted>`
    select coalesce(o.status, 'Unknown') as word, count(*)::int as n from (${visibleOnus(em, caller)}) o
    where ${within('o', asked)} group by 1`.execute(tables(em))
  const statuses = asObject(['Online', 'Offline', 'LOS', 'PowerOff', 'Unknown'], rows)
  return { total: totalOf(statuses), statuses }
}

const number = (description: string) => T.Integer({ description })
const Statuses = closedObject({
  total: T.Integer(),
  statuses: T.Record(T.String(), T.Integer(), { description: 'How many have each state' }),
})
const widget = (key: string) => ({
  tag: 'analytics',
  permission: 'analytics',
  operationId: `analytics.widgets.${key}`,
  scope: 'group' as const,
})
const base = '/component/analytics/widgets'

/** Small numbers for a dashboard, asked again and again. */
export function widgetRoutes(routes: Routes, parts: Analytics): void {
  stateWidgets(routes, parts)
  faultWidgets(routes, parts)
}

function stateWidgets(routes: Routes, parts: Analytics): void {
  const query = closedObject(devicesAsked)
  routes.get(
    `${base}/bad-signals`,
    {
      ...widget('bad-signals'),
      summary: 'Number of ONUs with light outside of the limits',
      description: 'The limits are settings of the inventory, see `tables/bad-signals`.',
      query,
      errors: [404],
      response: number('ONUs'),
      example: 17,
    },
    async ({ caller, query: asked }) => {
      await needDevice(parts, caller, asked)
      return countBadSignals(parts, caller, asked)
    },
  )
  routes.get(
    `${base}/device-statuses`,
    {
      ...widget('device-statuses'),
      summary: 'Devices by status',
      description: 'Only devices that the service may ask.',
      query,
      errors: [404],
      response: Statuses,
      example: { total: 421, statuses: { Up: 412, Down: 9, Unknown: 0 } },
    },
    async ({ caller, query: asked }) => {
      await needDevice(parts, caller, asked)
      return countDevices(parts, caller, asked)
    },
  )
  routes.get(
    `${base}/ont-statuses`,
    {
      ...widget('ont-statuses'),
      summary: 'ONUs by state',
      description: 'ONUs whose state was never told count as Unknown.',
      query,
      errors: [404],
      response: Statuses,
      example: { total: 2000, statuses: { Online: 1930, Offline: 12, LOS: 8, PowerOff: 50, Unknown: 0 } },
    },
    async ({ caller, query: asked }) => {
      await needDevice(parts, caller, asked)
      return countOnus(parts, caller, asked)
    },
  )
  routes.get(
    `${base}/unregistered-onts`,
    {
      ...widget('unregistered-onts'),
      summary: 'ONUs that wait to be registered, as last read',
      description: 'No OLT is asked: the schedule reads them.',
      response: closedObject({ onus: number('ONUs that wait'), olts: number('OLTs with such ONUs') }),
      example: { onus: 3, olts: 2 },
    },
    ({ caller, signal }) => countWaiting(parts, caller, signal),
  )
}

function faultWidgets(routes: Routes, parts: Analytics): void {
  const { ctx } = parts
  routes.get(
    `${base}/increasing-errors`,
    {
      ...widget('increasing-errors'),
      summary: 'Number of interfaces whose counters of errors grow',
      description:
        'The rows of `tables/increasing-errors` with the same filters; of the last day by default.',
      query: closedObject(errorsAsked),
      errors: [404],
      response: closedObject({ interfaces: T.Integer(), devices: number('Devices with such interfaces') }),
      example: { interfaces: 12, devices: 7 },
    },
    async ({ caller, query }) => {
      await needDevice(parts, caller, query)
      return countErrors(parts, caller, { ...query, period: periodOf(query, ctx.clock()) })
    },
  )
  routes.get(
    `${base}/duplicates`,
    {
      ...widget('duplicates'),
      summary: 'Numbers of MAC addresses and ONUs that are at several places at once',
      description: 'The rows of `tables/duplicate-macs` and `tables/duplicate-onts`.',
      query: closedObject(devicesAsked),
      errors: [404],
      response: closedObject({ macs: number('MAC addresses'), onts: number('ONUs') }),
      example: { macs: 2, onts: 4 },
    },
    async ({ caller, query }) => {
      await needDevice(parts, caller, query)
      return countDuplicates(parts, caller, query)
    },
  )
  routes.get(
    `${base}/device-errors`,
    {
      ...widget('device-errors'),
      summary: 'Devices whose calls fail, those with the most failures first',
      description:
        'Of the last day, from the log of calls. A poll that fails again in the same way is not logged.',
      query: closedObject({
        start: periodAsked.start,
        limit: T.Optional(
          T.Integer({ minimum: 1, maximum: 1000, description: 'Devices at most. Default: 20' }),
        ),
      }),
      response: T.Array(DeviceErrors),
    },
    ({ caller, query }) =>
      failingDevices(parts, caller, { since: periodOf(query, ctx.clock()).from, limit: query.limit ?? 20 }),
  )
}
