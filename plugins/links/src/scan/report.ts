import type { Caller, Context } from '@linecard/plugin-kit'
import { tables } from '../tables.ts'
import type { ScanReport } from './scan.ts'

/** The last scan, without doubts about devices that the caller does not see. */
export async function seenReport(ctx: Context, caller: Caller) {
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
