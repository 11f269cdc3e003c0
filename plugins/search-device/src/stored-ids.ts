import { sql } from '@linecard/plugin-kit/sql'
import { visibleInterfaces } from '@linecard/inventory/read'
import type { SearchAsking } from './asking.ts'
import type { FoundMac } from './schemas.ts'

const keyOf = (deviceId: number, bindKey: string | number) => `${deviceId} ${bindKey}`

/** Rows of many devices with the ids of their stored interfaces: one look-up for all of them. */
export async function withStoredIds(
  { ctx, caller }: SearchAsking,
  rows: readonly FoundMac[],
): Promise<FoundMac[]> {
  const places = rows.flatMap(({ device, interface: at }) => (at ? [{ device: device.id, key: at.id }] : []))
  if (places.length === 0) return [...rows]
  const devices = places.map(({ device }) => device)
  const keys = places.map(({ key }) => key)
  const stored = await visibleInterfaces(ctx.em(), caller)
    .where(
      sql<boolean>`(i.device_id, i.bind_key) in (
        select * from unnest(${devices}::int[], ${keys}::bigint[]))`,
    )
    .execute()
  const ids = new Map(stored.map(({ id, device_id, bind_key }) => [keyOf(device_id, String(bind_key)), id]))
  return rows.map(row => ({
    ...row,
    interface_id: row.interface ? (ids.get(keyOf(row.device.id, row.interface.id)) ?? null) : null,
  }))
}
