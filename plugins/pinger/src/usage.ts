import type { Caller, Usage } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { visibleDevices } from '@linecard/inventory/read'
import type { Pinger } from './setup.ts'
import { totalsOf } from './store/totals.ts'
import { tables } from './tables.ts'

/** Watched devices by status and outages, of what the caller sees. */
export async function usage({ ctx }: Pinger, caller: Caller): Promise<Usage> {
  const em = ctx.em()
  const [{ up, down, unknown }, { outages }] = await Promise.all([
    totalsOf(ctx, caller),
    tables(em)
      .selectFrom('pinger_outage as o')
      .innerJoin(visibleDevices(em, caller).as('d'), 'd.id', 'o.device_id')
      .select(sql<number>`count(*)::int`.as('outages'))
      .executeTakeFirstOrThrow(),
  ])
  return { devices_by_status: { Up: up, Down: down, Unknown: unknown }, outages }
}
