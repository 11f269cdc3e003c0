import type { LeftAlone } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** The interfaces of devices of which pollers keep nothing; devices without any are absent. */
export async function leftAlone(
  em: SqlEntityManager,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, LeftAlone>> {
  const { rows } = await sql<{ device_id: number; unpolled: string[] }>`
    select device_id, array_agg(bind_key::text) as unpolled from inventory_interface
    where not poll_enabled and device_id = any (${[...deviceIds]}::int[])
    group by device_id`.execute(tables(em))
  return new Map(rows.map(({ device_id: id, unpolled }) => [id, { unpolled: new Set(unpolled) }]))
}
