import type { Caller } from '../caller.ts'
import type { Target } from './target.ts'

/**
 * Finds devices for other plugins; an id outside the caller's groups is as unknown as one that does not exist
 * (404).
 */
export interface Devices {
  target(device: { id: number } | { ip: string }, caller: Caller): Promise<Target>
  /** A device without its secrets, for whoever only needs to name it. */
  named(id: number, caller: Caller): Promise<{ id: number; ip: string; name: string }>
  /** Those of the ids that the caller sees, ordered as asked; the rest is left out. */
  several(ids: readonly number[], caller: Caller): Promise<{ id: number; ip: string; name: string }[]>
  /**
   * Ids of all devices the caller may see; null: every device, also those that are gone. For lists about
   * devices that lie outside of the inventory.
   */
  visible(caller: Caller): Promise<readonly number[] | null>
  /** Device groups by their ids, for whoever limits people to groups; unknown ids are left out. */
  groups(ids: readonly number[]): Promise<{ id: number; name: string; description: string }[]>
}
