import type { Caller } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'
import { inGroups } from '../../visibility.ts'

const repeated = (column: string, where: RawBuilder<unknown>) => sql`
  select ${sql.ref(column)} from inventory_onu where ${where} group by 1 having count(*) > 1`

/** An ONU that another stored ONU has the ident of. The idents are read once, not for each ONU. */
export const isDuplicate = sql<boolean>`(
  o.serial_hex in (${repeated('serial_hex', sql`serial_hex is not null`)})
  or (o.ident_type = 'MAC' and o.mac in (${repeated('mac', sql`mac is not null and ident_type = 'MAC'`)}))
)`

/** Another stored ONU with the same ident. */
export interface Duplicate {
  id: number
  device: { id: number; ip: string; name: string }
  name: string
  status: string | null
}

/** The other ONUs with the idents of these, as far as the caller sees them, by id. */
export async function duplicatesOf(
  em: SqlEntityManager,
  caller: Pick<Caller, 'groupIds'>,
  ids: readonly number[],
): Promise<Map<number, Duplicate[]>> {
  if (ids.length === 0) return new Map()
  const visible = inGroups(caller, 'd.group_id')
  const { rows } = await sql<Duplicate & { of: number }>`
    select o.interface_id as of, x.interface_id as id, x.name, x.status,
      json_build_object('id', d.id, 'ip', host(d.ip), 'name', d.name) as device
    from inventory_onu o
    cross join lateral (
      select * from inventory_onu s where s.serial_hex = o.serial_hex
      union
      select * from inventory_onu m where o.ident_type = 'MAC' and m.ident_type = 'MAC' and m.mac = o.mac
    ) x
    join inventory_device d on d.id = x.device_id
    where o.interface_id = any (${[...ids]}::int[]) and x.interface_id <> o.interface_id
      ${visible ? sql`and ${visible}` : sql``}
    order by x.interface_id`.execute(tables(em))
  return new Map(
    [...Map.groupBy(rows, row => row.of)].map(([id, found]) => [id, found.map(({ of: _of, ...row }) => row)]),
  )
}
