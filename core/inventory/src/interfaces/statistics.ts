import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Type as T, type Static } from 'typebox'
import { Id, closedObject, type Caller } from '@linecard/plugin-kit'
import type { InterfaceCounts } from '../schemas.ts'

export const StatisticsQuery = closedObject({ device_id: T.Optional(Id), group_id: T.Optional(Id) })

const list = (ids: readonly number[]) => `{${ids.join(',')}}`

/** Numbers by type, as one statement. */
export function countsQuestion(
  { groupIds }: Caller,
  { device_id: device, group_id: group }: Static<typeof StatisticsQuery>,
): { text: string; values: unknown[] } {
  const where = [
    ...(device === undefined ? [] : [['i.device_id = ?', device]]),
    ...(group === undefined
      ? []
      : [['i.device_id in (select id from inventory_device where group_id = ?)', group]]),
    ...(groupIds === null
      ? []
      : [
          ['i.device_id in (select id from inventory_device where group_id = any(?::int[]))', list(groupIds)],
        ]),
  ]
  const text = `
    select type, count(*) filter (where status in ('Up', 'Online'))::int as up, count(*) filter (where status not in ('Up', 'Online', 'Unknown'))::int as down,
      count(*) filter (where status is null or status = 'Unknown')::int as unknown, count(*)::int as "all"
    from inventory_interface i ${where.length ? 'where' : ''} ${where.map(([condition]) => condition).join(' and ')} group by type order by type`
  return { text, values: where.map(([, value]) => value) }
}

/**
 * How many interfaces of each type are up, down and in a state that nobody knows, among those that the caller
 * sees.
 */
export const interfaceCounts = (
  em: SqlEntityManager,
  caller: Caller,
  query: Static<typeof StatisticsQuery>,
): Promise<InterfaceCounts[]> => {
  const { text, values } = countsQuestion(caller, query)
  return em.execute<InterfaceCounts[]>(text, values)
}

/** Types of the stored interfaces. Their index is not read through, it is leapt from one type to the next. */
export async function interfaceTypes(em: SqlEntityManager): Promise<string[]> {
  const rows = await em.execute<{ type: string }[]>(`
    with recursive known as (
      (select type from inventory_interface order by type limit 1)
      union all select (select i.type from inventory_interface i where i.type > known.type order by i.type limit 1) from known where known.type is not null
    ) select type from known where type is not null`)
  return rows.map(({ type }) => type)
}
