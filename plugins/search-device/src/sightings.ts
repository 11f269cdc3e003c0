import { sql } from '@linecard/plugin-kit/sql'
import { visibleSightings } from '@linecard/inventory/read'
import type { SearchAsking } from './asking.ts'
import type { Candidate } from './devices.ts'
import type { FoundMac } from './schemas.ts'
import { deviceRefOf } from './search.ts'

/** Sightings that the store gives for one address, at most. */
const maxSightings = 500

/** Types of interfaces with one subscriber. */
export const isOnu = (type: string) => type === 'ONU' || type === 'UNI'

/**
 * Where the address was seen before on these devices: by device, the ports with the fewest addresses first.
 */
export async function lastSightings(
  { ctx, caller }: SearchAsking,
  mac: string,
  devices: readonly Candidate[],
): Promise<Map<number, FoundMac[]>> {
  const byId = new Map(devices.map(device => [device.id, device]))
  const rows = await visibleSightings(ctx.em(), caller)
    .where(sql<boolean>`s.mac = ${mac}::macaddr`)
    .where('s.active', '=', true)
    .where(sql<boolean>`i.device_id = any (${[...byId.keys()]}::int[])`)
    .orderBy('p.macs', terms => terms.asc().nullsLast())
    .orderBy('s.last_seen', 'desc')
    .orderBy('i.id')
    .limit(maxSightings)
    .execute()
  const found = rows.flatMap((row): FoundMac[] => {
    const device = byId.get(row.device_id)
    if (!device) return []
    const parent = row.parent_bind_key === null ? null : Number(row.parent_bind_key)
    return [
      {
        mac,
        ...(row.vlan_id > 0 ? { vlan_id: row.vlan_id } : {}),
        source: 'history',
        interface: { id: Number(row.bind_key), name: row.name, type: row.type, parent, if_index: null },
        interface_id: row.interface_id,
        device: deviceRefOf(device),
        uplink: isOnu(row.type) ? false : row.macs === null ? null : row.macs > ctx.config.edge_macs,
        macs: row.macs,
        time: row.last_seen.toISOString(),
      },
    ]
  })
  return Map.groupBy(found, ({ device }) => device.id)
}
