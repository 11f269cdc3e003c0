import { Type as T } from 'typebox'
import { Time, closedObject, nullable, type Routes, type Caller, type Context } from '@linecard/plugin-kit'
import { periodKeys } from '../load/rates.ts'
import type { Links } from '../parts.ts'
import { states, tables } from '../tables.ts'
import { scanJob } from './again.ts'
import type { ScanReport } from './scan.ts'

/** The last scan, without doubts about devices that the caller does not see. */
async function seenReport(ctx: Context, caller: Caller) {
  const row = await tables(ctx.em()).selectFrom('links_scan').selectAll().executeTakeFirstOrThrow()
  const report = row.report as ScanReport | null
  if (!report) return { scanned_at: row.scanned_at, report: null }
  const visible = await ctx.use('devices').visible(caller)
  const seen = visible && new Set(visible)
  const { devices, read, links, doubts, spent_ms } = report
  return {
    scanned_at: row.scanned_at,
    report: {
      devices,
      read,
      links,
      // Its text names devices.
      doubts: doubts
        .filter(({ devices: about }) => !seen || (about.length > 0 && about.every(id => seen.has(id))))
        .map(doubt => ({ ...doubt, devices: [...doubt.devices] })),
      spent_ms,
    },
  }
}

const tag = 'links'
const path = '/component/links'
const count = T.Integer()

export const ScanView = closedObject(
  {
    running: T.Boolean(),
    progress: nullable(
      closedObject(
        { done: count, total: nullable(count), what: T.String() },
        { description: 'Of a running scan' },
      ),
    ),
    scanned_at: nullable({ ...Time, description: 'End of the last scan; null: there was none' }),
    report: nullable(
      closedObject({
        devices: count,
        read: T.Integer({ description: 'Devices that had told neighbours or MAC addresses' }),
        links: closedObject({
          found: count,
          active: count,
          suggested: count,
          refused: count,
          gone: count,
          left_out: T.Integer({ description: 'Found, and not stored: there are `most_links`' }),
        }),
        doubts: T.Array(
          closedObject({
            kind: T.String({ description: 'claimed-twice, stranger, contradiction, moving' }),
            devices: T.Array(T.Integer()),
            text: T.String(),
          }),
          { description: 'What could not be used, about devices that the caller sees' },
        ),
        spent_ms: count,
      }),
    ),
  },
  { $id: 'links.Scan', description: 'The running and the last scan' },
)

export function scanRoutes(declare: Routes, { ctx }: Links): void {
  declare.post(
    `${path}/scan`,
    {
      operationId: 'links.scan.start',
      scope: 'all',
      tag,
      summary: 'Starts a scan of links',
      description:
        'It reads what devices have answered already. `GET /component/links/scan` tells how it goes.',
      permission: 'links_edit',
      response: closedObject({ run_id: T.String({ description: 'Id of its report in the schedule' }) }),
      status: 202,
      errors: [409],
    },
    async ({ caller }) => ({ run_id: (await ctx.use('jobs').runNow(scanJob, caller)).id }),
  )
  declare.get(
    `${path}/scan`,
    {
      operationId: 'links.scan.get',
      scope: 'group',
      tag,
      summary: 'How the scan of links goes, and what the last one found',
      description: 'Counts are of the whole installation.',
      permission: 'links_view',
      response: ScanView,
    },
    async ({ caller }) => {
      const job = (await ctx.use('jobs').list()).find(({ key }) => key === scanJob)
      const running = job?.running ?? false
      return {
        running,
        progress: running ? (job?.last_run?.progress ?? null) : null,
        ...(await seenReport(ctx, caller)),
      }
    },
  )
  declare.get(
    `${path}/options`,
    {
      operationId: 'links.options',
      scope: 'all',
      tag,
      summary: 'What clients need to know to show links',
      description: 'The limit of high loads, the periods, the states, and whether loads are known at all.',
      permission: 'links_view',
      response: closedObject({
        high_percent: count,
        periods: T.Array(T.String()),
        states: T.Array(T.String()),
        loads: T.Boolean({ description: 'Series are kept: without them no load is known' }),
        scanning: T.Boolean({ description: 'The schedule runs scans' }),
      }),
    },
    async () => {
      const job = (await ctx.use('jobs').list()).find(({ key }) => key === scanJob)
      return {
        high_percent: ctx.config.high_percent,
        periods: [...periodKeys],
        states: [...states],
        loads: ctx.find('series') !== null,
        scanning: job?.enabled ?? false,
      }
    },
  )
}
