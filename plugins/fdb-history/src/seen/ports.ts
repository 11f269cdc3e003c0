import { cutText } from '@linecard/driver-kit'
import type { InterfaceRef } from '@linecard/driver-kit/modules'
import { visibleInterfaces } from '@linecard/inventory/read'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

export interface StoredPort {
  id: number
  bind_key: string
  name: string
  fdb_enabled: boolean
}

/** The stored interfaces of one device, and what an answer means by its ports. */
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

/** Names are stored up to this length. */
const nameLength = 200

/**
 * Whether a device has numbered its ports anew, and the inventory has not read them yet (fault 16): what
 * the answer calls by one name is stored under another bind key. Its addresses would go to the wrong
 * ports.
 */
export function isRenumbered({ byKey, byName }: Ports, refs: Iterable<InterfaceRef>): boolean {
  for (const { id, name } of refs) {
    const stored = cutText(name, nameLength)
    const named = byName.get(stored)
    if (named && named.bind_key !== String(id) && byKey.get(String(id))?.name !== stored) return true
  }
  return false
}
