import type { Job } from '@linecard/plugin-kit'
import { visibleInterfaces } from '@linecard/inventory/read'
import type { History } from './setup.ts'
import { trimAnomalies } from './anomalies/store.ts'
import { forgetOff, trimStays } from './forget.ts'
import { tables } from './tables.ts'

const trim: Job<History> = {
  summary: 'Removes old stays of MAC and IP addresses, and those of interfaces that keep none',
  cron: '23 4 * * *',
  timeoutSec: 3600,
  async run({ ctx }, { signal, log }) {
    const { history_days: days, history_rows: maxRows } = ctx.config
    const before = new Date(ctx.clock().getTime() - days * 86_400_000)
    const off = await tables(ctx.em())
      .selectFrom(visibleInterfaces(ctx.em(), { groupIds: null }).as('i'))
      .select('i.id')
      .where('i.fdb_enabled', '=', false)
      .execute()
    await forgetOff(
      ctx.em(),
      off.map(({ id }) => id),
    )
    const rules = { before, maxRows }
    log.info(
      {
        macs: await trimStays(() => ctx.em(), 'fdb_history_interval', rules, signal),
        ips: await trimStays(() => ctx.em(), 'fdb_history_address', rules, signal),
        anomalies: await trimAnomalies(ctx.em(), new Date(ctx.clock().getTime() - 2 * 86_400_000)),
      },
      'old stays removed',
    )
  },
}

export const jobs = { trim }
