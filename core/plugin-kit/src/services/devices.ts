import type { Caller } from '../caller.ts'
import type { Target } from './target.ts'

/** A device as answers embed it. Its schema is `EmbeddedDevice`; the inventory declares the members. */
export interface ShownDevice {
  id: number
  ip: string
  name: string
  [member: string]: unknown
}

/**
 * Finds devices for other plugins. A device of a group that the caller does not see is unknown (404).
 */
export interface Devices {
  target(device: { id: number } | { ip: string }, caller: Caller): Promise<Target>
  /** A device without its secrets. */
  named(id: number, caller: Caller): Promise<{ id: number; ip: string; name: string }>
  /** The resources of the devices that the caller sees, by id, as `GET /device/{id}` answers them. */
  shown(ids: readonly number[], caller: Caller): Promise<ReadonlyMap<number, ShownDevice>>
  /** The devices that the caller sees, in the order of the ids. The others are left out. */
  several(ids: readonly number[], caller: Caller): Promise<{ id: number; ip: string; name: string }[]>
  /**
   * Ids of all devices that the caller sees; null: all devices, also removed ones. For lists that are not in
   * the inventory.
   */
  visible(caller: Caller): Promise<readonly number[] | null>
  /** Device groups by their ids. Unknown ids are left out. */
  groups(ids: readonly number[]): Promise<{ id: number; name: string; description: string }[]>
}
