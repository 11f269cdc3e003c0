import { Type as T, type Static } from 'typebox'
import { closedObject, idOf, type Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import { seenDevices } from '../visibility.ts'
import { closedType } from '../closed-type.ts'
import type { InterfaceCounts } from './schemas.ts'

export const StatisticsQuery = closedObject({
  device_id: T.Optional(idOf('a device')),
  group_id: T.Optional(idOf('a group of devices')),
})

/** Counts by type, out of the kept counts of each device, as one query. */
export function countsQuestion(
  em: SqlEntityManager,
  caller: Caller,
  { device_id: device, group_id: group }: Static<typeof StatisticsQuery>,
) {
  const devices = seenDevices(em, caller)
    .select('d.id')
    .$if(group !== undefined, query => query.where('d.group_id', '=', group!))
  const all = sql<number>`sum(c.up + c.down + c.unknown)::int`
  return tables(em)
    .selectFrom('inventory_interface_count as c')
    .select('c.type')
    .select(sql<number>`sum(c.up)::int`.as('up'))
    .select(sql<number>`sum(c.down)::int`.as('down'))
    .select(sql<number>`sum(c.unknown)::int`.as('unknown'))
    .select(all.as('all'))
    .$if(device !== undefined, query => query.where('c.device_id', '=', device!))
    .$if(group !== undefined || caller.groupIds !== null, query => query.where('c.device_id', 'in', devices))
    .where('c.type', '<>', closedType)
    .groupBy('c.type')
    .having(all, '>', 0)
    .orderBy('c.type')
}

/** How many interfaces of each type are up, down and in an unknown state, of those that the caller sees. */
export const interfaceCounts = (
  em: SqlEntityManager,
  caller: Caller,
  query: Static<typeof StatisticsQuery>,
): Promise<InterfaceCounts[]> => countsQuestion(em, caller, query).execute()

/** Types of the stored interfaces. Steps through the index from one type to the next. */
export async function interfaceTypes(em: SqlEntityManager): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    with recursive known as (
      (select type from inventory_interface order by type limit 1)
      union all
      select (select i.type from inventory_interface i where i.type > known.type order by i.type limit 1)
      from known where known.type is not null
    ) select type from known where type is not null`.execute(tables(em))
  return rows.flatMap(({ type }) => (type === closedType ? [] : type))
}
