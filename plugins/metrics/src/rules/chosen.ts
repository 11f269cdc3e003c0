import type { RuleFilter } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlBool, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import { tables } from '../tables.ts'

/** What a filter needs to know of marks. */
export interface Marked {
  /** Interfaces with one of the tags of the filter. */
  tagged: readonly number[]
  favorites: readonly number[]
}

/** A hit of rule number `rule`, with what its labels say. */
export interface ChosenRow {
  rule: number
  device_id: number
  interface_id: number
  part: string
  value: number
  total: number
  device: string
  ip: string
  vendor: string | null
  model: string | null
  group_id: number
  interface: string | null
  type: string | null
}

const texts = (list: readonly string[]) => sql`${[...list]}::text[]`
const ids = (list: readonly number[]) => sql`${[...list]}::int[]`

/** The condition of a filter on devices `d` and interfaces `i`; null: everything passes. */
function conditionOf(filter: RuleFilter, { tagged, favorites }: Marked): RawBuilder<SqlBool> | null {
  const { vendors, model_ids, group_ids, types, tags, favorite } = filter
  const all = [
    vendors && sql`d.vendor = any (${texts(vendors)})`,
    model_ids && sql`d.model_id = any (${ids(model_ids)})`,
    group_ids && sql`d.group_id = any (${ids(group_ids)})`,
    types && sql`i.type = any (${texts(types)})`,
    tags && sql`i.id = any (${ids(tagged)})`,
    favorite === true && sql`i.id = any (${ids(favorites)})`,
    favorite === false && sql`i.id <> all (${ids(favorites)})`,
  ].filter(part => part !== undefined && part !== false)
  return all.length === 0 ? null : sql<SqlBool>`(${sql.join(all, sql` and `)})`
}

export interface Filtered {
  /** Number of the rule in the list. */
  rule: number
  filter: RuleFilter
  marked: Marked
}

const service = { groupIds: null }

/**
 * The hits (`rule`, `device_id`, `interface_id`, `part`, `value`) that their filters let pass, of
 * devices that are switched on and interfaces that are still there: at most `limit` of each rule.
 */
export async function chosen(
  em: SqlEntityManager,
  hits: RawBuilder<unknown>,
  filters: readonly Filtered[],
  limit: number,
): Promise<ChosenRow[]> {
  const cases = filters.flatMap(({ rule, filter, marked }) => {
    const condition = conditionOf(filter, marked)
    return condition ? [sql`when ${rule}::int then ${condition}`] : []
  })
  const passed = cases.length === 0 ? sql`true` : sql`case h.rule ${sql.join(cases, sql` `)} else true end`
  const { rows } = await sql<ChosenRow>`
    select * from (
      select h.rule, h.device_id, h.interface_id, h.part, h.value, count(*) over each as total,
        row_number() over (each order by h.device_id, h.interface_id, h.part) as place,
        d.name as device, host(d.ip) as ip, d.vendor, d.model_name as model, d.group_id,
        i.name as interface, i.type
      from (${hits}) h
      join ${visibleDevices(em, service)} d on d.id = h.device_id and d.enabled
      left join ${visibleInterfaces(em, service)} i on i.id = h.interface_id
      where (h.interface_id = 0 or i.id is not null) and ${passed}
      window each as (partition by h.rule)
    ) chosen where place <= ${limit} order by rule, place`.execute(tables(em))
  return rows.map(row => ({ ...row, total: Number(row.total) }))
}
