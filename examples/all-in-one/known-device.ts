import type { Running } from '@linecard/kernel'
import type { Added } from './add-devices.ts'
import type { Client } from './client.ts'

/** An interface as answers name it. */
export interface Ref {
  id: number
  name: string
  type: string
  parent: number | null
  if_index: number | null
}
/** A stored interface, as the inventory answers it. */
export interface Stored {
  id: number
  bind_key: string
  parent_bind_key: string | null
  name: string
  type: string
  serial: string | null
  mac_address: string | null
  description: string
  agreement: string
}

/** A device whose interfaces are stored: ports by ifIndex, ONUs by their ident. */
export interface Known {
  device: Added
  refs: ReadonlyMap<number | string, Ref>
  /** Ids of the stored interfaces, by their bind keys. */
  ids: ReadonlyMap<number, number>
  stored: readonly Stored[]
}

/** What a stored interface is called in answers of its device, when these are stored. */
export async function knownDevice(running: Running, client: Client, device: Added): Promise<Known> {
  const listed = await running.use('equipment').stored(device.id, ['interfaces_list'])
  const rows = (listed.get('interfaces_list')?.data ?? []) as Ref[]
  const { data: stored } = await client.call<Stored[]>(
    'GET',
    `/device-interface?device_id=${device.id}&limit=10000`,
  )
  const refs = new Map<number | string, Ref>()
  for (const { id, name, type, parent, if_index } of rows)
    if (typeof if_index === 'number') refs.set(if_index, { id, name, type, parent, if_index })
  for (const { bind_key, parent_bind_key, name, type, serial, mac_address } of stored) {
    const ident = serial ?? mac_address
    if (type !== 'ONU' || ident === null) continue
    refs.set(ident, { id: Number(bind_key), name, type, parent: Number(parent_bind_key), if_index: null })
  }
  return { device, refs, ids: new Map(stored.map(({ bind_key, id }) => [Number(bind_key), id])), stored }
}
