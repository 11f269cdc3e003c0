import type { SearchHit, SearchSource } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Inventory } from '../inventory.ts'
import { closedType } from '../closed-type.ts'
import { tables } from '../tables.ts'
import { interfaceKind, onuKind, type Kind } from './kinds.ts'
import { matchOf } from './match.ts'
import { scan } from './scan.ts'

/** The ids come from a search, which has applied the caller's groups. */
const read = (em: SqlEntityManager, ids: readonly number[]) =>
  tables(em)
    .selectFrom('inventory_interface as i')
    .innerJoin('inventory_device as d', 'd.id', 'i.device_id')
    .select(['i.id', 'i.name', 'i.type', 'i.status', 'i.description', 'i.comment', 'i.serial', 'i.mac'])
    .select(['i.agreement', 'i.ip', 'i.coordinates'])
    .select(['i.device_id', 'd.ip as device_ip', 'd.name as device_name'])
    .where('i.id', 'in', [...ids])
    .where('i.type', '<>', closedType)
    .execute()

const source = (label: string, kind: Kind): SearchSource<Inventory> => ({
  label,
  permission: 'device_show',
  async find({ ctx }, query, options) {
    const rows = await scan(ctx, kind, query, options, read)
    return rows
      .flatMap((row): SearchHit[] => {
        const { id, name, type, description, comment, serial, mac, agreement, ip } = row
        const match = matchOf({ description, name, comment, serial, mac_address: mac, agreement, ip }, query)
        if (!match) return []
        return [
          {
            id,
            title: name,
            text: [description, comment].filter(part => part).join('; '),
            ...match,
            status: row.status ?? null,
            device: { id: row.device_id, ip: row.device_ip, name: row.device_name },
            interface: { id, name, type },
            coordinates: row.coordinates ?? null,
          },
        ]
      })
      .toSorted((a, b) => b.rank - a.rank || a.id - b.id)
      .slice(0, options.limit)
  },
})

/** Interfaces except ONUs, by name, description, comment, MAC, agreement and the subscriber's address. */
export const interfaceSource = source('Interfaces', interfaceKind)
/** ONUs, by the same fields and by the serial number in either spelling. */
export const onuSource = source('ONUs', onuKind)
