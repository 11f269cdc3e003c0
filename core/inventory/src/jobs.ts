import type { Job } from '@linecard/plugin-kit'
import type { Inventory } from './inventory.ts'
import { trimImports } from './transfer/import/job.ts'
import { removeOldSightings } from './sightings/clean.ts'
import { refreshSightings } from './sightings/refresh.ts'

const refreshInterfaces: Job<Inventory> = {
  summary: 'Reads the interfaces of all enabled devices',
  cron: '*/5 * * * *',
  timeoutSec: 1800,
  async run({ ctx, refresher }, { signal, log }) {
    const rows = await ctx
      .em()
      .execute<{ id: number }[]>(
        'select id from inventory_device where enabled order by refreshed_at nulls first, id',
      )
    const { answered, failed } = await refresher.all(
      rows.map(row => row.id),
      signal,
    )
    log.info({ devices: rows.length, answered, failed }, 'interfaces read')
  },
}

/** Rows removed by one statement, so that no lock and no transaction grows long. */
const BATCH = 10_000

const trimHistory: Job<Inventory> = {
  summary: 'Forgets old status changes of interfaces',
  cron: '41 2 * * *',
  timeoutSec: 1800,
  async run({ ctx }, { signal, log }) {
    const { status_history_days: days, status_history_rows: most } = ctx.config
    const before = new Date(ctx.clock().getTime() - days * 86_400_000)
    const old = 'select id from inventory_interface_status_history where time < ? limit ?'
    const surplus =
      'select id from (select id, row_number() over (partition by interface_id order by time desc, id desc) as nth from inventory_interface_status_history) h where nth > ? limit ?'
    let removed = 0
    for (const [rows, bound] of [
      [old, before],
      [surplus, most],
    ] as const) {
      for (let count = BATCH; count === BATCH && !signal.aborted;) {
        count = (
          await ctx
            .em()
            .execute<unknown[]>(
              `delete from inventory_interface_status_history where id in (${rows}) returning id`,
              [bound, BATCH],
            )
        ).length
        removed += count
      }
    }
    log.info({ removed }, 'old status changes removed')
  },
}

const refreshFdb: Job<Inventory> = {
  summary:
    'Reads the MAC addresses behind the ports of devices that are up, each as often as the settings say',
  cron: '2-57/5 * * * *',
  timeoutSec: 1800,
  async run({ ctx }, { signal, log }) {
    log.info(await refreshSightings(ctx, signal), 'MAC addresses read')
  },
}

const trimSightings: Job<Inventory> = {
  summary: 'Forgets MAC addresses that have not been seen for long',
  cron: '11 3 * * *',
  timeoutSec: 1800,
  async run({ ctx }, { signal, log }) {
    const before = new Date(ctx.clock().getTime() - ctx.config.sighting_days * 86_400_000)
    log.info(
      { removed: await removeOldSightings(() => ctx.em(), before, signal) },
      'old MAC addresses removed',
    )
  },
}

export const jobs = {
  refresh_interfaces: refreshInterfaces,
  trim_history: trimHistory,
  refresh_fdb: refreshFdb,
  trim_sightings: trimSightings,
  trim_imports: trimImports,
}
