import { visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import type { Caller } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type Selectable, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables, type LinkTable } from '../tables.ts'

export type LinkRow = Selectable<LinkTable>

/**
 * Links `l` of which the caller sees both devices. Who sees one of them is not told of the other, so the
 * link is not there for them.
 */
export const seenLinks = (em: SqlEntityManager, caller: Pick<Caller, 'groupIds'>): RawBuilder<LinkRow> => {
  if (caller.groupIds === null) return sql`select l.* from links_link l`
  const seen = sql`select d.id from (${visibleDevices(em, caller)}) d`
  return sql`
    select l.* from links_link l
    where l.src_device_id in (${seen}) and l.dest_device_id in (${seen})`
}

/** An interface at the end of a link, with what a list shows of it. */
export interface PortRow {
  id: number
  device_id: number
  name: string
  type: string
  status: string | null
  description: string
  device_ip: string
  device_name: string
}

/** The stored interfaces with these ids that the caller sees. */
export async function portsOf(
  em: SqlEntityManager,
  caller: Pick<Caller, 'groupIds'>,
  ids: Iterable<number | null>,
): Promise<ReadonlyMap<number, PortRow>> {
  const wanted = [...new Set(ids)].filter(id => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await tables(em)
    .selectFrom(visibleInterfaces(em, caller).as('i'))
    .select(['i.id', 'i.device_id', 'i.name', 'i.type', 'i.status', 'i.description', 'i.device_name'])
    .select(sql<string>`host(i.device_ip)`.as('device_ip'))
    .where(sql<boolean>`i.id = any (${wanted}::int[])`)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

export const interfacesOf = (row: LinkRow): (number | null)[] => [
  row.src_interface_id,
  row.dest_interface_id,
  row.src_aggregate_id,
  row.dest_aggregate_id,
]
