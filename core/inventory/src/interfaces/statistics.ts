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

/** Counts by type, as one query. */
export function countsQuestion(
  em: SqlEntityManager,
  caller: Caller,
  { device_id: device, group_id: group }: Static<typeof StatisticsQuery>,
) {
  const isUp = sql`status in ('Up', 'Online')`
  const isUnknown = sql`status is null or status = 'Unknown'`
  const isDown = sql`status not in ('Up', 'Online', 'Unknown')`
  const devices = seenDevices(em, caller)
    .select('d.id')
    .$if(group !== undefined, query => query.where('d.group_id', '=', group!))
  return tables(em)
    .selectFrom('inventory_interface as i')
    .select('i.type')
    .select(sql<number>`count(*) filter (where ${isUp})::int`.as('up'))
    .select(sql<number>`count(*) filter (where ${isDown})::int`.as('down'))
    .select(sql<number>`count(*) filter (where ${isUnknown})::int`.as('unknown'))
    .select(sql<number>`count(*)::int`.as('all'))
    .$if(device !== undefined, query => query.where('i.device_id', '=', device!))
    .$if(group !== undefined || caller.groupIds !== null, query => query.where('i.device_id', 'in', devices))
    .where('i.type', '<>', closedType)
    .groupBy('i.type')
    .orderBy('i.type')
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
