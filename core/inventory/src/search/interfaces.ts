import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { SearchHit, SearchSource } from '@linecard/plugin-kit'
import type { Inventory } from '../inventory.ts'
import { interfaceKind, onuKind, type Kind } from './kinds.ts'
import { matchOf } from './match.ts'
import { scan } from './scan.ts'

interface Row {
  id: number
  name: string
  type: string
  status: string | null
  description: string
  comment: string
  serial: string | null
  mac: string | null
  agreement: string
  ip: string
  coordinates: { lat: number; lon: number } | null
  device_id: number
  device_ip: string
  device_name: string
}

const read = (em: SqlEntityManager, ids: readonly number[]) =>
  em.execute<Row[]>(
    `
  select i.id, i.name, i.type, i.status, i.description, i.comment, i.serial, i.mac, i.agreement, i.ip, i.coordinates, i.device_id, host(d.ip) as device_ip, d.name as device_name
  from inventory_interface i join inventory_device d on d.id = i.device_id where i.id = any (?::int[])`,
    [`{${ids.join(',')}}`],
  )

const source = (label: string, kind: Kind): SearchSource<Inventory> => ({
  label,
  permission: 'device_show',
  async find({ ctx }, query, options) {
    const rows = await scan(ctx, kind, query, options, read)
    return rows
      .flatMap((row): SearchHit[] => {
        const { id, name, type, status, description, comment, serial, mac, agreement, ip, coordinates } = row
        const match = matchOf({ description, name, comment, serial, mac_address: mac, agreement, ip }, query)
        return match
          ? [
              {
                id,
                title: name,
                text: [description, comment].filter(part => part).join('; '),
                ...match,
                status,
                device: { id: row.device_id, ip: row.device_ip, name: row.device_name },
                interface: { id, name, type },
                coordinates,
              },
            ]
          : []
      })
      .toSorted((a, b) => b.rank - a.rank || a.id - b.id)
      .slice(0, options.limit)
  },
})

/** Interfaces but ONUs, by name, description, comment, MAC, agreement and the subscriber's address. */
export const interfaceSource = source('Interfaces', interfaceKind)
/** ONUs, by the same and by serial number in either spelling. */
export const onuSource = source('ONUs', onuKind)
