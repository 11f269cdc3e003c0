import type { SearchHit, SearchSource } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Inventory } from '../inventory.ts'
import { tables } from '../tables.ts'
import { deviceKind } from './kinds.ts'
import { matchOf } from './match.ts'
import { scan } from './scan.ts'

/** The ids come from a search, which has applied the caller's groups. */
const read = (em: SqlEntityManager, ids: readonly number[]) =>
  tables(em)
    .selectFrom('inventory_device')
    .select(['id', 'ip', 'name', 'description', 'location', 'serial', 'mac', 'status', 'coordinates'])
    .where('id', 'in', [...ids])
    .execute()

/** Devices by name, address, description, location, serial number and MAC address. */
export const deviceSource: SearchSource<Inventory> = {
  label: 'Devices',
  permission: 'device_show',
  async find({ ctx }, query, options) {
    const rows = await scan(ctx, deviceKind, query, options, read)
    return rows
      .flatMap((row): SearchHit[] => {
        const { id, ip, name, description, location, serial, mac, status, coordinates } = row
        const match = matchOf({ name, ip, description, location, serial, mac }, query)
        if (!match) return []
        return [
          {
            id,
            title: name || ip,
            text: [location, description].filter(part => part).join('; '),
            ...match,
            status,
            device: { id, ip, name },
            interface: null,
            coordinates: coordinates ?? null,
          },
        ]
      })
      .toSorted((a, b) => b.rank - a.rank || a.id - b.id)
      .slice(0, options.limit)
  },
}
