import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { SearchHit, SearchSource } from '@linecard/plugin-kit'
import type { Inventory } from '../inventory.ts'
import { deviceKind } from './kinds.ts'
import { matchOf } from './match.ts'
import { scan } from './scan.ts'

interface Row {
  id: number
  ip: string
  name: string
  description: string
  location: string
  serial: string
  mac: string
  status: string
  coordinates: { lat: number; lon: number } | null
}

const read = (em: SqlEntityManager, ids: readonly number[]) =>
  em.execute<Row[]>(
    'select id, host(ip) as ip, name, description, location, serial, mac, status, coordinates from inventory_device where id = any (?::int[])',
    [`{${ids.join(',')}}`],
  )

/** Devices by name, address, description, location, serial number and MAC. */
export const deviceSource: SearchSource<Inventory> = {
  label: 'Devices',
  permission: 'device_show',
  async find({ ctx }, query, options) {
    const rows = await scan(ctx, deviceKind, query, options, read)
    return rows
      .flatMap((row): SearchHit[] => {
        const { id, ip, name, description, location, serial, mac, status, coordinates } = row
        const match = matchOf({ name, ip, description, location, serial, mac }, query)
        return match
          ? [
              {
                id,
                title: name || ip,
                text: [location, description].filter(part => part).join('; '),
                ...match,
                status,
                device: { id, ip, name },
                interface: null,
                coordinates,
              },
            ]
          : []
      })
      .toSorted((a, b) => b.rank - a.rank || a.id - b.id)
      .slice(0, options.limit)
  },
}
