import type { Caller, Usage } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { interfaceCounts } from './interfaces/statistics.ts'
import type { Inventory } from './inventory.ts'
import { tables } from './tables.ts'
import { inGroups, seenDevices } from './visibility.ts'

interface Count {
  name: string
  count: number
}
const countOfRows = sql<number>`count(*)::int`.as('count')
const byName = (rows: readonly Count[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ name, count }) => [name, count]))
const sum = (rows: readonly Count[]): number => rows.reduce((total, { count }) => total + count, 0)

/** The number of devices and interfaces that the caller sees, by type and status. */
export async function usage({ ctx }: Inventory, caller: Caller): Promise<Usage> {
  const em = ctx.em()
  const visible = inGroups(caller, 'id')
  const [types, states, interfaces, models, groups] = await Promise.all([
    seenDevices(em, caller)
      .leftJoin('inventory_model as m', 'm.id', 'd.model_id')
      .select([sql<string>`coalesce(m.type, 'Unknown')`.as('name'), countOfRows])
      .groupBy(sql`1`)
      .orderBy(sql`1`)
      .execute(),
    seenDevices(em, caller)
      .select(['d.status as name', countOfRows])
      .groupBy('d.status')
      .orderBy('d.status')
      .execute(),
    interfaceCounts(em, caller, {}),
    tables(em).selectFrom('inventory_model').select(countOfRows).executeTakeFirstOrThrow(),
    tables(em)
      .selectFrom('inventory_group')
      .select(countOfRows)
      .$if(visible !== null, query => query.where(visible!))
      .executeTakeFirstOrThrow(),
  ])
  return {
    devices: sum(types),
    devices_by_type: byName(types),
    devices_by_status: byName(states),
    interfaces: interfaces.reduce((total, { all }) => total + all, 0),
    interfaces_by_type: byName(interfaces.map(({ type, all }) => ({ name: type, count: all }))),
    models: models.count,
    groups: groups.count,
  }
}
