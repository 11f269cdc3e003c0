import { isRenumbered, visibleInterfaces } from '@linecard/inventory/read'
import type { arpInfo, arps, fdb, interfacesList, lldpInfo } from '@linecard/driver-kit/modules'
import type { Equipment, StoredOfDevice } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Static } from 'typebox'
import { tables } from '../tables.ts'

export type FdbRow = Static<typeof fdb.result>[number]
export type Lldp = Static<typeof lldpInfo.result>
type ArpRow = Static<typeof arps.result>[number] | Static<typeof arpInfo.result>[number]
export type Listed = Static<typeof interfacesList.result>[number]

/** A stored interface, as a scan needs it. */
export interface StoredPort {
  id: number
  bind_key: string
  parent_bind_key: string | null
  name: string
  type: string
  status: string | null
  description: string
  mac: string | null
}

export async function storedPorts(em: SqlEntityManager, deviceId: number): Promise<StoredPort[]> {
  return tables(em)
    .selectFrom(visibleInterfaces(em, { groupIds: null }).as('i'))
    .select(['i.id', 'i.bind_key', 'i.parent_bind_key', 'i.name', 'i.type', 'i.status', 'i.description'])
    .select('i.mac')
    .where('i.device_id', '=', deviceId)
    .orderBy('i.id')
    .execute()
}

/** What is stored of a device, as far as it is fresh. Null: nothing that counts. */
export interface Told {
  lldp: Lldp | null
  fdb: { rows: readonly FdbRow[]; complete: boolean } | null
  arp: readonly ArpRow[] | null
  listed: readonly Listed[]
}

const refsOf = ({ lldp, fdb }: Told) => [
  ...(lldp?.remotes.flatMap(row => row.loc_interface ?? []) ?? []),
  ...(fdb?.rows.flatMap(row => row.interface ?? []) ?? []),
]

/**
 * What a device has told, for a scan. What is older than `freshFrom` counts as not read, and so does all of a
 * device that has renumbered its ports: it would be about the wrong ports.
 */
export async function toldBy(
  equipment: Equipment,
  deviceId: number,
  ports: readonly StoredPort[],
  freshFrom: Date,
): Promise<Told> {
  const found = await equipment.stored(deviceId, ['lldp_info', 'fdb', 'arps', 'arp_info', 'interfaces_list'])
  const fresh = (name: string): StoredOfDevice | null => {
    const answer = found.get(name)
    return answer && answer.time >= freshFrom ? answer : null
  }
  const fdb = fresh('fdb')
  const told: Told = {
    lldp: (fresh('lldp_info')?.data as Lldp | undefined) ?? null,
    fdb: fdb && { rows: fdb.data as FdbRow[], complete: fdb.complete },
    arp: ((fresh('arps') ?? fresh('arp_info'))?.data as ArpRow[] | undefined) ?? null,
    // Names and indexes of ports seldom change.
    listed: (found.get('interfaces_list')?.data as Listed[] | undefined) ?? [],
  }
  const byKey = new Map(ports.map(port => [port.bind_key, port]))
  return isRenumbered(byKey, refsOf(told)) ? { lldp: null, fdb: null, arp: told.arp, listed: [] } : told
}
