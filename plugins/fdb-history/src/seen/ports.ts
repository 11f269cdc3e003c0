import { visibleInterfaces } from '@linecard/inventory/read'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

export interface StoredPort {
  id: number
  bind_key: string
  name: string
  fdb_enabled: boolean
}

/** The stored interfaces of one device. */
export interface Ports {
  byKey: ReadonlyMap<string, StoredPort>
  /** Undefined for a name that two have. */
  byName: ReadonlyMap<string, StoredPort | undefined>
}

export async function portsOf(em: SqlEntityManager, deviceId: number): Promise<Ports> {
  const rows: StoredPort[] = await tables(em)
    .selectFrom(visibleInterfaces(em, { groupIds: null }).as('i'))
    .select(['i.id', 'i.bind_key', 'i.name', 'i.fdb_enabled'])
    .where('i.device_id', '=', deviceId)
    .execute()
  const byName = new Map<string, StoredPort | undefined>()
  for (const row of rows) byName.set(row.name, byName.has(row.name) ? undefined : row)
  return { byKey: new Map(rows.map(row => [row.bind_key, row])), byName }
}
