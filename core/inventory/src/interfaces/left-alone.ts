import type { LeftAlone } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** The interfaces of devices of which pollers keep nothing; devices without any are absent. */
export async function leftAlone(
  em: SqlEntityManager,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, LeftAlone>> {
  const ids = [...deviceIds]
  const { rows } = await sql<{
    device_id: number
    unpolled: string[] | null
    interfaces: Record<string, string> | null
  }>`
    with unpolled as (
      select device_id, array_agg(bind_key::text) as unpolled from inventory_interface
      where not poll_enabled and device_id = any (${ids}::int[])
      group by device_id
    ), left_out as (
      select device_id, interfaces from inventory_left_out where device_id = any (${ids}::int[])
    )
    select device_id, unpolled, interfaces from unpolled full join left_out using (device_id)`.execute(
    tables(em),
  )
  return new Map(
    rows.map(({ device_id: id, unpolled, interfaces }) => [
      id,
      { unpolled: new Set(unpolled), leftOut: new Map(Object.entries(interfaces ?? {})) },
    ]),
  )
}
